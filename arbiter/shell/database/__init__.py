"""An exercise in a PostgreSQL database: the connection, its lock and lease, the store, and its standbys."""
