"""The language of a scenario file: its tables, keys, clauses and limits, and the errors of its form."""
