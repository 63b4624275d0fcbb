"""The games: pure rules. Each game has its own folder and uses the contract of games/kit."""
