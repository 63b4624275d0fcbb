"""What is told of what happened: the sentences that a seat reads, and the scenes that may be watched.

Law: nothing of an event comes through but what its reader may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from warcouncil.arbiter.core.story import Chapter
from warcouncil.games.kit.events import Event, shown, shows, told
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.protocol import wire
from warcouncil.protocol.scenes import Scene
from warcouncil.protocol.views import StoryLine

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
