"""Answers missed in a row, replies, room alarms and results.

Umpires see them, players never do, and a resume keeps them.
"""

from __future__ import annotations

from warcouncil.arbiter.core.words.stimuli import Guessed, Guesser, Resumed
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.acts.acts import Answered, EndNow, GiveToBot, Tell
from warcouncil.protocol.acts.room_acts import PutAway, Results
from warcouncil.protocol.table.views import Notice
from warcouncil.protocol.wire.consoles import Alarms, TableStatus
from warcouncil.protocol.wire.replies import Done, Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Write
from warcouncil.protocol.words import Role, SeatId

from tests.arbiter.core.harness import Person, Room

RED = SeatId("red.1")


def opened(**more: object) -> tuple[Room, dict[str, Person], Person]:
    """Return a room of sealed bids with a person in every seat, and its umpire."""
    room = Room("sealed_bid", **more)  # type: ignore[arg-type]  # what a room takes
    return room, room.sit_all(), room.umpire()


def missed(person: Person) -> dict[str, int]:
    """Return, from the newest status of a console, how many answers each seat missed."""
    return {seat.seat: seat.missed for seat in person.last(TableStatus).seats if seat.missed}


def play_without(room: Room, people: dict[str, Person], *silent: str) -> None:
    """Answer for all seats but these, and run the clock out."""
    gate, phase = room.table.gate, room.table.phase
    assert isinstance(phase, Phase)
    for name in phase.asked:
        if name not in silent:
            room.suggest(people[name])
    while room.table.gate == gate:
        room.wait(1_000)


def test_umpires_are_told_how_many_answers_in_a_row_a_seat_missed() -> None:
    """A person who is linked but does nothing is never noticed."""
    room, people, umpire = opened()
    play_without(room, people, RED)
    room.wait(250)
    assert missed(umpire) == {RED: 1}
    while room.table.counters.missed[RED] < 3:
        play_without(room, people, RED)
    room.wait(250)
    assert missed(umpire) == {RED: 3}
    while room.table.counters.missed:
        play_without(room, people)
    room.wait(250)
    assert missed(umpire) == {}


def test_no_player_projector_or_technician_learns_of_it() -> None:
    """A side knows which of its enemies is inactive."""
    room, people, umpire = opened()
    fixer, display = room.console(Role.TECHNICAL), room.console(Role.DISPLAY)
    play_without(room, people, RED)
    assert room.table.counters.missed
    room.wait(250)
    assert any(b'"missed"' in frame for _, frame in umpire.frames)
    for person in (*people.values(), display):
        assert not any(b'"missed"' in frame for _, frame in person.frames)
    assert missed(fixer) == {}


def test_an_answer_by_a_bot_or_cut_short_by_an_umpire_is_not_missed() -> None:
    """People who had no time, or whose seat a bot plays, are called idle."""
    room, _, umpire = opened()
    room.rule(umpire, EndNow())
    assert room.table.counters.missed == {}
    room.rule(umpire, GiveToBot(seat=RED))
    room.wait(60_000)
    assert RED not in room.table.counters.missed


def test_it_is_still_known_after_a_crash() -> None:
    """The count begins anew, and the alarm comes three questions late."""
    room, people, _ = opened()
    play_without(room, people, RED)
    before = dict(room.table.counters.missed)
    assert before
    room.crash()
    assert room.table.counters.missed == before


def test_talking_to_the_end_of_the_window_is_no_missed_answer() -> None:
    """The wall shows a table that negotiates eagerly as inactive."""
    room = Room("sealed_bid", {"talk": "public"})
    room.sit_all()
    phase = room.table.phase
    assert isinstance(phase, Phase)
    assert phase.name == "Negotiation"
    while room.table.gate == 1:
        room.wait(1_000)
    assert room.table.counters.missed == {}


def test_a_reply_is_an_alarm_until_an_umpire_has_read_it() -> None:
    """The umpire never sees the reply that they asked for."""
    room, people, umpire = opened()
    room.rule(umpire, Tell(seat=RED, text="Where are you?", reply=True))
    number = people[RED].last(Notice).number
    room.ask(people[RED], Write(id=room.fresh(), notice=number, text="At the bridge."))
    room.wait(250)
    (alarm,) = umpire.last(TableStatus).alarms
    assert (alarm.text, alarm.seat, alarm.reply) == ("At the bridge.", RED, True)
    heard = len(people[RED].of(Notice))
    assert isinstance(room.rule(umpire, Answered(call=alarm.call)), Done)
    assert umpire.last(TableStatus).alarms == ()
    assert len(people[RED].of(Notice)) == heard
    room.crash()
    assert [call.waits for call in room.table.talk.calls] == [False]


def test_an_alarm_of_the_room_is_put_away_for_all_consoles_and_stays_away_after_a_crash() -> None:
    """An alarm that an umpire put away stays on other consoles, or is back after a crash. Or an umpire of one
    table puts it away for all.
    """
    room, _, umpire = opened()
    other = room.umpire("another umpire")
    room.do(Guessed(at=room.at, worst=(Guesser(address="192.0.2.7", wrong=9),), others=0))
    (alarm,) = other.last(Alarms).alarms
    assert alarm.number
    tutor = room.console(Role.UMPIRE, "tutor", tables=(1,))
    said = room.rule(tutor, PutAway(alarm=alarm.number), table=0)
    assert isinstance(said, Refusal)
    assert said.code is RefusalCode.NOT_ALLOWED
    room.rule(umpire, PutAway(alarm=alarm.number), table=0)
    assert other.last(Alarms).alarms == ()
    room.crash()
    assert room.exercise.room.consoles.alarms == ()


def test_a_loss_that_the_host_accepted_is_an_alarm() -> None:
    """Only a person whose receipt is among the lost records learns that the file was damaged."""
    room, _, _ = opened()
    room.do(Resumed(at=room.at, accepted=True))
    umpire = room.umpire("late")
    (alarm,) = umpire.last(Alarms).alarms
    assert "some lost records" in alarm.text
    room.wait(3_600_000)
    assert room.exercise.room.consoles.alarms


def test_projectors_are_told_when_the_results_are_to_be_shown() -> None:
    """The results appear too early, or never."""
    room, _, umpire = opened()
    display = room.console(Role.DISPLAY)
    assert not display.last(TableStatus).results
    room.rule(umpire, Results(shown=True), table=0)
    room.wait(250)
    assert display.last(TableStatus).results
    room.crash()
    assert room.console(Role.DISPLAY, "later").last(TableStatus).results
