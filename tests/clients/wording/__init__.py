"""Tests of what is said, and of how it is kept."""
