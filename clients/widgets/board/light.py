"""Light: what a scene names on a sheet shines, and all else is dimmed, in any colours and in none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from textual.content import Content
from warcouncil.clients.widgets.board.ink import Lines
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
    Prose,
    Rows,
    Track,
)

DIM = "dim"


@dataclass(frozen=True, slots=True)
class Light:
    """The places that shine, each as its kind and its names. `plain`: they are drawn as ever, and only the rest is dimmed.

    `follows`: what shines is brought to sight where the board is taller than its place.
    """

    places: frozenset[tuple[str, ...]]
    plain: bool = False
    follows: bool = True

    def on_post(self, team: str, post: str) -> bool:
        """Tell whether a post of a battle line shines."""
        return not {("line", team), ("post", team, post)}.isdisjoint(self.places)

    def on_front(self, front: str) -> bool:
        """Tell whether a front shines."""
        return ("front", front) in self.places

    def on_document(self, title: str) -> bool:
        """Tell whether a document shines."""
        return not self.plain and ("document", title) in self.places

    def added(self, title: str) -> int:
        """Give how many cards have just been laid where cards of this title lie."""
        return sum(int(place[2]) for place in self.places if place[:2] == ("added", title))

    def on(self, element: Element) -> bool:
        """Tell whether anything of an element shines."""
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
            case Rows():
                return ("rows", element.title) in self.places
            case Documents():
                return any(("document", each.title) in self.places for each in element.documents)
            case _:
                assert_never(element)


def places_of(element: Element) -> Iterable[tuple[str, ...]]:
    """Give every place of an element, as a light names it."""
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
        case Prose() | Rows():
            yield (element.kind, element.title)
        case _:
            assert_never(element)


def light_of(scene: Scene) -> Light:
    """Give what shines in a scene: all that it names, but no place that cards have only left."""
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


def dimmed(lines: Iterable[Content]) -> Lines:
    """Take the light from a drawing."""
    return [line.stylize(DIM) for line in lines]


def is_dimmed(line: Content) -> bool:
    """Tell whether the light was taken from the whole of a line."""
    return any(span.style == DIM and span.start == 0 and span.end >= len(line) for span in line.spans)
