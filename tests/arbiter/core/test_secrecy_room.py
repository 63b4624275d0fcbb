"""The proof of secrecy with a whole room: umpires, crews and projectors. Leaks planted there are found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from warcouncil.arbiter.core.people.sessions import Session, Sessions
from warcouncil.arbiter.core.room import rulings, timing
from warcouncil.arbiter.core.room.arrivals import Arrivals
from warcouncil.arbiter.core.room.people_acts import People
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.views import consoles, messages, seat_view
from warcouncil.arbiter.core.views.consoles import Consoles
from warcouncil.arbiter.core.words.stimuli import Grant
from warcouncil.games import registry
from warcouncil.protocol.wire.requests import Rule
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId

from tests.arbiter.core.steered import compare
from tests.arbiter.core.twins import Leak, seats
from tests.profile import games, some, turns

GAMES = (*registry.names(), "sealed_bid", "nim")


@pytest.mark.night(keep=3)
@pytest.mark.parametrize("game", GAMES)
def test_acts_of_umpires_crews_and_screens_reveal_no_secret(game: str) -> None:
    """A ruling, an inject, a watcher's link or a projector reveals a secret to a player."""
    compared = 0
    for seed in range(1, 1 + games(1, 40)):
        for number, seat in some(seats(game)):
            for depth in turns((0, 1 + (seed + number) % 5), number):
                compared += compare(game, seat, seed, depth)
    assert compared > 4 * len(some(seats(game)))


# --- the proof proves something -----------------------------------------------------------------------------------


def found(game: str) -> bool:
    """Return whether any seat can distinguish the worlds."""
    try:
        for seed in range(1, 3):
            for seat in seats(game):
                for depth in (0, 2):
                    compare(game, seat, seed, depth)
    except Leak:
        return True
    return False


Plant = Callable[[pytest.MonkeyPatch], None]


def unseconded_fiat(patch: pytest.MonkeyPatch) -> None:
    """Planted: a ruling that waits for a second umpire is on the sheets already."""
    real = rulings.Rulings._rule

    def rule(self: rulings.Rulings, at: int, key: str, holder: Grant, body: Rule) -> Any:
        if body.act.act == "fiat":
            self.room.tables[body.table].story.decrees.append(body.act.text)
        return real(self, at, key, holder, body)

    patch.setattr(rulings.Rulings, "_rule", rule)


def wrong_crew(patch: pytest.MonkeyPatch) -> None:
    """Planted: a watcher is shown the neighbour's seat."""
    real = messages.whole_view

    def whole_view(table: Table, session: Session, at: int, sessions: Sessions) -> Any:
        if session.holder.role is not Role.WATCHER:
            return real(table, session, at, sessions)
        ids = list(table.seats)
        own = session.holder
        neighbour = ids[(ids.index(own.seat) + 1) % len(ids)]
        session.holder = own.model_copy(update={"seat": neighbour})
        try:
            return real(table, session, at, sessions)
        finally:
            session.holder = own

    patch.setattr(messages, "whole_view", whole_view)


def seat_on_the_wall(patch: pytest.MonkeyPatch) -> None:
    """Planted: the projector shows the sheet of the first seat."""
    real = seat_view.sheet

    def sheet(table: Table, seat: SeatId | None) -> Any:
        return real(table, seat or next(iter(table.seats)))

    patch.setattr(seat_view, "sheet", sheet)


def sealed_for_the_fixer(patch: pytest.MonkeyPatch) -> None:
    """Planted: the technical role is told which seats have sealed."""
    real = Consoles._table_status

    def glance(self: Consoles, table: Table, at: int, role: Role) -> Any:
        return real(self, table, at, Role.UMPIRE if role is Role.TECHNICAL else role)

    patch.setattr(Consoles, "_table_status", glance)


def mail_that_tells(patch: pytest.MonkeyPatch) -> None:
    """Planted: a projector gets mail whenever a seat seals."""
    patch.setattr(consoles, "SHIELDED", frozenset())


