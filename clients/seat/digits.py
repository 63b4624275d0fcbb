"""The clock in large figures, three lines high: thin strokes, or heavy ones when time is short."""

from __future__ import annotations

from textual.content import Content

from clients.widgets.ink import Lines

HEIGHT = 3
_FIGURES = {
    "0": ("╭─╮", "│ │", "╰─╯"),
    "1": ("╶╮ ", " │ ", "╶┴╴"),
    "2": ("╶─╮", "╭─╯", "╰─╴"),
    "3": ("╶─╮", " ─┤", "╶─╯"),
    "4": ("╷ ╷", "╰─┤", "  ╵"),
    "5": ("╭─╴", "╰─╮", "╶─╯"),
    "6": ("╭─╴", "├─╮", "╰─╯"),
    "7": ("╶─╮", "  │", "  ╵"),
    "8": ("╭─╮", "├─┤", "╰─╯"),
    "9": ("╭─╮", "╰─┤", "╶─╯"),
    ":": ("•", " ", "•"),
    "–": ("   ", "╶─╴", "   "),
}
_HEAVY = str.maketrans("╭╮╰╯─│├┤╴╶╵╷┴•", "┏┓┗┛━┃┣┫╸╺╹╻┻●")


def figures(text: str, style: str, *, heavy: bool) -> Lines:
    """Draw a time such as 0:23."""
    rows = [" ".join(_FIGURES[char][row] for char in text if char in _FIGURES) for row in range(HEIGHT)]
    return [Content.styled(row.translate(_HEAVY) if heavy else row, style) for row in rows]
