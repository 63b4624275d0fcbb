"""The plan of an exercise: who sits where, at which game, by which clocks. A TOML file that a tutor writes beforehand."""
