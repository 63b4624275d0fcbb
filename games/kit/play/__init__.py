"""Games that run without a network: one loop, playouts, and values as bytes."""
