"""A link that reconnects by itself."""
