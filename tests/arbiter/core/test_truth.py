"""The full truth of a table.

Umpires and observers may look at it, and each look is recorded. No other role sees any of it before the end.
"""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core.views import seat_view
from warcouncil.protocol.acts.acts import EndGame, Fiat, GoBack, LayOpen
from warcouncil.protocol.table.sheets import Prose
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import Seen
from warcouncil.protocol.wire.replies import Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Look, Watch
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId

from tests.arbiter.core.harness import Room


def test_a_sheet_shows_the_five_newest_rulings() -> None:
    """The oldest rulings push the board off the screen, or the newest are missing."""
    room = Room("sealed_bid")
    umpire = room.umpire()
    for number in range(6):
        room.rule(umpire, Fiat(text=f"ruling {number}"))
    ruling, *_ = seat_view.sheet(room.table, SeatId("red.1")).elements
    assert isinstance(ruling, Prose)
    assert ruling.text.splitlines() == [f"ruling {number}" for number in range(1, 6)]


def test_an_umpire_is_shown_all_that_is_so_and_it_is_written_down() -> None:
    """An umpire needs ten looks to settle a dispute, or the record does not show that the umpire has seen the
    hands.
    """
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
def test_a_role_that_may_look_at_any_seat_may_look_at_everything(role: Role) -> None:
    """A guest of the staff must look at one seat after another."""
    room = Room("sealed_bid")
    room.sit_all()
    guest = room.console(role)
    room.ask(guest, Look(id=room.fresh(), table=TableId(1)))
    assert guest.last(Seen).seat == ""


@pytest.mark.parametrize("role", [Role.TECHNICAL, Role.DISPLAY, Role.SEAT, Role.WATCHER])
def test_a_role_that_may_not_look_gets_nothing_and_nothing_is_recorded(role: Role) -> None:
    """A technician, a projector or a player gets every hand with one message."""
    room = Room("sealed_bid", exercise={"crews": True})
    room.sit_all()
    seated = role in (Role.SEAT, Role.WATCHER)
    asker = room.sit("red.1", role=role, key="asker") if seated else room.console(role)
    rows = len(room.journal)
    room.ask(asker, Look(id=room.fresh(), table=TableId(1)))
    assert asker.last(Refusal).code is RefusalCode.NOT_ALLOWED
    assert (asker.of(Seen), len(room.journal)) == ([], rows)


def test_an_umpire_of_other_tables_gets_nothing() -> None:
    """A tutor reads the hands of a colleague's table."""
    room = Room("sealed_bid", tables=2)
    room.sit_all()
    tutor = room.console(Role.UMPIRE, "tutor", tables=(2,))
    room.ask(tutor, Look(id=room.fresh(), table=TableId(1)))
    assert tutor.last(Refusal).code is RefusalCode.NOT_ALLOWED
    room.ask(tutor, Look(id=room.fresh(), table=TableId(2)))
    assert tutor.last(Seen).table == 2


def test_a_seat_that_is_not_there_is_not_taken_for_everything() -> None:
    """A mistyped seat shows an umpire more than they meant to see, and records it."""
    room = Room("sealed_bid")
    umpire = room.umpire()
    rows = len(room.journal)
    room.ask(umpire, Look(id=room.fresh(), table=TableId(1), seat=SeatId("red.9")))
    assert umpire.last(Refusal).code is RefusalCode.NO_SUCH
    assert (umpire.of(Seen), len(room.journal)) == ([], rows)


@pytest.mark.parametrize("game", ["sealed_bid", "kartenspiel", "kashmir_crisis", "escalate", "hard_war"])
def test_once_the_game_is_over_everything_may_be_laid_open_to_all(game: str) -> None:
    """Both sides discuss the game without ever seeing what the other had."""
    room = Room(game)
    people, umpire, wall = room.sit_all(), room.umpire(), room.console(Role.DISPLAY, "wall")
    room.ask(wall, Watch(table=TableId(1)))
    room.play(2)
    room.rule(umpire, EndGame(text="enough"))
    shut = {seat: person.last(View) for seat, person in people.items()}
    assert [view.ended.laid_open for view in shut.values()] == [False] * len(people)
    assert {seat: view.sheet for seat, view in shut.items()} == {seat: room.sheet(seat) for seat in people}
    room.rule(umpire, LayOpen())
    room.crash()
    back = [room.greet(person.key) for person in people.values()]
    truth = room.table.game.truth(room.table.state)
    for person in (*people.values(), wall, *back):
        view = person.last(View)
        assert view.ended.laid_open
        assert view.sheet.elements == truth.elements
        assert view.sheet.headline.startswith("All secrets are shown.")


def test_nothing_is_laid_open_before_the_end() -> None:
    """One mistake of an umpire shows every hand to every player, and the game cannot go on."""
    room = Room("sealed_bid")
    people, umpire = room.sit_all(), room.umpire()
    frames = {seat: len(person.frames) for seat, person in people.items()}
    room.rule(umpire, LayOpen())
    refused = umpire.last(Refusal)
    assert (refused.code, refused.text) == (
        RefusalCode.CLOSED,
        "The secrets can be shown only after the end of the game.",
    )
    assert {seat: len(person.frames) for seat, person in people.items()} == frames
    for seat in people:
        assert seat_view.sheet(room.table, SeatId(seat)) == room.sheet(seat)


def test_a_rollback_after_it_hides_everything_again() -> None:
    """After a rollback all hands stay visible, or they cannot be revealed a second time."""
    room = Room("sealed_bid")
    people, umpire = room.sit_all(), room.umpire()
    room.play(2)
    for _ in range(2):
        room.rule(umpire, EndGame(text="enough"))
        room.rule(umpire, LayOpen())
        room.rule(umpire, LayOpen())
        assert umpire.last(Refusal).text == "All secrets are already shown."
        room.rule(umpire, GoBack(to=GateNo(2)))
        for seat, person in people.items():
            assert person.last(View).sheet == room.sheet(seat)


def test_a_plan_may_lay_everything_open_at_the_end_and_no_sooner() -> None:
    """An umpire of thirty tables must reveal the hands at each table by hand, or a plan reveals them too early."""
    room = Room("sealed_bid", plan={"lay_open": True})
    people, umpire = room.sit_all(), room.umpire()
    room.play(1)
    for seat, person in people.items():
        assert person.last(View).sheet == room.sheet(seat)
    room.rule(umpire, EndGame(text="enough"))
    truth = room.table.game.truth(room.table.state)
    for person in people.values():
        assert person.last(View).ended.laid_open
        assert person.last(View).sheet.elements == truth.elements
