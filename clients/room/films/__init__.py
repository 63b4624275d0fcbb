"""The record of a table as a film that a replay shows."""
