"""The clock in large figures: thin strokes, heavy ones when time is short, and hatched where nobody knows it."""

from __future__ import annotations

from textual.content import Content
from warcouncil.clients.widgets.ink import Lines

HEIGHT, HEIGHT_TALL = 3, 5
_FIGURES = {
    "0": ("╭─╮", "│ │", "╰─╯"),
    "1": ("╶╮ ", " │ ", "╶┴╴"),
    "2": ("╶─╮", "╭─╯", "╰─╴"),
    "3": ("╶─╮", "╶─┤", "╶─╯"),
    "4": ("╷ ╷", "╰─┤", "  ╵"),
    "5": ("╭─╴", "╰─╮", "╶─╯"),
    "6": ("╭─╴", "├─╮", "╰─╯"),
    "7": ("╶─╮", "  │", "  ╵"),
    "8": ("╭─╮", "├─┤", "╰─╯"),
    "9": ("╭─╮", "╰─┤", "╶─╯"),
    ":": ("•", " ", "•"),
}
_HEAVY = str.maketrans("╭╮╰╯─│├┤╴╶╵╷┴•", "┏┓┗┛━┃┣┫╸╺╹╻┻●")
_BROKEN = str.maketrans("─│ ", "╌┆░")
_GOES_RIGHT = frozenset("╭╰├─╶┴")
_GOES_LEFT = frozenset("╮╯┤─╴┴")
_GOES_DOWN = frozenset("╭╮├┤│╷")


def hatched(text: str, style: str, *, tall: bool = False) -> Lines:
    """Draw a time that stands only because nothing is heard of it."""
    return [
        Content.styled(f"░{row.plain.translate(_BROKEN)}░", style)
        for row in figures(text, "", heavy=False, tall=tall)
    ]


def figures(text: str, style: str, *, heavy: bool, tall: bool = False) -> Lines:
    """Draw a time such as 0:23, three lines high or (tall) five."""
    shapes = [_grown(_FIGURES[char]) if tall else _FIGURES[char] for char in text if char in _FIGURES]
    rows = ["  ".join(row) if tall else " ".join(row) for row in zip(*shapes, strict=True)]
    return [Content.styled(row.translate(_HEAVY) if heavy else row, style) for row in rows]


def _grown(shape: tuple[str, ...]) -> tuple[str, ...]:
    """Draw a figure two lines higher and two cells wider, its strokes going on as they went."""
    if len(shape[0]) == 1:
        return (" ", "•", " ", "•", " ")
    wide = [_widened(row) for row in shape]
    between = ["".join("│" if char in _GOES_DOWN else " " for char in row) for row in wide[:2]]
    return (wide[0], between[0], wide[1], between[1], wide[2])


def _widened(row: str) -> str:
    left, middle, right = row[0], row[1], row[2]
    before = "─" if left in _GOES_RIGHT and middle in _GOES_LEFT else " "
    after = "─" if middle in _GOES_RIGHT and right in _GOES_LEFT else " "
    return f"{left}{before}{middle}{after}{right}"