def sealing_for_a_seat_tells_all(patch: pytest.MonkeyPatch) -> None:
    """Planted: every seat gets a view when an umpire seals for one seat."""

    def new_view(table: Table, _seat: SeatId, at: int, sessions: Sessions, *, since: int) -> Any:
        return messages.broadcast(table, at, sessions, since=since)

    patch.setattr(messages, "new_view", new_view)


def inject_to_all(patch: pytest.MonkeyPatch) -> None:
    """Planted: an inject for one seat reaches the table."""
    patch.setattr(timing, "addressed", lambda table, _seat, _team: (tuple(table.seats), "you", "all"))


def reason_of_the_pause(patch: pytest.MonkeyPatch) -> None:
    """Planted: players read why the umpire stopped the clock."""
    patch.setattr(seat_view, "paused", lambda table: table.paused)


def what_was_undone(patch: pytest.MonkeyPatch) -> None:
    """Planted: a rollback reveals how many had sealed."""
    real = Table.go_back

    def go_back(self: Table, at: int, gate: GateNo, words: str) -> Any:
        return real(
            self, at, gate, f"{words} ({len(self.sealed)} declarations, {len(self.talk.notices)} notices)"
        )

    patch.setattr(Table, "go_back", go_back)


def everybody_hears_of_people(patch: pytest.MonkeyPatch) -> None:
    """Planted: both teams are told when a person of one team comes or goes."""
    real = People.presence

    def presence(self: People, number: TableId, at_seat: SeatId) -> Any:
        table = self._room.tables[number]
        sends = real(self, number, at_seat)
        for seat in table.seats.values():
            if seat.team != table.seats[at_seat].team:
                sends += messages.team_changed(table, seat, self._room.sessions)
        return sends

    patch.setattr(People, "presence", presence)


def numbered_by_the_record(patch: pytest.MonkeyPatch) -> None:
    """Planted: a number in a seat's frames counts the umpires' record."""
    real = seat_view.view

    def view(table: Table, *args: Any, **more: Any) -> Any:
        return real(table, *args, **more).model_copy(update={"rule": f"{len(table.story.record)}"})

    patch.setattr(seat_view, "view", view)


def company_of_those_who_left(patch: pytest.MonkeyPatch) -> None:
    """Planted: the whole table is told during the game when a player closes the window."""
    real = Arrivals.left

    def left(self: Arrivals, session: Session) -> Any:
        effects = real(self, session)
        table = self.room.tables.get(session.holder.table)
        return [*effects, *self.room.briefings.tell(table)] if table else effects

    patch.setattr(Arrivals, "left", left)


def missed_for_the_fixer(patch: pytest.MonkeyPatch) -> None:
    """Planted: the technical role is told which seats miss answers."""
    real = Consoles._table_status

    def glance(self: Consoles, table: Table, at: int, role: Role) -> Any:
        told = real(self, table, at, role)
        seats = tuple(
            seat.model_copy(update={"missed": table.counters.missed.get(seat.seat, 0)}) for seat in told.seats
        )
        return told.model_copy(update={"seats": seats})

    patch.setattr(Consoles, "_table_status", glance)


def truth_on_the_wall(patch: pytest.MonkeyPatch) -> None:
    """Planted: the projector shows the full truth."""
    real = seat_view.sheet

    def sheet(table: Table, seat: SeatId | None) -> Any:
        return real(table, seat) if seat else seat_view.truth(table)

    patch.setattr(seat_view, "sheet", sheet)


LEAKS: tuple[Plant, ...] = (
    company_of_those_who_left,
    missed_for_the_fixer,
    truth_on_the_wall,
    unseconded_fiat,
    wrong_crew,
    seat_on_the_wall,
    sealed_for_the_fixer,
    mail_that_tells,
    sealing_for_a_seat_tells_all,
    inject_to_all,
    reason_of_the_pause,
    what_was_undone,
    everybody_hears_of_people,
    numbered_by_the_record,
)


@pytest.mark.night(keep=4)
@pytest.mark.parametrize("plant", LEAKS, ids=lambda plant: plant.__name__)
def test_a_leak_planted_in_the_room_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, the comparison of rooms misses a leak, so it proves nothing.

    The test above shows that the comparison raises no false alarms.
    """
    plant(monkeypatch)
    assert found("sealed_bid") or found("kartenspiel")
