"""The Hard War, by Lars Nordbeck."""

from games.hard_war.game import HardWar

GAME = HardWar()
