"""The data that a machine stores for its seats: keys, notes, receipts, and numbers for the chance of a table."""
