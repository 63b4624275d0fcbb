"""The clients: everything that sits at the other end of the wire from the arbiter."""
