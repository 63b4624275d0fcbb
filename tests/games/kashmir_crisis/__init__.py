"""Tests of Kashmir Crisis."""
