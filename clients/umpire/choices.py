"""What can be chosen besides the reason, before an act: to whom one speaks, who wins, whether a sealed answer stands."""

from __future__ import annotations

from dataclasses import replace

from warcouncil.clients.umpire.aim import Aim, aim
from warcouncil.clients.umpire.board import Board
from warcouncil.clients.umpire.formview import value_text
from warcouncil.protocol import acts
from warcouncil.protocol.forms import Choice, Form
from warcouncil.protocol.words import SeatId, TableId, TeamId


def choices(board: Board, aimed: Aim) -> tuple[Aim, ...]:
    """Give the aims among which an umpire may choose, the likeliest first; only itself when there is no choice."""
    if aimed.kind is acts.Tell:
        return _addressees(board, aimed)
    if aimed.kind is acts.EndGame:
        teams = _teams(board, tuple(aimed.gates))
        won = [replace(aimed, winners=(team,), choice=f"{team.capitalize()} wins") for team in teams]
        return (replace(aimed, choice="nobody wins: a draw"), *won)
    if aimed.kind is acts.Remove:
        return (
            replace(aimed, keep=True, choice="what was sealed stands"),
            replace(aimed, keep=False, choice="what was sealed is struck out"),
        )
    if aimed.kind is acts.DeclareFor:
        form = (
            board.looking.view.form if board.looking is not None and board.looking.view is not None else None
        )
        return answers(aimed, form) or (aimed,)
    if aimed.kind is acts.Begin:
        every = aim(board, acts.Begin, board.tables)
        more = every.touched(board).keys() - aimed.touched(board).keys()
        return (aimed, replace(every, choice="every table that has not begun")) if more else (aimed,)
    if aimed.kind is acts.Approve:
        return (aimed, replace(aimed, kind=acts.Withdraw))
    return (aimed,)


def answers(aimed: Aim, form: Form | None) -> tuple[Aim, ...]:
    """Give the answers that an umpire may seal from here: each option of a single choice, or what the form suggests."""
    if form is None:
        return ()
    if len(form.fields) == 1 and isinstance(form.fields[0], Choice):
        only = form.fields[0]
        return tuple(
            replace(aimed, answer={only.name: option.value}, choice=f"{only.label}: {option.label}")
            for option in only.options
        )
    if form.suggested is None:
        return ()
    said = "; ".join(f"{name}: {value_text(value)}" for name, value in form.suggested.items())
    return (replace(aimed, answer=form.suggested, choice=f"what the form suggests: {said}"),)


def _teams(board: Board, tables: tuple[TableId, ...]) -> list[str]:
    nows = [board.tables[table] for table in tables if table in board.tables]
    return list(dict.fromkeys(str(seat.team) for now in nows for seat in now.status.seats if seat.team))


def _addressees(board: Board, aimed: Aim) -> tuple[Aim, ...]:
    """Give to whom an umpire may speak from where he is: the chosen seat, the tables, each team there, everyone."""
    whole = replace(aimed, seat=SeatId(""))
    found = [aimed, whole] if aimed.seat else [whole]
    found += [replace(whole, team=TeamId(team)) for team in _teams(board, tuple(aimed.gates))]
    if len(aimed.gates) < len(board.tables):
        found.append(aim(board, acts.Tell, board.tables))
    return tuple(found)
