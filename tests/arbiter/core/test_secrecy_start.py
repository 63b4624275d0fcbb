"""The proof of secrecy before a game begins, while people come, go and mark themselves ready, and at its
farewell. Every seat is told which people are present. Only its owner knows a card that was already dealt.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import pytest
from warcouncil.arbiter.core.people.sessions import Session
from warcouncil.arbiter.core.room.briefings import Briefings
from warcouncil.arbiter.core.room.people_acts import People
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.views import messages, seat_view
from warcouncil.games import registry
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.acts.acts import Begin, Pause, Resume, Void
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.requests import Leave, ReadRules, Resync, SayReady, Watch
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.arbiter.core.harness import Room
from tests.arbiter.core.twins import Leak, seats
from tests.profile import some

GAMES = (*registry.names(), "sealed_bid", "nim")
WALL = "wall"


def compare(left: Room, right: Room, me: SeatId, when: str) -> None:
    """Compare what reached a seat and the wall, and what a sniffer sees of all others. Raises Leak."""
    assert left.people.keys() == right.people.keys()
    for key, person in left.people.items():
        other = right.people[key]
        if key in (f"1:{me}:seat", WALL) and person.frames != other.frames:
            raise Leak(f"{key} can tell the worlds apart {when}")
        sizes = [[(at, len(frame)) for at, frame in one.frames] for one in (person, other)]
        if sizes[0] != sizes[1]:
            raise Leak(f"a sniffer on the link of {key} can tell the worlds apart {when}")


def lived(game: str, me: SeatId, start: str) -> int:
    """Play the beginning of two worlds that differ in what was dealt to others, and return the number of
    comparisons. Raises Leak.
    """
    rooms = [Room(game, exercise={"start": start}) for _ in range(2)]
    others = [seat for seat in rooms[0].table.seats if seat != me]
    hidden = rooms[1].table
    hidden.state = hidden.game.rehide(hidden.state, me, Dice(b"another dealing.", 1))
    hidden.now.phase = hidden.game.phase(hidden.state)
    steps: list[Callable[[Room], object]] = [
        lambda room: room.sit(me),
        lambda room: room.ask(room.console(Role.DISPLAY, WALL), Watch(table=TableId(1))),
        lambda room: [room.sit(seat) for seat in others[:-1]],
        lambda room: [room.ask(room.people[f"1:{seat}:seat"], SayReady()) for seat in (me, *others[:-1])],
        lambda room: room.ask(room.people[f"1:{me}:seat"], ReadRules(id=room.fresh())),
        lambda room: room.ask(room.people[f"1:{(others[:-1] or [me])[0]}:seat"], Leave()),
        lambda room: room.wait(5000),
        lambda room: room.greet(f"1:{(others[:-1] or [me])[0]}:seat"),
        lambda room: room.ask(room.people[f"1:{(others[:-1] or [me])[0]}:seat"], SayReady()),
        lambda room: room.greet(f"1:{me}:seat"),
        lambda room: room.ask(room.people[f"1:{me}:seat"], SayReady()),
        lambda room: room.sit(others[-1]),
        lambda room: room.ask(room.people[f"1:{others[-1]}:seat"], SayReady()),
        lambda room: room.settle(),
        lambda room: None if room.table.begun else room.rule(room.umpire(), Begin()),
        lambda room: room.ask(room.people[f"1:{others[-1]}:seat"], SayReady()),
        lambda room: room.greet(f"1:{me}:seat"),
        lambda room: room.ask(room.people[WALL], Resync()),
    ]
    for number, step in enumerate(steps):
        for room in rooms:
            step(room)
            room.wait(250)
        compare(rooms[0], rooms[1], me, f"after step {number}")
    assert all(room.table.begun for room in rooms)
    return len(steps)


@pytest.mark.night(keep=7)
@pytest.mark.parametrize("start", ["linked", "ready", "umpire"])
@pytest.mark.parametrize("game", GAMES)
def test_no_seat_learns_what_was_dealt_before_the_game_begins(game: str, start: str) -> None:
    """The first player reads in the list of awaited people, or in the beginning of a game, what others hold."""
    for _, seat in some(seats(game)):
        assert lived(game, seat, start)


# --- the proof proves something -----------------------------------------------------------------------------------


def found() -> bool:
    """Return whether any seat can distinguish the worlds."""
    try:
        for game in GAMES:
            for seat in seats(game):
                lived(game, seat, "ready")
    except Leak:
        return True
    return False


Plant = Callable[[pytest.MonkeyPatch], None]


def _told_by(table: Table) -> str:
    """Return a word that depends on the complete state of a table."""
    return blake2b(str(table.state).encode(), digest_size=4).hexdigest()


def company_of_the_state(patch: pytest.MonkeyPatch) -> None:
    """Planted: the list of people at a table contains what they hold."""
    real = Briefings.company

    def company(self: Briefings, table: Table) -> bytes:
        return real(self, table).replace(b'"person":""', f'"person":"{_told_by(table)}"'.encode(), 1)

    patch.setattr(Briefings, "company", company)


def begun_by_the_state(patch: pytest.MonkeyPatch) -> None:
    """Planted: the message that a game has not begun depends on the position."""
    real = seat_view.paused
    patch.setattr(seat_view, "paused", lambda table: real(table) and f"{real(table)} {_told_by(table)}")


def ready_by_the_state(patch: pytest.MonkeyPatch) -> None:
    """Planted: the reply to a ready mark depends on the state of the table."""
    real = People.ready

    def ready(self: People, session: Session) -> Any:
        table = self._room.tables[session.holder.table]
        extra = int(_told_by(table), 16) % 2
        return [
            *real(self, session),
            *(messages.team_changed(table, table.seats[session.holder.seat], self._room.sessions) * extra),
        ]

    patch.setattr(People, "ready", ready)


LEAKS: tuple[Plant, ...] = (company_of_the_state, begun_by_the_state, ready_by_the_state)


@pytest.mark.parametrize("plant", LEAKS, ids=lambda plant: plant.__name__)
def test_a_leak_planted_at_the_beginning_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, the comparison misses a leak before the beginning, so it proves nothing."""
    plant(monkeypatch)
    assert found()


# --- what one seat is told of itself alone ------------------------------------------------------------------------


def test_only_the_voided_seat_reads_that_it_was_voided() -> None:
    """A whole table reads that a declaration was struck out, and can guess whose."""
    room = Room("kartenspiel")
    room.sit_all()
    umpire = room.umpire()
    phase = room.table.phase
    assert isinstance(phase, Phase)
    victim = phase.asked[0]
    room.rule(umpire, Void(seat=victim))
    for act in (Pause(), Resume()):
        room.rule(umpire, act)
    for seat in room.table.seats:
        person = room.greet(f"1:{seat}:seat")
        assert person.last(View).voided == (seat == victim), seat
        assert ("struck out" in str(person.replies)) == (seat == victim), seat
