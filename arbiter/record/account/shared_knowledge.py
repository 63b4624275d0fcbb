"""Shared knowledge: what several seats knew together, as one sheet made from their sheets.

The sheet has everything that at least one of the seats knew, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest

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
    Post,
    Prose,
    Sheet,
    Side,
    Strength,
)

UNKNOWN = "?"
YOUR = "Your "


def together(sheets: Mapping[str, Sheet]) -> Sheet:
    """Return one sheet made from several. The key of each is the title of its seat."""
    if len(sheets) == 1:
        return next(iter(sheets.values()))
    elements: list[Element] = []
    for title, sheet in sheets.items():
        for own in sheet.elements:
            element = _named(own, title)
            place = next((at for at, other in enumerate(elements) if _alike(other, element)), None)
            if place is None:
                elements.append(element)
            else:
                elements[place] = _joined(elements[place], element)
    headlines = {sheet.headline for sheet in sheets.values()}
    sides = next(iter(sheets.values())).sides
    return Sheet(
        headline=headlines.pop() if len(headlines) == 1 else "", elements=tuple(elements), sides=sides
    )


def _named(element: Element, title: str) -> Element:
    """Return an element with the owner's title in place of "Your"."""
    if not isinstance(element, Prose | BattleLine) and element.title.startswith(YOUR):
        return element.model_copy(update={"title": f"{title}: {element.title.removeprefix(YOUR)}"})
    return element


def _alike(one: Element, other: Element) -> bool:
    """Return whether two elements show the same thing, even if one shows more of it."""
    if one == other:
        return True
    match one, other:
        case (BattleLine(), BattleLine()):
            return {one.far.team, one.near.team} == {other.far.team, other.near.team}
        case (Fronts(), Fronts()):
            return (one.title, one.left, one.right) == (other.title, other.left, other.right)
        case (Facts(), Facts()) | (Cards(), Cards()) | (Documents(), Documents()) | (Map(), Map()):
            return one.title == other.title
        case _:
            return False


def _joined(one: Element, other: Element) -> Element:
    """Return the joint knowledge of two elements that show the same thing."""
    match one, other:
        case (BattleLine(), BattleLine()):
            sides = {other.far.team: other.far, other.near.team: other.near}
            far, near = _side(one.far, sides[one.far.team]), _side(one.near, sides[one.near.team])
            return one.model_copy(update={"far": far, "near": near})
        case (Fronts(), Fronts()):
            fronts = {front.label: front for front in other.fronts}
            return one.model_copy(
                update={"fronts": tuple(_front(f, fronts.get(f.label)) for f in one.fronts)}
            )
        case (Facts(), Facts()):
            return one.model_copy(update={"facts": _facts(one.facts, other.facts)})
        case (Cards(), Cards()):
            return _cards(one, other)
        case (Documents(), Documents()):
            held = {each.known_by for each in one.documents}
            more = (each for each in other.documents if each.known_by not in held)
            return one.model_copy(update={"documents": (*one.documents, *more)})
        case (Map(), Map()):
            return _map(one, other)
        case _:
            return one


def _map(one: Map, other: Map) -> Map:
    """Return a map with everything that one of two readers knows. No piece is marked as the reader's own."""
    theirs = {place.name: place for place in other.places}
    places = tuple(
        place.model_copy(
            update={
                "owner": theirs[place.name].owner if place.owner is None else place.owner,
                "seen": place.seen or theirs[place.name].seen,
            }
        )
        for place in one.places
    )
    pieces = (each.model_copy(update={"yours": False}) for each in (*one.pieces, *other.pieces))
    return one.model_copy(update={"places": places, "pieces": tuple(dict.fromkeys(pieces))})


def _side(one: Side, other: Side) -> Side:
    posts = tuple(
        _post(mine, theirs) if mine and theirs and mine.label == theirs.label else mine or theirs
        for mine, theirs in zip_longest(one.posts, other.posts)
    )
    return one.model_copy(update={"posts": posts, "behind": _facts(one.behind, other.behind)})


def _post(one: Post, other: Post) -> Post:
    knows, less = (other, one) if _worth(other.strength) > _worth(one.strength) else (one, other)
    return knows.model_copy(
        update={
            "yours": False,
            "stance": knows.stance or less.stance,
            "note": knows.note or less.note,
            "broken": one.broken or other.broken,
        }
    )


def _worth(strength: Strength) -> tuple[int, int]:
    """Return how much is known of a strength: its kind (now 2, remembered 1, nothing 0) and the number of its
    pieces."""
    if strength.now is not None:
        return 2, len(strength.parts)
    return (1, len(strength.seen_parts)) if strength.seen is not None else (0, 0)


def _facts(one: tuple[Fact, ...], other: tuple[Fact, ...]) -> tuple[Fact, ...]:
    theirs = {fact.label: fact for fact in other}
    mine = {fact.label for fact in one}
    known = [theirs[fact.label] if fact.value == UNKNOWN and fact.label in theirs else fact for fact in one]
    return (*known, *(fact for fact in other if fact.label not in mine))


def _front(one: Front, other: Front | None) -> Front:
    if other is None:
        return one
    left, right = _cards(one.left, other.left), _cards(one.right, other.right)
    return one.model_copy(
        update={
            "left": left,
            "right": right,
            "left_total": one.left_total if left == one.left else other.left_total,
            "right_total": one.right_total if right == one.right else other.right_total,
        }
    )


def _cards(one: Cards, other: Cards) -> Cards:
    return other if _faces(other) > _faces(one) else one


def _faces(cards: Cards) -> int:
    return sum(card.face is not None for card in cards.cards)
