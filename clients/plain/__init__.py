"""Plain lines: a seat and a console as text, one thing a line, for screen readers, serial lines and scripts."""
