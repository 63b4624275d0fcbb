"""Every window keeps its changes, and reports a fault in the settings without failing."""

from __future__ import annotations

from pathlib import Path

from textual.binding import Binding
from warcouncil.clients.widgets.window.settings import Remembered, read
from warcouncil.clients.widgets.window.window import Window

from tests.clients.umpire import console


async def test_a_theme_put_on_in_a_window_is_kept(no_settings: Path) -> None:
    """The theme must be chosen again in every window of every day."""
    window = Window(kept=Remembered(no_settings))
    async with window.run_test() as pilot:
        await window.run_action("theme")
        await pilot.pause()
        assert window.theme == "warcouncil-light"
    assert read(no_settings)[0].theme == "light"
    assert Window(kept=Remembered(no_settings)).theme == "warcouncil-light"


async def test_a_theme_asked_for_holds_for_that_window_alone(no_settings: Path) -> None:
    """`--theme clear` on the projector changes the colours of everything else on that machine."""
    window = Window(theme="clear", kept=Remembered(no_settings))
    async with window.run_test():
        assert window.theme == "warcouncil-clear"
    assert not no_settings.exists()


async def test_a_wrong_file_is_said_in_the_window_as_it_is(no_settings: Path) -> None:
    """A window opens in other colours without a message, or reads a name in the file as markup."""
    no_settings.write_text('theme = "[red]"', "utf-8")
    window = Window(kept=Remembered(no_settings))
    async with window.run_test() as pilot:
        await pilot.pause()
        (said,) = window._notifications
        assert 'theme: "[red]" is not valid. Give one of dark, light, clear' in said.message
        assert not said.markup


def test_a_key_has_one_name_in_feet_palettes_and_texts() -> None:
    """*f1* and *^q* are at the foot and in the palette, but *F1* and *Ctrl+Q* in every sentence."""
    app, _line, _clock = console.app_of([])
    keys = ("f1", "ctrl+q", "escape", "pagedown", "enter", "p", "P", "exclamation_mark")
    named = [app.get_key_display(Binding(key, "help")) for key in keys]
    assert named == ["F1", "Ctrl+Q", "Esc", "PgDn", "⏎", "p", "P", "!"]
    assert app.get_key_display(Binding("f1", "help", key_display="?")) == "?"


async def test_ctrl_c_lays_no_words_over_the_board(no_settings: Path) -> None:
    """The projector shows the complete room the library's message on how to close it."""
    async with Window().run_test() as pilot:
        await pilot.press("ctrl+c")
        assert not pilot.app._notifications
