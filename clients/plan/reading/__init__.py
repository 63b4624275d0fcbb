"""Reads and checks a plan: games, tables, people, injects, standbys, wings."""
