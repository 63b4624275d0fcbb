"""States and events as JSON. The same value gives the same bytes on every machine."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from pydantic import TypeAdapter
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import AnyGame
from warcouncil.games.kit.ways import WAY_EVENTS

_ADAPTERS: dict[type, TypeAdapter[Any]] = {}


def _adapter(kind: type) -> TypeAdapter[Any]:
    """Return the adapter of a class. It is built once, because building takes a thousand times as long as using
    it.
    """
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def dump_state(game: AnyGame, state: Any) -> bytes:
    """Return a state as JSON."""
    return _adapter(game.state_type).dump_json(state)


def load_state(game: AnyGame, data: bytes) -> Any:
    """Return the state that `dump_state` wrote. Raises pydantic.ValidationError."""
    return _adapter(game.state_type).validate_json(data)


def digest(data: bytes) -> str:
    """Return the fingerprint of a dumped state."""
    return blake2b(data, digest_size=16).hexdigest()


def dump_event(event: Event) -> dict[str, Any]:
    """Return an event as JSON values, with its name under "event". This is the umpire's full view."""
    body: dict[str, Any] = _adapter(type(event)).dump_python(event, mode="json")
    return {"event": type(event).__name__, **body}


def load_event(game: AnyGame, body: dict[str, Any]) -> Event:
    """Return the event that `dump_event` wrote. Raises KeyError or pydantic.ValidationError."""
    kinds = {kind.__name__: kind for kind in (*game.event_types, *WAY_EVENTS)}
    fields = {name: value for name, value in body.items() if name != "event"}
    event: Event = _adapter(kinds[body["event"]]).validate_python(fields)
    return event
