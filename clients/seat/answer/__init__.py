"""The answer while the player fills it in: what each key does to a field. Pure."""
