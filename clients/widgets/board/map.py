"""Draws a map: its places as words on a grid of cells, with dotted links, or as a list if there is no room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from textual.content import Content
from warcouncil.clients.widgets.board.colours import Sides
from warcouncil.clients.widgets.board.ink import FAINT, HEAD, Lines, fit, flow, heading, ink, join, wrapped
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.sheets import Map, MapPiece, MapPlace

_WIDTH_MAX = 96
_WIDTH_MIN = 36
"""The least width of a map. A narrower one is drawn as a list, because labels would cover each other."""
_ROWS_MAX = 7
"""How many rows of places a map has at most. Bounds the height."""
_UNKNOWN, _FREE, _LINK = "?", "○", "·"


# --- words --------------------------------------------------------------------------------------------------------


def place_line(element: Map, place: MapPlace) -> str:
    """Return text about a place: its owner, its pieces, and the places next to it."""
    return say(
        "board.map_place",
        place=place.title,
        owner=owner_words(place),
        pieces=pieces_words(element, place),
        next=next_words(element, place),
    )


def owner_words(place: MapPlace) -> str:
    """Return text that names the side that holds a place."""
    if place.owner is None:
        return say("board.map_owner_unknown")
    return say("board.map_held", side=place.owner) if place.owner else say("board.map_free")


def pieces_words(element: Map, place: MapPlace, *, yours: bool = True) -> str:
    """Return text that lists the known pieces of a place. `yours`: the reader's own pieces are marked."""
    pieces = [_piece_words(piece, yours=yours) for piece in element.pieces if piece.at == place.name]
    if pieces:
        return ", ".join(pieces)
    return say("board.map_no_piece") if place.seen else say("board.map_pieces_unknown")


def _piece_words(piece: MapPiece, *, yours: bool) -> str:
    if piece.yours and yours:
        return say("board.map_yours", piece=piece.title, side=piece.side, n=piece.strength)
    return say("board.map_piece", piece=piece.title, side=piece.side, n=piece.strength)


def next_words(element: Map, place: MapPlace) -> str:
    """Return text that lists the places next to a place."""
    titles = [each.title for each in element.places if each.name in neighbours(element, place.name)]
    return say("board.map_next", places=", ".join(titles)) if titles else say("board.map_alone")


def neighbours(element: Map, name: str) -> set[str]:
    """Return the names of the places that are linked to a place."""
    return {other for link in element.links if name in link for other in link if other != name}


# --- the drawing --------------------------------------------------------------------------------------------------


def draw_map(element: Map, width: int, *, sides: Sides, tight: bool = False) -> Lines:
    """Draw a map. `tight`: each place is one line, with its pieces after its name."""
    width = min(width, _WIDTH_MAX)
    labels = [_label(element, place, sides, tight=tight) for place in element.places]
    laid = _laid(element, labels, width) if width >= _WIDTH_MIN else None
    if laid is None:
        return heading(element.title) + _list(element, width, sides)
    return heading(element.title) + _canvas(element, laid, width) + _legend(element, width, sides)


def _list(element: Map, width: int, sides: Sides) -> Lines:
    return [
        sides.sided(line.plain)
        for place in element.places
        for line in wrapped(place_line(element, place), width)
    ]


@dataclass(frozen=True, slots=True)
class _Laid:
    """The label of a place on the grid: its first cell, and its middle, where links begin."""

    name: str
    lines: Lines
    row: int
    left: int

    @property
    def width(self) -> int:
        return max(line.cell_length for line in self.lines)

    @property
    def middle(self) -> tuple[int, int]:
        return self.row, self.left + self.width // 2

    def covers(self, other: _Laid) -> bool:
        """Return whether two labels touch, with a blank cell between them."""
        apart = self.left + self.width < other.left or other.left + other.width < self.left
        return not (
            apart or self.row + len(self.lines) <= other.row or other.row + len(other.lines) <= self.row
        )


def _label(element: Map, place: MapPlace, sides: Sides, *, tight: bool) -> Lines:
    owner = sides.of(place.owner) if place.owner else None
    sign = owner.sign if owner else _UNKNOWN if place.owner is None else _FREE
    style = sides.ink(place.owner or "", FAINT)
    name = join(ink(sign, style), ink(place.title, HEAD if place.seen else FAINT), gap=" ")
    pieces = [_piece(piece, sides) for piece in element.pieces if piece.at == place.name]
    if not place.seen and not pieces:
        pieces = [ink(f"[{_UNKNOWN}]", FAINT)]
    if not pieces:
        return [name]
    drawn = Content(" ").join(pieces)
    return [join(name, drawn, gap=" ")] if tight else [name, drawn]


