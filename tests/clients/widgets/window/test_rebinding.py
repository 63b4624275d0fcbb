"""Own keys: each replaces the old one, or is refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from warcouncil.clients.widgets.window.rebinding import rebound
from warcouncil.clients.widgets.window.settings import Remembered

from tests.clients.display import builders as display
from tests.clients.widgets.test_keys import everything


def test_a_key_of_ones_own_takes_the_place_of_the_old_one() -> None:
    """A laptop without function keys cannot open the rules."""
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
        ({"umpire.hlep": "f2"}, "keys.umpire.hlep: there is no such action. Did you mean help?"),
        (
            {"help": "f2"},
            "keys.help: no window is named. Begin with one of seat, umpire, display, replay, all, as in keys.seat.help",
        ),
        ({"umpire.help": "ctlr+q"}, "keys.umpire.help: there is no key “ctlr+q”. Did you mean “ctrl+q”?"),
        (
            {"umpire.help": "enter"},
            "keys.umpire.help: enter has the same meaning in every window. Choose another key",
        ),
        ({"umpire.help": "p"}, "keys.umpire.help: p already means pause. help keeps its usual key"),
        (
            {"umpire.help": "ctrl+q"},
            "keys.umpire.help: ctrl+q already means leave. help keeps its usual key",
        ),
    ],
)
def test_a_key_that_cannot_hold_is_one_line(wanted: dict[str, str], says: str) -> None:
    """A typing mistake in the file takes a key from another action, or has no effect and no message."""
    own = rebound(wanted, "umpire", everything("umpire"), letters=False)
    assert own.keys == {}
    (fault,) = own.faults
    assert fault.startswith(says)


@pytest.mark.parametrize("key", ["a", "backspace", "ctrl+u"])
def test_an_answering_letter_is_refused_as_ones_own_key(key: str) -> None:
    """A player who binds the rules to the letter a can no longer attack, or cannot correct a word with
    Backspace.
    """
    own = rebound({"seat.leave": key}, "seat", everything("seat"), letters=True)
    assert own.keys == {}
    assert own.faults[0].startswith(f"keys.seat.leave: {key} answers questions there")


def test_two_keys_may_change_places() -> None:
    """Each of the two keys is refused because of the other."""
    swap = {"umpire.pause": "h", "umpire.hold": "p"}
    own = rebound(swap, "umpire", everything("umpire"), letters=False)
    assert own.faults == ()
    assert own.keys == {"pause": "h", "hold": "p"}


async def test_ones_own_key_works_and_a_clash_is_said_in_the_window(no_settings: Path) -> None:
    """A key in the settings is read but changes nothing."""
    no_settings.write_text('[keys]\ndisplay.theme = "ctrl+y"\ndisplay.help = "ctrl+q"\n', "utf-8")
    app, _line, _now = display.app_of([])
    app.kept = Remembered(no_settings)
    async with app.run_test() as pilot:
        await pilot.press("ctrl+y")
        assert app.theme == "warcouncil-light"
        await pilot.press("ctrl+t")
        assert app.theme == "warcouncil-light"
        said = [each.message for each in app._notifications]
    assert said == ["keys.display.help: ctrl+q already means leave. help keeps its usual key"]
