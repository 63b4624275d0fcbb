"""Plain lines: a seat and a console as text, one fact a line, for screen readers, serial lines and scripts."""
