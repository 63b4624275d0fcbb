"""Looks at a machine before an exercise: what it needs, its network, its ports."""
