"""How many random battles of Kartenspiel one core plays through the contract, without views.

Every gate asks the game for its phase, reads an answer of every asked seat, and resolves; answers are made directly,
without sheets and forms, before the clock starts to count. Each division goes to a corps or stays in reserve by chance;
orders, charges and losses are equally likely.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import perf_counter

from games.kartenspiel import GAME
from games.kartenspiel.combat import payments
from games.kartenspiel.options import KartenspielOptions
from games.kartenspiel.roles import ROMAN, seating, side_of
from games.kartenspiel.state import CHARGE, DECLARATION, LOSSES, REDEPLOYMENT, State
from games.kit.dice import Dice
from games.kit.game import Finish
from protocol.forms import Answer
from protocol.words import SeatId

_BATTLES = 3000
_DICE = Dice(bytes(16))
_SEED = 20170411


def run() -> Iterator[dict[str, object]]:
    """Measure battles a second, gates a second, and the share of each method."""
    spent = {"choose": 0.0, "phase": 0.0, "read": 0.0, "resolve": 0.0}
    gates = turns = 0
    chance = Random(_SEED)  # a benchmark may draw as it likes; the game itself has no chance
    options = KartenspielOptions()
    opening = GAME.setup(options, _DICE).state
    for _ in range(_BATTLES):
        played = battle(opening, chance, spent)
        gates += played[0]
        turns += played[1]
    seconds = spent["phase"] + spent["read"] + spent["resolve"]
    yield _line("kartenspiel battles through the contract", _BATTLES / seconds, "battles/s")
    yield _line("kartenspiel gates through the contract", gates / seconds, "gates/s")
    yield _line("kartenspiel gates a battle", gates / _BATTLES, "gates")
    yield _line("kartenspiel turns a battle", turns / _BATTLES, "turns")
    for name in ("phase", "read", "resolve"):
        yield _line(f"kartenspiel time in {name}", spent[name] / _BATTLES * 1e6, "us/battle")


def battle(state: State, chance: Random, spent: dict[str, float]) -> tuple[int, int]:
    """Play one battle to its end; give its gates and turns."""
    gates = 0
    while True:
        begun = perf_counter()
        phase = GAME.phase(state)
        spent["phase"] += perf_counter() - begun
        if isinstance(phase, Finish):
            return gates, state.turn
        answers = [(seat, answer(state, seat, chance)) for seat in phase.asked]
        begun = perf_counter()
        declarations = {seat: GAME.read(state, seat, given) for seat, given in answers}
        read = perf_counter()
        state = GAME.resolve(state, declarations, _DICE).state
        spent["resolve"] += perf_counter() - read
        spent["read"] += read - begun
        gates += 1


def answer(state: State, seat: SeatId, chance: Random) -> Answer:
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


def _moves(state: State, side: int, chance: Random) -> dict[str, dict[str, int]]:
    moves: dict[str, dict[str, int]] = {}
    stay = chance.randrange(3)
    for thing, number in zip(("inf", "cav"), state.reserve[side], strict=True):
        for _ in range(number):
            if chance.randrange(3) >= stay:
                goal = chance.choice(ROMAN)
                stack = moves.setdefault(thing, {})
                stack[goal] = stack.get(goal, 0) + 1
    return moves


def _line(name: str, value: float, unit: str) -> dict[str, object]:
    return {"name": name, "value": round(value, 1), "unit": unit}
