"""Escalate!, the Cold War card game by Knight Errant (2013)."""

from warcouncil.games.escalate.game import Escalate

GAME = Escalate()
