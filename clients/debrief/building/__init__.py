"""Builds a report from the record: what each seat knew, what was told, what the analysis found."""
