"""Proofs to the other side: the door, receipts, signatures, and the numbers that make a table's chance."""
