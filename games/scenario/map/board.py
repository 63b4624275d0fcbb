"""The map as an element of a sheet, with what the reader may know. This module can also deal the hidden part again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from warcouncil.games.kit.dice import Dice
from warcouncil.games.scenario.file.text.clauses import Ref
from warcouncil.games.scenario.file.text.map import MapPart
from warcouncil.games.scenario.look import Beholder, Outlook
from warcouncil.games.scenario.map.sight import Sighting, sighting
from warcouncil.games.scenario.state import ScenarioState
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.sheets import Element, Map, MapPiece, MapPlace
from warcouncil.protocol.words import SeatId


def map_of(look: Outlook, reader: Beholder) -> Iterator[Element]:
    """Yield the map with what a reader may know of it."""
    board, script = look.script.scenario.map, look.script
    seen = sighting(look.state, reader.seat, knows_all=reader.knows_all)
    if board is None or seen is None:
        return
    own = str(script.seat(reader.seat).team) if reader.seat else ""
    yield Map(
        title=board.title,
        places=tuple(
            MapPlace(
                name=place.name,
                title=place.title,
                x=place.at[0],
                y=place.at[1],
                owner=_titled(look, seen.owner(place.name)),
                seen=seen.sees(place.name),
            )
            for place in board.places
        ),
        links=links_of(board),
        pieces=tuple(
            MapPiece(
                title=piece.title,
                at=look.state.stands[piece.name],
                side=script.title(piece.of),
                strength=piece.strength,
                yours=piece.of == own,
            )
            for piece in seen.pieces()
        ),
    )


def _titled(look: Outlook, owner: str | None) -> str | None:
    return look.script.title(owner) if owner else owner


def links_of(board: MapPart) -> tuple[tuple[str, str], ...]:
    """Return each link once."""
    names = [place.name for place in board.places]
    return tuple(
        (place.name, other)
        for at, place in enumerate(board.places)
        for other in names[at + 1 :]
        if other in place.links
    )


def map_numbers(look: Outlook) -> dict[str, int]:
    """Return how many places and pieces each team has, by label. A rehearsal counts them."""
    if not look.script.places:
        return {}
    found: dict[str, int] = {}
    for word, title in (("places", say("shown.places")), ("pieces", say("shown.pieces"))):
        for team in look.script.sides:
            label = say("shown.of_owner", title=title, owner=look.script.title(team))
            found[label] = look.term(Ref(word, team)) or 0
    return found


# --- twin worlds --------------------------------------------------------------------------------------------------


def dealt_anew(state: ScenarioState, seat: SeatId, dice: Dice) -> ScenarioState:
    """Deal again the owners and the pieces that a seat does not know. It depends on nothing that the seat does not
    know.

    A hidden piece goes to a place out of sight which its side may hold, or off the map if there is none.
    """
    board, seen = state.play.scenario.map, sighting(state, seat)
    if board is None or seen is None:
        return state
    own = str(state.play.seat(seat).team)
    held_by = {place.name: _owner(state, seen, place.name, own, dice) for place in board.places}
    known = {piece.name for piece in seen.pieces()}
    stands = {name: at if name in known else "" for name, at in state.stands.items()}
    free = [place.name for place in board.places if not seen.sees(place.name)]
    free = [place for place in free if place not in stands.values()]
    for name, piece in state.play.pieces.items():
        if name in known or piece.of == own:
            continue
        open_ = [at for at in free if seen.owner(at) in (None, piece.of)]
        at = dice.stream("stands", name).pick((*open_, "")) if open_ else ""
        stands[name] = at
        if at:
            free.remove(at)
            held_by[at] = piece.of
    return replace(state, held_by=held_by, stands=stands)


def _owner(state: ScenarioState, seen: Sighting, place: str, own: str, dice: Dice) -> str:
    owner = seen.owner(place)
    if owner is not None:
        return owner
    others = [team for team in state.play.sides if team != own]
    return dice.stream("owner", place).pick((*others, ""))
