"""Widgets that several clients share. They draw what a seat may see, and know no game."""
