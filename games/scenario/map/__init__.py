"""The map of a scenario: orders for pieces, how they are resolved, who sees what, and the form that asks for them."""
