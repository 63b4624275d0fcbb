"""The core of the arbiter: the pure machine, handle(stimulus) -> outcome. It performs no I/O, reads no clock and draws no random numbers itself."""
