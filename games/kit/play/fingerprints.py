"""Fingerprints: digests of what a position, and the events before it, show a seat. Beliefs compare worlds by them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from hashlib import blake2b
from typing import Any

from warcouncil.games.kit.events import Event, known
from warcouncil.games.kit.game import AnyGame, Phase
from warcouncil.games.kit.play.shortcut import Shortcut
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.ways import WAY_EVENTS
from warcouncil.protocol.words import SeatId

GLIMPSES_MAX = 20_000
"""How many glimpses are remembered, with their digests. Bounds memory."""
_glimpsed: dict[tuple[AnyGame, Hashable], str] = {}


def fingerprint(
    game: AnyGame,
    state: Any,
    seat: Seat,
    events: Iterable[Event] = (),
    shortcut: Shortcut | None = None,
) -> str:
    """Return the fingerprint of what a position and the events before it show a seat.

    The fingerprint begins with the digest of the position. With a shortcut, it begins with the digest of the
    glimpse instead.
    """
    return seen(game, state, seat.id, shortcut) + heard(events, seat)


def seen(game: AnyGame, state: Any, seat: SeatId, shortcut: Shortcut | None) -> str:
    """Return a digest of what a position shows a seat."""
    if shortcut is None:
        return position_shown(game, state, seat)
    return glimpsed(game, shortcut.glimpse(state, seat))


def glimpsed(game: AnyGame, glimpse: Hashable) -> str:
    """Return the digest of a glimpse. The result is cached, because many worlds show a seat the same
    information.
    """
    key = (game, glimpse)
    found = _glimpsed.get(key)
    if found is None:
        if len(_glimpsed) >= GLIMPSES_MAX:
            _glimpsed.clear()
        found = _glimpsed[key] = _digest(repr(glimpse))
    return found


def heard(events: Iterable[Event], seat: Seat) -> str:
    """Return a digest of what events tell a seat."""
    told = (_told(event, seat) for event in events if not isinstance(event, WAY_EVENTS))
    return _digest("\n".join(each for each in told if each))


def position_shown(game: AnyGame, state: Any, seat: SeatId) -> str:
    """Return a digest of the sheet, the phase and the form that a position shows a seat."""
    parts = [game.sheet(state, seat).model_dump_json()]
    phase = game.phase(state)
    if isinstance(phase, Phase):
        parts += [phase.name, phase.title]
        if seat in phase.asked:
            parts.append(game.form(state, seat).model_dump_json())
    return _digest("\n".join(parts))


def _told(event: Event, seat: Seat) -> str:
    """Return what a seat learns of an event, or "" for nothing."""
    seen = known(event, seat)
    if seen is None:
        return ""
    return f"{type(event).__name__} {sorted(seen.items(), key=lambda one: one[0])!r}"


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=12).hexdigest()
