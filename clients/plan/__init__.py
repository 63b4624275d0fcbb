"""The plan of an exercise: a TOML file that says who sits where, at which game, by which clocks, and what is told when."""
