"""The exercise as a whole: it handles a stimulus, changes tables and people, and returns what must be sent."""
