"""What every client in plain lines does: it says lines, reads sheets and rules aloud, and runs until it ends."""
