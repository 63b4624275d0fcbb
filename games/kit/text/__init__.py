"""Texts that people write, read with mistakes in our words: JSON, TOML, suggestions, pages of rules."""
