"""Decoders fuzzed by coverage: each reader of outside data gets damaged frames and files. Those that reach new
code are damaged further.
"""
