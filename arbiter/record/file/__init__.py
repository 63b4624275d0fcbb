"""Reading the exercise file: snapshots, records in order, wall times, backup copies, and the list of a database."""
