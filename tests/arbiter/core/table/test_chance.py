"""Pledges and numbers of seats. No seat can choose its number after it reads the others', and no seat can use
another's pledge.
"""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core.checks.invariants import check
from warcouncil.protocol.acts.acts import (
    Act,
    Amend,
    Begin,
    DeclareFor,
    EndGame,
    EndNow,
    Extend,
    Fiat,
    GiveToBot,
    GoBack,
    Hold,
    LayOpen,
    Pause,
    Release,
    Tell,
    Void,
)
from warcouncil.protocol.proofs.lots import pledge_of
from warcouncil.protocol.table.sheets import Prose
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import Seen, TableStatus
from warcouncil.protocol.wire.replies import Done, DrawShown, Refusal, RefusalCode, Welcome
from warcouncil.protocol.wire.requests import Look, OpenLot, Pledge
from warcouncil.protocol.words import GateNo, TableId

from tests.arbiter.core.drawing import TOO_LATE_MS, all_drawn, drawing, lot, open_lot, pledge
from tests.arbiter.core.harness import Room
from tests.toys.sealed_bid import GAME as SEALED_BID

ONE = TableId(1)
SEATS = [seat.id for seat in SEALED_BID.seats(SEALED_BID.options_type())]


def test_no_number_is_opened_before_all_pledges_are_fixed() -> None:
    """The last seat to pledge chooses its number after it reads those of the others."""
    room = drawing()
    first, *rest = room.sit_all().values()
    pledge(room, first)
    refused = open_lot(room, first)
    assert isinstance(refused, Refusal)
    assert refused.code is RefusalCode.CLOSED
    for person in rest:
        assert not first.of(DrawShown)
        pledge(room, person)
    assert len(first.of(DrawShown)) == 1


def test_no_seat_can_pledge_again_when_pledges_are_shown() -> None:
    """A seat that sees the others' pledges draws its number again."""
    room = drawing()
    people = room.sit_all()
    for person in people.values():
        pledge(room, person)
    first = next(iter(people.values()))
    refused = pledge(room, first, "again")
    assert isinstance(refused, Refusal)
    assert refused.code is RefusalCode.CLOSED
    assert isinstance(open_lot(room, first), Done)


def test_only_the_number_that_was_pledged_can_be_opened() -> None:
    """A pledge does not bind its seat."""
    room = drawing()
    people = room.sit_all()
    for person in people.values():
        pledge(room, person)
    first = next(iter(people.values()))
    refused = open_lot(room, first, "another")
    assert isinstance(refused, Refusal)
    assert refused.code is RefusalCode.MALFORMED
    assert not room.table.begun


def test_the_number_of_another_seat_cannot_be_opened() -> None:
    """A seat in league with the host copies another seat's pledge, and decides later whether to open it."""
    room = drawing()
    one, two, *rest = room.sit_all().values()
    for person in (one, *rest):
        pledge(room, person)
    copied = pledge_of("Jena", ONE, room.exercise.keys[one.key].seat, lot(one))
    room.ask(two, Pledge(id=room.fresh(), pledge=copied))
    room.settle()
    assert two.of(DrawShown)
    room.ask(two, OpenLot(id=room.fresh(), lot=lot(one)))
    assert two.last(Refusal).code is RefusalCode.MALFORMED
    assert isinstance(open_lot(room, one), Done)


def test_a_pledge_that_is_sent_again_has_one_effect() -> None:
    """A lost reply binds a seat twice, or fills the journal."""
    room = drawing()
    person = room.sit("red.1")
    before = len(room.journal)
    assert isinstance(pledge(room, person), Done)
    assert isinstance(pledge(room, person), Done)
    assert len(room.journal) == before + 1


def test_a_seat_cannot_fill_the_journal_with_pledges() -> None:
    """One client writes until the disk is full."""
    room = drawing()
    person = room.sit("red.1")
    said = [pledge(room, person, str(n)) for n in range(12)]
    assert [isinstance(one, Done) for one in said] == [True] * 10 + [False] * 2
    assert why(said[-1]) == (
        RefusalCode.TOO_FAST,
        "You changed your number too often. Your last number counts.",
    )
    assert room.table.draw
    assert room.table.draw.pledges[SEATS[0]] == pledge_of("Jena", ONE, SEATS[0], lot(person, "9"))


def why(said: Done | Refusal) -> tuple[RefusalCode, str]:
    """Return the code and the text of a refusal."""
    assert isinstance(said, Refusal)
    return said.code, said.text


def test_a_refusal_of_a_number_says_whether_the_number_counts() -> None:
    """A player reads of a fault, and does not know whether their number counts."""
    room = drawing()
    first, *rest = room.sit_all().values()
    pledge(room, first)
    assert why(open_lot(room, first)) == (
        RefusalCode.CLOSED,
        "Your number came too late and no longer counts.",
    )
    for person in rest:
        pledge(room, person)
    assert why(open_lot(room, first, "another")) == (
        RefusalCode.MALFORMED,
        "Your window committed to a different number, and only that number can count.",
    )
    assert why(pledge(room, first, "another")) == (
        RefusalCode.CLOSED,
        "The seed of this table was made without your number. You can play on.",
    )


def test_an_umpire_who_begins_twice_reads_that_the_game_begins() -> None:
    """An umpire believes that nothing happens, and begins again."""
    room = drawing(start="umpire")
    room.sit_all()
    umpire = room.umpire()
    assert isinstance(room.rule(umpire, Begin()), Done)
    assert why(room.rule(umpire, Begin())) == (RefusalCode.NO_SUCH, "The game begins in a moment.")


