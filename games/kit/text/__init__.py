"""Texts that people write: JSON, TOML, pages of rules. Plain messages report mistakes and suggest corrections."""
