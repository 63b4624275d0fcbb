"""The projector: the public information, large enough to be read across a room."""
