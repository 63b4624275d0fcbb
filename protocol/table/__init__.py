"""The models of a table as its seats see it: forms, answers, sheets, scenes, rulebooks, and views."""
