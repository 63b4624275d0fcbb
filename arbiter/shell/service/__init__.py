"""The loop of one arbiter: it opens a journal, hears requests, records what the exercise accepts, and carries out the effects."""
