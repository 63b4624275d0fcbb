"""The picture of a map in a report or a preview: it has every known place and piece, nothing unknown, and no word
becomes markup.
"""

from __future__ import annotations

from warcouncil.clients.widgets.board.map_svg import WIDE, map_picture, spots_of
from warcouncil.protocol.table.sheets import Badge, Map, MapPlace, Sheet

from tests.maps import THREE

SHEET = Sheet(sides=(Badge(id="rosal", title="Rosal", sign="▲", ink="gold"),))


def test_the_picture_has_each_place_each_link_and_each_known_piece() -> None:
    """If this fails, a report shows a map without a place, a link or a piece."""
    drawn = str(map_picture(THREE, SHEET))
    assert all(f">{place.title}<" in drawn for place in THREE.places)
    assert drawn.count('class="link"') == len(THREE.links)
    assert ">▲2<" in drawn
    assert drawn.count("unknown") == 1
    assert drawn.count(">?<") == 2  # the owner and the pieces of the place that the reader does not see


def test_titles_are_escaped() -> None:
    """If this fails, a title of a file can run a script in a report."""
    place = MapPlace(name="a", title="<script>alert(1)</script>", x=0, y=0)
    drawn = str(map_picture(Map(places=(place,)), SHEET))
    assert "<script>" not in drawn
    assert "&lt;script&gt;" in drawn


def test_every_place_is_inside_the_picture() -> None:
    """If this fails, a part of the map is cut off, whatever coordinates a file has."""
    places = tuple(
        MapPlace(name=f"p{n}", title=f"P{n}", x=x, y=y)
        for n, (x, y) in enumerate([(-500, 7), (900, 7), (3, 7)])
    )
    assert all(0 < x < WIDE and y > 0 for x, y in spots_of(Map(places=places)).values())
    column = tuple(MapPlace(name=f"p{n}", title="P", x=0, y=n * 1000) for n in range(3))
    assert len({y for _, y in spots_of(Map(places=column)).values()}) == 3
