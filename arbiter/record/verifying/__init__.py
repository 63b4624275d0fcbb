"""Verifying an exercise file: checks everything that can be doubted.

Replays records, and compares receipts and seeds.
"""
