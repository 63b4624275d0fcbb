"""Pieces of the screen that are drawn as lines of plain content. Nobody's words are ever read as markup here."""

from __future__ import annotations

from textual.app import ComposeResult, RenderResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from clients.widgets.ink import Lines


class Drawn(Widget):
    """Shows lines that somebody else draws, and asks for a new picture only when they differ."""

    DEFAULT_CSS = "Drawn { height: auto; width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }"

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002  # Textual's word
        super().__init__(id=id, classes=classes)
        self._lines: Lines = []

    def put(self, lines: Lines) -> None:
        """Show these lines from now on."""
        if len(lines) != len(self._lines):
            self._lines = lines
            self.refresh(layout=True)
        elif any(not new.is_same(old) for new, old in zip(lines, self._lines, strict=True)):
            self._lines = lines
            self.refresh()

    @property
    def text(self) -> str:
        """What stands there, as plain text."""
        return "\n".join(line.plain for line in self._lines)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Give the number of lines."""
        return len(self._lines)

    def render(self) -> RenderResult:
        """Give the lines as one piece of content."""
        return Content("\n").join(self._lines)


class Page(VerticalScroll):
    """Lines that scroll. It stays at its end when it stood there and more comes."""

    DEFAULT_CSS = """
    Page { height: 1fr; }
    Page:focus { background-tint: $foreground 3%; }
    """

    def __init__(self, *, id: str, at_end: bool = False) -> None:  # noqa: A002  # Textual's word
        super().__init__(id=id)
        self._at_end = at_end
        self._drawn = Drawn()

    def compose(self) -> ComposeResult:
        """Lay out the lines."""
        yield self._drawn

    def put(self, lines: Lines) -> None:
        """Show these lines from now on."""
        was_at_end = self._at_end and self.scroll_y >= self.max_scroll_y
        self._drawn.put(lines)
        if was_at_end:
            self.call_after_refresh(self.scroll_end, animate=False)

    @property
    def text(self) -> str:
        """What stands there, as plain text."""
        return self._drawn.text
