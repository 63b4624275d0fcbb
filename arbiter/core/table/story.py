"""The story of a table: events and rulings, and the sentences and scenes that each seat is shown of them.

Law: nothing of an event comes through but what its reader may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, shown, shows, told
from warcouncil.games.kit.game import AnyGame
from warcouncil.games.kit.play import codec
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.protocol.table.scenes import Scene
from warcouncil.protocol.table.views import StoryLine
from warcouncil.protocol.wire import wire

CHAPTERS_KEPT_MAX = 200
"""A table remembers so many of the newest chapters of its story."""


@dataclass(frozen=True, slots=True)
class UmpireRuled(Event):
    """An umpire decided something that everyone at the table is told."""

    seen_by = EVERYONE
    text: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say the ruling."""
        return f"Ruling of the umpire: {known['text']}"


def load_event(game: AnyGame, body: dict[str, Any]) -> Event:
    """Give an event of the game, or a ruling, that a closing kept."""
    if body["event"] == UmpireRuled.__name__:
        return UmpireRuled(body["text"])
    return codec.load_event(game, body)


@dataclass(frozen=True, slots=True)
class Chapter:
    """What happened at once, and when in the players' words."""

    heading: str
    events: tuple[Event, ...]


@dataclass(slots=True)
class Story:
    """The newest chapters, the rulings that stand on every sheet, and the record that umpires read."""

    chapters: list[Chapter] = field(default_factory=list)
    forgotten: int = 0
    """How many of the oldest chapters are no longer here; the journal has them."""
    decrees: list[str] = field(default_factory=list)
    record: list[StoryLine] = field(default_factory=list)
    _taken: tuple[int, int] = (0, 0)
    """How much of decrees and record the closings have."""

    def __len__(self) -> int:
        return len(self.chapters)

    @property
    def told(self) -> int:
        """How many chapters there have been."""
        return self.forgotten + len(self.chapters)

    def since(self, number: int) -> list[Chapter]:
        """Give the chapters from this number on, as far as they are remembered."""
        return self.chapters[max(0, number - self.forgotten) :]

    def tell(self, heading: str, events: tuple[Event, ...]) -> None:
        """Add what happened at once, if anything did."""
        if events:
            self.chapters.append(Chapter(heading, events))

    def correct(self, told: bool, heading: str, events: tuple[Event, ...]) -> None:
        """Tell something else in place of the last chapter, if one was `told`."""
        if told:
            del self.chapters[-1:]
        self.tell(heading, events)

    def decree(self, text: str) -> None:
        """Add a ruling that every sheet shows from now on."""
        self.decrees.append(text)
        self.tell("ruling", (UmpireRuled(text),))

    def note(self, at: int, text: str) -> None:
        """Put a line on the record that umpires read."""
        minutes, seconds = divmod(at // 1000, 60)
        self.record.append(StoryLine(heading=f"{minutes}:{seconds:02d}", text=text))

    def take(self) -> tuple[tuple[str, ...], tuple[StoryLine, ...]]:
        """Give the decrees and the record since the last time, to be kept with a closing."""
        decrees, record = self._taken
        self._taken = (len(self.decrees), len(self.record))
        return tuple(self.decrees[decrees:]), tuple(self.record[record:])

    def put(self, decrees: tuple[str, ...], record: tuple[StoryLine, ...]) -> None:
        """Put back what `take` gave."""
        for text in decrees:
            self.decree(text)
        self.record.extend(record)
        self._taken = (len(self.decrees), len(self.record))

    def forget(self) -> None:
        """Keep the newest chapters: no view ever holds more. To be called when everybody has been told the last."""
        over = len(self.chapters) - CHAPTERS_KEPT_MAX
        if over > 0:
            del self.chapters[:over]
            self.forgotten += over


LINE_BYTES = 400
"""So much a sentence takes beside its words, its heading at its longest."""


def story(
    chapters: Iterable[Chapter], seat: Seat | None, tell: Callable[[Event, Seat | None], str] = told
) -> tuple[StoryLine, ...]:
    """Give the sentences that a seat (None: an umpire) reads about these chapters."""
    return tuple(
        line(chapter.heading, text, 0)
        for chapter in chapters
        for event in chapter.events
        if (text := tell(event, seat))
    )


def told_bytes(events: Iterable[Event], seat: Seat) -> int:
    """Give how much longer these events can make a seat's view: what it is told of them, and what there is to watch."""
    heard = [(told(event, seat), shown(event, seat)) for event in events]
    return sum(
        LINE_BYTES + len(wire.dump(text)) + (len(wire.dump(scene)) if scene else 0)
        for text, scene in heard
        if text or scene
    )


@lru_cache(maxsize=4096)
def line(heading: str, text: str, shows_scene: int) -> StoryLine:
    """Give a sentence with the number of what it may be watched by, or 0."""
    return StoryLine(heading=heading, text=text, shows=shows_scene)


def open_scene(event: Event) -> Scene | None:
    """Give what everybody may watch of an event; None: nothing."""
    return _open_scene(event) if shows(type(event)) else None


def open_scene_json(event: Event) -> bytes:
    """Give the JSON of what everybody may watch of an event; b"": nothing."""
    return _open_scene_json(event) if shows(type(event)) else b""


@lru_cache(maxsize=4096)
def _open_scene(event: Event) -> Scene | None:
    """Looked up: what rooms of tables watch is often the same."""
    return shown(event, PUBLIC)


@lru_cache(maxsize=4096)
def _open_scene_json(event: Event) -> bytes:
    scene = _open_scene(event)
    return wire.dump(scene) if scene else b""


def own_scene(event: Event, seat: Seat) -> Scene | None:
    """Give what a seat may watch of an event and not everybody may; None: nothing besides."""
    scene = shown(event, seat)
    return None if scene == open_scene(event) else scene
