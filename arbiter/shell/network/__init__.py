"""Sockets and the door: which clients may connect, how fast, and to which client each frame goes."""
