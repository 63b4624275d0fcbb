"""Tests of the umpire's console."""
