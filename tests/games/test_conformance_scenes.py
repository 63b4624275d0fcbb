"""The contract of every game's scenes: no reader sees a secret on the board, and the last scene ends with the
real position.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace

import pytest
from warcouncil.games.kit.events import Event, is_open, may_know, shown, shows, sights
from warcouncil.games.kit.game import AnyGame
from warcouncil.games.kit.play.play import Happened
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.protocol.table.scenes import Scene
from warcouncil.protocol.table.sheets import BattleLine, Cards, Facts, Fronts, Sheet, Track
from warcouncil.protocol.table.staging import after
from warcouncil.protocol.words import GateNo

from tests.games import found
from tests.games.found import Played, is_clean, texts
from tests.games.test_conformance_events import read
from tests.profile import games

every_game = pytest.mark.parametrize("name", found.NAMES)
TITLE_CHARS_MAX = 40


@every_game
def test_a_scene_does_not_depend_on_a_secret(name: str) -> None:
    """Two events that differ only in a hidden value look different to a reader that may not know it."""
    others: dict[type[Event], list[Event]] = defaultdict(list)
    for event, _ in read(name):
        if len(others[type(event)]) < games(2, 5):
            others[type(event)].append(event)
    for event, seat in read(name):
        for other in others[type(event)]:
            hidden = {
                field: getattr(other, field)
                for field, sight in sights(type(event))
                if not may_know(event, sight, seat)
            }
            assert shown(replace(event, **hidden), seat) == shown(event, seat)  # type: ignore[type-var]  # a dataclass


@every_game
def test_an_event_without_a_secret_is_the_same_scene_for_all(name: str) -> None:
    """It is drawn once for the whole table, and a part for one reader reaches the others."""
    for event, seat in read(name):
        if is_open(type(event)):
            assert shown(event, seat) == shown(event, PUBLIC)


@every_game
def test_scenes_hold_clean_words_and_a_short_title(name: str) -> None:
    """A scene without a title, or with a very long one, breaks every screen at the table."""
    for event, seat in read(name):
        scene = shown(event, seat)
        if scene is not None:
            hash(event)
            assert 0 < len(scene.title) <= TITLE_CHARS_MAX
            assert [text for text in texts(scene.model_dump()) if not is_clean(text)] == []
            assert max(map(len, texts(scene.model_dump()))) <= 300
            assert Scene.model_validate_json(scene.model_dump_json(exclude_none=True)) == scene


@pytest.mark.parametrize("name", [*found.REGISTERED, "template"])
def test_every_game_has_something_to_watch(name: str) -> None:
    """A game has only sentences and no scenes."""
    assert [kind for kind in found.load(name).event_types if shows(kind)]


@every_game
def test_the_last_scene_is_the_new_position(name: str) -> None:
    """The board shows one value for a second, and then jumps to another."""
    for game, played in ((found.load(name), played) for played in found.default_games(name)):
        for seat in (*game.seats(played.playing.options), PUBLIC):
            for before, events, now in closings(game, played, seat):
                *_, watched = (before, *boards(before, events, seat))
                if watched is not before:
                    told = dict(numbers(watched) - numbers(before))
                    stands = dict(numbers(now))
                    wrong = {
                        place: (value, stands[place])
                        for place, value in told.items()
                        if place in stands and stands[place] != value
                    }
                    assert wrong == {}, (seat.id, [each.event for each in events])


@every_game
def test_a_card_never_lies_in_two_places_during_a_scene(name: str) -> None:
    """A card is on the table and still in the hand.

    (Two cards may share one face, one of them in a hand that this reader does not see.)
    """
    for game, played in ((found.load(name), played) for played in found.default_games(name)):
        truths = [faces(game.truth(moment.state)) for moment in played.moments]
        for seat in (*game.seats(played.playing.options), PUBLIC):
            for (before, events, now), were in zip(closings(game, played, seat), truths, strict=True):
                are = faces(now)
                for watched in boards(before, events, seat):
                    twice = {
                        face: number
                        for face, number in faces(watched).items()
                        if number > max(were[face], are[face], 1)
                    }
                    assert twice == {}, (seat.id, [each.event for each in events])
                    assert miscounted(watched) == [], (seat.id, [each.event for each in events])
                    assert beyond(watched) == [], (seat.id, [each.event for each in events])


def boards(before: Sheet, events: list[Happened], seat: Seat) -> Iterator[Sheet]:
    """Return the board of each scene that a seat watches of these events."""
    watched = before
    for happened in events:
        scene = shown(happened.event, seat)
        if scene is not None:
            watched = after(watched, scene)
            yield watched


def lying(sheet: Sheet) -> Iterator[Cards]:
    """Return every element with cards on a sheet."""
    for element in sheet.elements:
        if isinstance(element, Cards):
            yield element
        elif isinstance(element, Fronts):
            yield from (cards for front in element.fronts for cards in (front.left, front.right))


def faces(sheet: Sheet) -> Counter[str]:
    """Count the cards that lie face up on a sheet, by their faces."""
    return Counter(card.face for cards in lying(sheet) for card in cards.cards if card.face is not None)


def miscounted(sheet: Sheet) -> list[str]:
    """Return the hands whose number is not that of their cards."""
    hands = (cards for cards in lying(sheet) if cards.shape == "hand" and cards.count is not None)
    return [cards.title for cards in hands if len(cards.cards) != cards.count]


def beyond(sheet: Sheet) -> list[str]:
    """Return the tracks whose number is beyond their ends."""
    tracks = (element for element in sheet.elements if isinstance(element, Track))
    return [track.title for track in tracks if not track.low <= track.at <= track.high]


def closings(game: AnyGame, played: Played, seat: Seat) -> Iterator[tuple[Sheet, list[Happened], Sheet]]:
    """Return for each gate the sheet before it closed, its events, and the sheet afterwards."""
    by_gate: dict[GateNo, list[Happened]] = defaultdict(list)
    for happened in played.playing.events:
        by_gate[happened.gate].append(happened)
    states = [moment.state for moment in played.moments] + [played.playing.state]
    for moment, state in zip(played.moments, states[1:], strict=True):
        yield (
            game.sheet(moment.state, seat.id or None),
            by_gate[moment.gate],
            game.sheet(state, seat.id or None),
        )


def numbers(sheet: Sheet) -> set[tuple[str, str]]:
    """Return the numbers on a sheet, by their places."""
    found_: set[tuple[str, str]] = set()
    for element in sheet.elements:
        match element:
            case Track():
                found_.add((f"track {element.key or element.title}", str(element.at)))
            case Facts():
                found_ |= {(f"fact {fact.label}", fact.value) for fact in element.facts}
            case BattleLine():
                found_ |= {
                    (f"post {side.team} {post.label}", str(post.strength.now))
                    for side in (element.far, element.near)
                    for post in side.posts
                    if post.strength.now is not None
                }
            case Fronts():
                found_ |= {
                    (f"front {front.label}", str(front.at))
                    for front in element.fronts
                    if front.at is not None
                }
            case Cards() if element.shape != "hand":
                found_.add((f"cards {element.title}", str(len(element.cards))))
            case _:
                pass
    return found_
