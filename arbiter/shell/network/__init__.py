"""Sockets and the door: who may connect, how fast, and what leaves for whom."""
