"""The kit that every game stands on."""
