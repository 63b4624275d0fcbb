"""A whole arbiter on the network: starting, measuring, following by standbys, and stopping."""
