"""Codes of consoles and the projector: renewed by an umpire or the host, and guesses at them told to whoever looks on."""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core.guessing import OVER_AFTER_MS
from warcouncil.arbiter.core.stimuli import Admitted, CodeCard, Coded, Guessed, Guesser, Holder
from warcouncil.protocol.acts import Renew
from warcouncil.protocol.consoles import Alarms, CodeIssued, Wall
from warcouncil.protocol.doors import CodeText, Turned
from warcouncil.protocol.replies import Done, Fenced, Refusal, RefusalCode
from warcouncil.protocol.requests import Resync
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.arbiter.core.room import Person, Room

UMPIRES, OTHERS, PARTS, SHOWS, SITS = "UMP", "UM2", "UM3", "SHW", "AAA"
HOLDERS = {
    UMPIRES: Holder(role=Role.UMPIRE),
    OTHERS: Holder(role=Role.UMPIRE),
    PARTS: Holder(role=Role.UMPIRE, tables=(TableId(1),)),
    SHOWS: Holder(role=Role.DISPLAY),
}


def opened(*, second_umpire: bool = False) -> Room:
    """Give a room with two tables and a card for each console."""
    room = Room("sealed_bid", tables=2, exercise={"second_umpire": second_umpire})
    for plate, holder in HOLDERS.items():
        card = CodeCard(code=CodeText(plate=plate, secret="SSSSSSSS"), holder=holder)
        room.do(Coded(at=room.at, card=card, key=""))
    return room


def comes(room: Room, plate: str, key: str = "") -> Person:
    """Let somebody come in with a card."""
    key = key or f"with {plate}"
    room.do(Admitted(at=room.at, key=key, holder=HOLDERS[plate], plate=plate))
    return room.greet(key)


def renew(room: Room, umpire: Person, plate: str, *, keep: bool = True) -> Done | Refusal:
    """Let an umpire renew a code."""
    return room.rule(umpire, Renew(plate=plate, keep=keep), table=0)


@pytest.mark.parametrize("plate", [UMPIRES, OTHERS, SHOWS])
def test_a_new_code_takes_the_place_of_the_old_one(plate: str) -> None:
    """A console's card that was lost or guessed at could be replaced by nobody while the exercise runs."""
    room = opened()
    umpire, other = comes(room, UMPIRES), comes(room, PARTS)
    assert isinstance(renew(room, umpire, plate), Done)
    assert room.exercise.card(plate) is Turned.WRONG_CODE
    issued = umpire.last(CodeIssued)
    fresh = room.exercise.card(issued.code.partition("-")[0])
    assert isinstance(fresh, CodeCard)
    assert fresh.holder == HOLDERS[plate]
    assert (issued.table, issued.seat, issued.code) == (0, "", str(fresh.code))
    assert not [person for person in (other,) if issued.code in str(person.replies)]
    record = [line.text for table in room.exercise.tables.values() for line in table.story.record]
    assert len([line for line in record if "a new code" in line and "because" in line]) == 2
    assert not [line for line in record if issued.code in line]


def test_who_came_with_the_old_code_stays_or_is_let_go() -> None:
    """Whoever copied a lost card would stay in, or the umpire would throw himself out."""
    room = opened()
    umpire, copied = comes(room, UMPIRES), comes(room, UMPIRES, "a copy")
    assert isinstance(renew(room, umpire, UMPIRES), Done)
    assert {umpire.key, copied.key} <= set(room.exercise.keys)
    plate = umpire.last(CodeIssued).code.partition("-")[0]
    assert isinstance(renew(room, umpire, plate, keep=False), Done)
    assert copied.last(Fenced)
    assert copied.key not in room.exercise.keys
    assert umpire.key in room.exercise.keys
    room.ask(umpire, Resync())
    assert umpire.last(Wall)


@pytest.mark.parametrize(
    ("asker", "plate", "code"),
    [
        (UMPIRES, "ZZZ", RefusalCode.NO_SUCH),
        (UMPIRES, SITS, RefusalCode.NO_SUCH),
        (PARTS, UMPIRES, RefusalCode.NOT_ALLOWED),
        (PARTS, SHOWS, RefusalCode.NOT_ALLOWED),
        (SHOWS, SHOWS, RefusalCode.NOT_ALLOWED),
    ],
)
def test_what_cannot_be_renewed_is_refused_and_stays(asker: str, plate: str, code: RefusalCode) -> None:
    """An umpire of one table would give himself the card of all, or a mistyped one would take a seat from its holder."""
    room = opened()
    said = renew(room, comes(room, asker), plate)
    assert isinstance(said, Refusal)
    assert said.code is code
    assert {SITS, *HOLDERS} == {card.code.plate for card in room.exercise.codes}


def test_an_umpire_of_some_tables_renews_his_own() -> None:
    """He would have to wait for a director."""
    room = opened()
    assert isinstance(renew(room, comes(room, PARTS), PARTS), Done)


