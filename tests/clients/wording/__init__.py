"""Tests of the texts, and of their storage."""
