"""The loop of one arbiter: it opens a journal, receives requests, records what the exercise accepts, and runs the
effects."""
