"""The games: pure rules, one folder each, all on the contract of `warcouncil.games.kit`."""
