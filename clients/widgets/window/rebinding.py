"""Keys of one's own: what stands in the settings, brought to the actions of a window, and told where it cannot hold.

A key that would have two meanings is not given: the action keeps the key that it has, and one line says why.
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
"""Stands in the place of a room: the action has this key in every window."""
FIXED = ("enter", "escape", "tab", "shift+tab", "ctrl+c")
"""Keys that always mean the same, so that nobody can lock himself in."""
WRITES = frozenset(
    (
        *("up", "down", "left", "right", "home", "end", "backspace", "delete", "ctrl+u"),
        *("shift+up", "shift+down", "ctrl+left", "ctrl+right", "ctrl+w"),
    )
)
"""Keys that fill in answers, where letters answer questions."""
_NAMED = frozenset(key.value for key in Keys)
_OURS = "warcouncil.clients."


@dataclass(frozen=True, slots=True)
class Rebound:
    """The keys of one's own that hold in a window, by action, and a line for each that does not."""

    keys: dict[str, str]
    faults: tuple[str, ...]


def inside(key: str) -> str:
    """Give a key by the name that it goes by inside: question_mark for ?, f1 for F1."""
    if len(key) != 1 or key.isalnum():
        return key if len(key) == 1 else key.lower()
    return unicodedata.name(key, key).lower().replace("-", "_").replace(" ", "_")


def is_key(key: str) -> bool:
    """Tell whether there is such a key."""
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
    """Give the bindings of a class of ours and of those above it, one a key; what a class binds anew replaces the rest."""
    found: dict[str, Binding] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith(_OURS):
            for binding in Binding.make_bindings(base.__dict__.get("BINDINGS", ())):
                found[binding.key] = binding
    yield from found.values()


def screens_of(room: str) -> list[type[DOMNode]]:
    """Give the screens of a room that are loaded."""
    found: list[type[DOMNode]] = []
    waiting: list[type[DOMNode]] = [Screen]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if kind.__module__.startswith(f"{_OURS}{room}."):
            found.append(kind)
    return sorted(set(found), key=lambda kind: (kind.__module__, kind.__name__))


def layers(room: str, app: type[DOMNode]) -> list[list[Binding]]:
    """Give the bindings that hold at a time in a window: those of each of its screens, with the app's."""
    own = list(bindings_of(app))
    return [[*bindings_of(screen), *own] for screen in screens_of(room)] or [own]


def rebound(
    wanted: Mapping[str, str], room: str, held: Sequence[Sequence[Binding]], *, letters: bool
) -> Rebound:
    """Bring keys to the actions of a window with these layers. `letters`: letters and digits mean something else there."""
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
    """Say why an action cannot have these keys; "" when it can, as far as they go."""
    if action not in actions:
        near = get_close_matches(action, sorted(actions), n=1)
        return f"there is no such action; {f'did you mean {near[0]}? ' if near else ''}warcouncil settings keys lists all"
    for key in (inside(each.strip()) for each in text.split(",")):
        if not is_key(key):
            near = get_close_matches(key, sorted(_NAMED), n=1)
            return f"there is no key {key!r}{f'; did you mean {near[0]!r}?' if near else '; write f2, ctrl+r or ?'}"
        if key in FIXED:
            return f"{key} always means the same; choose another key"
        if letters and (len(key) == 1 or key in WRITES):
            return f"{key} answers questions there; choose a key that is no letter, no digit and no key for writing"
    return ""


def _without_clashes(keys: dict[str, str], held: Sequence[Sequence[Binding]]) -> Iterator[str]:
    """Take out of the keys what would give one key two meanings, and say each."""
    while True:
        clash = next((found for layer in held if (found := clash_in(layer, keys))), None)
        if clash is None:
            return
        action, key, other = clash
        del keys[action]
        yield f"{action}: {key} means {other} already; {action} keeps the key that it has"


def clash_in(layer: Iterable[Binding], keys: Mapping[str, str]) -> tuple[str, str, str] | None:
    """Give an action whose key means another thing in a layer, that key, and the other; the one with its own key first."""
    owners: dict[str, str] = {}
    for binding in layer:
        name = binding.id or binding.action
        for key in keys[name].split(",") if name in keys else [binding.key]:
            other = owners.setdefault(key, name)
            if other != name:
                mine = name if name in keys else other
                return mine, key, other if mine == name else name
    return None
