"""Alarms of wrong codes and of cards that are used a second time, as the consoles see them."""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core.views.alarms import OVER_AFTER_MS, RoomAlarms
from warcouncil.arbiter.core.words.stimuli import (
    Admitted,
    Backed,
    CodeCard,
    Coded,
    FileRead,
    Grant,
    Guessed,
    Guesser,
)
from warcouncil.protocol.acts.room_acts import PutAway, Renew
from warcouncil.protocol.proofs.doors import CodeText
from warcouncil.protocol.wire.consoles import Alarms
from warcouncil.protocol.wire.replies import Done, Refusal
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.arbiter.core.harness import Person, Room, load, sign
from tests.arbiter.core.standing import differences, retold

UMPIRES, OTHERS, PARTS, SHOWS, SITS = "UMP", "UM2", "UM3", "SHW", "AAA"
HOLDERS = {
    UMPIRES: Grant(role=Role.UMPIRE),
    OTHERS: Grant(role=Role.UMPIRE),
    PARTS: Grant(role=Role.UMPIRE, tables=(TableId(1),)),
    SHOWS: Grant(role=Role.DISPLAY),
}


def opened(*, second_umpire: bool = False) -> Room:
    """Return a room with two tables and a card for each console."""
    room = Room("sealed_bid", tables=2, exercise={"second_umpire": second_umpire})
    for plate, holder in HOLDERS.items():
        card = CodeCard(code=CodeText(plate=plate, secret="SSSSSSSS"), holder=holder)
        room.do(Coded(at=room.at, card=card, key=""))
    return room


def comes(room: Room, plate: str, key: str = "", *, address: str = "") -> Person:
    """Admit a person with a card, and send their hello."""
    key = key or f"with {plate}"
    room.do(Admitted(at=room.at, key=key, holder=HOLDERS[plate], plate=plate, address=address))
    return room.greet(key)


def renew(room: Room, umpire: Person, plate: str, *, keep: bool = True) -> Done | Refusal:
    """Send an umpire's ruling that renews a code."""
    return room.rule(umpire, Renew(plate=plate, keep=keep), table=0)


def guessed(room: Room, *worst: tuple[str, int], others: int = 0) -> None:
    """Report wrong codes to the exercise."""
    by = tuple(Guesser(address=address, wrong=wrong) for address, wrong in worst)
    room.do(Guessed(at=room.at, worst=by, others=others))


def test_every_console_but_the_projector_is_told_of_guesses() -> None:
    """Umpires do not know that a person is guessing codes, or the whole room reads of it."""
    room = opened()
    consoles = [
        comes(room, UMPIRES),
        comes(room, PARTS),
        room.console(Role.TECHNICAL),
        room.console(Role.OBSERVER),
    ]
    projector, seat = comes(room, SHOWS), room.sit("red.1")
    guessed(room, ("192.0.2.7", 9), ("192.0.2.8", 4), others=2)
    text = "wrong codes were entered: 9 from 192.0.2.7, 4 from 192.0.2.8, more from 2 other addresses"
    for console in consoles:
        assert [alarm.text for alarm in console.last(Alarms).alarms] == [text]
        assert console.last(Alarms).alarms[0].table == 0
    assert not projector.of(Alarms)
    assert not seat.of(Alarms)


def test_guesses_are_one_alarm_which_ends() -> None:
    """An alarm for each address buries the others, and one that never ends is ignored."""
    room = opened()
    umpire = comes(room, UMPIRES)
    for wrong in (4, 9):
        guessed(room, ("192.0.2.7", wrong))
    assert [len(told.alarms) for told in umpire.of(Alarms)] == [1, 1]
    assert "9 from 192.0.2.7" in umpire.last(Alarms).alarms[0].text
    room.wait(OVER_AFTER_MS - 1000, step_ms=1000)
    late = comes(room, OTHERS)
    assert late.last(Alarms).alarms
    room.wait(2000)
    assert late.last(Alarms).alarms == umpire.last(Alarms).alarms == ()
    assert len(umpire.of(Alarms)) == 3
    assert not comes(room, OTHERS, "later").of(Alarms)


