"""The preview of a scenario: a page on this machine, or lines in the terminal, made by the rules of the game."""
