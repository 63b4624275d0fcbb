"""Proofs between a client and the arbiter: the code exchange, receipts, signatures, and the numbers that make a
table's seed.
"""
