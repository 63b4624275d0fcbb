"""The core of the arbiter: the pure machine, handle(stimulus) -> outcome. No I/O, no clock and no chance of its own."""
