"""Commands after an exercise: debrief, verify, export, analyse, branch, receipts, seeds."""
