"""Template: a small complete game to start from. `warcouncil new-game NAME` copies this folder."""

from warcouncil.games.kit.template.game import TemplateGame

GAME = TemplateGame()
