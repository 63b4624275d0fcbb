"""Pages and files to print or hand out: seat cards, player aids, event files."""
