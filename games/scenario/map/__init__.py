"""The map of a scenario: orders for pieces, how they are resolved, what each side sees, and the form for orders."""
