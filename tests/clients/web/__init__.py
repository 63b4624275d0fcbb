"""Tests of the browser seat."""
