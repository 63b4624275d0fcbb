"""The contract of every game for readers of everything: the truth contains the knowledge of every seat, and
leaves nothing open.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import assert_never

import pytest
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.sheets import (
    BattleLine,
    Cards,
    Documents,
    Element,
    Fact,
    Facts,
    Front,
    Fronts,
    Map,
    Prose,
    Rows,
    Sheet,
    Side,
    Track,
)

from tests.games import found
from tests.games.found import is_clean, seat_ids, texts
from tests.profile import some

every_game = pytest.mark.parametrize("name", found.NAMES)

Knowledge = tuple[object, ...]
PARTLY = ("?", "hidden", "face down")
"""The words for a thing that a reader knows only in part."""


@every_game
def test_nothing_is_unknown_in_the_truth(name: str) -> None:
    """An umpire reads a question mark, and must look at all seats to know the truth."""
    game = found.load(name)
    for moment in _moments(name):
        assert list(_open_questions(game.truth(moment.state))) == []


@every_game
def test_the_truth_contains_the_knowledge_of_every_seat(name: str) -> None:
    """A fact that a seat knows is missing in the truth, and an umpire judges without it."""
    game = found.load(name)
    for moment in _moments(name):
        truth = _known(game.truth(moment.state).elements, str)
        for seat in game.seats(moment.options):
            for element in game.sheet(moment.state, seat.id).elements:
                assert dict(_known((element,), _spoken_of(seat)) - truth) == {}, seat.id


@every_game
def test_the_truth_holds_all_that_is_public(name: str) -> None:
    """The truth replaces the public sheet, but lacks something that everyone sees."""
    game = found.load(name)
    for moment in _moments(name):
        public, truth = game.sheet(moment.state, None), game.truth(moment.state)
        told = {element.text for element in truth.elements if isinstance(element, Prose)}
        assert {element.text for element in public.elements if isinstance(element, Prose)} <= told
        for element in public.elements:
            assert dict(_known((element,), str) - _known(truth.elements, str)) == {}
        tracks = [element for element in truth.elements if isinstance(element, Track)]
        assert [each for each in public.elements if isinstance(each, Track) and each not in tracks] == []


@every_game
def test_worlds_that_differ_for_a_seat_differ_in_the_truth(name: str) -> None:
    """Two positions look different to a seat, but the same to a reader of everything."""
    game = found.load(name)
    for moment in found.sample(name):
        seen = {each: game.sheet(moment.state, each) for each in seat_ids(game, moment.options)}
        truth = game.truth(moment.state)
        for _, seat in some([*seen]):
            other = game.rehide(moment.state, seat, Dice(seed_of(name), "truth", moment.gate))
            if any(game.sheet(other, each) != sheet for each, sheet in seen.items()):
                assert game.truth(other) != truth, seat


@every_game
def test_the_truth_addresses_no_reader(name: str) -> None:
    """An umpire reads "your hand" without an owner, or a name that a terminal obeys."""
    game = found.load(name)
    for moment in _moments(name):
        truth = game.truth(moment.state)
        words = list(texts(_without_papers(truth).model_dump(mode="json")))
        assert [text for text in words if re.search(r"\byour?\b", text, re.IGNORECASE)] == []
        assert [text for text in words if not is_clean(text)] == []
        assert '"secret":true' not in truth.model_dump_json()
        assert '"yours":true' not in truth.model_dump_json()


def _without_papers(sheet: Sheet) -> Sheet:
    """Return a sheet without documents, which address their readers and name them in their titles."""
    return sheet.model_copy(
        update={"elements": tuple(each for each in sheet.elements if not isinstance(each, Documents))}
    )


def _moments(name: str) -> Iterator[found.Moment]:
    """Return the sampled moments, and the ends of the games."""
    yield from found.sample(name)
    for played in found.default_games(name):
        last = played.moments[-1]
        yield found.Moment(last.options, last.gate, played.playing.state, last.phase, {})


def _open_questions(sheet: Sheet) -> Iterator[str]:
    """Return the unknown values of a sheet."""
    for element in sheet.elements:
        match element:
            case BattleLine():
                for side in (element.far, element.near):
                    yield from (post.label for post in side.posts if post.strength.now is None)
                    yield from _partly(fact.value for fact in side.behind)
            case Facts():
                yield from _partly(fact.value for fact in element.facts)
            case Cards():
                yield from _face_down(element)
            case Fronts():
                for front in element.fronts:
                    yield from (*_face_down(front.left), *_face_down(front.right))
                    yield from _partly((front.left_total, front.right_total))
            case Rows():
                yield from _partly(cell for row in element.rows for cell in row)
            case Map():
                yield from (place.title for place in element.places if place.owner is None or not place.seen)
            case Track() | Prose() | Documents():
                pass
            case _ as never:
                assert_never(never)


def _partly(values: Iterable[str]) -> Iterator[str]:
    yield from (value for value in values if "?" in value or "hidden" in value)


def _face_down(cards: Cards) -> Iterator[str]:
    yield from (f"{cards.title}: {card.back}" for card in cards.cards if card.face is None)
    if cards.shape != "pile" and cards.count is not None and cards.count != len(cards.cards):
        yield f"{cards.title}: {len(cards.cards)} of {cards.count}"


def _spoken_of(seat: Seat) -> Callable[[str], str]:
    """Return a function that replaces "you" and "your" by a seat's title."""

    def others(text: str) -> str:
        text = re.sub(r"\b[Yy]our\b", f"{seat.title}'s", text)
        return re.sub(r"\b[Yy]ou\b", seat.title, text)

    return others


