"""Sockets and the door: which clients may connect, how fast, and which frame is sent to which client."""
