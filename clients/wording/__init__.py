"""The wording: what a seat and a projector say, one message a key, in one language or another. It knows no screen."""
