"""The file that an instructor writes: what it may hold, and what its words mean."""
