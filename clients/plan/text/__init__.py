"""Reads input of people: TOML with line numbers, options, rosters, answers at a prompt.

It explains mistakes in words.
"""
