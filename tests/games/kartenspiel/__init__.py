"""Tests of Kartenspiel, by rule."""
