"""Toy games that stretch the contract of a game: they live in the tests and are not in the registry."""
