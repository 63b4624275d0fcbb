"""The content that a seat is asked and shown at its table: forms, answers, sheets, scenes, rulebooks, views."""
