"""Lines of the screen drawn from the model: question, header, verdict, story, keys."""
