"""The games: pure rules, one folder each, all on the contract of games/kit."""
