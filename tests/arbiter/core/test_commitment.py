"""The arbiter commits itself to the chance before it draws."""

from __future__ import annotations

from hashlib import blake2b

from warcouncil.arbiter.core.room.arrivals import commitment
from warcouncil.protocol.wire.replies import Welcome

from tests.arbiter.core.harness import Room


def test_everyone_is_told_the_fingerprint_of_the_seed_and_can_check_it_afterwards() -> None:
    """A player can claim that the cards were chosen, and the host cannot prove otherwise."""
    room = Room("sealed_bid")
    told = {person.last(Welcome).commitment for person in room.sit_all().values()}
    plan = room.table.plan
    opened = f"seed:{room.exercise.name}|{plan.table}|{plan.seed}"
    assert told == {blake2b(opened.encode(), digest_size=32).hexdigest()}


def test_another_seed_table_or_exercise_has_another_fingerprint() -> None:
    """A seed can be exchanged for one that was promised elsewhere."""
    plan = Room("sealed_bid", seed=1).table.plan
    other = Room("sealed_bid", seed=2).table.plan
    again = plan.model_copy(update={"table": 2})
    prints = [
        commitment("Jena", plan),
        commitment("Jena", other),
        commitment("Jena", again),
        commitment("Ulm", plan),
    ]
    assert len(set(prints)) == 4


def test_a_fingerprint_does_not_hold_the_seed() -> None:
    """Every reader of the fingerprint knows every card."""
    room = Room("sealed_bid")
    person = room.sit("red.1")
    assert all(room.table.plan.seed.encode() not in frame for _, frame in person.frames)
