"""Tests of reading an exercise afterwards."""
