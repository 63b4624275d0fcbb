"""What a scenario file may say: its tables, keys, clauses and limits, and what does not fit its form."""
