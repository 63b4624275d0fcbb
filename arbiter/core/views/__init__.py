"""Views: what each seat and console may be shown, with status, alarms, hints and frames."""
