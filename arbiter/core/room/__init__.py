"""The exercise as a whole: it hears a stimulus, changes tables and people, and returns what must be sent."""
