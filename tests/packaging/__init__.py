"""Checks of what is built and installed. They need a package index, so `make package` runs them and `make test` does not."""