def _known(elements: tuple[Element, ...], said: Callable[[str], str]) -> Counter[Knowledge]:
    """Count all that a reader knows for certain."""
    found_: Counter[Knowledge] = Counter()
    for element in elements:
        match element:
            case BattleLine():
                found_.update((*_side(element.far, said), *_side(element.near, said)))
            case Facts():
                found_.update(_facts(element.title, element.facts, said))
            case Cards():
                found_.update(_faces(element))
            case Fronts():
                for front in element.fronts:
                    found_.update(_front(front))
            case Rows():
                for row in element.rows:
                    found_.update(_row(element.title, tuple(map(said, row))))
            case Documents():
                found_.update(("document", *each.known_by) for each in element.documents)
            case Map():
                found_.update(_on_map(element))
            case Track() | Prose():
                pass  # drawn from the reader's side, or addressed to them: compared if public
            case _ as never:
                assert_never(never)
    return found_


def _on_map(element: Map) -> Iterator[Knowledge]:
    for place in element.places:
        if place.owner is not None:
            yield "owner", place.name, place.owner
        if place.seen:
            yield "pieces", place.name, *sorted(_at(element, place.name))
    yield from (("piece", each.side, each.title, each.at, each.strength) for each in element.pieces)


def _at(element: Map, place: str) -> Iterator[str]:
    yield from (f"{each.side} {each.title}" for each in element.pieces if each.at == place)


def _is_whole(value: str) -> bool:
    return bool(value) and not any(word in value for word in PARTLY)


def _side(side: Side, said: Callable[[str], str]) -> Iterator[Knowledge]:
    yield from _facts(side.team, side.behind, said)
    for post in side.posts:
        if post.strength.now is not None:
            yield "post", side.team, post.label, post.strength.now, post.strength.parts
        if post.stance:
            yield "stance", side.team, post.label, post.stance


def _facts(title: str, facts: tuple[Fact, ...], said: Callable[[str], str]) -> Iterator[Knowledge]:
    for fact in facts:
        if _is_whole(fact.value):
            yield "fact", title, said(fact.label), said(fact.value)


def _faces(cards: Cards) -> Iterator[Knowledge]:
    yield from (("card", card.face) for card in cards.cards if card.face)


def _front(front: Front) -> Iterator[Knowledge]:
    yield from _faces(front.left)
    yield from _faces(front.right)
    yield from (
        ("total", front.label, total) for total in (front.left_total, front.right_total) if _is_whole(total)
    )


def _row(title: str, row: tuple[str, ...]) -> Iterator[Knowledge]:
    """Return the facts of a row: of counted things, each one."""
    if not all(map(_is_whole, row[:1])):
        return
    if len(row) == 2 and row[1].isdigit():
        yield from ((title, row[0]) for _ in range(int(row[1])))
    else:
        yield title, *row
