"""The projector: public information, large enough to be read across a room."""
