"""Playouts: a position played to the end, with a sensible bot at every seat and new random numbers.

Two playouts with the same number use the same random numbers, gate by gate and seat by seat, whatever was decided
before. They then differ only by the decision, and a few playouts are enough to compare two decisions. The
method is common random numbers (Law and Kelton, Simulation Modeling and Analysis, 11.2).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import AnyGame, Finish, Phase, Resolution
from warcouncil.games.kit.play.playout_dice import ChanceFell, NoDice, PlayoutDice
from warcouncil.games.kit.play.shortcut import Shortcut
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import SeatId

SLIP_OF = 8
"""One answer in this number is any legal answer instead of the bot's. Such numbers divide 256, so a byte decides.

People are not bots, and a game that only bots play always ends in the same way.
"""
GATES_MAX = 1000
"""How many gates a playout may have. A longer game counts as a draw."""
SLIPS_MAX = 1 << 11
"""Of how many playouts the slips are remembered. The playouts of one number share them. Bounds memory: about 20 MB."""


@dataclass(frozen=True, slots=True)
class Silent:
    """A seat that made no answer. If `by_rules` is true, the rules declare for it when the clock runs out.
    Otherwise its answer is missing.
    """

    by_rules: bool


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaration that `read` has made from an answer. It is valid in all positions that its seat cannot distinguish."""

    value: Any


Given = Answer | Silent | Declared
Fixed = Mapping[SeatId, Given]
"""The declarations of seats at the first gate of a playout, as far as they are fixed."""


class Player:
    """Plays positions of a game to the end, with one kind of bot at every seat. One answer in `slip_of` is random."""

    def __init__(
        self, game: AnyGame, seats: Mapping[SeatId, Seat], bot: type[Bot], slip_of: int = SLIP_OF
    ) -> None:
        self.game = game
        self.slip_of = slip_of
        self._nothing = Dice(b"no chance of its own")
        self._places = {seat: place for place, seat in enumerate(seats)}
        self._bots = {seat.id: bot(seat.id, seat.team, self._nothing) for seat in seats.values()}
        self.shortcut: Shortcut | None = vars(bot).get("shortcut")

    def play_out(self, state: Any, gate: int, seed: bytes, fixed: Fixed | None = None) -> Finish | None:
        """Play from the opening of a gate to the end, and return the end.

        Return None if the game did not end within GATES_MAX gates.
        """
        for number in range(gate, gate + GATES_MAX):
            here = (fixed or {}) if number == gate else {}
            if self.shortcut is not None and self.shortcut.plays_on(state):
                given = {
                    seat: self._declared(state, seat, number, seed, said, slips=False)
                    for seat, said in here.items()
                }
                if None not in given.values():
                    slips = _slips_of(seed, len(self._places), self.slip_of).__getitem__
                    won = self.shortcut.played_on(state, number, gate + GATES_MAX, slips, seed, fixed=given)
                    return None if won is None else Finish("played on", won)
            phase = self.game.phase(state)
            if isinstance(phase, Finish):
                return phase
            state = self.step(state, phase, number, seed, here)
        return None

    def step(self, state: Any, phase: Phase, gate: int, seed: bytes, fixed: Fixed) -> Any:
        """Return the position after one gate."""
        return self.resolved(state, phase, gate, seed, fixed).state

    def resolved(self, state: Any, phase: Phase, gate: int, seed: bytes, fixed: Fixed) -> Resolution[Any]:
        """Return the position after one gate, with the events that led to it."""
        declared = self.declared(state, phase.asked, gate, seed, fixed)
        return self.game.resolve(state, declared, PlayoutDice(seed, "gate", gate))

    def declared(
        self, state: Any, asked: Sequence[SeatId], gate: int, seed: bytes, fixed: Fixed
    ) -> dict[SeatId, Any]:
        """Return the declarations of the asked seats: the fixed declarations, and the players' own for the
        other seats.
        """
        slipping = self._slipping(asked, gate, seed)
        return {
            seat: self._declared(state, seat, gate, seed, fixed.get(seat), slips=seat in slipping)
            for seat in asked
        }

    def surely(self, state: Any, gate: int, fixed: Fixed) -> Any | None:
        """Return the position after a gate. None if it depends on chance or on a seat whose declaration is not fixed."""
        phase = self.game.phase(state)
        if isinstance(phase, Finish) or set(phase.asked) - set(fixed):
            return None
        declared = {
            seat: self._declared(state, seat, gate, b"", fixed[seat], slips=False) for seat in phase.asked
        }
        try:
            return self.game.resolve(state, declared, NoDice()).state
        except ChanceFell:
            return None

    def _declared(
        self,
        state: Any,
        seat: SeatId,
        gate: int,
        seed: bytes,
        given: Given | None,
        *,
        slips: bool,
    ) -> Any:
        if isinstance(given, Declared):
            return given.value
        if isinstance(given, Silent):
            return self.game.default(state, seat) if given.by_rules else None
        if given is None and self.shortcut is not None and self.shortcut.knows(state):
            if slips:
                return self.shortcut.drawn(state, seat, PlayoutDice(seed, "bot", seat, gate, "slip"))
            return self.shortcut.suggested(state, seat, self._dice(seed, seat, gate))
        answer = self._answer(state, seat, gate, seed, slips=slips) if given is None else given
        try:
            return self.game.read(state, seat, answer)
        except Illegal:  # With another deal the fixed answer may be illegal, so any legal answer replaces it
            return self.game.read(
                state, seat, fill(self.game.form(state, seat), self._dice(seed, seat, gate))
            )

    def _answer(self, state: Any, seat: SeatId, gate: int, seed: bytes, *, slips: bool) -> Answer:
        if slips:
            return fill(self.game.form(state, seat), PlayoutDice(seed, "bot", seat, gate, "slip"))
        return self.suggested(state, seat, gate, seed)

    def _slipping(self, asked: Sequence[SeatId], gate: int, seed: bytes) -> Collection[SeatId]:
        """Return the seats that make a random answer at a gate."""
        slips = slips_at(seed, len(self._places), self.slip_of, gate)
        return [seat for seat in asked if not slips[self._places[seat]]]

    def suggested(self, state: Any, seat: SeatId, gate: int, seed: bytes) -> Answer:
        """Return the answer that the bot of a seat would make."""
        sheet, form = self.game.sheet(state, seat), self.game.form(state, seat)
        return self._bots[seat].answer(sheet, form, self._dice(seed, seat, gate))

    def _dice(self, seed: bytes, seat: SeatId, gate: int) -> Dice:
        return PlayoutDice(seed, "bot", seat, gate)


