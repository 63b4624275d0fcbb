"""The messages of a game in a rehearsal by the rules alone. They show which messages come, and which acts
bots do not try.

A message comes by the rules of the arbiter. Every clock is assumed to run out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warcouncil.arbiter.core.table.injects import NOTHING_YET, Injects
from warcouncil.arbiter.core.words.plan import Inject
from warcouncil.games.kit import written
from warcouncil.games.kit.game import AnyGame, Options, Phase
from warcouncil.protocol.words import SeatId, TableId, TeamId

_TABLE = TableId(1)
TALK, DEALS, REQUESTS, REPLIES, BY_HAND = "talk", "deals", "requests", "replies", "by_hand"
"""The acts that bots do not try, in the order of the report."""
UNTRIED = (TALK, DEALS, REQUESTS, REPLIES, BY_HAND)


def injects_of(game: AnyGame, options: Options) -> Iterator[Inject]:
    """Yield the messages that come with a game, in the form that the arbiter sends."""
    seats = {str(seat.id) for seat in game.seats(options)}
    for each in written.prepared(game, options):
        yield Inject(
            text=each.text,
            name=each.name,
            at_seconds=each.at_seconds,
            phase=each.phase,
            occasion=each.occasion,
            at_hand=each.at_seconds is None and not (each.phase or each.only_if),
            seat=SeatId(each.to if each.to in seats else ""),
            team=TeamId("" if each.to in seats else each.to),
            reply=each.reply,
            sender=each.sender,
            kind=each.kind,
            only_if=each.only_if,
            while_open=each.while_open,
        )


def untried(game: AnyGame, options: Options) -> frozenset[str]:
    """Return the acts that the messages of a game need and bots do not try: replies, or an umpire who sends them."""
    injects = tuple(injects_of(game, options))
    asks = {REPLIES} if any(inject.reply for inject in injects) else set[str]()
    return frozenset(asks | ({BY_HAND} if any(inject.at_hand for inject in injects) else set()))


class MessageWatch:
    """The messages of one game while it is played, and the ways to talk that its phases open."""

    def __init__(self, game: AnyGame, options: Options) -> None:
        self._game = game
        self._injects = Injects(tuple(injects_of(game, options)), _TABLE)
        self._so_far = NOTHING_YET
        self._opened: dict[str, int] = {}
        self._ran_ms = 0
        self.untried: set[str] = set()

    @property
    def came(self) -> tuple[int, ...]:
        """The places of the messages that came, in the order of the file."""
        return tuple(sorted(self._so_far.came))

    def opens(self, state: Any, phase: Phase) -> None:
        """Record that a phase opens and its clock runs to the end, and the messages that come meanwhile."""
        if not phase.goes_on:
            count = self._opened[phase.name] = self._opened.get(phase.name, 0) + 1
            self._so_far = self._injects.note_opening(self._so_far, phase.name, count, self._ran_ms)
        ways = {TALK: phase.channels, DEALS: phase.deals, REQUESTS: phase.desk}
        self.untried |= {way for way, there in ways.items() if there}
        closes = self._ran_ms + round(phase.clock_seconds * 1000)
        # The clock stops at zero, so a message at that moment comes with the next question
        for place in self._injects.due(self._so_far, {}, max(closes - 1, self._ran_ms), self._holds(state)):
            self._so_far = self._injects.come(self._so_far, place, closes)
        self._ran_ms = closes

    def _holds(self, state: Any) -> Any:
        return lambda conditions: written.holds(self._game, state, conditions)