def test_with_chance_of_the_host_no_pledge_is_accepted() -> None:
    """A player changes the chance of a table whose seats give no numbers."""
    room = Room("sealed_bid", exercise={"start": "umpire"})
    person = room.sit("red.1")
    assert person.last(Welcome).chance == "host"
    assert isinstance(pledge(room, person), Refusal)
    assert room.table.chance.hex() == room.table.plan.seed


# --- nothing before -----------------------------------------------------------------------------------------------


def test_no_card_is_dealt_before_the_chance_is_made() -> None:
    """A player who sees an early deal can stay away until they like a later one."""
    room = drawing(start="umpire")
    people = room.sit_all()
    umpire = room.umpire()
    for person in people.values():
        pledge(room, person)
    room.ask(umpire, Look(id=room.fresh(), table=ONE))
    views = [person.last(View) for person in people.values()] + [umpire.last(Seen).view]
    assert room.table.state is None
    assert all(not view.begun and view.form is None and view.clock is None for view in views)
    assert {view.sheet.headline for view in views} == {"Nothing is dealt yet."}
    assert {view.title for view in views} == {"The game has not begun"}
    told = (
        "When the game begins, the host and all players here together make the seed of this table's chance."
    )
    assert {view.sheet.elements for view in views} == {(Prose(title="Chance", text=told),)}
    assert not [row for row in room.journal if row.kind == "closed"]
    assert umpire.last(TableStatus).clock is None


def test_a_view_before_the_deal_does_not_depend_on_the_hosts_number() -> None:
    """A deal that is never played can be read out of a view."""
    frames = []
    for seed in (1, 2):
        room = drawing(start="umpire", seed=seed)
        people = room.sit_all()
        frames.append([frame for one in people.values() for _, frame in one.frames if b'"view"' in frame])
    assert frames[0] == frames[1]


def test_an_umpire_cannot_rule_on_a_position_before_the_deal() -> None:
    """A ruling before the deal fails the rules, and holds the table."""
    room = drawing(start="umpire")
    room.sit_all()
    umpire = room.umpire()
    idle: list[Act] = [
        EndGame(winners=(), text="enough"),
        Amend(text="fact: It rains."),
        Extend(seconds=60),
        GoBack(to=GateNo(1)),
    ]
    idle += [DeclareFor(seat=SEATS[0], answer={}), Void(seat=SEATS[0]), EndNow(), Pause(), LayOpen()]
    for act in idle:
        assert isinstance(room.rule(umpire, act), Refusal), act
    good: list[Act] = [Fiat(text="no shouting"), Tell(text="soon"), Hold(), Release(), Begin()]
    for act in good:
        assert isinstance(room.rule(umpire, act), Done), act
    check(room.exercise)
    assert not room.table.held


def test_no_number_is_sent_to_any_person() -> None:
    """A player who knows another's number before opening their own stays away to choose."""
    room = drawing()
    umpire = room.umpire()
    people = all_drawn(room)
    for person in (*people.values(), umpire):
        heard = b"".join(frame for _, frame in person.frames)
        assert not [one for one in people.values() if lot(one).encode() in heard]
        assert room.table.plan.seed.encode() not in heard


@pytest.mark.parametrize(
    ("pledged", "opened", "told"),
    [
        (4, 4, "the seed was made by the host and {0}, {1}, {2}, {3}"),
        (4, 3, "the seed was made by the host and {0}, {1}, {2}; left out: {3} (number not opened)"),
        (2, 2, "the seed was made by the host and {0}, {1}; left out: {2}, {3} (gave none)"),
        (
            2,
            1,
            "the seed was made by the host and {0}; left out: {1} (number not opened); {2}, {3} (gave none)",
        ),
        (
            0,
            0,
            "the seed was made by the host alone; left out: {0}, {1}, {2}, {3} (gave none)",
        ),
    ],
)
def test_umpires_read_which_seats_made_the_chance_and_which_were_left_out(
    pledged: int, opened: int, told: str
) -> None:
    """The record does not show whose number counts, or who stayed away after the pledge."""
    room = drawing(start="umpire")
    umpire = room.umpire()
    people = [*room.sit_all().values()]
    for person in people[:pledged]:
        pledge(room, person)
    room.rule(umpire, Begin())
    if pledged < len(people):
        room.wait(TOO_LATE_MS)
    for person in people[:opened]:
        open_lot(room, person)
    room.wait(TOO_LATE_MS)
    titles = [room.table.seats[seat].title for seat in SEATS]
    assert [line.words() for line in room.table.story.record if line.words().startswith("the seed")] == [
        told.format(*titles)
    ]


def test_umpires_read_of_a_bot_that_it_gives_no_number() -> None:
    """A room with bots looks like one in which half of the players stayed away from the chance."""
    room = drawing(start="umpire")
    umpire = room.umpire()
    room.rule(umpire, GiveToBot(seat=SEATS[0]))
    room.sit_all()
    room.rule(umpire, Begin())
    room.wait(2 * TOO_LATE_MS)
    (told,) = [line.words() for line in room.table.story.record if line.words().startswith("the seed")]
    assert f"; {room.table.seats[SEATS[0]].title} (a bot gives none)" in told
    assert told.count(room.table.seats[SEATS[0]].title) == 1
