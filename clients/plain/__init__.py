"""Plain lines: a seat and a console as text, one fact on each line, for screen readers, serial lines and scripts."""
