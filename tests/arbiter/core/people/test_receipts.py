"""Receipts: the arbiter knows what it has signed, and reports when its file no longer holds it.

Whenever a person reconnects in a test, `Room.greet` compares their newest receipt too.
"""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core.people import receipts
from warcouncil.arbiter.core.people.receipts import ReceiptBook
from warcouncil.protocol.acts.acts import Answered, EndGame, EndNow, GoBack, Void
from warcouncil.protocol.acts.room_acts import Remove, Reseat
from warcouncil.protocol.proofs.receipts import Held
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.wire.replies import Refusal, RefusalCode, Welcome
from warcouncil.protocol.wire.requests import Declare, Propose
from warcouncil.protocol.words import GateNo, MessageId, SeatId, TableId

from tests.arbiter.core.harness import Person, Room, sign

ONE = TableId(1)
ARMY = SeatId("red.army")


def said_of_receipt(person: Person) -> str:
    """Return what the arbiter answered about the receipt that was shown."""
    return str(person.last(Welcome).receipt)


def alarms(umpire: Person) -> list[str]:
    """Return the calls at the first table."""
    return [alarm.text for alarm in umpire.last(TableStatus).alarms if alarm.call]


def lost_after(room: Room, person: Person) -> None:
    """Crash the arbiter so that it loses everything after its first record of the game, though it has signed
    receipts.
    """
    assert person.key in room.held
    kept = max(n for n, row in enumerate(room.journal, 1) if row.kind in ("admitted", "closed"))
    room.crash(rows=kept)


def test_a_declaration_signed_again_is_the_newest() -> None:
    """A declaration that was repeated last is forgotten first, and its receipt is reported as lost."""
    book = ReceiptBook("Jena", lambda _: "")
    again = MessageId("again")
    book.remember(again, ONE, ARMY, GateNo(1))
    for number in range(receipts.KNOWN_MAX - 1):
        book.remember(MessageId(f"other {number}"), ONE, ARMY, GateNo(1))
    book.remember(again, ONE, ARMY, GateNo(1))
    book.remember(MessageId("one more"), ONE, ARMY, GateNo(1))
    assert book.gate_of(again, ONE, ARMY)
    assert not book.gate_of(MessageId("other 0"), ONE, ARMY)


@pytest.mark.parametrize("crash", [False, True])
@pytest.mark.parametrize("table", [1, 2])
def test_a_copied_id_does_not_invalidate_the_receipt_of_its_owner(
    monkeypatch: pytest.MonkeyPatch, table: int, crash: bool
) -> None:
    """When a seat of another table seals under the same id, the first seat is told that the file has lost its
    answer.
    """
    room = Room("kartenspiel", tables=2)
    army, other = room.sit("red.army"), room.sit("black.army", table=table)
    room.suggest(army)
    monkeypatch.setattr(room, "fresh", lambda: room.held[army.key].id)
    room.suggest(other)
    assert room.held[other.key].id == room.held[army.key].id
    if crash:
        room.crash()
    assert said_of_receipt(room.greet(army.key)) == "known"
    assert said_of_receipt(room.greet(other.key)) == "known"


# --- what was lost ------------------------------------------------------------------------------------------------


def test_a_declaration_that_the_file_has_lost_is_shouted_about_on_both_sides() -> None:
    """A disk fault removes a sealed answer, and neither its player nor the umpires learn of it."""
    room = Room("kartenspiel")
    umpire = room.umpire()
    army, other = room.sit("red.army"), room.sit("black.army")
    room.suggest(army)
    gate = room.held[army.key].gate
    lost_after(room, army)
    umpire = room.greet(umpire.key)
    army = room.greet(army.key)
    other = room.greet(other.key)
    assert said_of_receipt(army) == "missing"
    assert said_of_receipt(other) == "none"
    room.wait(1000)
    (alarm,) = umpire.last(TableStatus).alarms
    assert (alarm.table, alarm.seat) == (1, "red.army")
    assert f"question {gate}" in alarm.text
    assert any(f"question {gate}" in line.words() for line in room.table.story.record)


def test_a_lost_declaration_is_one_alarm_however_often_its_seat_comes_back() -> None:
    """One bad cable fills the wall with alarms, or an answered alarm comes again."""
    room = Room("kartenspiel")
    army = room.sit("red.army")
    room.suggest(army)
    lost_after(room, army)
    umpire = room.umpire()
    for _ in range(3):
        army = room.greet(army.key)
        assert said_of_receipt(army) == "missing"
    room.wait(1000)
    assert len(alarms(umpire)) == 1
    room.rule(umpire, Answered(call=1, text="We seal it again."))
    room.greet(army.key)
    room.wait(1000)
    assert alarms(umpire) == []


