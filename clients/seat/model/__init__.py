"""What a seat knows and may do: its desk, conversations, documents, hints, feedback. No Textual."""
