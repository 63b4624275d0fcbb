"""The Hard War, by Lars Nordbeck."""

from warcouncil.games.hard_war.game import HardWar

GAME = HardWar()
