"""The data that a machine keeps of its seats: keys, notes, receipts, and numbers for the chance of a table."""
