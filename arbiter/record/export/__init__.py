"""An exercise as tidy tables, with its dictionary and other names for people."""
