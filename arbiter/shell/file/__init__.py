"""An exercise in a file: the store, its lock, its trail, and what is checked before it is trusted."""
