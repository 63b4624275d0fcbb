"""Reading the exercise file: snapshots, records in order, wall times, backup copies, and the exercises of a database."""
