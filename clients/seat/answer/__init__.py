"""An answer being filled in: what each key makes of a field. Pure."""
