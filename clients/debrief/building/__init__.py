"""A report built from the record: what each seat knew, what was told, what analysis found."""
