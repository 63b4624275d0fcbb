"""Tests of the kit that every game uses."""
