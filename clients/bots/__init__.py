"""Bots: ordinary clients that see a sheet and a form, nothing else."""
