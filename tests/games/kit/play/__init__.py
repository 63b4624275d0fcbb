"""Tests of the play of the kit."""
