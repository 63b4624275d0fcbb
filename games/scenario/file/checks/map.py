"""Checks of a map: links in both directions, places that a piece can reach, places of pieces, and orders for them."""

from __future__ import annotations

from collections.abc import Iterator

from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.games.scenario.file.model.names import Names
from warcouncil.games.scenario.file.model.sizes import order_answer_bytes
from warcouncil.games.scenario.file.model.spans import reached
from warcouncil.games.scenario.file.text.faults import Path
from warcouncil.games.scenario.file.text.map import MAP_WORDS, NOBODY, MapPart, PiecePart, PlacePart
from warcouncil.games.scenario.file.text.phase import QuestionPhase
from warcouncil.games.scenario.file.text.question import QuestionPart
from warcouncil.protocol.table.answers import ANSWER_BYTES_MAX

_ORDER_WORDS = ("hold", "support")
"""Words of an order. No place may have such a name."""


def check_map(names: Names) -> None:
    """Record everything that makes a map unplayable, and questions for orders that no map can carry out."""
    board = names.scenario.map
    if board is not None:
        for at, place in enumerate(board.places):
            _place(names, board, ("map", "places", at), place)
        for at, piece in enumerate(board.pieces):
            _piece(names, board, ("map", "pieces", at), piece)
        _reached(names, board)
        _words(names)
    for at, phase in enumerate(names.scenario.phases):
        asked: set[str] = set()
        for number, question in enumerate(phase.questions if isinstance(phase, QuestionPhase) else ()):
            if question.kind == "orders":
                _orders(names, board, ("phases", at, "questions", number), question, asked)


# --- places and pieces --------------------------------------------------------------------------------------------


def _place(names: Names, board: MapPart, path: Path, place: PlacePart) -> None:
    known = names.script.places
    before = board.places[: int(path[2])]
    if any(each.name == place.name for each in before):
        names.note((*path, "name"), f"{place.name!r} is already used. Take another name")
    if place.name in _ORDER_WORDS:
        names.note((*path, "name"), f"{place.name!r} is a word of an order. Take another name")
    if other := next((each for each in before if each.at == place.at), None):
        names.note((*path, "at"), f"{other.name} is drawn at the same point. Move one of them")
    for number, link in enumerate(place.links):
        where = (*path, "links", number)
        if link not in known:
            names.note(where, unknown(f"there is no place {link!r}", link, known, "places are"))
        elif link == place.name:
            names.note(where, "a place has no link to itself. Leave it out")
        elif place.name not in known[link].links:
            names.note(
                where,
                f'{place.name} has a link to {link}, and {link} has none back. Write "{place.name}" in the links of {link}',
            )
    if place.owner != NOBODY and place.owner not in names.script.sides:
        said = unknown(f"there is no team {place.owner!r}", place.owner, names.script.sides, "teams are")
        names.note((*path, "owner"), said)


def _piece(names: Names, board: MapPart, path: Path, piece: PiecePart) -> None:
    places, before = names.script.places, board.pieces[: int(path[2])]
    if any(each.name == piece.name for each in before) or names.kind(piece.name):
        names.note((*path, "name"), f"{piece.name!r} is already used. Take another name")
    if piece.of not in names.script.sides:
        said = unknown(f"there is no team {piece.of!r}", piece.of, names.script.sides, "teams are")
        names.note((*path, "of"), said)
    if piece.at not in places:
        names.note(
            (*path, "at"),
            unknown(f"{piece.name} is at no place: there is no {piece.at!r}", piece.at, places, "places are"),
        )
    elif other := next((each for each in before if each.at == piece.at), None):
        names.note(
            (*path, "at"), f"{other.name} is in {piece.at} already. A place holds one piece. Move one of them"
        )


def _reached(names: Names, board: MapPart) -> None:
    """Record the places that no piece can ever reach."""
    if not board.pieces:
        return
    found = reached(names, (piece.at for piece in board.pieces))
    for at, place in enumerate(board.places):
        if place.name not in found:
            names.note(("map", "places", at), f"no piece can reach {place.name}. Link it, or remove it")


def _words(names: Names) -> None:
    """Record numbers and questions whose name already has a meaning for the map."""
    for path, name in _valued(names):
        if name in MAP_WORDS:
            names.note(path, f"{name!r} has a meaning in conditions of a map. Take another name")


def _valued(names: Names) -> Iterator[tuple[Path, str]]:
    for at, part in enumerate(names.scenario.numbers):
        yield ("numbers", at, "name"), part.name
    for at, phase in enumerate(names.scenario.phases):
        for number, question in enumerate(phase.questions if isinstance(phase, QuestionPhase) else ()):
            yield ("phases", at, "questions", number, "name"), question.name


# --- orders -------------------------------------------------------------------------------------------------------


def _orders(names: Names, board: MapPart | None, path: Path, question: QuestionPart, asked: set[str]) -> None:
    if board is None:
        names.note((*path, "kind"), "orders need a map. Write [map], or another kind")
        return
    if question.silence != "":
        names.note((*path, "silence"), "the pieces of a silent team hold. Leave silence out")
    if question.by == "seat":
        names.note((*path, "by"), "pieces belong to teams. Write commander, majority or all")
        return
    if question.known_to != "own" and board.pieces_known_to != "all":
        names.note(
            (*path, "known_to"),
            'the orders would show where hidden pieces are. Leave known_to out, or write pieces_known_to = "all" in [map]',
        )
    for team in names.owners(question.name):
        if team not in names.script.sides:
            names.note((*path, "of"), f"{team} is a seat, and pieces belong to teams. Write its team")
            continue
        pieces = [piece for piece in board.pieces if piece.of == team]
        if not pieces:
            names.note(
                (*path, "of"),
                f"{team} has no piece. Give it one, or name in `of` only teams that have a piece",
            )
        if team in asked:
            names.note((*path, "of"), f"{team} is asked for orders twice in this phase. Ask it once")
        asked.add(team)
        size = order_answer_bytes(board, team)
        if size > ANSWER_BYTES_MAX:
            names.note(
                (*path, "of"),
                f"the orders of {team} could have {size} bytes. The limit is {ANSWER_BYTES_MAX}. Give it fewer pieces or shorter names",
            )
