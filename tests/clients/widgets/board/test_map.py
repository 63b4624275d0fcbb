"""Tests for the drawing of a map."""

from __future__ import annotations

from warcouncil.clients.widgets.board.colours import NONE, Sides
from warcouncil.clients.widgets.board.map import draw_map, neighbours, place_line
from warcouncil.protocol.table.sheets import Badge, Map

from tests.maps import COAST, THREE

SIDES = Sides(
    (Badge(id="r", title="Rosal", sign="▲", ink="gold"), Badge(id="v", title="Vald", sign="■", ink="teal"))
)


def drawn(element: Map, width: int, *, tight: bool = False) -> list[str]:
    return [line.plain.rstrip() for line in draw_map(element, width, sides=SIDES, tight=tight)]


def test_map_shows_each_place_with_the_sign_of_its_owner_and_its_pieces() -> None:
    """If this fails, a reader of the terminal map cannot see who holds a place or which pieces are there."""
    text = "\n".join(drawn(THREE, 60))
    assert "▲ Coast" in text
    assert "[▲2]" in text
    assert "○ Hills" in text
    assert "? Ford" in text
    assert "[?]" in text


def test_map_keeps_the_sides_of_places_and_dots_its_links() -> None:
    """If this fails, the drawing has places in wrong order or no links."""
    lines = drawn(THREE, 60)
    coast = next(line for line in lines if "Coast" in line)
    assert coast.index("Coast") < coast.index("Hills")
    assert "·" in coast


def test_every_line_fits_the_width_and_labels_never_cover_each_other() -> None:
    """If this fails, a map breaks out of its pane or a name is lost."""
    for width in range(20, 110, 7):
        for tight in (False, True):
            lines = draw_map(THREE, width, sides=SIDES, tight=tight)
            assert all(line.cell_length <= width for line in lines)
            text = " ".join(" ".join(line.plain for line in lines).split())
            assert all(place.title in text for place in THREE.places)


def test_places_on_one_spot_are_moved_apart() -> None:
    """If this fails, the name of one of two places on the same spot is drawn over the other."""
    same = THREE.model_copy(
        update={"places": tuple(p.model_copy(update={"x": 0, "y": 0}) for p in THREE.places)}
    )
    assert all(place.title in "\n".join(drawn(same, 60)) for place in THREE.places)


def test_narrow_map_is_a_list() -> None:
    """If this fails, a narrow pane shows a map whose labels cover each other."""
    lines = " ".join(drawn(THREE, 30))
    assert "held by Rosal" in lines


def test_map_without_badges_is_drawn() -> None:
    """If this fails, a sheet without badges ends the client."""
    assert draw_map(THREE, 60, sides=NONE)


def test_words_of_a_place() -> None:
    """If this fails, the list of a map says less than its picture."""
    assert place_line(THREE, COAST) == (
        "Coast: held by Rosal; First army of Rosal, strength 2 (yours); next to Hills, Ford"
    )
    hills, ford = THREE.places[1:]
    assert place_line(THREE, hills) == "Hills: held by no side; no piece; next to Coast"
    assert place_line(THREE, ford) == "Ford: owner unknown; pieces unknown; next to Coast"
    assert neighbours(THREE, "coast") == {"hills", "ford"}
