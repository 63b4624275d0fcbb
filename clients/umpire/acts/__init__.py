"""The acts of an umpire: the texts and boxes of each act, its target, its request, its result."""
