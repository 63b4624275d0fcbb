"""Widgets that several clients share: they draw what a seat may see, and know no game."""
