"""A standby that follows a journal record by record has, at every record, the state that a resume from there
would have.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.room.recovery import Following, restore
from warcouncil.arbiter.core.words.outcome import Send
from warcouncil.arbiter.core.words.record import Corrupt, Row
from warcouncil.arbiter.core.words.stimuli import Greeted, Received, Resumed, Stimulus, Ticked
from warcouncil.protocol.proofs.receipts import Held, digest_of, signed
from warcouncil.protocol.wire.requests import Declare, Hello, Rule
from warcouncil.protocol.words import Role, SeatId

from tests.arbiter.core.harness import Room, load, sign
from tests.arbiter.core.room.test_recovery import morning
from tests.arbiter.core.standing import differences
from tests.arbiter.core.storm import Storm
from tests.profile import games

TOKEN = "a" * 32


def token_of(key: str) -> str:
    """Return the name of the session that a key opens."""
    return sign(key.encode())[:32]


def followed(rows: Sequence[Row], known: int) -> Following:
    """Follow a journal that had `known` records at the beginning."""
    following = Following(rows[:known], sign, load=load)
    for row in rows[known:]:
        following.take(row)
    return following


def heard(exercise: Exercise, rows: Sequence[Row]) -> list[Any]:
    """Resume the arbiter, reconnect each person with their newest receipt, and repeat what they had sent.

    Return all replies, byte for byte, and what is still due.
    """
    at = rows[-1].at
    frames: list[Any] = []

    def do(stimulus: Stimulus) -> None:
        outcome = exercise.handle(stimulus)
        frames.append([effect for effect in outcome.effects if isinstance(effect, Send)])

    do(Resumed(at=at))
    held, sent = _held(exercise, rows)
    for key in exercise.keys:
        do(Greeted(at=at, key=key, route=key.encode(), token=token_of(key), held=held.get(key)))
    for key, body in sent:
        if key in exercise.keys:
            do(Received(at=at, key=key, body=body, session=token_of(key), route=key.encode()))
    for _ in range(4):
        while pending := exercise.pending(at):
            for stimulus in pending:
                do(stimulus)
        at += 2500
        do(Ticked(at=at))
    return [*frames, exercise.deadline(), exercise.stand_ins(), exercise.codes]


def _held(
    exercise: Exercise, rows: Sequence[Row]
) -> tuple[dict[str, Held], list[tuple[str, Declare | Rule]]]:
    """Return the newest receipt that each key may hold, and the newest declarations and rulings."""
    held: dict[str, Held] = {}
    sent: list[tuple[str, Declare | Rule]] = []
    for row in rows:
        if row.kind != "received":
            continue
        key, body = (one := Received.model_validate_json(row.body)).key, one.body
        holder = exercise.keys.get(key)
        if isinstance(body, Declare | Rule):
            sent.append((key, body))
        if isinstance(body, Declare) and holder and holder.role is Role.SEAT:
            digest = digest_of(body.answer)
            words = {"gate": body.gate, "request": body.id, "digest": digest}
            proof = signed(exercise.name, table=holder.table, seat=SeatId(holder.seat), **words)  # type: ignore[arg-type]  # named above
            held[key] = Held(
                table=holder.table,
                seat=holder.seat,
                gate=body.gate,
                id=body.id,
                digest=digest,
                signature=sign(proof),
            )
    return held, sent[-12:]


def check(rows: Sequence[Row], stops: Sequence[int], known: Sequence[int]) -> None:
    """Follow to each of these records from each of these beginnings, and compare with a resume from there."""
    for stop in stops:
        told = restore(rows[:stop], sign, load=load)
        stand = {begin: followed(rows[:stop], begin).stand() for begin in known if begin <= stop}
        for begin, exercise in stand.items():
            assert not differences(told, exercise), f"known {begin}, stopped after {stop}"
        answers = heard(told, rows[:stop])
        for begin, exercise in stand.items():
            assert heard(exercise, rows[:stop]) == answers, f"known {begin}, stopped after {stop}"


def spread(rows: Sequence[Row], of: int) -> list[int]:
    """Return `of` places spread over a journal, from its first record to its last."""
    return sorted({1 + (len(rows) - 1) * number // of for number in range(of + 1)})


@pytest.mark.parametrize("second", [False, True])
def test_a_follower_of_a_busy_morning_equals_a_resume(second: bool) -> None:
    """A standby that takes over has other people at the seats, another clock or other orders than the players
    know.
    """
    rows = morning(Room, second=second).journal
    check(rows, spread(rows, games(4, 60)), [1, len(rows) // 3, 2 * len(rows) // 3])


@pytest.mark.parametrize("game", ["sealed_bid", "kashmir_crisis", "nim", "standoff"])
def test_a_follower_through_a_storm_equals_a_resume(game: str) -> None:
    """Crashes, repeats and lost rulings in the leader's journal give the standby another state."""
    for seed in range(1, 1 + games(1, 20)):
        storm = Storm(game, seed, ruled=True)
        storm.run(steps=500)
        rows = storm.room.journal
        check(rows, spread(rows, games(3, 10)), [1, len(rows) // 2])


def test_a_follower_knows_each_declaration_as_its_seat_does() -> None:
    """A seat that shows its receipt after a take-over is told that its order is lost."""
    room = Room("sealed_bid")
    room.sit_all()
    room.play(5)
    exercise = followed(room.journal, len(room.journal) - 3).stand()
    sent = [(one.key, one.body) for row in room.journal if row.kind == "received" and (one := _of(row))]
    sealed = [(body.id, exercise.keys[key]) for key, body in sent if isinstance(body, Declare)]
    assert len(sealed) > 8
    assert all(exercise.room.receipts.gate_of(one, holder.table, holder.seat) for one, holder in sealed)
    key, body = sent[-1]
    assert not isinstance(body, Hello)
    exercise.handle(Greeted(at=room.at, key=key, route=b"", token=TOKEN))
    again = exercise.handle(Received(at=room.at, key=key, body=body, session=TOKEN))
    assert not again.durable, "an order that was sent again would count twice"


def _of(row: Row) -> Received:
    return Received.model_validate_json(row.body)


def _lied(rows: list[Row], closing: int) -> list[Row]:
    """Return a journal in which closing number `closing` has another digest than the rules give it."""
    at = [number for number, row in enumerate(rows) if row.kind == "closed"][closing]
    body = json.loads(rows[at].body)
    body["digest"] = "0" + body["digest"]
    return [*rows[:at], rows[at]._replace(body=json.dumps(body).encode()), *rows[at + 1 :]]


def test_a_differing_gate_is_noticed_at_once_and_held_no_longer_than_by_a_resume() -> None:
    """A standby with other rules takes over and goes on as if nothing were wrong. Or it holds a table because
    of an old gate, though the later gates agree.
    """
    room = Room("sealed_bid", tables=2)
    room.sit_all()
    room.play(6)
    rows = _lied(room.journal, 4)  # two tables have begun: this is the third gate that closed
    following = Following(rows[:2], sign, load=load)
    doubted = []
    for stop, row in enumerate(rows[2:], 3):
        following.take(row)
        doubted.append(bool(following.doubts))
        told = restore(rows[:stop], sign, load=load)
        assert (
            followed(rows[:stop], 2).stand().tables[room.table.number].held
            == told.tables[room.table.number].held
        )
        assert not differences(followed(rows[:stop], 2).stand(), told)
    assert any(doubted), "it is doubted when it is seen"
    assert not doubted[-1], "and not when two gates have come to the same since"


def test_a_closing_that_is_put_back_gives_its_table_another_time() -> None:
    """A standby closes a question at the time of an earlier one, which the leader closed long ago."""
    room = Room("sealed_bid", tables=2)
    for seat in room.table.seats:
        room.sit(seat, table=2)
    for _ in range(4):
        room.wait(1_000)
        room.play(table=2)
    rows = [row for row in room.journal if row.kind in ("began", "closed")]
    assert [row.table for row in rows[-4:]] == [2, 2, 2, 2]
    following = Following(rows[:1], sign, load=load)
    timetable = following.exercise.timing.timetable
    for row in rows[1:]:
        assert timetable.runs
        following.take(row)
        assert not [*timetable.wrong()], f"record {row.seq} ({row.kind})"


def test_a_file_without_a_journal_is_not_followed() -> None:
    """A standby takes over an empty room."""
    room = Room("nim")
    for rows in ([], room.journal[1:]):
        with pytest.raises(Corrupt):
            Following(rows, sign, load=load)
