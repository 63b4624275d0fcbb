"""The acts of an umpire: the words and boxes of each, its target, its request, its result."""
