"""The palette: every action is found there by its words and done."""

from __future__ import annotations

from textual.command import CommandPalette
from textual.widgets import OptionList
from warcouncil.clients.seat.drawing.help_pages import key_rows
from warcouncil.clients.umpire.screens.help import KEYS

from tests.clients.display import builders as display
from tests.clients.seat import sitting
from tests.clients.umpire import console


async def test_the_palette_finds_and_does_an_action_in_the_console() -> None:
    """Ctrl+P opens nothing, or lists actions that do nothing."""
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


def test_help_names_the_key_that_lists_every_action() -> None:
    """A user without function keys finds every action behind a key that neither help nor card names."""
    assert "Ctrl+P" in {key for key, _ in key_rows()}
    assert "Ctrl+P" in {key for key, _ in KEYS}


async def test_the_palette_opens_over_a_seat_and_over_the_projector() -> None:
    """A picture that is drawn below the palette ends the window."""
    for app in (sitting.app_of()[0], display.app_of([])[0]):
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.press("ctrl+p")
            await pilot.pause()
            app.redraw()
            assert isinstance(app.screen, CommandPalette)
            await pilot.press("escape")
            await pilot.pause()
            assert not isinstance(app.screen, CommandPalette)


async def test_a_palette_lies_open_once_though_the_window_was_made_too_small_over_it() -> None:
    """A second palette ends the window, and the player loses the screen in the middle of a question."""
    app = sitting.app_of()[0]
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("ctrl+p")
        await pilot.pause()
        await pilot.resize_terminal(20, 5)
        await pilot.pause()
        assert not isinstance(app.screen, CommandPalette)
        await pilot.press("ctrl+p")
        await pilot.pause()
        assert sum(isinstance(screen, CommandPalette) for screen in app.screen_stack) == 1
