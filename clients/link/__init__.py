"""The link: how a client finds the arbiter, is admitted, and stays connected. It draws nothing."""
