"""Tests of the seat's client."""
