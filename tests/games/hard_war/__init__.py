"""Tests of The Hard War."""
