"""Texts that people write, with mistakes reported in our words: JSON, TOML, suggestions, pages of rules."""
