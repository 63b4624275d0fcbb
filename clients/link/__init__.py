"""The link: how a client reaches the arbiter, comes in, and stays in touch. It draws nothing."""
