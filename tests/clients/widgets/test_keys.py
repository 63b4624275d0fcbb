"""Keys: each has one meaning on a screen, can be given anew, stands in the palette, and is one that terminals let through."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest
from textual.binding import Binding
from textual.command import CommandPalette
from textual.widgets import OptionList
from warcouncil.clients.display.app import DisplayApp
from warcouncil.clients.replay.app import ReplayApp
from warcouncil.clients.seat.app import SeatApp
from warcouncil.clients.umpire.app import UmpireApp
from warcouncil.clients.widgets.rebinding import FIXED, clash_in, is_key, layers, rebound, screens_of
from warcouncil.clients.widgets.settings import Remembered
from warcouncil.clients.widgets.window import Window

from tests.clients.display import builders as display
from tests.clients.seat import sitting
from tests.clients.umpire import console

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
    """Give all layers of a window, with every module of its room loaded."""
    folder = Path(import_module(f"warcouncil.clients.{room}").__path__[0])
    for module in iter_modules([str(folder)]):
        import_module(f"warcouncil.clients.{room}.{module.name}")
    assert screens_of(room) or room == "display"
    return layers(room, WINDOWS[room])


def each(room: str) -> Iterator[Binding]:
    """Give every binding of a window."""
    for layer in everything(room):
        yield from layer


@pytest.mark.parametrize("room", WINDOWS)
def test_no_key_has_two_meanings_on_a_screen(room: str) -> None:
    """A key would change the colours where one wanted the rules."""
    for layer in everything(room):
        assert clash_in(layer, {}) is None


@pytest.mark.parametrize("room", WINDOWS)
def test_every_action_has_a_key_that_terminals_let_through(room: str) -> None:
    """Help would open the terminal's own help, and nothing here."""
    keys: dict[str, set[str]] = {}
    for binding in each(room):
        keys.setdefault(binding.id or binding.action, set()).add(binding.key)
    assert not [action for action, own in keys.items() if own <= TAKEN_BY_TERMINALS]


@pytest.mark.parametrize("room", WINDOWS)
def test_every_key_that_does_something_can_be_given_anew(room: str) -> None:
    """Somebody whose terminal takes a key could not have another for it."""
    fixed = {binding.action for binding in each(room) if binding.key in MOVES and not binding.id}
    assert not [b.key for b in each(room) if not b.id and b.action not in fixed]


@pytest.mark.parametrize("room", WINDOWS)
def test_every_key_that_is_named_is_in_the_palette_with_a_sentence(room: str) -> None:
    """An action would be found by its key alone, which nobody knows."""
    named = [b for b in each(room) if b.id and b.description and b.key not in MOVES]
    assert named
    for binding in named:
        means = binding.tooltip or WINDOWS[room].MEANS.get(binding.id or "", "")
        assert means.endswith("."), (binding.id, means)
        assert is_key(binding.key)


def test_a_key_of_ones_own_takes_the_place_of_the_old_one() -> None:
    """A laptop without function keys could not open the rules."""
    own = rebound(
        {"umpire.help": "ctrl+g", "seat.help": "ctrl+g", "all.theme": "F6"},
        "umpire",
        everything("umpire"),
        letters=False,
    )
    assert own.keys == {"help": "ctrl+g", "theme": "f6"}
    assert own.faults == ()


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ({"umpire.hlep": "f2"}, "keys.umpire.hlep: there is no such action; did you mean help?"),
        (
            {"help": "f2"},
            "keys.help: say in which window: seat, umpire, display, replay, all, as in keys.seat.help",
        ),
        ({"umpire.help": "ctlr+q"}, "keys.umpire.help: there is no key 'ctlr+q'; did you mean 'ctrl+q'?"),
        ({"umpire.help": "enter"}, "keys.umpire.help: enter always means the same; choose another key"),
        ({"umpire.help": "p"}, "keys.umpire.help: p means pause already; help keeps the key that it has"),
        (
            {"umpire.help": "ctrl+q"},
            "keys.umpire.help: ctrl+q means leave already; help keeps the key that it has",
        ),
    ],
)
def test_a_key_that_cannot_hold_is_one_line(wanted: dict[str, str], says: str) -> None:
    """A slip in the file would take a key from something else, or do nothing without a word."""
    own = rebound(wanted, "umpire", everything("umpire"), letters=False)
    assert own.keys == {}
    (fault,) = own.faults
    assert fault.startswith(says)


def test_a_letter_is_no_key_of_ones_own_where_letters_answer() -> None:
    """Whoever gives the rules the letter a could no longer attack."""
    own = rebound({"seat.rules": "a"}, "seat", everything("seat"), letters=True)
    assert own.keys == {}
    assert own.faults[0].startswith("keys.seat.rules: a answers questions there")


def test_two_keys_may_change_places() -> None:
    """Each of the two would be refused for the other's sake."""
    swap = {"umpire.pause": "h", "umpire.hold": "p"}
    own = rebound(swap, "umpire", everything("umpire"), letters=False)
    assert own.faults == ()
    assert own.keys == {"pause": "h", "hold": "p"}


async def test_ones_own_key_works_and_a_clash_is_said_in_the_window(no_settings: Path) -> None:
    """What stands in the settings would be read and change nothing."""
    no_settings.write_text('[keys]\ndisplay.theme = "ctrl+y"\ndisplay.help = "ctrl+q"\n', "utf-8")
    app, _line, _now = display.app_of([])
    app.kept = Remembered(no_settings)
    async with app.run_test() as pilot:
        await pilot.press("ctrl+y")
        assert app.theme == "warcouncil-light"
        await pilot.press("ctrl+t")
        assert app.theme == "warcouncil-light"
        said = [each.message for each in app._notifications]
    assert said == ["keys.display.help: ctrl+q means leave already; help keeps the key that it has"]


async def test_the_palette_finds_and_does_an_action_in_the_console() -> None:
    """Ctrl+P would open nothing, or list what does nothing."""
    app, _line, _clock = console.app_of([])
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("ctrl+p")
        await pilot.pause()
        assert isinstance(app.screen, CommandPalette)
        for key in "colours":
            await pilot.press(key)
        while not app.screen.query_one(OptionList).option_count:
            await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert app.theme == "warcouncil-light"


async def test_the_palette_opens_over_a_seat_and_over_the_projector() -> None:
    """A picture that is drawn beneath it would end the window."""
    for app in (sitting.app_of()[0], display.app_of([])[0]):
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.press("ctrl+p")
            await pilot.pause()
            app.redraw()
            assert isinstance(app.screen, CommandPalette)
            await pilot.press("escape")
            await pilot.pause()
            assert not isinstance(app.screen, CommandPalette)
