"""Texts that people write: JSON, TOML and pages of rules. Plain messages report mistakes and suggest
corrections.
"""
