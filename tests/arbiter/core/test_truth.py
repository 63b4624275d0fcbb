"""All that is so at a table: umpires and observers may look, on the record; nobody else ever gets a word of it."""

from __future__ import annotations

import pytest
from warcouncil.protocol.acts import Fiat
from warcouncil.protocol.consoles import Seen
from warcouncil.protocol.replies import Refusal, RefusalCode
from warcouncil.protocol.requests import Look
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.arbiter.core.room import Room


def test_an_umpire_is_shown_all_that_is_so_and_it_is_written_down() -> None:
    """He would judge a quarrel by ten looks, or afterwards nobody could say that he had seen the hands."""
    room = Room("sealed_bid")
    people, umpire = room.sit_all(), room.umpire()
    room.rule(umpire, Fiat(text="So be it."))
    rows, frames = len(room.journal), {key: len(person.frames) for key, person in people.items()}
    room.ask(umpire, Look(id=room.fresh(), table=TableId(1)))
    seen = umpire.last(Seen)
    ruling, *own = seen.view.sheet.elements
    assert ruling.text == "So be it."
    assert tuple(own) == room.table.game.truth(room.table.state).elements
    assert (seen.seat, seen.view.form, seen.view.sealed) == ("", None, None)
    assert len(room.journal) == rows + 1
    assert {key: len(person.frames) for key, person in people.items()} == frames


@pytest.mark.parametrize("role", [Role.UMPIRE, Role.OBSERVER])
def test_those_who_may_look_at_any_seat_may_look_at_everything(role: Role) -> None:
    """A guest of the staff would be sent from seat to seat."""
    room = Room("sealed_bid")
    room.sit_all()
    guest = room.console(role)
    room.ask(guest, Look(id=room.fresh(), table=TableId(1)))
    assert guest.last(Seen).seat == ""


@pytest.mark.parametrize("role", [Role.TECHNICAL, Role.DISPLAY, Role.SEAT, Role.WATCHER])
def test_whoever_may_not_look_gets_nothing_and_nothing_is_written(role: Role) -> None:
    """Whoever mends cables, runs the projector or plays would have every hand with one message."""
    room = Room("sealed_bid", exercise={"crews": True})
    room.sit_all()
    seated = role in (Role.SEAT, Role.WATCHER)
    asker = room.sit("red.1", role=role, key="asker") if seated else room.console(role)
    rows = len(room.journal)
    room.ask(asker, Look(id=room.fresh(), table=TableId(1)))
    assert asker.last(Refusal).code is RefusalCode.NOT_ALLOWED
    assert (asker.of(Seen), len(room.journal)) == ([], rows)


def test_an_umpire_of_other_tables_gets_nothing() -> None:
    """A tutor would read the hands of his colleague's table."""
    room = Room("sealed_bid", tables=2)
    room.sit_all()
    tutor = room.console(Role.UMPIRE, "tutor", tables=(2,))
    room.ask(tutor, Look(id=room.fresh(), table=TableId(1)))
    assert tutor.last(Refusal).code is RefusalCode.NOT_ALLOWED
    room.ask(tutor, Look(id=room.fresh(), table=TableId(2)))
    assert tutor.last(Seen).table == 2


def test_a_seat_that_is_not_there_is_not_taken_for_everything() -> None:
    """A slip in a seat's name would show an umpire more than he meant to see, on the record."""
    room = Room("sealed_bid")
    umpire = room.umpire()
    room.ask(umpire, Look(id=room.fresh(), table=TableId(1), seat=SeatId("red.9")))
    assert umpire.last(Refusal).code is RefusalCode.NO_SUCH
