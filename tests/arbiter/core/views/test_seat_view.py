"""Views that leave together share parts. Each must equal the view that would be made for its reader alone."""

from __future__ import annotations

from itertools import product

import pytest
from warcouncil.arbiter.core.views import seat_view
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.protocol.acts.acts import EndNow
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire import wire
from warcouncil.protocol.words import Role, SeatId

from tests.arbiter.core.harness import Room

GATES = 4


@pytest.mark.parametrize("game", ["kartenspiel", "kashmir_crisis", "escalate", "hard_war"])
@pytest.mark.parametrize("absent", [0, 1, 2])
def test_views_that_leave_together_are_those_made_alone(game: str, absent: int) -> None:
    """A part shared too widely shows a seat another team's people, or another channel."""
    room = Room(game)
    umpire = room.umpire()
    seats = room.table.seats
    people = {seat: room.sit(seat) for number, seat in enumerate(seats) if number % 3 != absent}

    for _ in range(GATES):
        known = len(room.table.story)
        room.rule(umpire, EndNow())

        for seat, person in people.items():
            alone = seat_view.view(
                room.table, seats[seat], room.at, room.exercise.sessions, role=Role.SEAT, since=known
            )
            assert person.last(View) == alone


def test_only_the_seat_that_chooses_for_another_reads_that_it_is_asked() -> None:
    """All ten seats read whose order did not arrive, and can guess its contents."""
    room = Room("kartenspiel")
    people = room.sit_all()
    umpire = room.umpire()
    room.rule(umpire, EndNow())
    for seat in room.table.now.asked:
        if seat != "red.corps.3":
            room.declare(people[seat], {f"corps.{seat[-1]}": "defend"})
    room.rule(umpire, EndNow())
    assert room.table.now.asked == ("black.corps.3",)
    read = {seat: person.last(View).asked for seat, person in people.items()}
    assert read.pop("black.corps.3") == (room.table.seats[SeatId("black.corps.3")].title,)
    assert not any(read.values())


def test_each_scene_is_named_by_its_sentence() -> None:
    """The board changes under sentences that do not describe it, or not at all."""
    room = Room("kartenspiel")
    umpire, person = room.umpire(), room.sit(next(iter(room.table.seats)))
    watched = 0
    for _ in range(GATES):
        room.rule(umpire, EndNow())
        view = person.last(View)
        assert [*range(1, len(view.scenes) + 1)] == [line.shows for line in view.story if line.shows]
        watched += len(view.scenes)
    assert watched


@pytest.mark.parametrize("game", ["kartenspiel", "kashmir_crisis", "escalate", "hard_war"])
def test_a_view_joined_from_parts_equals_a_whole_one(game: str) -> None:
    """The shared part of a view is encoded once.

    A field that is lost, doubled or moved changes the bytes of a view.
    """
    room = Room(game)
    umpire = room.umpire()
    sessions = room.exercise.sessions

    for _ in range(GATES):
        room.rule(umpire, EndNow())
        news = len(room.table.story) - 1
        commons = {
            since: seat_view.Common(room.table, room.at, sessions, since=since) for since in (None, news)
        }

        for seat in (*room.table.seats.values(), PUBLIC):
            for role, since in product((Role.SEAT, Role.WATCHER, Role.DISPLAY), (None, news)):
                alone = seat_view.view(room.table, seat, room.at, sessions, role=role, since=since)
                joined = seat_view.view_json(commons[since], seat, role=role)
                assert joined == wire.dump(alone)
