"""The room of widgets, and what every window remembers."""
