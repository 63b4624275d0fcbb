"""Makes a film for a replay from the record of a table."""