@pytest.mark.parametrize("role", [Role.TECHNICAL, Role.OBSERVER])
def test_only_umpires_renew(role: Role) -> None:
    """The technical crew would be told the umpire's new code, and see every hand with it."""
    room = opened()
    said = renew(room, room.console(role), UMPIRES)
    assert isinstance(said, Refusal)
    assert said.code is RefusalCode.NOT_ALLOWED
    assert isinstance(room.exercise.card(UMPIRES), CodeCard)


def test_nobody_makes_himself_the_second_umpire() -> None:
    """Where two must rule, one would take the other's code and second himself."""
    room = opened(second_umpire=True)
    umpire = comes(room, UMPIRES)
    said = renew(room, umpire, OTHERS)
    assert isinstance(said, Refusal)
    assert said.code is RefusalCode.NOT_ALLOWED
    assert isinstance(renew(room, umpire, SHOWS), Done)
    assert isinstance(renew(room, umpire, UMPIRES), Done)
    assert isinstance(renew(room, umpire, umpire.last(CodeIssued).code.partition("-")[0]), Done)


def test_the_host_renews_a_code_from_the_file() -> None:
    """A card that is lost while nobody is in would be lost for good; whoever came with it would stay in."""
    room = opened()
    seat = Holder(role=Role.SEAT, table=TableId(1), seat=SeatId("red.1"))
    room.do(Admitted(at=room.at, key="thief", holder=seat, plate=SITS))
    fresh = CodeCard(code=CodeText(plate="BBB", secret="BBBBBBBB"), holder=seat)
    room.do(Coded(at=room.at, card=fresh, key="", instead=SITS, keep=False))
    assert "thief" not in room.exercise.keys
    assert room.exercise.card(SITS) is Turned.WRONG_CODE
    assert room.exercise.card("BBB") == fresh


# --- guesses ------------------------------------------------------------------------------------------------------


def guessed(room: Room, *worst: tuple[str, int], others: int = 0) -> None:
    """Let wrong codes come in."""
    by = tuple(Guesser(address=address, wrong=wrong) for address, wrong in worst)
    room.do(Guessed(at=room.at, worst=by, others=others))


def test_every_console_but_the_projector_is_told_of_guesses() -> None:
    """Umpires would not know that somebody is at their door, or the whole room would read of it."""
    room = opened()
    consoles = [
        comes(room, UMPIRES),
        comes(room, PARTS),
        room.console(Role.TECHNICAL),
        room.console(Role.OBSERVER),
    ]
    projector, seat = comes(room, SHOWS), room.sit("red.1")
    guessed(room, ("192.0.2.7", 9), ("192.0.2.8", 4), others=2)
    text = (
        "somebody guesses codes at the door: 9 from 192.0.2.7, 4 from 192.0.2.8, more from 2 other addresses"
    )
    for console in consoles:
        assert [alarm.text for alarm in console.last(Alarms).alarms] == [text]
        assert console.last(Alarms).alarms[0].table == 0
    assert not projector.of(Alarms)
    assert not seat.of(Alarms)


def test_guesses_are_one_alarm_which_ends() -> None:
    """An alarm for each address would bury the others, and one that never ends would be seen no more."""
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


def test_an_address_is_shown_as_text() -> None:
    """An address that is none would reach an umpire's terminal as it came."""
    room = opened()
    umpire = comes(room, UMPIRES)
    guessed(room, ("fe80::1%\x1b[2J", 4), ("", 4))
    text = umpire.last(Alarms).alarms[0].text
    assert "\x1b" not in text
    assert text.endswith("4 from an address that is not known")


def test_a_second_use_of_a_consoles_card_is_told_to_every_console() -> None:
    """Whoever photographed the umpire's card would look on all morning, and nobody would know."""
    room = opened()
    umpire, other, shown = comes(room, UMPIRES), comes(room, PARTS), comes(room, SHOWS)
    room.wait(5_000)
    comes(room, UMPIRES, "for commands")
    assert not umpire.of(Alarms)
    room.wait(60_000)
    thief = comes(room, UMPIRES, "somewhere else")
    for person in (umpire, other):
        (alarm,) = person.last(Alarms).alarms
        assert (alarm.table, f"card {UMPIRES} was used again" in alarm.text) == (0, True)
    assert thief.last(Alarms).alarms == umpire.last(Alarms).alarms
    assert not shown.of(Alarms)
    room.do(Guessed(at=room.at, worst=(Guesser(address="10.0.0.7", wrong=4),), others=0))
    assert len(other.last(Alarms).alarms) == 2
    room.wait(OVER_AFTER_MS + 1_000, step_ms=1_000)
    assert other.last(Alarms).alarms == ()


def test_a_seat_that_comes_back_with_its_card_alarms_nobody() -> None:
    """A student who changed his laptop would look like a thief."""
    room = opened()
    umpire = comes(room, UMPIRES)
    for key in ("one laptop", "another"):
        room.wait(60_000)
        holder = Holder(
            role=Role.SEAT, table=TableId(1), seat=SeatId(room.table.seats[next(iter(room.table.seats))].id)
        )
        room.do(Admitted(at=room.at, key=key, holder=holder, plate=SITS))
    assert not umpire.of(Alarms)
