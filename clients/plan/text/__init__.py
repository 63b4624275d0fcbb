"""What is read from people: TOML with line numbers, options, rosters, answers at a prompt, and mistakes in words."""