def test_the_alarm_and_the_record_outlast_the_arbiter() -> None:
    """A loss is forgotten with the next crash."""
    room = Room("kartenspiel")
    army = room.sit("red.army")
    room.suggest(army)
    lost_after(room, army)
    room.greet(army.key)
    told, calls = list(room.table.story.record), list(room.table.talk.calls)
    room.crash()
    assert (room.table.story.record, room.table.talk.calls) == (told, calls)


def test_a_lost_answer_is_still_reported_when_the_table_has_gone_on_without_it() -> None:
    """A player who reconnects two questions later is told that all is well."""
    room = Room("kartenspiel")
    people = room.sit_all()
    mine = people["red.army"]
    room.suggest(mine)
    lost_after(room, mine)
    for seat in room.table.seats:
        people[seat] = room.greet(people[seat].key)
        room.held.pop(people[seat].key, None) if seat != "red.army" else None
    held = room.held[mine.key]
    while room.table.gate < held.gate + 3:
        room.play()
        room.held[mine.key] = held
        room.wait(200_000, step_ms=50_000)
    room.held[mine.key] = held
    assert said_of_receipt(room.greet(mine.key)) == "missing"


# --- never a false alarm ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gates", [0, 1, 2, 5])
@pytest.mark.parametrize("crash", [False, True])
def test_a_receipt_is_known_however_many_questions_ago_it_was_given(gates: int, crash: bool) -> None:
    """A seat that was away raises an alarm over an answer that was counted long ago."""
    room = Room("kartenspiel")
    people = room.sit_all()
    room.play()
    held = dict(room.held)
    for _ in range(gates):
        room.play()
    room.held |= held
    if crash:
        room.crash()
    for seat, person in people.items():
        if person.key in held:
            assert said_of_receipt(room.greet(person.key)) == "known", seat


@pytest.mark.parametrize("crash", [False, True])
@pytest.mark.parametrize(
    "act",
    [
        Void(seat=SeatId("red.army")),
        EndGame(winners=(), text="Enough."),
        Remove(seat=SeatId("red.corps.2"), keep=False),
        GoBack(to=GateNo(1)),
        Reseat(seat=SeatId("red.army"), to_table=TableId(2), to_seat=SeatId("black.army")),
        Reseat(seat=SeatId("red.army"), to_table=ONE, to_seat=SeatId("black.army")),
    ],
    ids=lambda act: act.act if hasattr(act, "act") else str(act),
)
def test_no_ruling_makes_a_receipt_unknown(
    act: Void | EndGame | Remove | GoBack | Reseat, crash: bool
) -> None:
    """An umpire who voids, rolls back or moves people causes an alarm that the file is damaged."""
    room = Room("kartenspiel", tables=2)
    umpire = room.umpire()
    people = room.sit_all()
    room.sit("black.army", table=2)
    room.play(2)
    army = people["red.army"]
    if army.key not in room.held:
        room.suggest(army)
    assert room.held[army.key].seat == "red.army"
    assert not isinstance(room.rule(umpire, act), Refusal)
    if crash:
        room.crash()
    for person in people.values():
        if person.key in room.exercise.keys and person.key in room.held:
            assert said_of_receipt(room.greet(person.key)) == "known"
    assert not room.table.talk.calls


def test_a_receipt_of_the_seat_that_was_left_is_known_at_the_new_one() -> None:
    """A player who was moved is told that the answer of the former seat is lost."""
    room = Room("kartenspiel", tables=2)
    umpire = room.umpire()
    army = room.sit("red.army")
    room.suggest(army)
    act = Reseat(seat=SeatId("red.army"), to_table=TableId(2), to_seat=SeatId("black.army"))
    assert not isinstance(room.rule(umpire, act), Refusal)
    army = room.greet(army.key)
    assert army.last(Welcome).table == 2
    assert said_of_receipt(army) == "known"


def test_a_receipt_that_was_never_signed_here_is_no_alarm() -> None:
    """A player raises the umpires' alarm with an invented receipt, or with one of another exercise."""
    room = Room("kartenspiel")
    army = room.sit("red.army")
    room.suggest(army)
    true = room.held[army.key]
    for made_up in ({"gate": GateNo(9)}, {"seat": SeatId("black.army")}, {"signature": "0" * 128}):
        room.held[army.key] = true.model_copy(update=made_up)
        person = Person(army.key, "")
        with pytest.raises(AssertionError):
            person = room.greet(army.key)  # the harness expects every receipt to be ours
        person = room.people[army.key]
        assert said_of_receipt(person) == "none"
    assert not room.table.talk.calls


