"""The proof of secrecy in a room whose tables play scenarios from outside the project.

A secret of such a file stays hidden.
"""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from warcouncil.games.scenario.look import Beholder
from warcouncil.protocol.wire.wire import REPLY_BYTES
from warcouncil.protocol.words import SeatId

from tests.arbiter.core.harness import Room
from tests.arbiter.core.twins import Leak, Pair, close_and_compare, seats, secret_gate, twins
from tests.games.scenario.small import SMALL
from tests.games.scenario.strategies import written
from tests.profile import games

SEALED: dict[str, Any] = {
    "format": 1,
    "title": "Nothing is open",
    "summary": "Everything in it is somebody's secret.",
    "situation": "Nobody knows anything of anybody.",
    "rounds": 2,
    "teams": [
        {"name": name, "title": name.capitalize(), "brief": f"A brief for {name}."}
        for name in ("blue", "red")
    ]
    + [{"name": "cell", "title": "White cell", "cell": True}],
    "seats": [
        {"name": f"{team}.{role}", "team": team, "title": f"{team} {role}", "brief": f"For {team} {role}."}
        for team in ("blue", "red")
        for role in ("first", "second")
    ]
    + [{"name": "cell.head", "team": "cell", "title": "Head"}],
    "numbers": [
        {
            "name": "oil",
            "title": "Oil",
            "each": "team",
            "high": 90,
            "start": 50,
            "known_to": "own",
            "track": True,
        },
        {"name": "nerve", "title": "Nerve", "each": "seat", "high": 90, "start": 9, "known_to": "own"},
        {"name": "patience", "title": "Patience", "high": 90, "start": 40},
    ],
    "documents": [
        {"name": "list", "title": "A list", "text": "Names and sums.", "known_to": ["blue.first"]},
        {"name": "map", "title": "A map", "text": "A strait and a well.", "known_to": ["red"]},
    ],
    "phases": [
        {
            "name": "Orders",
            "kind": "questions",
            "minutes": 1,
            "channels": "teams",
            "questions": [
                {"name": "bid", "ask": "How much?", "kind": "amount", "high": "oil"},
                {
                    "name": "word",
                    "ask": "What do you write?",
                    "kind": "order",
                    "by": "seat",
                    "known_to": "none",
                },
            ],
            "follows": [
                {"for_each": "team", "change": ["oil of own - bid of own"]},
                {"only_if": ["patience >= 20"], "change": ["patience - 1"]},
            ],
        },
        {
            "name": "Ballot",
            "kind": "vote",
            "minutes": 1,
            "vote": "ban",
            "motion": "A ban",
            "ballot": "secret",
        },
        {"name": "Judgement", "kind": "cell", "minutes": 1, "sets": ["patience"]},
    ],
    "endings": [{"name": "time", "words": "Time ran out", "when": "end"}],
}
"""A scenario in which everything is hidden that can be."""
TEXTS = (json.dumps(SEALED), *(written(5, seed).text for seed in range(1, 1 + games(2, 120))))


def alike(pair: Pair) -> bool:
    """Return whether the files of both worlds are short, or both are long.

    The frames of a long file are longer for every seat, so a seat may know which of the two its file is.
    """
    left, right = (room.table.rules.view_bytes(room.table.state) for room in (pair.left, pair.right))
    return left == right


@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_no_seat_can_tell_two_rooms_apart_that_differ_in_secrets(number: int) -> None:
    """A player with a patched client or a network sniffer reads what an instructor's file hides from them."""
    options = {"scenario": TEXTS[number]}
    compared = 0
    for place, seat in enumerate(seats("scenario", options)[:: 1 if number == 0 else 2]):
        for depth in {0, (place + number) % 3} if number == 0 else {(place + number) % 3}:
            deep = twins("scenario", seat, 1 + number, depth, options)
            pair = deep or twins("scenario", seat, 1 + number, 0, options)  # a short game is over so late
            if pair is None or not alike(pair):
                continue
            secret_gate(pair, number)
            compared += 1
            if number == depth == 0:  # here nothing follows that all are told
                compared += close_and_compare(pair)
    assert compared or number > 2  # a random file may be over at once, or be long in one world only


def test_a_paper_that_reaches_others_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, the comparison misses a document that reaches the wrong seats."""
    real = Beholder.may
    monkeypatch.setattr(
        Beholder,
        "may",
        lambda self, readers, *, public: real(self, readers, public=public) or bool(self.seat and readers),
    )
    pair = twins("scenario", SeatId("blue.second"), 1, 0, {"scenario": TEXTS[0]})
    assert pair is not None
    with pytest.raises(Leak):
        secret_gate(pair, 1)


@pytest.mark.parametrize("answer", ["talk", "sail"])
def test_the_length_of_a_frame_does_not_depend_on_what_another_seat_was_told(answer: str) -> None:
    """A player who counts the bytes on their own cable learns that the other side received documents, and so what
    it did.
    """
    pages = "The fleet lies still. " * 65
    file = tomllib.loads(SMALL)
    file["phases"][0]["follows"] = [
        {"for_each": "seat", "only_if": ["move of red is sail"], "tell_to": {"red": f"{number} {pages}"}}
        for number in range(5)
    ]
    room = Room("scenario", {"scenario": json.dumps(file)})
    people = room.sit_all()
    before = {seat: len(person.frames) for seat, person in people.items()}
    for seat in room.table.now.asked:
        room.declare(people[seat], {"move": answer if seat.startswith("red") else "talk"})
    lengths = {size for seat, person in people.items() for size in person.view_lengths(before[seat])}
    assert lengths == {REPLY_BYTES[-1]}
