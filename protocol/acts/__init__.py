"""What an umpire may do: at a table, to people, and in the whole room."""
