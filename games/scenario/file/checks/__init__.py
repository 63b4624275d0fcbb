"""The checks of a scenario. They find everything that would stop an exercise or reveal a secret, before it begins."""
