"""Views: what each seat and console may be shown, the status of tables, alarms, hints, and the frames for them."""
