"""The story of a table: events and rulings, and the sentences and scenes that each seat gets from them.

A reader gets only the parts of an event that this reader may know.
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
from warcouncil.protocol.sentences.sentence import Sentence, say
from warcouncil.protocol.table.scenes import Scene
from warcouncil.protocol.table.views import RecordLine, StoryLine
from warcouncil.protocol.wire import wire

CHAPTERS_KEPT_MAX = 200
"""How many of the newest chapters a table's story keeps."""


@dataclass(frozen=True, slots=True)
class UmpireRuled(Event):
    """The event that an umpire made a ruling. The whole table may know it."""

    seen_by = EVERYONE
    text: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the ruling as a sentence."""
        return say("told.ruled", text=known["text"])


def load_event(game: AnyGame, body: dict[str, Any]) -> Event:
    """Return an event from a closing: an event of the game, or a ruling."""
    if body["event"] == UmpireRuled.__name__:
        return UmpireRuled(body["text"])
    return codec.load_event(game, body)


@dataclass(frozen=True, slots=True)
class Chapter:
    """Events that happened together. The heading tells players when they happened in the game. `gate` is the number of
    the question that was open until then.
    """

    heading: str
    events: tuple[Event, ...]
    gate: int = 0


@dataclass(slots=True)
class Story:
    """The newest chapters, the rulings that every sheet shows, and the record that umpires read."""

    chapters: list[Chapter] = field(default_factory=list)
    forgotten: int = 0
    """How many of the oldest chapters were removed. The journal has them."""
    decrees: list[str] = field(default_factory=list)
    record: list[RecordLine] = field(default_factory=list)
    _taken: tuple[int, int] = (0, 0)
    """How many of the decrees and of the record's lines the closings already have."""

    def __len__(self) -> int:
        return len(self.chapters)

    @property
    def told(self) -> int:
        """How many chapters there have been."""
        return self.forgotten + len(self.chapters)

    def since(self, number: int) -> list[Chapter]:
        """Return the stored chapters from this number on."""
        return self.chapters[max(0, number - self.forgotten) :]

    def tell(self, heading: str, events: tuple[Event, ...], gate: int) -> None:
        """Add events that happened together, if there are any. The question of this gate was open until then."""
        if events:
            self.chapters.append(Chapter(heading, events, gate))

    def correct(self, told: bool, heading: str, events: tuple[Event, ...], gate: int) -> None:
        """Replace the last chapter, if there was one (`told`)."""
        if told:
            del self.chapters[-1:]
        self.tell(heading, events, gate)

    def decree(self, text: str, gate: int) -> None:
        """Add a ruling that every sheet shows from now on."""
        self.decrees.append(text)
        self.tell("ruling", (UmpireRuled(text),), gate)

    def note(self, at: int, did: Sentence, reason: str) -> None:
        """Add a line to the record that umpires read."""
        minutes, seconds = divmod(at // 1000, 60)
        self.record.append(
            RecordLine(
                heading=f"{minutes}:{seconds:02d}", key=did.key, fields=dict(did.fields), reason=reason
            )
        )

    def last_reason(self, key: str) -> str:
        """Return the reason in the newest line of the record with this key. Return "" if no line has it."""
        return next((line.reason for line in reversed(self.record) if line.key == key), "")

    def take(self) -> tuple[tuple[str, ...], tuple[RecordLine, ...]]:
        """Return the decrees and the record since the last call, for a closing."""
        decrees, record = self._taken
        self._taken = (len(self.decrees), len(self.record))
        return tuple(self.decrees[decrees:]), tuple(self.record[record:])

    def put(self, decrees: tuple[str, ...], record: tuple[RecordLine, ...], gate: int) -> None:
        """Restore the result of `take` at the closing of a gate."""
        for text in decrees:
            self.decree(text, gate)
        self.record.extend(record)
        self._taken = (len(self.decrees), len(self.record))

    def forget(self) -> None:
        """Remove all except the newest chapters. No view holds more.

        Call it after all clients have been sent the last chapter.
        """
        over = len(self.chapters) - CHAPTERS_KEPT_MAX
        if over > 0:
            del self.chapters[:over]
            self.forgotten += over


LINE_BYTES = 400
"""The maximum size of a story line without its sentence, in bytes. It includes the longest heading."""


def story(
    chapters: Iterable[Chapter], seat: Seat | None, tell: Callable[[Event, Seat | None], str] = told
) -> tuple[StoryLine, ...]:
    """Return the sentences that a seat reads about these chapters. With None, the reader is an umpire."""
    return tuple(
        line(chapter.heading, text, 0, chapter.gate)
        for chapter in chapters
        for event in chapter.events
        if (text := tell(event, seat))
    )


def told_bytes(events: Iterable[Event], seat: Seat) -> int:
    """Return by how many bytes these events can lengthen a seat's view, with their sentences and scenes."""
    heard = [(told(event, seat), shown(event, seat)) for event in events]
    return sum(
        LINE_BYTES + len(wire.dump(text)) + (len(wire.dump(scene)) if scene else 0)
        for text, scene in heard
        if text or scene
    )


@lru_cache(maxsize=4096)
def line(heading: str, text: str, shows_scene: int, gate: int) -> StoryLine:
    """Return a sentence with the number of its scene. The number is 0 if the sentence has no scene."""
    return StoryLine(heading=heading, text=text, shows=shows_scene, gate=gate)


def open_scene(event: Event) -> Scene | None:
    """Return the scene of an event that the whole table may watch. Return None if there is none."""
    return _open_scene(event) if shows(type(event)) else None


def open_scene_json(event: Event) -> bytes:
    """Return the JSON of the scene of an event that the whole table may watch. Return b"" if it has none."""
    return _open_scene_json(event) if shows(type(event)) else b""


@lru_cache(maxsize=4096)
def _open_scene(event: Event) -> Scene | None:
    """Return the open scene of an event. Cached, because tables of one room often watch the same scene."""
    return shown(event, PUBLIC)


@lru_cache(maxsize=4096)
def _open_scene_json(event: Event) -> bytes:
    scene = _open_scene(event)
    return wire.dump(scene) if scene else b""


def own_scene(event: Event, seat: Seat) -> Scene | None:
    """Return the scene of an event that a seat may watch, if it differs from the public scene. Return None if it does
    not.
    """
    scene = shown(event, seat)
    return None if scene == open_scene(event) else scene
