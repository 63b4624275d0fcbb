"""What can be chosen besides the reason, before an act: to whom one speaks, who wins, whether a sealed answer stands."""

from __future__ import annotations

from dataclasses import replace

from clients.board import Board
from clients.umpire.acts import Aim, aim
from clients.umpire.manners import Kind
from protocol.words import SeatId, TableId, TeamId


def choices(board: Board, aimed: Aim) -> tuple[Aim, ...]:
    """Give the aims among which an umpire may choose, the likeliest first; only itself when there is no choice."""
    if aimed.kind is Kind.TELL:
        return _addressees(board, aimed)
    if aimed.kind is Kind.END_GAME:
        teams = _teams(board, tuple(aimed.gates))
        won = [replace(aimed, winners=(team,), choice=f"{team.capitalize()} wins") for team in teams]
        return (replace(aimed, choice="nobody wins: a draw"), *won)
    if aimed.kind is Kind.REMOVE:
        return (
            replace(aimed, keep=True, choice="what was sealed stands"),
            replace(aimed, keep=False, choice="what was sealed is struck out"),
        )
    if aimed.kind is Kind.APPROVE:
        return (aimed, replace(aimed, kind=Kind.WITHDRAW))
    return (aimed,)


def _teams(board: Board, tables: tuple[TableId, ...]) -> list[str]:
    nows = [board.tables[table] for table in tables if table in board.tables]
    return list(dict.fromkeys(str(seat.team) for now in nows for seat in now.status.seats if seat.team))


def _addressees(board: Board, aimed: Aim) -> tuple[Aim, ...]:
    """Give to whom an umpire may speak from where he is: the chosen seat, the tables, each team there, everyone."""
    whole = replace(aimed, seat=SeatId(""))
    found = [aimed, whole] if aimed.seat else [whole]
    found += [replace(whole, team=TeamId(team)) for team in _teams(board, tuple(aimed.gates))]
    if len(aimed.gates) < len(board.tables):
        found.append(aim(board, Kind.TELL, board.tables))
    return tuple(found)
