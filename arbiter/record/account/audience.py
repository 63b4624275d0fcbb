"""Audiences: the part of a table's account for each audience.

Umpires know everything. A team knows what its own seats were shown.

A team's report has only the information that this module names. `told` makes the sentences and the game makes the
sheets for one seat, as in the views. Nothing is made for another audience and reduced afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from warcouncil.arbiter.record.account.account import (
    TEXT_CHARS_MAX,
    Decision,
    GateAccount,
    Moment,
    MomentKind,
    TableAccount,
)
from warcouncil.arbiter.record.account.course import course_of
from warcouncil.arbiter.record.account.eyes import known
from warcouncil.games.kit.course import Bearings, Figure
from warcouncil.games.kit.events import Event, Storyteller
from warcouncil.games.kit.game import Finish
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.table.views import Deal
from warcouncil.protocol.words import SeatId, TeamId, clean

UMPIRES = TeamId("")

_TOLD_OTHERWISE = frozenset({MomentKind.OPENED, MomentKind.CLOSED, MomentKind.BACK})
"""Moments that a team's report shows with the gates, and not as moments."""


@dataclass(frozen=True)
class Audience:
    """A table as one audience may know it. The audience is the name of a team, or `UMPIRES`."""

    account: TableAccount
    team: TeamId = UMPIRES

    @cached_property
    def seats(self) -> dict[SeatId, Seat]:
        """The seats of this audience."""
        every = self.account.seats
        return {seat: one for seat, one in every.items() if not self.team or one.team == self.team}

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """The moments that this audience may know, in order."""
        if not self.team:
            return tuple(self.account.moments)
        return tuple(own for moment in self.account.moments if (own := self._known(moment)) is not None)

    def _known(self, moment: Moment) -> Moment | None:
        if moment.kind in _TOLD_OTHERWISE:
            return None
        bare = known(moment, self.seats)
        return bare and replace(bare, seq=0)  # The number of records would reveal what others did.

    def _any(self, seats: Iterable[SeatId]) -> bool:
        return any(seat in self.seats for seat in seats)

    @cached_property
    def deals(self) -> tuple[Deal, ...]:
        """The proposals that one of these seats made or received."""
        return tuple(deal for deal in self.account.deals if self._any((deal.giver, deal.taker)))

    @cached_property
    def people(self) -> dict[SeatId, str]:
        """The people at these seats."""
        return {seat: name for seat, name in self.account.people.items() if seat in self.seats}

    def asked(self, gate: GateAccount) -> tuple[SeatId, ...]:
        """Return the seats that were asked, as far as this audience knew."""
        phase = gate.asks
        if phase is None:
            return ()
        every = not self.team or phase.asked_known
        return tuple(seat for seat in phase.asked if every or seat in self.seats)

    def decisions(self, gate: GateAccount) -> tuple[Decision, ...]:
        """Return the declarations of these seats. Events report what others did, as far as the rules reveal it."""
        return tuple(decision for decision in gate.decisions if decision.seat in self.seats)

    def told(self, events: Iterable[Event]) -> tuple[str, ...]:
        """Return the sentences that these seats read about events. If they read different sentences, return all of them."""
        tell = Storyteller().tell
        readers: tuple[Seat | None, ...] = tuple(self.seats.values()) if self.team else (None,)
        lines: list[str] = []
        for event in events:
            told = (clean(tell(event, reader), TEXT_CHARS_MAX) for reader in readers)
            lines += dict.fromkeys(text for text in told if text)
        return tuple(lines)

    def sheet(self, gate: GateAccount, seat: SeatId) -> Sheet:
        """Return the sheet of one of these seats while a gate was open. Raises KeyError for a seat of another team."""
        if self._lies_open(gate):
            return self._badged(self.account.game.truth(gate.state))
        return self._badged(self.account.game.sheet(gate.state, self.seats[seat].id))

    def truth(self, gate: GateAccount) -> Sheet | None:
        """Return the full truth when a gate opened. Return None if this audience never learnt it."""
        if not self.team or self._lies_open(gate):
            return self._badged(self.account.game.truth(gate.state))
        return None

    def _badged(self, sheet: Sheet) -> Sheet:
        return sheet.model_copy(update={"sides": self.account.sides})

    def _lies_open(self, gate: GateAccount) -> bool:
        """Return whether every seat was shown the full truth."""
        return self.account.laid_open and isinstance(gate.phase, Finish)

    def course(self, gate: GateAccount) -> Bearings:
        """Return the course of the position, as far as these seats knew it."""
        whole = course_of(self.account.game, gate.state)
        if not self.team:
            return whole
        return replace(whole, figures=tuple(map(self._seen, whole.figures)))

    def _seen(self, figure: Figure) -> Figure:
        if not figure.own:
            return figure
        own = {self.team, *self.seats}
        return replace(figure, by={side: number for side, number in figure.by.items() if side in own})
