"""The picture of the house matches the imports, and README names every room."""

from __future__ import annotations

import pytest

from tests import house

ROOMS = house.arrows()


def test_the_picture_shows_this_house() -> None:
    """If this fails, a newcomer looks for a room that does not exist. `make pictures` renews the picture."""
    assert house.PICTURE.read_text("utf-8") == house.drawn()


def test_there_is_no_circle_among_the_rooms() -> None:
    """If this fails, two rooms need each other, and a newcomer cannot read one alone."""
    assert house.floors(ROOMS)
    with pytest.raises(ValueError, match="circle"):
        house.floors(ROOMS | {"protocol": {"clients/seat"}})


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_says_what_it_is_and_is_in_the_readme(room: str) -> None:
    """If this fails, a newcomer must open a room to learn what it is for."""
    readme = (house.ROOT / "README.md").read_text("utf-8").split("## The house")[1]
    top, _, name = room.partition("/")
    assert house.job(room)
    assert f"`{top}/" in readme
    assert not name or f"`{name}/`" in readme or f"`{room}/`" in readme
