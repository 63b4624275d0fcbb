"""The clients: all programs that connect to the arbiter."""
