"""Draws a map of a sheet as SVG, for reports and previews. Its texts are titles from the scenario file, and
all of them are escaped.
"""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup
from warcouncil.clients.widgets.board.colours import Sides
from warcouncil.protocol.table.sheets import Map, MapPiece, MapPlace, Sheet

WIDE = 440
"""The width of the picture in its own units. The page scales it."""
_SIDE, _ABOVE, _BELOW = 44, 32, 34
"""The space around the outer places, for their names and pieces."""
_HIGH_MIN, _HIGH_MAX = 150, 420
_PIECE = 30
"""The space that one piece needs."""
Spot = tuple[int, int]


def map_picture(element: Map, sheet: Sheet) -> Markup:
    """Draw a map: links, places with the signs of their owners, and the pieces that the reader knew."""
    sides, spots = Sides(sheet.sides), spots_of(element)
    high = max(y for _, y in spots.values()) + _BELOW
    parts = [*_links(element, spots)]
    for place in element.places:
        parts += _place(element, place, sides, spots[place.name])
    return Markup('<svg class="map" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>').format(
        WIDE, high, Markup("").join(parts)
    )


def spots_of(element: Map) -> dict[str, Spot]:
    """Return the position of each place in the picture. It is the position in the file, stretched to the
    width of the picture.
    """
    xs, ys = [place.x for place in element.places], [place.y for place in element.places]
    across, down = max(1, max(xs) - min(xs)), max(ys) - min(ys)
    unit = (WIDE - 2 * _SIDE) / across
    high = min(_HIGH_MAX, max(_HIGH_MIN if down else 0, down * unit))
    return {
        place.name: (
            _SIDE + round((place.x - min(xs)) * unit),
            _ABOVE + round((place.y - min(ys)) * high / max(1, down)),
        )
        for place in element.places
    }


def _links(element: Map, spots: dict[str, Spot]) -> Iterator[Markup]:
    for one, other in element.links:
        (x, y), (right, below) = spots[one], spots[other]
        yield Markup('<path class="link" d="M{} {}L{} {}"/>').format(x, y, right, below)


def _place(element: Map, place: MapPlace, sides: Sides, spot: Spot) -> Iterator[Markup]:
    x, y = spot
    owner = sides.of(place.owner) if place.owner else None
    known = "" if place.owner is not None else " unknown"
    sign = owner.sign if owner else "" if place.owner is not None else "?"
    yield Markup('<g class="place {}{}"><circle cx="{}" cy="{}" r="11"/>').format(
        owner.ink if owner else "", known, x, y
    )
    yield Markup('<text class="sign" x="{}" y="{}">{}</text></g>').format(x, y + 4, sign)
    yield Markup('<text class="name" x="{}" y="{}">{}</text>').format(x, y - 15, place.title)
    pieces = [piece for piece in element.pieces if piece.at == place.name]
    if not pieces and not place.seen:
        yield Markup('<text x="{}" y="{}">?</text>').format(x, y + 26)
    for at, piece in enumerate(pieces):
        yield _piece(piece, sides, x - (len(pieces) - 1) * _PIECE // 2 + at * _PIECE, y + 22)


def _piece(piece: MapPiece, sides: Sides, x: int, y: int) -> Markup:
    side = sides.of(piece.side)
    return Markup(
        '<g class="piece {}"><rect x="{}" y="{}" width="26" height="16" rx="3"/><text x="{}" y="{}">{}{}</text></g>'
    ).format(side.ink if side else "", x - 13, y - 8, x, y + 4, side.sign if side else "", piece.strength)
