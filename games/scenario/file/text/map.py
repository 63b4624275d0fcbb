"""The map of a scenario: places with links between them, owners, and pieces that get orders."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from warcouncil.games.scenario.file.text.vocabulary import (
    LINKS_MAX,
    PIECES_MAX,
    PLACES_MAX,
    SPOT_MAX,
    Id,
    ScenarioPart,
    Title,
)

MAP_WORDS = ("owner", "places", "pieces", "strength", "place")
"""The words for a map in conditions: `owner of coast`, `places of rosal`, `place of guard`."""
NOBODY = "none"
"""The owner of a place that no side holds, and the place of a piece that was removed."""
Spot = Annotated[int, Field(ge=0, le=SPOT_MAX)]
Sight = Literal["all", "near", "own"]
"""Who knows what is on a map, besides the white cell."""


class PlacePart(ScenarioPart):
    """[[map.places]]: a place of the map."""

    name: Id = Field(description="Its name in links and conditions: `owner of coast is rosal`.")
    title: Title = Field(description="The name that people read.")
    at: tuple[Spot, Spot] = Field(
        description=f"The point where it is drawn. Two numbers from 0 to {SPOT_MAX}: the distance from the left, and "
        "the distance from the top."
    )
    links: Annotated[tuple[Id, ...], Field(max_length=LINKS_MAX)] = Field(
        (), description="The places that are linked to it. Each of them must name this place too."
    )
    owner: Id | Literal["none"] = Field(
        "none", description="The team that holds it at the beginning. none: no team."
    )


class PiecePart(ScenarioPart):
    """[[map.pieces]]: a piece of a team."""

    name: Id = Field(description="Its name in conditions: `place of guard is coast`.")
    title: Title = Field(description="The name that people read.")
    of: Id = Field(description="Its team.")
    at: Id = Field(description="The place where it begins. A place holds one piece.")
    strength: int = Field(
        1, ge=1, le=9, description="Its strength in a fight, and the weight of its support."
    )


class MapPart(ScenarioPart):
    """[map]: a map that every board shows. Questions with `kind = "orders"` move its pieces."""

    title: Title = Field("The map", description="The name that people read.")
    owners_known_to: Sight = Field(
        "own",
        description="Sets who knows which side holds a place. all: everyone. near: the side that holds it, and any "
        "side with a piece there or next to it. own: only the side that holds it.",
    )
    pieces_known_to: Sight = Field(
        "own",
        description="Sets who knows where a piece is. all: everyone. near: its own side, and any side with a piece "
        "next to it. own: only its own side.",
    )
    dislodged: Literal["removed", "retreats"] = Field(
        "removed",
        description="Sets what happens to a piece that another piece drives out. removed: it leaves the map. "
        "retreats: it goes to a free place next to it, or is removed if there is none.",
    )
    places: Annotated[tuple[PlacePart, ...], Field(min_length=2, max_length=PLACES_MAX)] = Field(
        description="The places."
    )
    pieces: Annotated[tuple[PiecePart, ...], Field(max_length=PIECES_MAX)] = Field(
        (), description="The pieces."
    )
