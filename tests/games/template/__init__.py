"""Tests of Template: its rules by number."""
