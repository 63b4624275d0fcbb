"""Builds a report from the record: what each seat knew, what was said, and what the analysis found."""
