"""Commands before an exercise: demo, plan, scenario, rehearse, doctor, games, bundle, settings."""
