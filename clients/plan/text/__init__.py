"""Reads what people write: TOML with line numbers, options, rosters, answers at a prompt.

Its messages explain each mistake.
"""
