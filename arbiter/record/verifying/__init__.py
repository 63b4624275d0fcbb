"""Verifying an exercise file: everything that can be doubted is checked.

Records are replayed, receipts and chance compared.
"""
