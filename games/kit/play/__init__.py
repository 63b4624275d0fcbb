"""Games driven without a network: one loop, playouts, and values as bytes."""
