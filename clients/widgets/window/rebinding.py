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
from warcouncil.clients.wording.saying import say

ROOMS = ("seat", "umpire", "display", "replay")
EVERYWHERE = "all"
"""Written in the settings in place of a window's name. The action then has this key in every window."""
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
    """Return the screens of a window that are loaded."""
    found: list[type[DOMNode]] = []
    waiting: list[type[DOMNode]] = [Screen]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if kind.__module__.startswith(f"{_OURS}{room}."):
            found.append(kind)
    return sorted(set(found), key=lambda kind: (kind.__module__, kind.__name__))


def layers(room: str, app: type[DOMNode]) -> list[list[Binding]]:
    """Return the bindings that are active together in a window: the bindings of each screen, together with
    those of the app.
    """
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
            window = say("configuration.which_window", rooms=", ".join((*ROOMS, EVERYWHERE)), action=where)
            faults.append(say("configuration.own_key", name=name, why=window))
        elif where not in (room, EVERYWHERE) or (where == EVERYWHERE and action not in actions):
            continue
        elif why := _wrong(action, actions, text, letters=letters):
            faults.append(say("configuration.own_key", name=name, why=why))
        else:
            keys[action] = ",".join(inside(key.strip()) for key in text.split(","))
    return Rebound(keys, (*faults, *_without_clashes(room, keys, held)))


def _wrong(action: str, actions: Iterable[str], text: str, *, letters: bool) -> str:
    """Return why an action cannot have these keys. It is "" if each of them can be used."""
    if action not in actions:
        near = get_close_matches(action, sorted(actions), n=1)
        return say("configuration.no_action_near", near=near[0]) if near else say("configuration.no_action")
    for key in (inside(each.strip()) for each in text.split(",")):
        if not is_key(key):
            near = get_close_matches(key, sorted(_NAMED), n=1)
            if near:
                return say("configuration.no_key_near", key=key, near=near[0])
            return say("configuration.no_key", key=key)
        if key in FIXED:
            return say("configuration.fixed_key", key=key)
        if letters and (len(key) == 1 or key in WRITES):
            return say("configuration.answering_key", key=key)
    return ""


def _without_clashes(room: str, keys: dict[str, str], held: Sequence[Sequence[Binding]]) -> Iterator[str]:
    """Remove the keys that would have two meanings, and yield a line for each."""
    while True:
        clash = next((found for layer in held if (found := clash_in(layer, keys))), None)
        if clash is None:
            return
        action, key, other = clash
        del keys[action]
        yield say("configuration.clash", room=room, action=action, key=key, other=other)


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
