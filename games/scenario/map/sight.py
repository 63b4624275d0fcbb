"""Sight: what a reader knows of a map now. A side always knows its own pieces and its own places."""

from __future__ import annotations

from collections.abc import Iterator

from warcouncil.games.scenario.file.text.map import MapPart, PiecePart
from warcouncil.games.scenario.map.resolving import Standing
from warcouncil.games.scenario.state import ScenarioState

PUBLIC = ""
"""The team of a reader who is on no side."""


def near_of(board: MapPart) -> dict[str, tuple[str, ...]]:
    """Return the places next to each place, in the order of the file."""
    return {
        place.name: tuple(each.name for each in board.places if each.name in place.links)
        for place in board.places
    }


def standing(state: ScenarioState) -> dict[str, Standing]:
    """Return each piece on the map with its place."""
    return {
        name: Standing(piece.of, state.stands[name], piece.strength)
        for name, piece in state.play.pieces.items()
        if state.stands.get(name)
    }


def own_pieces(state: ScenarioState, team: str) -> tuple[PiecePart, ...]:
    """Return a team's pieces on the map, in the order of the file."""
    return tuple(
        piece for name, piece in state.play.pieces.items() if piece.of == team and state.stands.get(name)
    )


class Sighting:
    """The knowledge that the seats of one team have of a map. `knows_all`: the reader may know everything."""

    def __init__(self, state: ScenarioState, board: MapPart, team: str, *, knows_all: bool = False) -> None:
        self._state = state
        self._board = board
        self._team = team
        self._all = knows_all
        own = {state.stands[piece.name] for piece in own_pieces(state, team)} if team else set()
        near = near_of(board)
        self._own = own
        self._near = own | {other for place in own for other in near[place]}

    def sees(self, place: str) -> bool:
        """8.16 Return whether the reader knows which pieces are in a place."""
        known_to = self._board.pieces_known_to
        return self._all or known_to == "all" or place in (self._near if known_to == "near" else self._own)

    def owner(self, place: str) -> str | None:
        """8.16 Return the team that holds a place, or "" if no team holds it. Return None if the reader does not
        know.
        """
        owner = self._state.held_by.get(place, "")
        if owner and owner == self._team:
            return owner
        known_to = self._board.owners_known_to
        if self._all or known_to == "all" or (known_to == "near" and place in self._near):
            return owner
        return None

    def pieces(self) -> Iterator[PiecePart]:
        """Yield the pieces whose places the reader knows, in the order of the file."""
        for name, piece in self._state.play.pieces.items():
            place = self._state.stands.get(name)
            if place and (piece.of == self._team or self.sees(place)):
                yield piece


def sighting(state: ScenarioState, seat: str, *, knows_all: bool = False) -> Sighting | None:
    """Return what a seat, or the public (""), knows of the map. None if the scenario has no map."""
    board = state.play.scenario.map
    if board is None:
        return None
    team = str(state.play.seat(seat).team) if seat else PUBLIC
    return Sighting(state, board, team, knows_all=knows_all)
