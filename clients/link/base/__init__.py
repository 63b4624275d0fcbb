"""What every connection stands on: lines, frames on the wire, the terminal, private files, and errors of the system in our words."""
