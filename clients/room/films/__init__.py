"""Converts the record of a table into a film for a replay."""
