"""Proofs between the two sides: the door, receipts, signatures, and the numbers that make a table's chance."""
