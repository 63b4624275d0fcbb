"""The umpire console."""
