"""An umpire console in plain lines."""
