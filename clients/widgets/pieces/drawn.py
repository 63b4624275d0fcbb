"""Widgets that show lines of plain content. No text is ever read as markup here."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.style import Style
from textual.visual import Visual
from textual.widget import Widget
from warcouncil.clients.widgets.board.ink import Lines


class Drawn(Widget):
    """Shows lines that the caller draws, and redraws only if they differ.

    It is as high as its number of lines or, with `fills`, as high as the screen sets it.
    """

    DEFAULT_CSS = "Drawn { width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }"

    def __init__(
        self,
        *,
        id: str | None = None,  # noqa: A002  # Textual's word
        classes: str | None = None,
        fills: bool = False,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._fills = fills
        if not fills:
            self.styles.height = 0
        self._lines: Lines = []

    def put(self, lines: Lines) -> None:
        """Show these lines from now on."""
        if len(lines) != len(self._lines):
            self._lines = lines
            if not self._fills:
                self.styles.height = len(
                    lines
                )  # Set explicitly, because an automatic height may be cached too long
            self.refresh()
            return
        both = enumerate(zip(lines, self._lines, strict=True))
        other = [y for y, (new, old) in both if new is not old and not new.is_same(old)]
        if other:
            self._lines = lines
            self.refresh(*(Region(0, y, self.size.width, 1) for y in other))

    @property
    def text(self) -> str:
        """The lines as plain text."""
        return "\n".join(line.plain for line in self._lines)

    def render(self) -> Content:
        """Return the lines as one piece of content, from which a selection is read."""
        return Content("\n").join(self._lines)

    def render_line(self, y: int) -> Strip:
        """Draw one line when it becomes visible.

        A long story has thousands of lines, and few of them are visible.
        """
        if y >= len(self._lines) or not self.size.width:
            return Strip.blank(self.size.width, self.visual_style.rich_style)
        line = self._lines[y]
        span = self.text_selection.get_span(y) if self.text_selection is not None else None
        if span is not None:
            selected = Style.from_styles(self.screen.get_component_styles("screen--selection"))
            line = line.stylize(selected, span[0], None if span[1] == -1 else span[1])
        strips = Visual.to_strips(self, line, self.size.width, 1, self.visual_style, apply_selection=False)
        return strips[0].apply_offsets(0, y)


class Page(VerticalScroll):
    """Lines that scroll. If it was scrolled to its end, it stays there when lines are added."""

    DEFAULT_CSS = """
    Page { height: 1fr; }
    Page:focus { background-tint: $foreground 3%; }
    """

    @dataclass
    class Widened(Message):
        """The page has another width, so its lines must be wrapped again."""

        page: Page

        @property
        def control(self) -> Page:
            """The page."""
            return self.page

    def __init__(self, *, id: str, at_end: bool = False) -> None:  # noqa: A002  # Textual's word
        super().__init__(id=id)
        self._width = 0
        self._at_end = at_end
        self._drawn = Drawn()

    def compose(self) -> ComposeResult:
        """Lay out the lines."""
        yield self._drawn

    def on_resize(self, event: events.Resize) -> None:
        """Send a message if the width has changed."""
        if event.size.width != self._width:
            self._width = event.size.width
            self.post_message(self.Widened(self))

    def put(self, lines: Lines) -> None:
        """Show these lines from now on."""
        was_at_end = self._at_end and self.scroll_y >= self.max_scroll_y
        self._drawn.put(lines)
        if was_at_end:
            self.call_after_refresh(self.scroll_end, animate=False)

    @property
    def text(self) -> str:
        """The lines as plain text."""
        return self._drawn.text
