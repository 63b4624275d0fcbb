"""One running game: its gates and their states, its rules, talk, story, injects and closings. It sends nothing."""
