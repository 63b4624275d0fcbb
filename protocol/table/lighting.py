"""Light: highlights the places on a sheet that a scene names, and dims all others.

The difference is visible without colours too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from warcouncil.protocol.table.scenes import (
    CardsChange,
    DocumentChange,
    FactChange,
    FrontChange,
    LineChange,
    PostChange,
    ProseChange,
    RowChange,
    Scene,
    TrackChange,
)
from warcouncil.protocol.table.sheets import (
    BattleLine,
    Cards,
    Documents,
    Element,
    Facts,
    Fronts,
    Map,
    Prose,
    Rows,
    Track,
)


@dataclass(frozen=True, slots=True)
class Light:
    """The highlighted places, each by its kind and its names.

    With `plain`, they are drawn as usual, and only the rest is dimmed.

    With `follows`, a board that is taller than its pane scrolls to them.
    """

    places: frozenset[tuple[str, ...]]
    plain: bool = False
    follows: bool = True

    def on_post(self, team: str, post: str) -> bool:
        """Return whether a post of a battle line is highlighted."""
        return not {("line", team), ("post", team, post)}.isdisjoint(self.places)

    def on_front(self, front: str) -> bool:
        """Return whether a front is highlighted."""
        return ("front", front) in self.places

    def on_document(self, title: str) -> bool:
        """Return whether a document is highlighted."""
        return not self.plain and ("document", title) in self.places

    def added(self, title: str) -> int:
        """Return how many cards were just added to the cards with this title."""
        return sum(int(place[2]) for place in self.places if place[:2] == ("added", title))

    def on(self, element: Element) -> bool:
        """Return whether anything of an element is highlighted."""
        match element:
            case BattleLine():
                return any(place[0] in {"line", "post"} for place in self.places)
            case Fronts():
                return any(self.on_front(front.label) for front in element.fronts)
            case Cards():
                return ("cards", element.key or element.title) in self.places
            case Facts():
                return any(("fact", fact.label) in self.places for fact in element.facts)
            case Track():
                return ("track", element.key or element.title) in self.places
            case Prose():
                return ("prose", element.title) in self.places
            case Rows() | Map():
                return (element.kind, element.title) in self.places
            case Documents():
                return any(("document", each.title) in self.places for each in element.documents)
            case _:
                assert_never(element)


def places_of(element: Element) -> Iterable[tuple[str, ...]]:
    """Return every place of an element in the form that a light uses."""
    match element:
        case BattleLine():
            for side in (element.far, element.near):
                yield from (("post", side.team, post.label) for post in side.posts)
        case Fronts():
            yield from (("front", front.label) for front in element.fronts)
        case Facts():
            yield from (("fact", fact.label) for fact in element.facts)
        case Track():
            yield ("track", element.key or element.title)
        case Documents():
            yield from (("document", document.title) for document in element.documents)
        case Cards():
            yield ("cards", element.key or element.title)
        case Prose() | Rows() | Map():
            yield (element.kind, element.title)
        case _:
            assert_never(element)


def light_of(scene: Scene) -> Light:
    """Return the light of a scene: all places that it names, except places from which cards were only removed."""
    return Light(frozenset(_places(scene)))


def _places(scene: Scene) -> Iterable[tuple[str, ...]]:
    for change in scene.changes:
        match change:
            case PostChange():
                yield ("post", change.team, change.post)
            case LineChange():
                yield ("line", change.team)
            case FrontChange():
                yield ("front", change.front)
            case CardsChange():
                if change != CardsChange(title=change.title, take=change.take or ()):
                    yield ("cards", change.title)
                    yield ("added", change.title, str(len(change.add or ())))
            case ProseChange():
                yield ("prose", change.title)
            case FactChange():
                yield ("behind", change.team) if change.team else ("fact", change.label)
            case TrackChange():
                yield ("track", change.track)
            case RowChange():
                yield ("rows", change.title)
            case DocumentChange():
                yield ("document", change.title)
