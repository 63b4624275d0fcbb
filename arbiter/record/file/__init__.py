"""The exercise file read: snapshots, records in order, wall times, backup copies, and what a database holds."""
