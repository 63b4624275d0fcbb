"""The status as observers, the technical role, displays and consoles of some tables see it."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.protocol.acts.acts import Pause, Tell
from warcouncil.protocol.table.views import Notice, View
from warcouncil.protocol.wire.consoles import Room as RoomView
from warcouncil.protocol.wire.consoles import Seen, TableStatus, Wall
from warcouncil.protocol.wire.replies import Clock, Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Declare, Look, Watch
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.arbiter.core.harness import Person, Room

RED, FOE = SeatId("red.1"), SeatId("black.1")
KEY = "1:red.1:seat"


def opened(**more: Any) -> tuple[Room, dict[str, Person], Person]:
    """Return a room of sealed bids with a person in every seat, and its umpire."""
    room = Room("sealed_bid", **more)
    return room, room.sit_all(), room.umpire()


def crewed(**more: Any) -> tuple[Room, dict[str, Person], Person]:
    """Return a room with crews, the people of its table, and a watcher of the first seat."""
    exercise = {"crews": True, "claim_seconds": 30, **more}
    room = Room("sealed_bid", exercise=exercise)
    return room, room.sit_all(), room.sit("red.1", role=Role.WATCHER, key="watcher")


def bid(room: Room, person: Person) -> Declare:
    """Declare the first card of a hand."""
    seat = room.exercise.keys[person.key].seat
    return room.declare(person, {"card": str(room.table.state.hands[seat][0])})


def test_an_observer_sees_what_an_umpire_sees_and_changes_nothing() -> None:
    """A guest of the college sees nothing, or can stop a clock."""
    room, people, umpire = opened()
    guest = room.console(Role.OBSERVER)
    for one in (umpire, guest):
        room.ask(one, Watch(table=TableId(1)))
    room.say(people[RED], "red", "low")
    bid(room, people[RED])
    room.wait(250)
    assert guest.last(TableStatus) == umpire.last(TableStatus)
    assert guest.last(RoomView) == umpire.last(RoomView)
    room.ask(guest, Look(id=room.fresh(), table=TableId(1), seat=RED))
    rows = len(room.journal)
    assert room.rule(guest, Pause()).type == "refusal"
    assert len(room.journal) == rows
    assert not room.table.paused


def test_a_seat_whose_messages_are_longer_than_a_frame_is_shown_all_the_same() -> None:
    """A talkative table is held because an umpire looked at it."""
    room, people, umpire = opened()
    words = "\U0001f5fa" * 280
    for _ in range(70):
        room.rule(umpire, Tell(seat=RED, text=words))
        room.say(people[RED], "red", words)
        room.at += 1_100
    umpire.replies.clear()
    room.ask(umpire, Look(id=room.fresh(), table=TableId(1), seat=RED))
    shown = umpire.last(Seen).view
    assert shown.sheet == people[RED].last(View).sheet
    assert shown.lines
    assert shown.notices
    late = room.greet(KEY)
    assert len(late.last(View).lines) > 20


def test_the_technical_role_sees_links_and_no_game() -> None:
    """A technician knows which seats have sealed or were voided, and why a clock is stopped."""
    room, people, umpire = opened()
    fixer = room.console(Role.TECHNICAL)
    bid(room, people[RED])
    room.rule(umpire, Pause(), reason="Red knows the deck")
    status = fixer.last(TableStatus)
    assert not any(seat.asked or seat.sealed or seat.voided for seat in status.seats)
    assert any(seat.linked for seat in status.seats)
    assert not any("knows the deck" in str(reply) for reply in fixer.replies)
    for request in (
        Watch(table=TableId(1)),
        Look(id=room.fresh(), table=TableId(1), seat=RED),
    ):
        room.ask(fixer, request)
        assert fixer.last(Refusal).code is RefusalCode.NOT_ALLOWED
    assert not fixer.of(RoomView)
    said = room.rule(fixer, Tell(text="hello"))
    assert isinstance(said, Refusal)
    assert said.code is RefusalCode.NOT_ALLOWED


@pytest.mark.parametrize("role", [Role.TECHNICAL, Role.DISPLAY])
@pytest.mark.parametrize("just_came", [False, True])
def test_no_frame_reveals_to_other_roles_that_a_seat_sealed_spoke_or_called(
    role: Role, just_came: bool
) -> None:
    """The mere arrival of a frame reveals what its contents hide."""
    room, people, umpire = opened()
    room.wait(250)
    watcher = room.console(role)
    if role is Role.DISPLAY:
        room.ask(watcher, Watch(table=TableId(1)))
    if not just_came:
        room.wait(250)
    heard = len(watcher.frames)
    bid(room, people[RED])
    room.say(people[FOE], "black", "psst")
    room.rule(umpire, Tell(seat=RED, text="well done"))
    room.wait(250)
    assert len(watcher.frames) == heard
    room.rule(umpire, Pause())
    assert len(watcher.frames) > heard


def test_a_display_shows_the_public_view_of_the_table_it_watches() -> None:
    """The projector shows a hand, or lags behind the game."""
    room = Room("sealed_bid", tables=2)
    room.sit_all()
    display = room.console(Role.DISPLAY)
    assert display.last(Wall)
    assert {(status.seats, status.alarms) for status in display.of(TableStatus)} == {((), ())}
    room.ask(display, Watch(table=TableId(1)))
    first = display.last(View)
    assert first.sheet == room.sheet()
    assert (first.form, first.sealed, first.channels, first.team, first.notices) == (None, None, (), (), ())
    room.play()
    assert display.last(View).gate == 2
    umpire = room.umpire()
    room.rule(umpire, Pause(), reason="the enemy is blind")
    assert display.last(Clock).paused
    assert "blind" not in str(display.replies)
    room.ask(display, Watch(table=TableId(2)))
    shown = len(display.of(View))
    room.rule(umpire, Tell(text="to table one"))
    assert len(display.of(View)) == shown
    assert not display.of(Notice)


def test_a_console_of_named_tables_sees_and_steers_no_other() -> None:
    """A tutor reads the tables of a colleague."""
    room = Room("sealed_bid", tables=3)
    tutor = room.console(Role.UMPIRE, "tutor", tables=(2,))
    assert {status.table for status in tutor.of(TableStatus)} == {2}
    for table in (1, 3):
        said = room.rule(tutor, Pause(), table=table)
        assert isinstance(said, Refusal)
        assert said.code is RefusalCode.NOT_ALLOWED
        for request in (
            Watch(table=TableId(table)),
            Look(id=room.fresh(), table=TableId(table), seat=RED),
        ):
            tutor.replies.clear()
            room.ask(tutor, request)
            assert [body.code for body in tutor.of(Refusal)] == [RefusalCode.NOT_ALLOWED]
    room.rule(room.umpire(), Pause(), table=1)
    room.wait(250)
    assert {status.table for status in tutor.of(TableStatus)} <= {2}
