"""Faults of whole machines under a leader and a standby: real processes, a real server, and clients that hold receipts."""
