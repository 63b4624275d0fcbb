"""Tests of the host's sentences."""
