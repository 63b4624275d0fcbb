"""The loop of one arbiter: it opens a journal, receives requests, records what is accepted, and runs the effects."""
