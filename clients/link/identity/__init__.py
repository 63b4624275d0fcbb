"""What a machine keeps of its seats: keys, notes, receipts, and numbers put into the chance of a table."""
