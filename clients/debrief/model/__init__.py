"""The contents of a report as words and numbers."""
