"""Text of people never becomes markup, links or terminal escapes on the console."""

from __future__ import annotations

import unicodedata

import pytest
from textual.app import App
from textual.geometry import Region
from textual.widget import Widget
from warcouncil.protocol.table.views import StoryLine

from tests.clients.umpire.builders import call, room, seat, spoken, table
from tests.clients.umpire.console import LARGE, SMALL, Desk, console
from tests.profile import games

HOSTILE = (
    "[ @click=app.bell]x[/]",
    "[$accent @click=app.quit]x[/]",
    "[BOLD @click=app.quit]x[/]",
    "[_a @click=app.quit]x[/]",
    "[\t@click=app.quit]x[/]",
    "[@click=app.notify('[')]x[/]",
    "[$x link='http://example.org']x[/]",
    "\x1b]0;PWNED\x07 \x9b2J",
    "\u202egnp.exe \u2066x\u2069",
    "e" + "\u0301" * 40,
)


def assert_clean(app: App[None]) -> None:
    """Check every cell of every widget: no action, no link, and no control character."""
    seen = 0
    for widget in app.screen.walk_children(Widget, with_self=True):
        size = widget.size
        for strip in widget.render_lines(Region(0, 0, size.width, size.height)):
            for segment in strip:
                seen += 1
                plain = segment.text.isascii() and segment.text.isprintable()
                assert plain or not any(unicodedata.category(char) in ("Cc", "Cf") for char in segment.text)
                if segment.style is not None:
                    assert "@click" not in segment.style.meta
                    assert segment.style.link is None
    assert seen


async def visit(desk: Desk, hostile: str) -> None:
    """Visit every screen with hostile words in every possible place."""
    named = seat(title=hostile, linked=False, silent_ms=90_000).model_copy(update={"person": hostile})
    people = (named, seat("black", "army", title=hostile))
    bad = table(
        1, title=hostile, rule="", people=people, alarms=(call(1, hostile, "red.army"),), paused=hostile
    )
    await desk.hear(bad, table(2, held=hostile), table(3, ended=hostile))
    assert_clean(desk.app)
    await desk.press("t", "escape", "c")
    assert_clean(desk.app)
    await desk.press("escape", "enter")
    line = StoryLine(heading=hostile, text=hostile)
    await desk.hear(room(1, lines=(spoken(1, hostile, hostile),), story=(line,)))
    for _ in range(4):
        assert_clean(desk.app)
        await desk.press("tab")
    await desk.press("enter")
    seen = desk.seen()
    form = seen.view.form
    assert form is not None
    worse = seen.view.model_copy(
        update={"title": hostile, "rule_text": hostile, "form": form.model_copy(update={"question": hostile})}
    )
    await desk.hear(seen.model_copy(update={"view": worse}))
    assert_clean(desk.app)


PARTS = [" ".join(HOSTILE[:4]), " ".join(HOSTILE[7:]), " ".join(HOSTILE[4:7])]


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("hostile", PARTS[: games(2, 3)])
async def test_hostile_words_stay_words_on_a_small_screen(hostile: str) -> None:
    """A player makes the umpire's click end the console, or draws on the umpire's terminal."""
    async with console((table(1),), SMALL) as desk:
        await visit(desk, hostile)


async def test_hostile_words_stay_words_on_a_large_screen() -> None:
    """Hostile text acts in the panes that only a large screen shows."""
    async with console((table(1),), LARGE) as desk:
        await visit(desk, " ".join(HOSTILE))
