"""The projector: what is public, large enough to be read across a room."""