class _Slips(dict[int, bytes]):
    """The seats that slip in the playouts with one number. For each gate it has one byte for each seat, in
    table order.
    """

    def __init__(self, seed: bytes, seats: int, slip_of: int) -> None:
        self._seed, self._seats, self._remainders = seed, seats, _REMAINDERS[slip_of]

    def __missing__(self, gate: int) -> bytes:
        found = self[gate] = errs_at(self._seed, self._seats, gate).translate(self._remainders)
        return found


@lru_cache(maxsize=SLIPS_MAX)
def _slips_of(seed: bytes, seats: int, slip_of: int) -> _Slips:
    return _Slips(seed, seats, slip_of)


def slips_at(seed: bytes, seats: int, slip_of: int, gate: int) -> bytes:
    """Return one byte for each seat in table order, from 0 to `slip_of` - 1. The seat slips at this gate if its
    byte is 0.
    """
    return _slips_of(seed, seats, slip_of)[gate]


def errs_at(seed: bytes, seats: int, gate: int) -> bytes:
    """Return one random byte for each seat in table order. It decides whether the seat errs at this gate."""
    drawn, block = b"", 0
    while len(drawn) < seats:
        drawn += blake2b(b"slips %d %d" % (gate, block), key=seed[:64]).digest()
        block += 1
    return drawn[:seats]


_REMAINDERS = {slip_of: bytes(each % slip_of for each in range(256)) for slip_of in (1, 2, 4, 8, 16)}
"""Tables that convert random bytes into their remainders, for each possible `slip_of`."""


def sides(
    seats: Mapping[SeatId, Seat], competing: Collection[str] | None = None
) -> dict[str, tuple[SeatId, ...]]:
    """Return the seats that win or lose together, by the name that a Finish uses for them: the team, or else the seat.

    A neutral seat, such as the chair, belongs to no side. `competing` names the teams or seats that can win
    (`Game.competing`). None means every team, and every seat without a team.
    """
    found: dict[str, tuple[SeatId, ...]] = {}
    for seat in seats.values():
        name = _side_of(seat, competing)
        if name:
            found[name] = (*found.get(name, ()), seat.id)
    return found


def _side_of(seat: Seat, competing: Collection[str] | None) -> str:
    """Return the side of a seat, or "" if it does not compete."""
    if seat.neutral:
        return ""
    if competing is None:
        return str(seat.team or seat.id)
    return next((name for name in map(str, (seat.id, seat.team)) if name and name in competing), "")


def shares(
    finish: Finish | None, of: Mapping[str, tuple[SeatId, ...]], seats: Mapping[SeatId, Seat] | None = None
) -> dict[str, float]:
    """Return each side's share of one victory. The winners share it equally, and in a draw all sides do.

    `seats` are the seats of the table. A seat that competes alone then also wins if its team is named.
    """
    won = {side for side, mine in of.items() if finish and _names(side, mine, seats) & set(finish.winners)}
    takers = won or set(of)
    return {side: 1 / len(takers) if side in takers else 0.0 for side in of}


def _names(side: str, mine: tuple[SeatId, ...], seats: Mapping[SeatId, Seat] | None) -> set[str]:
    """Return the names under which a Finish may list a side."""
    teams = {str(seats[seat].team) for seat in mine} if seats else set()
    return {side, *map(str, mine)} | teams
