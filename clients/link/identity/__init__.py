"""The data that a machine stores for its seats: keys, notes, receipts, and numbers for the draw of a table's seed."""
