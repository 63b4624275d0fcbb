"""The base of every client in plain lines: its loop, and sheets and rules as text."""
