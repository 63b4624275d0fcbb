"""Checks a machine before an exercise: its software, its network, its ports."""
