"""What an exercise hears and what it answers: stimuli, outcomes, the plan, records of the journal, permits."""
