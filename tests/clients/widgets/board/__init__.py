"""Widgets, and the settings that every window remembers."""
