"""The answer that a player is filling in: what each key does to a field. The code is pure."""
