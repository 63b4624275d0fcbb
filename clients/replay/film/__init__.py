"""A film of a table: its moments, how a viewer steps through them, and what was not known."""
