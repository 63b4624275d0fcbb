"""What happened at a table, moment by moment, and what anyone knew of it."""
