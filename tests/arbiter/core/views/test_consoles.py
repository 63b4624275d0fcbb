"""The moment at which a console hears of a change: the next tick, or in a very large room the turn of the table."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from warcouncil.arbiter.core.room import arrivals
from warcouncil.arbiter.core.views.consoles import CALLS_SHOWN_MAX, TABLES_A_TICK
from warcouncil.arbiter.core.words.stimuli import Debriefed, Received, Ticked
from warcouncil.protocol.acts.room_acts import Debrief
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import Debriefing, Seen, TableStatus, Wall, WebAddress
from warcouncil.protocol.wire.consoles import Room as RoomView
from warcouncil.protocol.wire.replies import Done, Refusal
from warcouncil.protocol.wire.requests import (
    Leave,
    Look,
    Resync,
    Watch,
)
from warcouncil.protocol.words import SPEECH_CHARS_MAX, Role, SeatId, TableId

from tests.arbiter.core.bidding import bids
from tests.arbiter.core.harness import Person, Room

TICK_MS = 50


def touched(room: Room) -> Person:
    """Open a console, and change something at every table."""
    umpire = room.umpire()
    umpire.replies.clear()
    for table in room.exercise.tables:
        room.exercise.room.consoles.touch(table)
    return umpire


def ticked(room: Room, umpire: Person) -> list[int]:
    """Tick once, and return the tables whose status the console received."""
    umpire.replies.clear()
    room.at += TICK_MS
    room.do(Ticked(at=room.at))
    return [status.table for status in umpire.of(TableStatus)]


def test_forty_tables_are_told_of_at_one_tick() -> None:
    """The wall of a full hall lags behind the tables."""
    room = Room("nim", tables=40)
    umpire = touched(room)
    assert ticked(room, umpire) == list(range(1, 41))
    assert ticked(room, umpire) == []


def test_the_tables_of_a_very_large_room_take_turns_whatever_happened() -> None:
    """The consoles take the arbiter's time from the seats, or the time of one table's status reveals
    something of another.
    """
    room = Room("nim", tables=2 * TABLES_A_TICK)
    umpire = touched(room)
    first, second = ticked(room, umpire), ticked(room, umpire)
    assert sorted(first + second) == list(range(1, 2 * TABLES_A_TICK + 1))
    assert len(first) == len(second) == TABLES_A_TICK
    room.exercise.room.consoles.touch(TableId(second[0]))
    assert ticked(room, umpire) == []
    assert ticked(room, umpire) == [second[0]]


def test_the_calls_and_replies_that_wait_for_an_umpire_fit_into_a_frame() -> None:
    """The calls and replies of one table are too long for a frame. Umpires then receive no news of any table, and
    none can join.
    """
    room = Room("kartenspiel")
    umpire = room.umpire()
    longest, seats = "\U0001f600" * SPEECH_CHARS_MAX, [*room.table.seats]
    for number in range(3 * CALLS_SHOWN_MAX):
        room.table.talk.call(seats[number % len(seats)], longest, is_reply=bool(number % 2))
    room.exercise.room.consoles.touch(TableId(1))
    for person in (umpire, room.umpire("who comes later")):
        room.wait(1000)
        *shown, rest = person.last(TableStatus).alarms
        assert [alarm.call for alarm in shown] == [*range(1, CALLS_SHOWN_MAX + 1)]
        assert (rest.call, rest.text.split()[0]) == (0, str(2 * CALLS_SHOWN_MAX))
    for number in range(1, 3 * CALLS_SHOWN_MAX - 1):
        room.table.talk.answer(number, "")
    room.exercise.room.consoles.touch(TableId(1))
    room.wait(1000)
    last = 3 * CALLS_SHOWN_MAX
    assert [alarm.call for alarm in umpire.last(TableStatus).alarms] == [last - 1, last]


def test_a_projector_hears_nothing_of_what_is_hidden_however_often_time_passes() -> None:
    """With quicker ticks, a projector's frames reveal the moment at which an answer was sealed."""
    room = Room("sealed_bid", tables=2)
    people = room.sit_all()
    wall = room.console(Role.DISPLAY)
    ticked(room, wall)
    room.suggest(next(iter(people.values())))
    assert ticked(room, wall) == []


def writing(room: Room, percent: int, state: Literal["writing", "analysing", "written"] = "writing") -> None:
    """Report the progress of the debrief."""
    room.do(Debriefed(at=room.at, news=Debriefing(state=state, part="the report", percent=percent)))


def test_umpires_and_observers_alone_hear_how_the_debrief_comes_on() -> None:
    """A seat, a projector or a technician learns from the time that the debrief takes how much was said and
    done. Or an umpire does not learn how far it is.
    """
    room = Room("sealed_bid", tables=2)
    others = [*room.sit_all().values(), room.console(Role.TECHNICAL), room.console(Role.DISPLAY)]
    umpire, observer = room.umpire(), room.console(Role.OBSERVER)
    part = room.console(Role.UMPIRE, "part", tables=(2,))
    assert not umpire.of(Debriefing)
    writing(room, 40)
    for person in (umpire, observer, part):
        assert [news.percent for news in person.of(Debriefing)] == [40]
    for person in others:
        assert not person.of(Debriefing)
        room.ask(person, Resync())
        assert not person.of(Debriefing)
    assert room.console(Role.UMPIRE, "later").last(Debriefing).percent == 40


