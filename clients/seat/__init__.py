"""The seat: what one person sits at. His own view, the question, the talk, and nothing else."""
