"""What several commands share: errors in one line, where an exercise is, codes, files, and running a client."""
