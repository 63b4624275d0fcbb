"""A page draws only the visible lines, each as in a drawing of all."""

from __future__ import annotations

from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.geometry import Offset
from textual.selection import SELECT_ALL, Selection
from textual.visual import Visual
from warcouncil.clients.widgets.board.ink import Lines
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page

LINES: Lines = [
    Content.styled("Berlin fell.", "bold") + Content(" Nobody had seen it coming, and nobody had asked."),
    Content(""),
    Content.styled("柏林陷落了，沒有人預料到這一點", "$primary"),
    Content("a\tb"),
    Content.styled("▸ ", "red") + Content("[b]no markup[/b]"),
]


class _Showing(App[None]):
    def compose(self) -> ComposeResult:
        yield Page(id="story")


@pytest.mark.parametrize(
    "selection", [None, SELECT_ALL, Selection(Offset(3, 0), Offset(4, 2)), Selection(None, Offset(1, 3))]
)
@pytest.mark.parametrize("width", [9, 24, 100])
async def test_a_line_is_drawn_alone_as_it_is_among_all(selection: Selection | None, width: int) -> None:
    """A line drawn alone differs in length, colour or marks, or in its place for the mouse."""
    app = _Showing()
    async with app.run_test(size=(width, 8)) as pilot:
        drawn = app.query_one(Drawn)
        app.query_one(Page).put(LINES)
        if selection is not None:
            app.screen.selections = {drawn: selection}
        await pilot.pause()
        whole = Visual.to_strips(drawn, drawn.render(), drawn.size.width, len(LINES), drawn.visual_style)
        alone = [drawn.render_line(y) for y in range(len(LINES))]
        assert [list(strip) for strip in alone] == [list(strip) for strip in whole]


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list of the numbers of the drawn lines."""
    numbers: list[int] = []
    real = Content.render

    def render(self: Content, *how: Any, **more: Any) -> Any:
        numbers.extend(int(word) for word in self.plain.split() if word.isdecimal())
        return real(self, *how, **more)

    monkeypatch.setattr(Content, "render", render)
    return numbers


async def test_of_a_long_story_the_lines_alone_are_drawn_that_are_seen(seen: list[int]) -> None:
    """A story of thousands of lines takes seconds to open, and half of that at every further sentence."""
    app = _Showing()
    async with app.run_test(size=(60, 10)) as pilot:
        page = app.query_one(Page)
        page.put([Content(f"line {number}") for number in range(1000, 3000)])
        await pilot.pause()
        app.export_screenshot()
        assert set(seen) == set(range(1000, 1010))
        page.scroll_end(animate=False)
        await pilot.pause()
        app.export_screenshot()
        assert set(seen) == {*range(1000, 1010), *range(2990, 3000)}


async def test_where_one_line_differs_that_line_alone_is_drawn(seen: list[int]) -> None:
    """A wall of forty tables is drawn again, line by line, whenever one of its clocks shows another second."""
    app = _Showing()
    async with app.run_test(size=(60, 10)) as pilot:
        page = app.query_one(Page)
        page.put([Content(f"line {number}") for number in range(8)])
        await pilot.pause()
        app.export_screenshot()
        seen.clear()
        page.put([Content(f"line {number}") for number in (0, 1, 2, 33, 4, 5, 6, 77)])
        await pilot.pause()
        assert "77" in app.export_screenshot()
        assert set(seen) == {33, 77}
