"""Widgets that several clients share. They draw what a seat may see, and need no knowledge of any game."""
