"""A plan read and checked: games, tables, people, injects, standbys, wings."""
