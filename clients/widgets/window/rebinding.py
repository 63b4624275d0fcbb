"""Rebinds keys: assigns the keys in the settings to the actions of a window, and reports those that cannot be used.

A key that would have two meanings is not used. The action keeps its standard key, and one line explains why.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from textual.binding import Binding
from textual.dom import DOMNode
from textual.keys import Keys
from textual.screen import Screen

ROOMS = ("seat", "umpire", "display", "replay")
EVERYWHERE = "all"
"""Used in place of a room. The action then has this key in every window."""
FIXED = ("enter", "escape", "tab", "shift+tab", "ctrl+c")
"""Keys that always have the same meaning, so that no user can lock themselves out."""
WRITES = frozenset(
    (
        *("up", "down", "left", "right", "home", "end", "backspace", "delete", "ctrl+u"),
        *("shift+up", "shift+down", "ctrl+left", "ctrl+right", "ctrl+w"),
    )
)
"""Keys that fill in answers, in windows where letters answer questions."""
_NAMED = frozenset(key.value for key in Keys)
_OURS = "warcouncil.clients."


@dataclass(frozen=True, slots=True)
class Rebound:
    """The rebound keys of a window by action, and a line for each key that cannot be used."""

    keys: dict[str, str]
    faults: tuple[str, ...]


def inside(key: str) -> str:
    """Return the internal name of a key: question_mark for ?, f1 for F1."""
    if len(key) != 1 or key.isalnum():
        return key if len(key) == 1 else key.lower()
    return unicodedata.name(key, key).lower().replace("-", "_").replace(" ", "_")


def is_key(key: str) -> bool:
    """Return whether a key with this name exists."""
    if key in _NAMED or len(key) == 1:
        return True
    *held, last = key.split("+")
    if held:
        return all(each in ("ctrl", "shift", "alt") for each in held) and is_key(last)
    try:
        unicodedata.lookup(last.replace("_", " "))
    except KeyError:
        return last in ("slash", "minus", "plus", "at", "underscore", "backslash")
    return True


def bindings_of(kind: type[DOMNode]) -> Iterator[Binding]:
    """Yield the bindings of one of our classes and its bases, one for each key.

    A class overrides the bindings of its bases.
    """
    found: dict[str, Binding] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith(_OURS):
            for binding in Binding.make_bindings(base.__dict__.get("BINDINGS", ())):
                found[binding.key] = binding
    yield from found.values()


def screens_of(room: str) -> list[type[DOMNode]]:
    """Return the screens of a room that are loaded."""
    found: list[type[DOMNode]] = []
    waiting: list[type[DOMNode]] = [Screen]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if kind.__module__.startswith(f"{_OURS}{room}."):
            found.append(kind)
    return sorted(set(found), key=lambda kind: (kind.__module__, kind.__name__))


def layers(room: str, app: type[DOMNode]) -> list[list[Binding]]:
    """Return the bindings that are active together in a window: those of each screen together with the app's."""
    own = list(bindings_of(app))
    return [[*bindings_of(screen), *own] for screen in screens_of(room)] or [own]


def rebound(
    wanted: Mapping[str, str], room: str, held: Sequence[Sequence[Binding]], *, letters: bool
) -> Rebound:
    """Assign keys to the actions of a window with these layers.

    `letters`: letters and digits have another meaning there.
    """
    actions = {binding.id for layer in held for binding in layer if binding.id}
    keys: dict[str, str] = {}
    faults: list[str] = []
    for name, text in wanted.items():
        where, _, action = name.partition(".")
        if where not in (*ROOMS, EVERYWHERE):
            faults.append(
                f"keys.{name}: say in which window: {', '.join((*ROOMS, EVERYWHERE))}, as in keys.seat.{where}"
            )
        elif where not in (room, EVERYWHERE) or (where == EVERYWHERE and action not in actions):
            continue
        elif why := _wrong(action, actions, text, letters=letters):
            faults.append(f"keys.{name}: {why}")
        else:
            keys[action] = ",".join(inside(key.strip()) for key in text.split(","))
    clashes = list(_without_clashes(keys, held))
    return Rebound(keys, (*faults, *(f"keys.{room}.{clash}" for clash in clashes)))


def _wrong(action: str, actions: Iterable[str], text: str, *, letters: bool) -> str:
    """Return why an action cannot have these keys. It is "" if each of them can be used."""
    if action not in actions:
        near = get_close_matches(action, sorted(actions), n=1)
        return f"there is no such action. {f'Did you mean {near[0]}? ' if near else ''}warcouncil settings keys lists all"
    for key in (inside(each.strip()) for each in text.split(",")):
        if not is_key(key):
            near = get_close_matches(key, sorted(_NAMED), n=1)
            return f"there is no key {key!r}. {f'Did you mean {near[0]!r}?' if near else 'Write f2, ctrl+r or ?'}"
        if key in FIXED:
            return f"{key} always means the same; choose another key"
        if letters and (len(key) == 1 or key in WRITES):
            return f"{key} answers questions there; choose a key that is no letter, no digit and no key for writing"
    return ""


def _without_clashes(keys: dict[str, str], held: Sequence[Sequence[Binding]]) -> Iterator[str]:
    """Remove the keys that would have two meanings, and yield a line for each."""
    while True:
        clash = next((found for layer in held if (found := clash_in(layer, keys))), None)
        if clash is None:
            return
        action, key, other = clash
        del keys[action]
        yield f"{action}: {key} means {other} already; {action} keeps the key that it has"


def clash_in(layer: Iterable[Binding], keys: Mapping[str, str]) -> tuple[str, str, str] | None:
    """Return an action whose key has another meaning in a layer, that key, and the other action.

    The rebound action comes first.
    """
    owners: dict[str, str] = {}
    for binding in layer:
        name = binding.id or binding.action
        for key in keys[name].split(",") if name in keys else [binding.key]:
            other = owners.setdefault(key, name)
            if other != name:
                mine = name if name in keys else other
                return mine, key, other if mine == name else name
    return None