def test_every_console_is_told_that_the_file_was_read_and_the_record_keeps_it() -> None:
    """If this fails, an umpire exports every secret beside the running host, and nothing shows it afterwards."""
    room = opened()
    umpire, projector, seat = comes(room, UMPIRES), comes(room, SHOWS), room.sit("red.1")
    room.do(FileRead(at=room.at, command="export", wall_ms=1))
    (alarm,) = umpire.last(Alarms).alarms
    assert "was read on the host's machine while the exercise runs (export)" in alarm.text
    assert not projector.of(Alarms)
    assert not seat.of(Alarms)
    assert "file_read" in [row.kind for row in room.journal]
    room.crash()
    assert comes(room, OTHERS).last(Alarms).alarms == (alarm,)


def test_an_address_is_shown_as_text() -> None:
    """An invalid address reaches an umpire's terminal unescaped."""
    room = opened()
    umpire = comes(room, UMPIRES)
    guessed(room, ("fe80::1%\x1b[2J", 4), ("", 4))
    text = umpire.last(Alarms).alarms[0].text
    assert "\x1b" not in text
    assert text.endswith("4 from an unknown address")


def test_a_second_use_of_a_consoles_card_is_told_to_every_console() -> None:
    """A person who photographed the umpire's card watches all morning unnoticed."""
    room = opened()
    umpire, other, shown = comes(room, UMPIRES), comes(room, PARTS), comes(room, SHOWS)
    room.wait(5_000)
    comes(room, UMPIRES, "for commands")
    assert not umpire.of(Alarms)
    room.wait(60_000)
    thief = comes(room, UMPIRES, "somewhere else")
    for person in (umpire, other):
        (alarm,) = person.last(Alarms).alarms
        assert (alarm.table, f"the umpire's card {UMPIRES} was used again" in alarm.text) == (0, True)
    assert thief.last(Alarms).alarms == umpire.last(Alarms).alarms
    assert not shown.of(Alarms)
    room.do(Guessed(at=room.at, worst=(Guesser(address="10.0.0.7", wrong=4),), others=0))
    assert len(other.last(Alarms).alarms) == 2
    room.wait(OVER_AFTER_MS + 1_000, step_ms=1_000)
    assert other.last(Alarms).alarms == ()


@pytest.mark.parametrize(
    ("first", "second", "tells"),
    [
        ("10.0.0.7", "10.0.0.9", True),
        ("10.0.0.7", "10.0.0.7", False),
        ("", "10.0.0.9", False),
        ("10.0.0.7", "", False),
        ("10.0.0.7", "::ffff:10.0.0.7", False),
        ("::ffff:10.0.0.7", "::ffff:10.0.0.9", True),
        ("::1", "127.0.0.1", False),
        ("127.0.0.1", "::ffff:127.0.1.1", False),
        ("127.0.0.1", "10.0.0.7", True),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("no address", "another", True),
    ],
)
def test_a_second_machine_is_told_of_at_once(first: str, second: str, tells: bool) -> None:
    """A person who uses the umpire's card right after the umpire, from another machine, is taken for the
    umpire.
    """
    room = opened()
    umpire = comes(room, UMPIRES, address=first)
    room.wait(1_000)
    comes(room, UMPIRES, "another key", address=second)
    assert [f"from {second}" in alarm.text for told in umpire.of(Alarms) for alarm in told.alarms] == [
        True
    ] * tells
    room.crash()
    assert [f"from {second}" in alarm.text for alarm in room.exercise.room.consoles.alarms] == [True] * tells


