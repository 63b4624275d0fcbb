"""Codes of consoles and the projector. An umpire or the host renews them."""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core.words.stimuli import Admitted, CodeCard, Coded, Grant
from warcouncil.protocol.acts.acts import EndGame
from warcouncil.protocol.acts.room_acts import Approve, Renew
from warcouncil.protocol.proofs.doors import CodeText, Turned
from warcouncil.protocol.wire.consoles import CodeIssued, Wall
from warcouncil.protocol.wire.replies import Done, Fenced, Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Resync
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.arbiter.core.harness import Person, Room

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


def comes(room: Room, plate: str, key: str = "") -> Person:
    """Admit a person with a card, and send their hello."""
    key = key or f"with {plate}"
    room.do(Admitted(at=room.at, key=key, holder=HOLDERS[plate], plate=plate))
    return room.greet(key)


def renew(room: Room, umpire: Person, plate: str, *, keep: bool = True) -> Done | Refusal:
    """Send an umpire's ruling that renews a code."""
    return room.rule(umpire, Renew(plate=plate, keep=keep), table=0)


@pytest.mark.parametrize("plate", [UMPIRES, OTHERS, SHOWS])
def test_a_new_code_takes_the_place_of_the_old_one(plate: str) -> None:
    """A console's card that was lost or guessed cannot be replaced while the exercise runs."""
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
    record = [line.words() for table in room.exercise.tables.values() for line in table.story.record]
    assert len([line for line in record if "a new code" in line and "because" in line]) == 2
    assert not [line for line in record if issued.code in line]


def test_people_with_the_old_code_stay_or_are_disconnected_as_the_umpire_chooses() -> None:
    """A person who copied a lost card stays connected, or the umpire disconnects themselves."""
    room = opened()
    umpire, copied = comes(room, UMPIRES), comes(room, UMPIRES, "a copy")
    assert isinstance(renew(room, umpire, UMPIRES), Done)
    assert {umpire.key, copied.key} <= set(room.exercise.keys)
    plate = umpire.last(CodeIssued).code.partition("-")[0]
    assert isinstance(renew(room, umpire, plate, keep=False), Done)
    assert copied.last(Fenced)
    assert copied.key not in room.exercise.keys
    assert umpire.key in room.exercise.keys
    told = [line.words() for line in room.table.story.record if "a new code" in line.words()]
    assert ["kept the users of the old one (" in text for text in told] == [True, False]
    assert ["disconnected the users of the old one (" in text for text in told] == [False, True]
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
def test_a_code_that_may_not_be_renewed_stays_valid(asker: str, plate: str, code: RefusalCode) -> None:
    """An umpire of one table gets the card for all tables, or a mistyped plate takes a seat from its holder."""
    room = opened()
    said = renew(room, comes(room, asker), plate)
    assert isinstance(said, Refusal)
    assert said.code is code
    assert {SITS, *HOLDERS} == {card.code.plate for card in room.exercise.codes}


def test_an_umpire_of_some_tables_renews_their_own_code() -> None:
    """An umpire of some tables needs a director to renew their own code."""
    room = opened()
    assert isinstance(renew(room, comes(room, PARTS), PARTS), Done)


@pytest.mark.parametrize("role", [Role.TECHNICAL, Role.OBSERVER])
def test_only_umpires_renew(role: Role) -> None:
    """The technical crew is told the umpire's new code, and sees every hand with it."""
    room = opened()
    said = renew(room, room.console(role), UMPIRES)
    assert isinstance(said, Refusal)
    assert said.code is RefusalCode.NOT_ALLOWED
    assert isinstance(room.exercise.card(UMPIRES), CodeCard)


def test_an_umpire_cannot_take_the_card_of_the_second_umpire() -> None:
    """If two umpires must rule, one of them takes the other's code and seconds alone."""
    room = opened(second_umpire=True)
    umpire = comes(room, UMPIRES)
    said = renew(room, umpire, OTHERS)
    assert isinstance(said, Refusal)
    assert said.code is RefusalCode.NOT_ALLOWED
    assert said.text == (
        "Rulings need two umpires here, so no umpire gets another umpire's code. When the host has ended,"
        " renew that code with `warcouncil plan cards --renew`."
    )
    assert isinstance(renew(room, umpire, SHOWS), Done)
    assert isinstance(renew(room, umpire, UMPIRES), Done)
    assert isinstance(renew(room, umpire, umpire.last(CodeIssued).code.partition("-")[0]), Done)


@pytest.mark.parametrize("by_host", [False, True], ids=["by the umpire", "by the host"])
def test_an_umpire_with_a_renewed_code_is_still_the_same_umpire(by_host: bool) -> None:
    """One umpire with two windows asks in one, renews the code, and seconds in the other."""
    room = opened(second_umpire=True)
    asks, seconds, other = comes(room, UMPIRES), comes(room, UMPIRES, "second window"), comes(room, OTHERS)
    room.rule(asks, EndGame(text="enough"))
    if by_host:
        fresh = CodeCard(code=CodeText(plate="BBB", secret="BBBBBBBB"), holder=HOLDERS[UMPIRES])
        room.do(Coded(at=room.at, card=fresh, key="", instead=UMPIRES, keep=False))
        room.do(Admitted(at=room.at, key="third window", holder=HOLDERS[UMPIRES], plate="BBB"))
        seconds = room.greet("third window")
    else:
        renew(room, seconds, UMPIRES, keep=False)
    assert asks.key not in room.exercise.keys
    room.crash()
    seconds, other = room.greet(seconds.key), room.greet(other.key)
    said = room.rule(seconds, Approve(number=1))
    assert isinstance(said, Refusal)
    assert said.code is RefusalCode.NOT_ALLOWED
    assert isinstance(room.rule(other, Approve(number=1)), Done)


def test_the_host_renews_a_code_from_the_file() -> None:
    """A card that is lost while no umpire is connected is lost for good, or its finder stays connected."""
    room = opened()
    seat = Grant(role=Role.SEAT, table=TableId(1), seat=SeatId("red.1"))
    room.do(Admitted(at=room.at, key="thief", holder=seat, plate=SITS))
    fresh = CodeCard(code=CodeText(plate="BBB", secret="BBBBBBBB"), holder=seat)
    room.do(Coded(at=room.at, card=fresh, key="", instead=SITS, keep=False))
    assert "thief" not in room.exercise.keys
    assert room.exercise.card(SITS) is Turned.WRONG_CODE
    assert room.exercise.card("BBB") == fresh
