"""The file of a scenario, which an instructor writes: its text, its model, and its checks."""
