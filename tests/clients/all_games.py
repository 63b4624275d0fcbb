"""Rooms of all games: real tables in the middle and at their end, as umpires and projectors see them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.play.play import Playing
from warcouncil.games.registry import names
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import SeatStatus, TableStatus
from warcouncil.protocol.words import TableId

from tests.clients.seat.tables import playing, view
from tests.clients.umpire.builders import table

PEOPLE = ("Ana María Núñez", "Benedikt von Braun", "Chi", "Dov Rosenzweig", "Zoë O'Neill-Brandt")
GATES_TO_END = 1500


@cache
def game_at(game: str, gates: int) -> Playing:
    """Play a game for this number of questions."""
    return playing(game, gates)


def public_view(at: Playing) -> View:
    """Return the public view of a table."""
    seat = at.game.seats(at.options)[0].id
    made = view(at, seat)
    ended = made.ended.model_copy(update={"won": None}) if made.ended is not None else None
    open_to_all = at.game.sheet(at.state, None)
    return made.model_copy(
        update={"sheet": open_to_all, "form": None, "team": (), "seats": (), "channels": (), "ended": ended}
    )


def status(number: int, at: Playing, *, name: str = "", sealed: bool = False) -> TableStatus:
    """Return the status of a table, with people at its seats."""
    shown, phase = public_view(at), at.phase
    asked = phase.asked if isinstance(phase, Phase) else ()
    seats = tuple(
        SeatStatus(
            seat=seat.id,
            title=seat.title,
            team=seat.team,
            linked=True,
            joined=True,
            asked=seat.id in asked,
            sealed=sealed and seat.id in asked,
            voided=False,
            bot=False,
            silent_ms=0,
            person=PEOPLE[place % len(PEOPLE)],
        )
        for place, seat in enumerate(at.game.seats(at.options))
    )
    made = table(
        number,
        gate=at.gate,
        title=shown.title,
        rule=shown.rule,
        left_ms=shown.clock.left_ms if shown.clock else None,
        ended=phase.reason if isinstance(phase, Finish) else "",
        people=seats,
    )
    about = {"game": at.game.name, "game_title": at.game.title, "phase": shown.phase}
    return made.model_copy(update={**about, "name": name, "result": shown.ended})


def all_games(gates: int, tables: int = 4) -> tuple[TableStatus, ...]:
    """Return a room in which the games take turns.

    Each table is a question further than the former one of its game.
    """
    games = names()
    return tuple(
        status(TableId(number), game_at(games[number % len(games)], gates + number // len(games)))
        for number in range(1, tables + 1)
    )


def open_sheet(gates: int, number: int) -> Sheet:
    """Return the public sheet of a table of such a room."""
    games = names()
    at = game_at(games[number % len(games)], gates + number // len(games))
    return at.game.sheet(at.state, None)


FREE_CELLS = 4
"""Columns are free if at least this many side by side are empty from top to bottom."""


def free_columns(lines: Sequence[str]) -> int:
    """Count the free columns of lines that are one below the other. The columns at their end do not count."""
    width = max(len(line.rstrip()) for line in lines)
    empty = "".join(
        " " if all(not line[at : at + 1].strip() for line in lines) else "x" for at in range(width)
    )
    return sum(len(run) for run in empty.strip().split("x") if len(run) >= FREE_CELLS)
