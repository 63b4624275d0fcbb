"""Tests of what makes a bundle."""