def test_a_seat_that_reconnects_with_its_card_raises_no_alarm() -> None:
    """A student who changed the laptop looks like a thief."""
    room = opened()
    umpire = comes(room, UMPIRES)
    for key in ("one laptop", "another"):
        room.wait(60_000)
        holder = Grant(
            role=Role.SEAT, table=TableId(1), seat=SeatId(room.table.seats[next(iter(room.table.seats))].id)
        )
        room.do(Admitted(at=room.at, key=key, holder=holder, plate=SITS))
    assert not umpire.of(Alarms)


def test_each_card_that_is_used_again_is_an_alarm_of_its_own() -> None:
    """The second photographed card replaces the alarm of the first, and the first is never renewed."""
    alarms = RoomAlarms()
    umpires, shows = (
        Admitted(at=0, key="k", holder=HOLDERS[plate], plate=plate) for plate in (UMPIRES, SHOWS)
    )
    alarms.used_again(umpires, umpires, "umpire")
    alarms.used_again(shows, shows, "projector")
    alarms.used_again(umpires, umpires, "umpire")
    assert [alarm.text for alarm in alarms.alarms] == [
        (
            f"the {whose}'s card {plate} was used again, from an unknown address. If the card's"
            " owner did not do this, renew the card"
        )
        for whose, plate in (("umpire", UMPIRES), ("projector", SHOWS))
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [("10.0.0.7", "::ffff:10.0.0.7"), ("::ffff:10.0.0.7", "10.0.0.7"), ("::1", "127.0.0.1")],
)
def test_one_machine_by_two_addresses_is_its_holders(first: str, second: str) -> None:
    """A `rule` command beside a console looks like a theft if one connects by IPv6 and the other by IPv4."""
    room = opened()
    umpire = comes(room, UMPIRES, address=first)
    room.wait(60_000)
    comes(room, UMPIRES, "for commands", address=second)
    (alarm,) = umpire.last(Alarms).alarms
    assert f"the umpire's card UMP was used again on its machine, {second}" in alarm.text


def test_a_second_use_names_its_address_and_tolerates_the_holders_own_command_line() -> None:
    """Every `rule` command beside a console looks like a theft on all walls, until people ignore the alarm.

    Or a thief looks like a `rule` command.
    """
    room = opened()
    umpire = comes(room, UMPIRES, address="10.0.0.7")
    room.wait(60_000)
    comes(room, UMPIRES, "for commands", address="10.0.0.7")
    (alarm,) = umpire.last(Alarms).alarms
    assert alarm.text == f"the umpire's card {UMPIRES} was used again on its machine, 10.0.0.7"
    comes(room, UMPIRES, "thief", address="10.0.0.9")
    comes(room, UMPIRES, "for commands once more", address="10.0.0.7")
    told = [each.text for each in umpire.last(Alarms).alarms]
    assert any("was used again, from 10.0.0.9. If the card's owner did not do this" in text for text in told)


def test_a_backup_that_fails_is_an_alarm_until_it_does_not() -> None:
    """The backup disk is full, and only an unwatched window reports it. Or the alarm stays after the repair,
    or players see it.
    """
    room = opened()
    umpire, projector, seat = comes(room, UMPIRES), comes(room, SHOWS), room.sit("red.1")
    kept = len(room.journal)
    room.do(Backed(at=room.at, fault="the disk is full"))
    assert [alarm.text for alarm in umpire.last(Alarms).alarms] == ["no backup: the disk is full"]
    room.do(Backed(at=room.at))
    assert umpire.last(Alarms).alarms == ()
    assert len(room.journal) == kept
    assert not projector.of(Alarms)
    assert not seat.of(Alarms)


