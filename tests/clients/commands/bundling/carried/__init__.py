"""Tests of what a bundle carries."""
