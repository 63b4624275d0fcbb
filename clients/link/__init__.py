"""The link: how a client reaches the arbiter, comes in, and stays connected. It draws nothing."""