def test_a_file_that_left_its_place_is_an_alarm_beside_that_of_the_backup() -> None:
    """If this fails, the repaired backup takes away the alarm that the exercise file is gone."""
    room = opened()
    umpire, projector, seat = comes(room, UMPIRES), comes(room, SHOWS), room.sit("red.1")
    room.do(Backed(at=room.at, fault="the disk is full"))
    room.do(Backed(at=room.at, fault="x was moved or deleted.", about="file"))
    texts = {alarm.text for alarm in umpire.last(Alarms).alarms}
    assert texts == {"no backup: the disk is full", "EXERCISE FILE: x was moved or deleted."}
    room.do(Backed(at=room.at))
    assert [alarm.text for alarm in umpire.last(Alarms).alarms] == ["EXERCISE FILE: x was moved or deleted."]
    room.do(Backed(at=room.at, about="file"))
    assert umpire.last(Alarms).alarms == ()
    assert not projector.of(Alarms)
    assert not seat.of(Alarms)


def test_a_lasting_alarm_stays_until_an_umpire_puts_it_away() -> None:
    """Ten minutes later the room believes itself safe again, without a standby and without a backup."""
    alarms = RoomAlarms()
    alarms.accepted()
    alarms.left_out([3])
    alarms.stand_by(["kate"], [])
    alarms.backed("the disk is full")
    alarms.led_by_another()
    alarms.backed("the disk is full")
    told = alarms.alarms
    assert [alarm.number for alarm in told] == [1, 10_001, 2, 10_002, 3]
    assert not alarms.settle(100 * OVER_AFTER_MS)
    assert alarms.alarms == told
    for left, alarm in enumerate(told, start=1):
        alarms.put_away(alarm.number)
        assert alarms.alarms == told[left:]


@pytest.mark.parametrize("at", [0, 5_000])
def test_an_alarm_is_over_when_its_time_is_and_not_before(at: int) -> None:
    """A guess at the very beginning stays on the wall all day, or its alarm disappears while an umpire reads
    it.
    """
    alarms = RoomAlarms()
    ten_minutes = 600_000
    alarms.take(Guessed(at=at, worst=(Guesser(address="192.0.2.7", wrong=4),)))
    assert not alarms.settle(at + ten_minutes)
    assert alarms.alarms
    assert alarms.settle(at + ten_minutes + 1)
    assert alarms.alarms == ()


def test_no_alarm_outside_the_journal_changes_what_the_journal_holds() -> None:
    """A true exercise fails its verification because an umpire put away an alarm that no record mentions.

    Or another alarm is put away with it.
    """
    room = Room("sealed_bid")
    umpire = room.umpire()
    room.do(Backed(at=room.at, fault="the disk is full"))
    guesser = (Guesser(address="192.0.2.7", wrong=4),)
    room.do(Guessed(at=room.at, worst=guesser))
    backup, guessed = umpire.last(Alarms).alarms
    assert isinstance(room.rule(umpire, PutAway(alarm=backup.number), table=0), Done)
    again = retold(room.journal, sign, load=load)
    assert again.room.consoles.alarms == (guessed,)
    room.rule(umpire, PutAway(alarm=guessed.number), table=0)
    assert not differences(room.exercise, retold(room.journal, sign, load=load))


def test_an_alarm_that_a_tick_ended_has_no_number_that_a_replay_gives_again() -> None:
    """After a crash, an alarm that an umpire put away is on the wall again, because not every tick is in the
    journal.
    """
    room = Room("sealed_bid", exercise={"start": "umpire"})  # no clock runs, so that no tick is recorded
    umpire = room.umpire()
    guesser = (Guesser(address="192.0.2.7", wrong=4),)
    room.do(Guessed(at=room.at, worst=guesser))
    room.wait(OVER_AFTER_MS + 1_000, step_ms=60_000)
    room.do(Guessed(at=room.at, worst=guesser))
    (alarm,) = umpire.last(Alarms).alarms
    assert alarm.number == 2
    room.rule(umpire, PutAway(alarm=alarm.number), table=0)
    assert retold(room.journal, sign, load=load).room.consoles.alarms == ()
    assert not differences(room.exercise, retold(room.journal, sign, load=load))
