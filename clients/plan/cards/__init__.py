"""What is printed or handed out: seat cards, player aids, event files."""
