"""The types of the exercise's input and output: stimuli, outcomes, the plan, journal records, permits."""