def test_receipts_forgotten_because_of_the_limit_are_not_called_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A very long exercise begins to raise alarms over its first hours."""
    monkeypatch.setattr(receipts, "KNOWN_MAX", 3)
    room = Room("kartenspiel")
    people = room.sit_all()
    room.play()
    held = dict(room.held)
    room.play(3)
    room.held |= held
    for person in people.values():
        if person.key in held:
            assert said_of_receipt(room.greet(person.key)) == "known"


@pytest.mark.parametrize(("gate", "is_missing"), [(4, False), (5, False), (6, True)])
def test_a_receipt_of_the_question_forgotten_last_is_not_called_lost(
    monkeypatch: pytest.MonkeyPatch, gate: int, is_missing: bool
) -> None:
    """Only some answers to one question are forgotten, and their seats get an alarm."""
    monkeypatch.setattr(receipts, "KNOWN_MAX", 1)
    book = ReceiptBook("Jena", sign)
    for number in (5, 6):
        book.remember(MessageId(f"{number}" * 32), ONE, ARMY, GateNo(number))
    held = Held(
        table=ONE,
        seat=ARMY,
        gate=GateNo(gate),
        id=MessageId("a" * 32),
        digest="b" * 32,
        signature="c" * 128,
    )
    assert book.missing(held) is is_missing


# --- what a repeat is told ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("crash", [False, True])
def test_a_repeat_of_long_ago_is_told_the_truth(crash: bool) -> None:
    """A client that repeats an answer that was counted reads that nothing was changed."""
    room = Room("kartenspiel")
    people = room.sit_all()
    army = people["red.army"]
    room.play()
    old = room.held[army.key]
    while room.table.gate < old.gate + 3:
        room.play()
        room.wait(200_000, step_ms=50_000)
    if crash:
        room.crash()
    army = room.greet(army.key)
    room.ask(army, Declare(id=old.id, gate=old.gate, answer={}))
    refusal = army.last(Refusal)
    assert (refusal.code, refusal.text) == (
        RefusalCode.COUNTED,
        "That answer was sealed in time. Its question has closed.",
    )
    other = room.greet(people["black.army"].key)
    room.ask(other, Declare(id=old.id, gate=old.gate, answer={}))
    assert other.last(Refusal).code is RefusalCode.STALE, "what another seat sealed is not told"


# --- for one seat, for one question -------------------------------------------------------------------------------


def test_a_declaration_made_at_another_seat_is_refused() -> None:
    """An answer made for one seat is sealed and signed at the seat to which its author was moved."""
    room = Room("kartenspiel", tables=2)
    umpire = room.umpire()
    army = room.sit("red.army")
    view = army.last(View)
    act = Reseat(seat=SeatId("red.army"), to_table=TableId(2), to_seat=SeatId("black.army"))
    assert not isinstance(room.rule(umpire, act), Refusal)
    army = room.greet(army.key)
    here = army.last(View)
    assert here.gate == view.gate
    assert view.form is not None
    assert here.form is not None
    answer = here.form.suggested or {}
    for table, seat in ((1, "red.army"), (2, "red.army"), (1, "black.army")):
        made = Declare(
            id=room.fresh(), gate=here.gate, answer=answer, table=TableId(table), seat=SeatId(seat)
        )
        room.ask(army, made)
        assert army.last(Refusal).code is RefusalCode.STALE
        assert army.last(Refusal).id == made.id
    assert not room.exercise.tables[TableId(2)].sealed


def test_a_proposal_is_not_put_in_another_question_than_it_was_meant_for() -> None:
    """A bargain for this turn is offered in the next."""
    room = Room("sealed_bid", {"talk": "public", "talk_deals": True, "talk_seconds": 30})
    giver, umpire = room.sit_all()["red.1"], room.umpire()
    first = room.table.gate
    room.rule(umpire, EndNow())
    while not getattr(room.table.phase, "deals", False):
        room.rule(umpire, EndNow())
    for gate, put in ((99, 0), (first, 0), (room.table.gate, 1), (0, 2)):
        room.ask(giver, Propose(id=room.fresh(), to=SeatId("black.1"), text="peace", gate=GateNo(gate)))
        assert len(room.table.talk.deals) == put
    assert giver.last(Refusal).code is RefusalCode.CLOSED
