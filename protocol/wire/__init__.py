"""Messages between clients and the arbiter: requests, replies, console messages, and the codec."""
