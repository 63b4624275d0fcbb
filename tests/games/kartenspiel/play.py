"""Whole battles by chance: every seat fills its form at random, and some seats stay silent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warcouncil.games.kartenspiel import GAME
from warcouncil.games.kartenspiel.options import KartenspielOptions
from warcouncil.games.kartenspiel.state import BattleState
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Finish, Phase

SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"seats": "two"},
    {"seats": "custom", "mapping": {"red.corps.1": "red.army", "red.corps.3": "red.corps.2"}},
    {"seats": "custom", "mapping": {"black.army": "black.corps.4"}, "asymmetric": "black"},
    {"asymmetric": "red"},
    {"asymmetric": "black", "recall": True},
    {"team_view": "shared", "night_round": "down"},
    {"confusion_told": "everyone", "night_cavalry": "down"},
    {"night_pool": "day", "tiebreak": "net", "max_turns": 12},
)
"""Options that change what is asked, who is asked, or who knows what."""

GATES_MAX = 5_000


def battle(
    number: int, settings: dict[str, Any], silence: int = 0
) -> Iterator[tuple[BattleState, Phase | Finish]]:
    """Play a battle, and return every position with its phase. One in `silence` answers is missing."""
    dice = Dice(number.to_bytes(16, "big"))
    state = GAME.setup(KartenspielOptions(**settings), dice.stream("setup")).state
    for gate in range(GATES_MAX):
        phase = GAME.phase(state)
        yield state, phase
        if isinstance(phase, Finish):
            return
        declarations = {}
        for seat in phase.asked:
            chance = dice.stream(gate, seat)
            if silence and chance.below(silence) == 0:
                declarations[seat] = GAME.default(state, seat)
            else:
                declarations[seat] = GAME.read(state, seat, fill(GAME.form(state, seat), chance))
        state = GAME.resolve(state, declarations, dice.stream(gate)).state
    raise AssertionError("the battle does not end")


def dull(number: int) -> Iterator[tuple[BattleState, Phase | Finish]]:
    """Play a battle of quiet commanders, who attack one time in ten, so that it has nights and long memories."""
    dice = Dice(number.to_bytes(16, "big"), "dull")
    state = GAME.setup(KartenspielOptions(max_turns=30), dice.stream("setup")).state
    while True:
        phase = GAME.phase(state)
        yield state, phase
        if isinstance(phase, Finish):
            return
        dice = dice.stream("gate")
        declarations = {
            seat: ((index, dice.below(10) == 0),)
            if phase.name == "Attack declaration"
            else GAME.read(state, seat, fill(GAME.form(state, seat), dice.stream(seat)))
            for index, seat in enumerate(phase.asked)
        }
        state = GAME.resolve(state, declarations, dice).state
