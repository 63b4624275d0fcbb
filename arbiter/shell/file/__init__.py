"""An exercise in a file: the store, its lock, its trail, and the checks before it is trusted."""
