"""Scenario: exercises whose rules are a file that an instructor writes."""

from warcouncil.games.scenario.game import ScenarioGame

GAME = ScenarioGame()
