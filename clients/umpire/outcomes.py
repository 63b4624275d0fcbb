"""An act after it was done: what was done, and what became of it at each table, in words."""

from __future__ import annotations

from warcouncil.clients.umpire.aim import ROOM, seat_words
from warcouncil.clients.umpire.board import Board
from warcouncil.clients.umpire.manners import MANNERS
from warcouncil.clients.umpire.orders import Fate, Order
from warcouncil.clients.umpire.phrases import named
from warcouncil.clients.widgets.wording import clock_text
from warcouncil.protocol.acts import (
    Act,
    Extend,
    GoBack,
    KeepBack,
    Lockstep,
    Postpone,
    Reseat,
    SendInject,
    SetClock,
    Tell,
)
from warcouncil.protocol.replies import RefusalCode
from warcouncil.protocol.words import TableId, clean

_REFUSED_FOR = {
    RefusalCode.STALE: "the question it was meant for has closed, so nothing was done",
    RefusalCode.FENCED: "this console was replaced by a newer one",
    RefusalCode.TOO_FAST: "too many orders at once; send it again",
}
"""Refusals that the console can say better than the arbiter, which does not know what is on its screen."""


def what_was_done(board: Board, order: Order) -> str:
    """Name an order in the past tense, with what it was about: Paused; Told Red corps II: “…”."""
    act = order.act
    tables = [ruling.table for ruling in order.rulings.values()]
    match act:
        case Extend():
            return f"{'Gave' if act.seconds >= 0 else 'Took'} {abs(act.seconds)} s"
        case Reseat():
            to = seat_words(board, act.to_seat, [act.to_table])
            return f"Moved {seat_words(board, act.seat, tables)} to {to} at table {act.to_table}"
        case Tell():
            to = seat_words(board, act.seat, tables) if act.seat else str(act.team).capitalize() or "everyone"
            return f"Told {to}: “{clean(act.text)}”"
        case GoBack():
            return f"Went back to question {act.to}"
        case SetClock():
            return f"Set the clock of “{clean(act.phase)}” to {act.seconds} s from its next question on"
        case SendInject():
            return f"Sent inject {act.inject}"
        case Postpone():
            which = f"inject {act.inject}" if act.inject else "all injects to come"
            return f"Postponed {which} by {clock_text(act.seconds * 1000)}"
        case KeepBack():
            return f"{'Dropped' if act.drop else 'Kept back'} inject {act.inject}"
        case Lockstep():
            return f"In step now: {clean(', '.join(act.phases)) or 'nothing'}"
        case _:
            return f"{done_word(act)}{_about(board, act, tables)}"


def _about(board: Board, act: Act, tables: list[TableId]) -> str:
    """Say what an act was about, by its fields: the seat it was done to, or else its text."""
    said = act.model_dump()
    if act.one_seat:
        return f": {seat_words(board, said['seat'], tables)}"
    return f": “{clean(said['text'])}”" if "text" in said else ""


def done_word(act: Act) -> str:
    """Say in the past tense what kind of act it was."""
    return MANNERS[type(act)].done


def where(tables: tuple[TableId, ...]) -> str:
    """Say at which tables, or in the whole room."""
    return "the room" if tables == (ROOM,) else named(tables)


def what_became(board: Board, order: Order) -> tuple[str, Fate]:
    """Say in a sentence what became of an order at all its tables, and what its worst fate was."""
    doing = what_was_done(board, order)
    done, waiting = order.tables(Fate.DONE), order.tables(Fate.WAITING)
    lost, refused = order.tables(Fate.UNKNOWN), order.tables(Fate.REFUSED)
    if waiting and not refused:
        return f"{doing} · {where(waiting + done)}: sent, not yet answered", Fate.WAITING
    ask = MANNERS[type(order.act)].ask
    nowhere = f"NOT DONE · {ask}" if refused else f"NOT CERTAIN · {ask}"
    if type(order.act).grave and board.second_umpire:
        doing = f"Waits for a second umpire: {doing}"
    parts = [f"{doing} · {where(done)}"] if done else [nowhere]
    parts += [
        f"{'NOT at ' if done else ''}{where(tables)}: {why}" for why, tables in _refusals(order).items()
    ]
    if lost:
        parts.append(f"{where(lost)}: nobody answered before the link was shut")
    if waiting:
        parts.append(f"{where(waiting)}: not yet answered")
    worst = Fate.REFUSED if refused else Fate.UNKNOWN if lost else Fate.DONE
    return " · ".join(parts), worst


def _refusals(order: Order) -> dict[str, tuple[TableId, ...]]:
    found: dict[str, tuple[TableId, ...]] = {}
    for ruling in order.rulings.values():
        if ruling.fate is Fate.REFUSED:
            why = _REFUSED_FOR.get(ruling.code, "") if ruling.code is not None else ""
            why = why or ruling.text or "refused"
            found[why] = (*found.get(why, ()), ruling.table)
    return found
