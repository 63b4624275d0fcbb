"""Replay: a game again, through anybody's eyes, on the screens people know. It draws views and knows no arbiter."""
