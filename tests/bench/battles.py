"""The number of random battles of Kartenspiel that one core plays through the contract, without views.

Every gate asks the game for its phase, reads an answer of every asked seat, and resolves. The answers are
drawn in advance, straight from the positions and without forms, so that only the rules are timed: each
division goes to a corps or stays in reserve by chance; orders, charges and losses are equally likely.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from random import Random
from time import perf_counter

from warcouncil.games.kartenspiel import GAME
from warcouncil.games.kartenspiel.combat import payments
from warcouncil.games.kartenspiel.options import KartenspielOptions
from warcouncil.games.kartenspiel.roles import ROMAN, seating, side_of
from warcouncil.games.kartenspiel.state import CHARGE, DECLARATION, LOSSES, REDEPLOYMENT, BattleState
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Finish
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import SeatId

Gate = tuple[tuple[SeatId, Answer], ...]
Moment = tuple[BattleState, Gate]

_BATTLES = 3000
_ROUNDS = 5
_DICE = Dice(bytes(16))
_SEED = 20170411


def run() -> Iterator[dict[str, object]]:
    """Measure battles per second in the best of some rounds, and the share of each part."""
    opening = GAME.setup(KartenspielOptions(), _DICE).state
    chance = Random(_SEED)  # a benchmark may draw as it likes; the game itself has no chance
    battles = [draw(opening, chance) for _ in range(_BATTLES)]
    moments = [moment for battle in battles for moment in battle]
    gc.collect()
    gc.freeze()  # what was drawn beforehand is no garbage of the rules
    try:
        seconds = min(_play_all(opening, battles) for _ in range(_ROUNDS))
        phase, read, resolve = (
            min(spent) for spent in zip(*(_shares(moments) for _ in range(2)), strict=True)
        )
    finally:
        gc.unfreeze()
    turns = sum(battle[-1][0].turn for battle in battles)
    yield _line("kartenspiel battles through the contract", _BATTLES / seconds, "battles/s")
    yield _line("kartenspiel gates through the contract", len(moments) / seconds, "gates/s")
    yield _line("kartenspiel gates a battle", len(moments) / _BATTLES, "gates")
    yield _line("kartenspiel turns a battle", turns / _BATTLES, "turns")
    for name, spent in (("phase", phase), ("read", read), ("resolve", resolve)):
        yield _line(f"kartenspiel time in {name}", spent / _BATTLES * 1e6, "us/battle")


def draw(state: BattleState, chance: Random) -> list[Moment]:
    """Play one battle by chance. Return its positions, each with the answers to it."""
    moments = []
    while not isinstance(phase := GAME.phase(state), Finish):
        gate = tuple((seat, answer(state, seat, chance)) for seat in phase.asked)
        moments.append((state, gate))
        declarations = {seat: GAME.read(state, seat, given) for seat, given in gate}
        state = GAME.resolve(state, declarations, _DICE).state
    return moments


def answer(state: BattleState, seat: SeatId, chance: Random) -> Answer:
    """Answer by chance, straight from the position."""
    if state.step == REDEPLOYMENT:
        return {"moves": _moves(state, side_of(seat), chance)}
    if state.step == DECLARATION:
        return {f"corps.{seat[-1]}": chance.choice(("attack", "defend"))}
    if state.step == CHARGE:
        return {"charge": chance.choice(("charge", "hold"))}
    assert state.step == LOSSES
    side = side_of(seat)
    corps = seating(state.rules.runs).corps.index(seat)
    fewest, most = payments(state.corps[corps], state.owed[side], state.charges[side])
    return {"losses": f"cavalry.{chance.randint(fewest, most)}"}


def _moves(state: BattleState, side: int, chance: Random) -> dict[str, dict[str, int]]:
    moves: dict[str, dict[str, int]] = {}
    stay = chance.randrange(3)
    for thing, number in zip(("inf", "cav"), state.reserve[side], strict=True):
        for _ in range(number):
            if chance.randrange(3) >= stay:
                goal = chance.choice(ROMAN)
                stack = moves.setdefault(thing, {})
                stack[goal] = stack.get(goal, 0) + 1
    return moves


def _play_all(opening: BattleState, battles: list[list[Moment]]) -> float:
    """Play all battles from their answers, and return the seconds."""
    begun = perf_counter()
    for battle in battles:
        state = opening
        for _, gate in battle:
            GAME.phase(state)
            declarations = {seat: GAME.read(state, seat, given) for seat, given in gate}
            state = GAME.resolve(state, declarations, _DICE).state
        assert isinstance(GAME.phase(state), Finish)
    return perf_counter() - begun


def _shares(moments: list[Moment]) -> tuple[float, float, float]:
    """Return the seconds for all phases, all readings and all resolutions alone."""
    marks = [perf_counter()]
    for state, _ in moments:
        GAME.phase(state)
    marks.append(perf_counter())
    read = [{seat: GAME.read(state, seat, given) for seat, given in gate} for state, gate in moments]
    marks.append(perf_counter())
    for (state, _), declarations in zip(moments, read, strict=True):
        GAME.resolve(state, declarations, _DICE)
    marks.append(perf_counter())
    return marks[1] - marks[0], marks[2] - marks[1], marks[3] - marks[2]


def _line(name: str, value: float, unit: str) -> dict[str, object]:
    return {"name": name, "value": round(value, 1), "unit": unit}
