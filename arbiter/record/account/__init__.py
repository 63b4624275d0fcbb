"""The account of a table, moment by moment, and what each audience knew of it."""
