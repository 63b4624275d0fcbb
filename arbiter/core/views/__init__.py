"""What may be shown to whom: the view of a seat, the status of a table, consoles, alarms, hints, and the frames that carry them."""