def test_one_debrief_is_written_at_a_time() -> None:
    """Two impatient key presses keep both processors busy while a room still plays."""
    room = Room("sealed_bid", tables=2)
    umpire = room.umpire()
    assert isinstance(room.rule(umpire, Debrief(), table=0), Done)
    assert all(
        "started the debrief (because)" in each.story.record[-1].words()
        for each in room.exercise.tables.values()
    )
    kept = len(room.journal)
    writing(room, 40)
    assert len(room.journal) == kept, "the progress of a debrief is not recorded"
    refused = room.rule(umpire, Debrief(), table=0)
    assert isinstance(refused, Refusal)
    assert "already" in refused.text
    writing(room, 40, "analysing")
    assert isinstance(room.rule(umpire, Debrief(), table=0), Done)
    writing(room, 100, "written")
    assert isinstance(room.rule(umpire, Debrief(), table=0), Done)


def test_a_resume_writes_no_debrief_again() -> None:
    """A resumed arbiter waits for a debrief process that died with the former one, or refuses to start
    another.
    """
    room = Room("sealed_bid", tables=2)
    room.rule(room.umpire(), Debrief(), table=0)
    writing(room, 40)
    room.crash()
    umpire = room.umpire("afterwards")
    assert not umpire.of(Debriefing)
    assert isinstance(room.rule(umpire, Debrief(), table=0), Done)


def test_a_watching_umpire_sees_the_room_and_each_seat_as_its_person_does() -> None:
    """An umpire judges by a picture that differs from the player's."""
    room, people = bids()
    umpire = room.umpire()
    room.ask(umpire, Watch(table=TableId(1)))
    room.say(people["red.1"], "red", "we bid low")
    room.wait(250)
    assert [line.text for each in umpire.of(RoomView) for line in each.lines] == ["we bid low"]
    rows = len(room.journal)
    room.ask(umpire, Look(id=room.fresh(), table=TableId(1), seat=SeatId("red.2")))
    seen = umpire.last(Seen).view
    room.ask(people["red.2"], Resync())
    assert seen == people["red.2"].last(View)
    assert len(room.journal) == rows + 1


def test_the_journal_records_which_console_watched_which_table() -> None:
    """The record does not show who watched a table whose plans were known to its enemy."""
    room, _ = bids()
    umpire = room.umpire()
    rows = len(room.journal)
    for table in (1, 0):
        room.ask(umpire, Watch(table=TableId(table)))
    records = [Received.model_validate_json(row.body) for row in room.journal[rows:]]
    assert [(each.key, each.body) for each in records] == [
        (umpire.key, Watch(table=TableId(table))) for table in (1, 0)
    ]


def in_browsers(person: Person) -> list[str]:
    """Return the seats that a console sees in browsers, by the newest status that it received."""
    return [str(seat.seat) for seat in person.last(TableStatus).seats if seat.browser]


def test_consoles_see_which_seats_are_in_a_browser_and_only_as_long_as_they_are() -> None:
    """A seat whose page another program could have changed looks like any other."""
    room = Room("nim")
    seats = [*room.table.seats]
    consoles = [room.umpire(), room.console(Role.OBSERVER), room.console(Role.TECHNICAL)]
    for seat in seats:
        room.sit(seat)
    key = f"1:{seats[0]}:{Role.SEAT}"
    ticked(room, consoles[0])
    assert in_browsers(consoles[0]) == []
    room.greet(key, "phone", app="browser")
    for console in consoles:
        room.ask(console, Resync())
        assert in_browsers(console) == [seats[0]]
    room.greet(key, "laptop")
    for console in consoles:
        room.ask(console, Resync())
        assert in_browsers(console) == []
    away = room.greet(key, "phone again", app="browser")
    room.ask(away, Leave())
    room.ask(consoles[0], Resync())
    assert in_browsers(consoles[0]) == []


def test_another_window_of_the_other_kind_is_news_by_itself() -> None:
    """The console shows a terminal until something else happens at the table."""
    room = Room("nim")
    umpire = touched(room)
    seat = next(iter(room.table.seats))
    room.sit(seat)
    ticked(room, umpire)
    room.greet(f"1:{seat}:{Role.SEAT}", "phone", app="browser")
    assert ticked(room, umpire) == [1]
    assert in_browsers(umpire) == [seat]


def test_a_watcher_in_a_browser_marks_the_seat() -> None:
    """A member of a crew watches a seat through a page, unknown to the umpires."""
    room = Room("nim", exercise={"crews": True})
    umpire = room.umpire()
    seat = next(iter(room.table.seats))
    room.sit(seat)
    room.sit(seat, role=Role.WATCHER)
    room.greet(f"1:{seat}:{Role.WATCHER}", "phone", app="browser")
    room.ask(umpire, Resync())
    assert in_browsers(umpire) == [seat]


def test_consoles_are_told_the_address_for_browsers() -> None:
    """An umpire cannot name the address to a guest, or compare the certificate of which a browser warns."""
    room = Room("nim")
    assert room.umpire().last(Wall).web is None
    web = WebAddress(address="https://10.0.0.4:5282", fingerprint="AB12 " * 15 + "CD34")
    room.exercise.lets_browsers_in(web)
    assert all(
        room.console(role, f"second {role}").last(Wall).web == web
        for role in (Role.UMPIRE, Role.OBSERVER, Role.TECHNICAL, Role.DISPLAY)
    )


def test_the_page_names_itself_as_the_consoles_expect() -> None:
    """Every seat in a browser is shown as one in a terminal."""
    page = Path(arrivals.__file__).parents[3] / "clients" / "web" / "page" / "link" / "line.js"
    assert f'app = "{arrivals.BROWSER}"' in page.read_text("utf-8")
