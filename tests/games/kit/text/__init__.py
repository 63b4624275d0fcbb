"""Tests of the texts of the kit."""
