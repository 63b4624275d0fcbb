"""Parses an umpire's order from a line: the act, the tables, and the reason. The board is an argument. The
functions are pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from warcouncil.clients.umpire.acts.act_builder import BadBox, make_act
from warcouncil.clients.umpire.acts.act_descriptions import ActKind, in_the_room, of_inject
from warcouncil.clients.umpire.acts.act_target import (
    ActTarget,
    barred,
    cautions,
    target,
    whom,
)
from warcouncil.clients.umpire.model.board import Board
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.acts import acts, room_acts
from warcouncil.protocol.acts.acts import Act
from warcouncil.protocol.words import SeatId, TableId, TeamId, typed_number

BECAUSE = " because "
ALL = "all"
TABLES_MAX = 10_000


@dataclass(frozen=True, slots=True)
class Verb:
    """A word for an act. `takes` describes the words after the tables in the help, or is the key of that text.

    `means` is a key of the catalogue.
    """

    kind: ActKind
    means: str
    takes: str = ""
    seat: bool = False


VERBS: dict[str, Verb] = {
    "pause": Verb(acts.Pause, "console.means_pause"),
    "resume": Verb(acts.Resume, "console.means_resume"),
    "begin": Verb(acts.Begin, "console.means_begin"),
    "extend": Verb(acts.Extend, "console.means_extend", "+60"),
    "end": Verb(acts.EndNow, "console.means_end"),
    "tell": Verb(acts.Tell, "console.means_tell", "console.example_tell"),
    "ask": Verb(acts.Tell, "console.means_ask", "console.example_ask"),
    "answer": Verb(acts.Answered, "console.means_answer", "console.example_answer"),
    "hold": Verb(acts.Hold, "console.means_hold"),
    "release": Verb(acts.Release, "console.means_release"),
    "void": Verb(acts.Void, "console.means_void", "red.corps.2", seat=True),
    "bot": Verb(acts.GiveToBot, "console.means_bot", "red.corps.2", seat=True),
    "back": Verb(acts.GiveBack, "console.means_back", "red.corps.2", seat=True),
    "rule": Verb(acts.Fiat, "console.means_rule", "console.example_rule"),
    "second": Verb(room_acts.Approve, "console.means_second"),
    "lay": Verb(acts.LayOpen, "console.means_lay"),
    "results": Verb(room_acts.Results, "umpire.help_results"),
    "debrief": Verb(room_acts.Debrief, "console.means_debrief"),
    "send": Verb(acts.SendInject, "console.means_send", "4"),
    "postpone": Verb(acts.Postpone, "console.means_postpone", "4 +300"),
    "keep": Verb(acts.KeepBack, "console.means_keep", "4"),
    "drop": Verb(acts.KeepBack, "console.means_drop", "4"),
    "note": Verb(acts.Note, "console.means_note", "console.example_note"),
}


class BadOrder(Exception):
    """A line is not a valid order. The text explains how to correct it."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """A parsed order. `reason` is "" if none was written yet."""

    target: ActTarget
    act: Act
    reason: str

    def announced(self, board: Board) -> list[str]:
        """Return whom the order concerns, and what the umpire should know before it is carried out."""
        return [
            say("console.touches", whom=whom(board, self.target)),
            *(say("console.caution", text=text) for text in cautions(board, self.target)),
        ]


def read_order(board: Board, word: str, rest: str) -> Ordered:
    """Parse an order. Raises BadOrder."""
    verb = VERBS[word]
    why = barred(board, verb.kind)
    if why:
        raise BadOrder(why)
    said, because, reason = f" {rest}".rpartition(BECAUSE)
    body = (said if because else f" {rest}").strip()
    if of_inject(verb.kind) and len(board.tables) == 1 and len(body.split()) == len(verb.takes.split()):
        body = f"{ALL} {body}"  # The only number is the inject's
    tables, body = ((), body) if in_the_room(verb.kind) else _tables(board, body)
    meant = target(board, verb.kind, tables)
    if verb.seat:
        meant, body = _seat(board, meant, body)
    elif of_inject(verb.kind):
        number, _, body = body.partition(" ")
        meant = replace(
            meant, number=_inject(number, all_too=verb.kind is acts.Postpone), keep=word != "drop"
        )
    elif verb.kind is acts.Tell:
        meant, body = _to_whom(board, meant, body)
        meant = replace(meant, reply=word == "ask")
    elif verb.kind is acts.Answered:
        meant = replace(meant, number=_call(board, tables))
    elif verb.kind is room_acts.Approve:
        meant = replace(meant, number=_second(board, tables))
    if not meant.touched(board):
        why = say("console.touches", whom=whom(board, meant))
        waits = [table for table in meant.gates if not board.tables[table].status.begun]
        raise BadOrder(say("console.not_begun", why=why) if waits and verb.kind is not acts.Begin else why)
    try:
        act = make_act(board, meant, body, body)
    except BadBox as fault:
        raise BadOrder(str(fault)) from None
    return Ordered(meant, act, reason.strip() if because else "")


def _tables(board: Board, body: str) -> tuple[tuple[TableId, ...], str]:
    """Parse the tables at the beginning of a line.

    If there is only one table, it need not be named. Return the rest of the line too. Raises BadOrder.
    """
    first, _, rest = body.partition(" ")
    known = tuple(board.tables)
    if first.lower() == ALL:
        return known, rest.strip()
    numbers = _numbers(first, max(known, default=TableId(0)))
    if numbers is None:
        if len(known) == 1:
            return known, body
        if not first:
            raise BadOrder(say("console.which_table_first"))
        raise BadOrder(say("console.which_table", text=first))
    unknown = [number for number in numbers if number not in board.tables]
    if unknown:
        raise BadOrder(say("console.no_table", table=unknown[0]))
    return numbers, rest.strip()


def _numbers(text: str, end: TableId) -> tuple[TableId, ...] | None:
    """Parse numbers such as 3 or 3,5-9.

    Return None if the text is not the number of a table. `end` is the last table. Raises BadOrder.
    """
    found: dict[TableId, None] = {}
    for part in text.split(","):
        first, dash, last = part.partition("-")
        ends = [first, last] if dash else [first]
        if not all(map(_is_number, ends)):
            return None
        if int(ends[-1]) > end:
            raise BadOrder(say("console.no_table", table=int(ends[-1])))
        found |= dict.fromkeys(TableId(number) for number in range(int(first), int(ends[-1]) + 1))
    return tuple(found) or None


def _is_number(text: str) -> bool:
    """Return whether a text could be the number of a table."""
    number = typed_number(text)
    return number is not None and number <= TABLES_MAX


def _seat(board: Board, meant: ActTarget, body: str) -> tuple[ActTarget, str]:
    name, _, rest = body.partition(" ")
    known = _seats(board, meant)
    if name.lower() not in known:
        near = get_close_matches(name, known, n=1)
        why = (
            say("console.no_seat_meant", text=name, near=near[0])
            if near
            else say("console.no_seat", text=name)
        )
        raise BadOrder(say("console.seats_are", why=why, seats=", ".join(known)))
    return replace(meant, seat=SeatId(name.lower())), rest.strip()


def _to_whom(board: Board, meant: ActTarget, body: str) -> tuple[ActTarget, str]:
    name, _, rest = body.partition(" ")
    teams = {
        str(seat.team) for table in meant.gates for seat in board.tables[table].status.seats if seat.team
    }
    if name.lower() in _seats(board, meant):
        return replace(meant, seat=SeatId(name.lower())), rest.strip()
    return (
        (replace(meant, team=TeamId(name.lower())), rest.strip()) if name.lower() in teams else (meant, body)
    )


def _seats(board: Board, meant: ActTarget) -> list[str]:
    return list(
        dict.fromkeys(str(seat.seat) for table in meant.gates for seat in board.tables[table].status.seats)
    )


def _inject(number: str, *, all_too: bool) -> int:
    """Parse the number of an inject. 0 means all. Raises BadOrder."""
    named = typed_number(number) or 0
    if 0 < named < 1_000_000:
        return named
    if all_too and number.lower() == ALL:
        return 0
    raise BadOrder(say("console.which_inject_all" if all_too else "console.which_inject", text=number))


def _call(board: Board, tables: Sequence[TableId]) -> int:
    waiting = sorted((since, call) for (table, call), since in board.called_ms.items() if table in tables)
    if len(tables) != 1 or not waiting:
        raise BadOrder(say("console.no_call" if len(tables) == 1 else "console.which_call"))
    return waiting[0][1]


def _second(board: Board, tables: Sequence[TableId]) -> int:
    waiting = [
        alarm.approval for table in tables for alarm in board.tables[table].status.alarms if alarm.approval
    ]
    if len(tables) != 1 or not waiting:
        raise BadOrder(say("console.no_second" if len(tables) == 1 else "console.which_second"))
    return waiting[0]
