"""Template: a small whole game to begin from. `warcouncil new-game NAME` copies this folder."""

from warcouncil.games.kit.template.game import TemplateGame

GAME = TemplateGame()