def _piece(piece: MapPiece, sides: Sides) -> Content:
    worn = sides.of(piece.side)
    style = f"bold reverse {sides.ink(piece.side)}" if piece.yours else f"bold {sides.ink(piece.side)}"
    return ink(f"[{worn.sign if worn else ''}{piece.strength}]", style.strip())


def _laid(element: Map, labels: list[Lines], width: int) -> list[_Laid] | None:
    """Place each label on the grid, moved down until no other label covers it. Return None if there is no room."""
    xs, ys = [place.x for place in element.places], [place.y for place in element.places]
    across, down = max(1, max(xs) - min(xs)), max(1, max(ys) - min(ys))
    heights = [round((y - min(ys)) * (min(_ROWS_MAX, len(set(ys))) - 1) / down) for y in ys]
    rows = {height: row for row, height in enumerate(sorted(set(heights)))}  # No row is empty
    step = max(len(label) for label in labels) + 1
    laid: list[_Laid] = []
    order = sorted(range(len(labels)), key=lambda at: (ys[at], xs[at]))
    for at in order:
        size = max(line.cell_length for line in labels[at])
        if size > width:
            return None
        left = round((xs[at] - min(xs)) * (width - size) / across)
        each = _Laid(element.places[at].name, labels[at], rows[heights[at]] * step, left)
        while any(each.covers(other) for other in laid):
            each = _Laid(each.name, each.lines, each.row + 1, left)
        laid.append(each)
    return laid


def _canvas(element: Map, laid: list[_Laid], width: int) -> Lines:
    height = max(each.row + len(each.lines) for each in laid)
    dots = {cell for link in element.links for cell in _line(laid, link)}
    lines: Lines = []
    for row in range(height):
        line = Content()
        here = sorted(
            (
                (each.left, each.lines[row - each.row])
                for each in laid
                if 0 <= row - each.row < len(each.lines)
            ),
            key=lambda part: part[0],
        )
        for left, part in here:
            line = line + _dotted(dots, row, line.cell_length, left) + part
        lines.append(line + _dotted(dots, row, line.cell_length, width))
    return lines


def _dotted(dots: set[tuple[int, int]], row: int, left: int, right: int) -> Content:
    """Draw the free cells of a row, with the dots of links."""
    return Content.styled("".join(_LINK if (row, at) in dots else " " for at in range(left, right)), FAINT)


def _line(laid: list[_Laid], link: tuple[str, str]) -> Iterator[tuple[int, int]]:
    """Yield the cells of a straight line between two places."""
    by_name = {each.name: each.middle for each in laid}
    (top, left), (bottom, right) = by_name[link[0]], by_name[link[1]]
    # A cell is twice as high as it is wide, so a flat line has a dot in each second cell.
    steps = max(abs(bottom - top) * 2, abs(right - left) // 2, 1)
    for step in range(steps + 1):
        yield round(top + (bottom - top) * step / steps), round(left + (right - left) * step / steps)


def _legend(element: Map, width: int, sides: Sides) -> Lines:
    """Draw the meaning of the signs: the sides on this map, no side, unknown, and a piece."""
    titles = [place.owner for place in element.places if place.owner] + [each.side for each in element.pieces]
    parts: list[Content] = []
    for title in dict.fromkeys(titles):
        worn = sides.of(title)
        if worn is not None:
            parts.append(join(ink(worn.sign, sides.ink(title)), sides.sided(title), gap=" "))
    if any(place.owner == "" for place in element.places):
        parts.append(ink(f"{_FREE} {say('board.map_no_side')}", FAINT))
    if any(place.owner is None or not place.seen for place in element.places):
        parts.append(ink(f"{_UNKNOWN} {say('board.unknown')}", FAINT))
    parts.append(ink(f"[2] {say('board.map_strength')}", FAINT))
    return [fit(line, min(width, line.cell_length)) for line in flow([[part] for part in parts], width, 2)]
