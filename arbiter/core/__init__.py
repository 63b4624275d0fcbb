"""The pure heart of the arbiter: `handle(stimulus) -> outcome`. No I/O, no clock and no chance of its own."""
