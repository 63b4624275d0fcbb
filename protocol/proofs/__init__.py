"""What proves something to the other side: the door, receipts, signatures, and numbers put into the chance of a table."""
