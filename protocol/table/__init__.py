"""The questions and the pictures for a seat at its table: forms, answers, sheets, scenes, rulebooks, and views."""
