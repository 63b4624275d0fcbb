"""The rules of one table in the form that a swift table needs, and the seats clockwise."""

from __future__ import annotations

from functools import lru_cache
from typing import get_args

from warcouncil.games.escalate.cards import SETS
from warcouncil.games.escalate.state import NOBODY, EscalateState, Step, target
from warcouncil.games.escalate.swift.hands import NUMBER, TOPS, Answers
from warcouncil.games.kit.play.shortcut import RulesMemory, mark_of
from warcouncil.protocol.words import SeatId

NO_SEAT = -1
STEPS: tuple[Step, ...] = get_args(Step)
NEGOTIATION, OPENING, OBLIGED, EXCHANGE, TURNING, INTERJECTION, LAUNCHING, RETALIATION, OVER = range(
    len(STEPS)
)
"""The steps, by their numbers."""
STEP_OF: dict[Step, int] = {step: number for number, step in enumerate(STEPS)}
TURNED = tuple([TOPS[top] for top in SETS])
"""The tops that agents turn."""
_SEATS = (2, 3, 4)
IN_ORDER = {
    seats: [
        [
            tuple([seat % seats for seat in range(first, first + seats) if among >> seat % seats & 1])
            for among in range(1 << seats)
        ]
        for first in range(seats + 1)
    ]
    for seats in _SEATS
}
"""For each number of seats: some seats, clockwise from a place."""
FIRST_OF = {seats: [[(*each, NO_SEAT)[0] for each in order] for order in IN_ORDER[seats]] for seats in _SEATS}
"""For each number of seats: the first of some seats, clockwise from a place."""


@lru_cache(maxsize=8)
def places(seats: tuple[SeatId, ...]) -> dict[SeatId, int]:
    """Return the place of each seat."""
    return {NOBODY: NO_SEAT} | {seat: place for place, seat in enumerate(seats)}


class Rules:
    """The rules of one table. `answers` caches the possible answers of hands.

    `passes` is how often a seat may pass in an Incident. 0 means never, and -1 means any number. `nukes` is how many
    the deck has.
    """

    def __init__(self, state: EscalateState) -> None:
        options = state.options
        self.options, self.talk = options, state.talk
        self.instantly = options.launches == "instantly" and not options.salt
        self.out_of_turn = options.any_time or self.instantly
        self.must_turn = options.must_turn
        self.passes = 0 if not options.passes else options.pass_limit or -1
        self.target, self.nukes = target(state), 0 if options.salt else 4 if options.mad else 2
        self.cancel, self.reopen = options.veto_mode == "cancel", options.drop_reopen
        self.first_of, self.in_order = FIRST_OF[len(state.seats)], IN_ORDER[len(state.seats)]
        self.number = NUMBER[options.mad]
        self._channels = [
            sum(1 << state.seats.index(seat) for seat in channel.members) for channel in state.talk.channels
        ]
        self.mark = mark_of(options, state.talk)
        self.answers = _answers.setdefault((options.must_turn, options.mixing, self.instantly), {})

    def fits(self, state: EscalateState) -> bool:
        """Return whether these are the rules of a position."""
        return self.options is state.options and self.talk is state.talk

    def talks(self, alive: int) -> bool:
        """Return whether a negotiation opens for these survivors."""
        return self.talk.deals or any((mine & alive).bit_count() > 1 for mine in self._channels)


_answers: dict[tuple[bool, ...], dict[int, Answers]] = {}
"""The answers of hands, by the rules that decide them. All tables with these rules share them."""
rules_of = RulesMemory(Rules).of
