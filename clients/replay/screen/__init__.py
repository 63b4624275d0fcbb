"""The Textual screens of a replay."""
