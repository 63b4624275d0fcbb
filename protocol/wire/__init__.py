"""Messages between clients and the arbiter: requests, replies, what consoles are shown, and the codec."""
