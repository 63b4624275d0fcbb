"""The map of the house is the house: the picture is drawn from the imports, and every room is named where it is looked for."""

from __future__ import annotations

import pytest

from tests import house

ROOMS = house.arrows()


def test_the_picture_is_of_this_house() -> None:
    """A newcomer would look for a room that is not there. `make pictures` draws it anew."""
    assert house.PICTURE.read_text("utf-8") == house.drawn()


def test_there_is_no_circle_among_the_rooms() -> None:
    """Two rooms that need each other are one room with two doors, and nobody can read one alone."""
    house.floors(ROOMS)
    with pytest.raises(ValueError, match="circle"):
        house.floors(ROOMS | {"protocol": {"clients/seat"}})


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_says_what_it_is_and_stands_in_the_readme(room: str) -> None:
    """A stranger would have to open it to know what it is for."""
    readme = (house.ROOT / "README.md").read_text("utf-8").split("## The house")[1]
    top, _, name = room.partition("/")
    assert house.job(room)
    assert f"`{top}/" in readme
    assert not name or f"`{name}/`" in readme or f"`{room}/`" in readme
