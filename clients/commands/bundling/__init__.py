"""The bundle: the program and everything it needs in one file, for machines without a network."""
