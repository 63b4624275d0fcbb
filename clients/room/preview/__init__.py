"""The preview of a scenario: a page on this machine, or lines in the terminal. The rules of the game produce both."""
