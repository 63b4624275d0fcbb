"""The contract of a game, and code that helps to fulfil it."""
