"""The contents of a report as text and numbers."""
