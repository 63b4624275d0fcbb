"""The loop of one arbiter: opens a journal, receives requests, records what is accepted, and runs the effects."""
