"""A whole arbiter on the network: started, measured, followed by standbys, and stopped."""
