"""The contract of a game and what helps to keep it."""
