"""Widgets and themes that the seat client and the umpire console share."""
