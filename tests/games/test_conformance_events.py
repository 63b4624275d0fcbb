"""The contract of every game's events: they are declared, they can be read from the record, and they tell no
reader a secret.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from warcouncil.games.kit.events import Event, known, may_know, sights, told
from warcouncil.games.kit.play.codec import dump_event, load_event
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.games.kit.ways import WAY_EVENTS

from tests.games import found
from tests.games.found import is_clean

TEXT_CHARS_MAX = 2000

every_game = pytest.mark.parametrize("name", found.NAMES)


@cache
def happened(name: str) -> tuple[tuple[Event, tuple[Seat, ...]], ...]:
    """Return every event of the games played, each once, with all its readers."""
    game = found.load(name)
    events: dict[str, tuple[Event, tuple[Seat, ...]]] = {}
    for played in found.all_games(name):
        seats = (*game.seats(played.playing.options), PUBLIC)
        for each in played.playing.events:
            events.setdefault(f"{each.event!r} {len(seats)}", (each.event, seats))
    return tuple(events.values())


def read(name: str) -> Iterator[tuple[Event, Seat]]:
    """Return every event with each of its readers."""
    for event, seats in happened(name):
        for seat in seats:
            yield event, seat


@every_game
def test_events_are_declared_and_survive_json(name: str) -> None:
    """An event that the record cannot give back is lost to the debrief."""
    game = found.load(name)
    assert happened(name)
    for event, _ in happened(name):
        assert type(event) in (*game.event_types, *WAY_EVENTS)
        assert load_event(game, json.loads(json.dumps(dump_event(event)))) == event


@every_game
def test_every_reader_gets_a_clean_sentence(name: str) -> None:
    """A sentence fails, or contains a control character, and reaches every screen at the table."""
    for event, seats in happened(name):
        for text in (*(told(event, seat) for seat in seats), told(event, None)):
            assert is_clean(text)
            assert len(text) <= TEXT_CHARS_MAX
        assert told(event, None), "an umpire reads of everything"


@every_game
def test_a_reader_never_gets_a_secret_field(name: str) -> None:
    """A secret is in the values from which a seat's sentence is made."""
    for event, seat in read(name):
        seen = known(event, seat)
        if seen is None:
            assert told(event, seat) == ""
            continue
        for field, sight in sights(type(event)):
            assert (field in seen) == may_know(event, sight, seat)


@every_game
def test_a_sentence_does_not_depend_on_a_secret(name: str) -> None:
    """Two events that differ only in a hidden value have different sentences for a reader that may not know
    it.
    """
    others: dict[type[Event], list[Event]] = defaultdict(list)
    for event, _ in happened(name):
        if len(others[type(event)]) < 5:
            others[type(event)].append(event)
    for event, seat in read(name):
        cls = type(event)
        naming = {field for sight in (cls.seen_by, *dict(sights(cls)).values()) for field in sight.fields}
        hidden = [
            field for field, sight in sights(cls) if not may_know(event, sight, seat) and field not in naming
        ]
        for other in others[cls]:
            twin = replace(event, **{field: getattr(other, field) for field in hidden})  # type: ignore[type-var]  # every concrete event is a dataclass
            assert told(twin, seat) == told(event, seat)


@every_game
def test_every_kind_of_event_is_told_by_its_own_name(name: str) -> None:
    """Two events of one name cannot be told apart, because the record names them by their class."""
    kinds = found.load(name).event_types
    assert len({kind.__name__ for kind in kinds}) == len(kinds)


@every_game
def test_no_field_of_an_event_hides_another_on_its_line(name: str) -> None:
    """A rehearsal writes these fields beside an event's own, so that a field of the same name is lost."""
    taken = {"type", "gate", "event", "heading", "told"}
    for kind in found.load(name).event_types:
        assert not taken & {field for field, _ in sights(kind)}, kind.__name__
