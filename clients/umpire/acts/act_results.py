"""The sentences about the result of an act: what was done, and what happened at each table."""

from __future__ import annotations

from warcouncil.clients.umpire.acts.act_descriptions import ACT_DESCRIPTIONS
from warcouncil.clients.umpire.acts.act_target import seat_words
from warcouncil.clients.umpire.model.board import Board
from warcouncil.clients.umpire.model.orders import Fate, Order, Ruling
from warcouncil.clients.umpire.model.phrases import named
from warcouncil.clients.umpire.model.turns import ROOM
from warcouncil.clients.widgets.pieces.wording import listed
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.acts.acts import Act, Tell
from warcouncil.protocol.acts.room_acts import Reseat
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.words import TableId, clean

_REFUSED_FOR = {
    RefusalCode.STALE: "acts.stale",
    RefusalCode.FENCED: "acts.replaced",
    RefusalCode.TOO_FAST: "acts.too_fast",
}
"""Refusals that the console explains better than the arbiter, which does not know the screen."""


def what_was_done(board: Board, order: Order) -> str:
    """Return an order in the past tense, with its subject, such as "Paused" or "Told Red corps II: “…”"."""
    act = order.act
    tables = [ruling.table for ruling in order.rulings.values()]
    if done_as := ACT_DESCRIPTIONS[type(act)].done_as:
        return done_as(act)
    match act:
        case Reseat():
            to = seat_words(board, act.to_seat, [act.to_table])
            who = seat_words(board, act.seat, tables)
            return say("acts.reseat_to", who=who, other=to, table=act.to_table)
        case Tell():
            to = seat_words(board, act.seat, tables) if act.seat else str(act.team).capitalize()
            text = clean(act.text)
            return say("acts.told", to=to, text=text) if to else say("acts.told_everyone", text=text)
        case _:
            return _with_subject(board, act, tables)


def _with_subject(board: Board, act: Act, tables: list[TableId]) -> str:
    """Return the kind of an act and whom or what it concerns: its seat, or else its text."""
    fields, done = act.model_dump(), done_word(act)
    if act.one_seat:
        return say("acts.done_seat", done=done, seat=seat_words(board, fields["seat"], tables))
    return say("acts.done_text", done=done, text=clean(fields["text"])) if "text" in fields else done


def done_word(act: Act) -> str:
    """Return the kind of an act in the past tense."""
    return say(ACT_DESCRIPTIONS[type(act)].done)


def where(tables: tuple[TableId, ...], wings: tuple[str, ...] = ()) -> str:
    """Return text that names the tables, or the whole room, or the rooms of these wings."""
    if ROOM not in tables:
        return named(tables)
    return listed([clean(wing) for wing in wings]) if any(wings) else say("acts.the_room")


def what_became(board: Board, order: Order) -> tuple[str, Fate]:
    """Return a sentence about the results of an order at all its tables, and the worst of these results."""
    doing = what_was_done(board, order)
    done, waiting = order.tables(Fate.DONE), order.tables(Fate.WAITING)
    lost, refused = order.tables(Fate.UNKNOWN), order.tables(Fate.REFUSED)
    if waiting and not refused:
        wings = order.wings(Fate.WAITING) + order.wings(Fate.DONE)
        there = say("acts.done_at", what=doing, where=where(waiting + done, wings))
        return say("acts.why_at", tables=there, why=_not_yet(board, order)), Fate.WAITING
    ask = say(ACT_DESCRIPTIONS[type(order.act)].ask)
    nowhere = say("acts.not_done" if refused else "acts.not_certain", act=ask)
    if type(order.act).grave and board.second_umpire:
        doing = say("acts.to_second", what=doing)
    there = say("acts.done_at", what=doing, where=where(done, order.wings(Fate.DONE)))
    parts = [there if done else doing if waiting else nowhere]
    parts += [
        say("acts.not_there", where=place, why=why)
        if done or waiting
        else say("acts.why_at", tables=place, why=why)
        for why, place in _refusals(order).items()
    ]
    if lost:
        parts.append(say("acts.lost", where=where(lost, order.wings(Fate.UNKNOWN))))
    if waiting:
        place = where(waiting, order.wings(Fate.WAITING))
        parts.append(say("acts.why_at", tables=place, why=_not_yet(board, order)))
    worst = Fate.REFUSED if refused else Fate.UNKNOWN if lost else Fate.DONE
    return " · ".join(parts), worst


def _not_yet(board: Board, order: Order) -> str:
    """Return the sentence which says that an order was sent and not answered, and which wing must come back first."""
    away = [
        board.wings[wing].called for wing in order.wings(Fate.WAITING) if wing and not board.wings[wing].up
    ]
    return say("acts.waits_for_wings", n=len(away), wings=listed(away)) if away else say("acts.waits")


def _refusals(order: Order) -> dict[str, str]:
    """Return the reasons for refusals, each with the tables that gave it."""
    found: dict[str, list[Ruling]] = {}
    for ruling in order.rulings.values():
        if ruling.fate is Fate.REFUSED:
            key = _REFUSED_FOR.get(ruling.code, "") if ruling.code is not None else ""
            why = say(key) if key else ruling.text
            found.setdefault(why or say("deals.refused"), []).append(ruling)
    return {
        why: where(tuple(r.table for r in rulings), tuple(r.wing for r in rulings))
        for why, rulings in found.items()
    }
