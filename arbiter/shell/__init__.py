"""The arbiter's I/O: journal, sockets, admission and the service loop. It decides nothing."""
