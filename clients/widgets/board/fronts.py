"""Draws fronts: places where two sides lay cards against each other, one place below the other."""

from __future__ import annotations

from textual.content import Content
from warcouncil.clients.widgets.board.cards import chip
from warcouncil.clients.widgets.board.colours import Sides
from warcouncil.clients.widgets.board.ink import (
    EDGE,
    FAINT,
    HEAD,
    LOUD,
    Lines,
    dimmed,
    fit,
    flow,
    heading,
    ink,
    join,
    tag,
)
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.lighting import Light
from warcouncil.protocol.table.sheets import Cards, Front, Fronts

_MARKER_CELLS_MAX = 15
_MIDDLE_MIN = 18
_MARK_CELLS_MAX = 12
"""The longest mark beside a name. A longer one is below the name if there is no room beside it."""
_NOTES_MAX = 3
"""Up to this many notes count as news, and are below their places even on a small board.

More notes count as permanent facts, which are shown only if there is room.
"""
_LIT_CELLS = 4
"""How many more cells a highlighted name needs. They are reserved, so that nothing moves."""


def draw_fronts(
    element: Fronts, width: int, *, sides: Sides, tight: bool, light: Light | None = None
) -> Lines:
    """Draw each front: the left side's cards, the place with its marker, the right side's cards."""
    labels = max((ink(front.label).cell_length for front in element.fronts), default=0) + _LIT_CELLS
    if tight:
        middle = max(_MIDDLE_MIN, min(labels + 2 + _marks_width(element), width // 3 + 2))
    else:
        notes = max((ink(front.note).cell_length for front in element.fronts), default=0)
        middle = max(_MIDDLE_MIN, min(max(labels, notes) + 2, width // 3))
    side = (width - middle - 2) // 2
    lines = heading(element.title)
    lines.append(
        join(
            fit(sides.badge(element.left, HEAD), side, "right"),
            Content(" " * (middle + 2)),
            fit(sides.badge(element.right, HEAD), side),
        )
    )
    noted = not tight or sum(bool(front.note) for front in element.fronts) <= _NOTES_MAX
    track = _longest_track(element)
    for front in element.fronts:
        if not tight:
            lines.append(Content.styled("─" * width, EDGE))
        lit = light is None or light.on_front(front.label)
        shines = light is not None and lit and not light.plain
        named = labels if tight else 0
        drawn = _front(front, sides, side, middle, labels=named, track=track, noted=noted, shines=shines)
        lines += drawn if lit else dimmed(drawn)
    return lines


def _marks_width(element: Fronts) -> int:
    """Return the width of the widest marker, or of the widest short mark."""
    widths = [ink(front.mark).cell_length + 2 for front in element.fronts if front.mark]
    widths = [width for width in widths if width <= _MARK_CELLS_MAX]
    track = _longest_track(element)
    for front in element.fronts:
        if _moves(front):
            widths.append(marker(front.at or 0, front.low, front.high, track).cell_length)
    return max(widths, default=0)


def _front(
    front: Front, sides: Sides, side: int, middle: int, *, labels: int, track: int, noted: bool, shines: bool
) -> Lines:
    left = _half(front.left, sides, front.left_total, side, mirrored=True)
    right = _half(front.right, sides, front.right_total, side, mirrored=False)
    centre = _centre(front, sides, middle, labels=labels, track=track, shines=shines)
    if front.note:
        notes = ink(front.note, FAINT).wrap(middle)
        if noted or len(centre) + len(notes) <= max(len(left), len(right)):
            centre += [fit(line, middle, "center") for line in notes]
    rows: Lines = []
    for row in range(max(len(left), len(centre), len(right))):
        rows.append(
            join(
                left[row] if row < len(left) else Content(" " * side),
                Content(" "),
                centre[row] if row < len(centre) else Content(" " * middle),
                Content(" "),
                right[row] if row < len(right) else Content(" " * side),
            )
        )
    return rows


def _centre(front: Front, sides: Sides, width: int, *, labels: int, track: int, shines: bool) -> Lines:
    """Draw the name of a place, and its marker or mark.

    On one line, names are padded to the width `labels`. `track` is the width of the longest track, in cells.
    """
    name = ink(f"▶ {front.label} ◀", LOUD) if shines else ink(front.label, HEAD)
    moves = _moves(front) and not (labels and front.mark)
    parts = [marker(front.at or 0, front.low, front.high, track)] if moves else []
    if front.mark:
        parts.append(_mark(front.mark, sides))
    if not labels or (parts and labels + 1 + parts[0].cell_length > width):
        return [fit(line, width, "center") for line in (name, *parts)]
    return [
        fit(join(fit(name, labels, "right"), *parts, gap=" ") if parts else fit(name, width, "center"), width)
    ]


def _mark(words: str, sides: Sides) -> Content:
    """Draw the mark of a place, in the colour of the side that it names, if it names one."""
    side = sides.named_in(words)
    return tag(words, f"{LOUD} ${side.ink}" if side else LOUD)


def _half(cards: Cards, sides: Sides, total: str, width: int, *, mirrored: bool) -> Lines:
    """Draw one side's cards at a front, with the total next to the middle."""
    sum_of = ink(total, HEAD).truncate(width // 2, ellipsis=True)
    room = width - (sum_of.cell_length + 1 if total else 0)
    rows = flow([list(chip(card, sides).wrap(max(1, room))) for card in cards.cards], room, 1)
    hidden = (cards.count or 0) - len(cards.cards)
    if hidden > 0:
        rows.append(ink(say("board.more_down", n=hidden), FAINT))
    if not rows:
        rows = [ink("—", FAINT)]
    lines = []
    for index, row in enumerate(rows):
        beside_it = sum_of if index == 0 else Content(" " * sum_of.cell_length)
        parts = (row, beside_it) if mirrored else (beside_it, row)
        lines.append(fit(join(*parts, gap=" ") if total else row, width, "right" if mirrored else "left"))
    return lines


def _track(low: int, high: int) -> int:
    """Return how many cells a track takes."""
    return min(high - low + 1, _MARKER_CELLS_MAX)


def _longest_track(element: Fronts) -> int:
    """Return how many cells the longest track of all places takes."""
    tracks = [_track(front.low, front.high) for front in element.fronts if _moves(front)]
    return max(tracks, default=0)


def _moves(front: Front) -> bool:
    return front.at is not None and front.high > front.low


def marker(at: int, low: int, high: int, track: int = 0) -> Content:
    """Draw the position of the marker between the left side's end (`high`) and the right side's (`low`).

    `track` is the width of the longest track, in cells. So the middles of all tracks are below each other.
    """
    cells = _track(low, high)
    at = max(low, min(high, at))
    place = round((high - at) * (cells - 1) / (high - low))
    around = " " * ((track - cells) // 2)
    return join(
        Content.styled(f"{around}◀{'─' * place}", FAINT),
        Content.styled("◆", HEAD),
        Content.styled(f"{'─' * (cells - 1 - place)}▶{around} ", FAINT),
        Content.styled(f"{at:+d}" if low < 0 and at else str(at), HEAD),
    )
