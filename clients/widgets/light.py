"""Light: what a scene names on a sheet shines, and all else is dimmed, in any colours and in none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from textual.content import Content
from warcouncil.clients.widgets.ink import Lines
from warcouncil.protocol.scenes import (
    CardsChange,
    FactChange,
    FrontChange,
    LineChange,
    PostChange,
    ProseChange,
    Scene,
    TrackChange,
)
from warcouncil.protocol.sheets import BattleLine, Cards, Element, Facts, Fronts, Prose, Track

DIM = "dim"


@dataclass(frozen=True, slots=True)
class Light:
    """The places that shine, each as its kind and its names."""

    places: frozenset[tuple[str, ...]]

    def on_post(self, team: str, post: str) -> bool:
        """Tell whether a post of a battle line shines."""
        return not {("line", team), ("post", team, post)}.isdisjoint(self.places)

    def on_front(self, front: str) -> bool:
        """Tell whether a front shines."""
        return ("front", front) in self.places

    def on(self, element: Element) -> bool:
        """Tell whether anything of an element shines."""
        match element:
            case BattleLine():
                return any(place[0] in {"line", "post"} for place in self.places)
            case Fronts():
                return any(self.on_front(front.label) for front in element.fronts)
            case Cards():
                return ("cards", element.title) in self.places
            case Facts():
                return any(("fact", fact.label) in self.places for fact in element.facts)
            case Track():
                return ("track", element.key or element.title) in self.places
            case Prose():
                return ("prose", element.title) in self.places
            case _:
                return False


def light_of(scene: Scene) -> Light:
    """Give what shines in a scene: all that it names."""
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
            case CardsChange() | ProseChange():
                yield (change.kind, change.title)
            case FactChange():
                yield ("fact", change.label)
            case TrackChange():
                yield ("track", change.track)


def dimmed(lines: Iterable[Content]) -> Lines:
    """Take the light from a drawing."""
    return [line.stylize(DIM) for line in lines]


def is_dimmed(line: Content) -> bool:
    """Tell whether the light was taken from the whole of a line."""
    return any(span.style == DIM and span.start == 0 and span.end >= len(line) for span in line.spans)
