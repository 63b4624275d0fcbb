"""The film of a table: its moments, how a viewer moves through them, and what each viewpoint did not know."""
