"""The result of an act in words: what was done, and what happened at each table."""

from __future__ import annotations

from warcouncil.clients.umpire.acts.act_descriptions import ACT_DESCRIPTIONS
from warcouncil.clients.umpire.acts.act_target import ROOM, seat_words
from warcouncil.clients.umpire.model.board import Board
from warcouncil.clients.umpire.model.orders import Fate, Order, Ruling
from warcouncil.clients.umpire.model.phrases import named
from warcouncil.clients.widgets.pieces.wording import listed
from warcouncil.protocol.acts.acts import Act, Tell
from warcouncil.protocol.acts.room_acts import Reseat
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.words import TableId, clean

_REFUSED_FOR = {
    RefusalCode.STALE: "the question it was meant for has closed, so nothing was done",
    RefusalCode.FENCED: "this console was replaced by a newer one",
    RefusalCode.TOO_FAST: "too many orders at once; send it again",
}
"""Refusals that the console explains better than the arbiter, which does not know what is on its screen."""


def what_was_done(board: Board, order: Order) -> str:
    """Return an order in the past tense, with its subject: Paused; Told Red corps II: “…”."""
    act = order.act
    tables = [ruling.table for ruling in order.rulings.values()]
    if done_as := ACT_DESCRIPTIONS[type(act)].done_as:
        return done_as(act)
    match act:
        case Reseat():
            to = seat_words(board, act.to_seat, [act.to_table])
            return f"Moved {seat_words(board, act.seat, tables)} to {to} at table {act.to_table}"
        case Tell():
            to = seat_words(board, act.seat, tables) if act.seat else str(act.team).capitalize() or "everyone"
            return f"Told {to}: “{clean(act.text)}”"
        case _:
            return f"{done_word(act)}{_about(board, act, tables)}"


def _about(board: Board, act: Act, tables: list[TableId]) -> str:
    """Return the subject of an act from its fields: its seat, or else its text."""
    said = act.model_dump()
    if act.one_seat:
        return f": {seat_words(board, said['seat'], tables)}"
    return f": “{clean(said['text'])}”" if "text" in said else ""


def done_word(act: Act) -> str:
    """Return the kind of an act in the past tense."""
    return ACT_DESCRIPTIONS[type(act)].done


def where(tables: tuple[TableId, ...], wings: tuple[str, ...] = ()) -> str:
    """Return the tables in words, or the whole room, or the rooms of these wings."""
    if ROOM not in tables:
        return named(tables)
    return listed([clean(wing) for wing in wings]) if any(wings) else "the room"


def what_became(board: Board, order: Order) -> tuple[str, Fate]:
    """Return a sentence on what happened to an order at all its tables, and its worst fate."""
    doing = what_was_done(board, order)
    done, waiting = order.tables(Fate.DONE), order.tables(Fate.WAITING)
    lost, refused = order.tables(Fate.UNKNOWN), order.tables(Fate.REFUSED)
    if waiting and not refused:
        wings = order.wings(Fate.WAITING) + order.wings(Fate.DONE)
        return f"{doing} · {where(waiting + done, wings)}: {_not_yet(board, order)}", Fate.WAITING
    ask = ACT_DESCRIPTIONS[type(order.act)].ask
    nowhere = f"NOT DONE · {ask}" if refused else f"NOT CERTAIN · {ask}"
    if type(order.act).grave and board.second_umpire:
        doing = f"Put to a second umpire: {doing}"
    said = f"{doing} · {where(done, order.wings(Fate.DONE))}" if done else doing if waiting else nowhere
    parts = [said]
    parts += [
        f"{'NOT at ' if done or waiting else ''}{place}: {why}" for why, place in _refusals(order).items()
    ]
    if lost:
        place = where(lost, order.wings(Fate.UNKNOWN))
        parts.append(f"{place}: nobody answered before the link was shut")
    if waiting:
        parts.append(f"{where(waiting, order.wings(Fate.WAITING))}: {_not_yet(board, order)}")
    worst = Fate.REFUSED if refused else Fate.UNKNOWN if lost else Fate.DONE
    return " · ".join(parts), worst


def _not_yet(board: Board, order: Order) -> str:
    """Return that an order was sent and not answered, and which wing must come back first."""
    away = [
        board.wings[wing].called for wing in order.wings(Fate.WAITING) if wing and not board.wings[wing].up
    ]
    return (
        f"sent, not yet answered; {listed(away)} hears it when it is back"
        if away
        else "sent, not yet answered"
    )


def _refusals(order: Order) -> dict[str, str]:
    """Return the reasons for refusals, each with its tables."""
    found: dict[str, list[Ruling]] = {}
    for ruling in order.rulings.values():
        if ruling.fate is Fate.REFUSED:
            why = _REFUSED_FOR.get(ruling.code, "") if ruling.code is not None else ""
            found.setdefault(why or ruling.text or "refused", []).append(ruling)
    return {
        why: where(tuple(r.table for r in rulings), tuple(r.wing for r in rulings))
        for why, rulings in found.items()
    }
