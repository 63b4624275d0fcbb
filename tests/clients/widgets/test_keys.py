"""Keys: each has one meaning on a screen, can be rebound, is in the palette, and reaches the program in every
terminal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from textual.binding import Binding
from warcouncil.clients.display.app import DisplayApp
from warcouncil.clients.replay.screen.app import ReplayApp
from warcouncil.clients.seat.screen.app import SeatApp
from warcouncil.clients.umpire.screens.app import UmpireApp
from warcouncil.clients.widgets.window.rebinding import FIXED, clash_in, is_key, layers, screens_of
from warcouncil.clients.widgets.window.window import Window
from warcouncil.clients.wording.saying import said

WINDOWS: dict[str, type[Window]] = {
    "seat": SeatApp,
    "umpire": UmpireApp,
    "display": DisplayApp,
    "replay": ReplayApp,
}
TAKEN_BY_TERMINALS = {"f1", "f9", "f10", "f11"}
"""Help, menus and the whole screen, in one terminal or another."""
MOVES = {
    "up",
    "down",
    "left",
    "right",
    "home",
    "end",
    "pageup",
    "pagedown",
    "space",
    *map(str, range(10)),
    *FIXED,
}


def everything(room: str) -> list[list[Binding]]:
    """Return all layers of a window, with every module of its room loaded."""
    folder = Path(import_module(f"warcouncil.clients.{room}").__path__[0])
    for module in walk_packages([str(folder)], f"warcouncil.clients.{room}."):
        import_module(module.name)
    assert screens_of(room) or room == "display"
    return layers(room, WINDOWS[room])


def each(room: str) -> Iterator[Binding]:
    """Yield every binding of a window."""
    for layer in everything(room):
        yield from layer


@pytest.mark.parametrize("room", WINDOWS)
def test_no_key_has_two_meanings_on_a_screen(room: str) -> None:
    """One key changes the colours where the user expects the rules."""
    for layer in everything(room):
        assert clash_in(layer, {}) is None
    for kind in (*screens_of(room), WINDOWS[room]):
        own = Binding.make_bindings(kind.__dict__.get("BINDINGS", ()))
        counts = Counter(binding.key for binding in own)
        assert [key for key, count in counts.items() if count > 1] == [], kind.__name__


@pytest.mark.parametrize("room", WINDOWS)
def test_every_action_has_a_key_that_terminals_let_through(room: str) -> None:
    """On one screen the key for help opens the terminal's own help, and no other key opens ours."""
    for layer in everything(room):
        keys: dict[str, set[str]] = {}
        for binding in layer:
            keys.setdefault(binding.action, set()).add(binding.key)
        assert not [action for action, own in keys.items() if own <= TAKEN_BY_TERMINALS]


@pytest.mark.parametrize("room", WINDOWS)
def test_every_key_that_does_something_can_be_given_anew(room: str) -> None:
    """A user whose terminal takes a key cannot choose another."""
    fixed = {binding.action for binding in each(room) if binding.key in MOVES and not binding.id}
    assert not [b.key for b in each(room) if not b.id and b.action not in fixed]


@pytest.mark.parametrize("room", WINDOWS)
def test_every_key_that_is_named_is_in_the_palette_with_a_sentence(room: str) -> None:
    """An action is found only by its key, which the user does not know."""
    named = [b for b in each(room) if b.id and b.description and b.key not in MOVES]
    assert named
    for binding in named:
        means = said(binding.tooltip or WINDOWS[room].MEANS.get(binding.id or "", ""))
        assert means.endswith("."), (binding.id, means)
        assert is_key(binding.key)
