"""Converts the contents of the boxes into the message of an act. Each field of the act is read by its name."""

from __future__ import annotations

import re

from pydantic import TypeAdapter
from warcouncil.clients.umpire.acts.act_target import ActTarget
from warcouncil.clients.umpire.model.board import Board
from warcouncil.clients.umpire.model.phrases import seat_name
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.acts import acts, room_acts
from warcouncil.protocol.acts.acts import Act
from warcouncil.protocol.proofs.doors import BadCode, parse_plate
from warcouncil.protocol.words import GateNo, SeatId, TableId, clean, typed_number

_ACT: TypeAdapter[Act] = TypeAdapter(Act)

SECONDS_MAX = 3600
STEP_SECONDS = 30

_FORM = re.compile(r"([+\-−–]?)\s*(?:(\d{1,3}):([0-5]\d)|(\d{1,4})\s*(s|sec|m|min)?)")


class BadBox(Exception):
    """The contents of a box are not valid. `box` names the box, and the text explains how to correct its contents."""

    def __init__(self, box: str, text: str) -> None:
        super().__init__(text)
        self.box = box


def make_act(board: Board, target: ActTarget, amount: str, words: str) -> Act:
    """Return the act of a target, with the contents of its boxes `amount` and `words`. Raises BadBox."""
    told = {
        "seat": target.seat,
        "team": target.team,
        "reply": target.reply,
        "call": target.number,
        "alarm": target.number,
        "shown": target.turns_on,
        "number": target.number,
        "inject": target.number,
        "drop": not target.keep,
        "winners": target.winners,
        "keep": target.keep,
        "answer": target.answer,
        "phase": target.phase,
        "phases": _steps(board, target),
        **_measured(board, target, amount),
    }
    if target.description.words:
        told["text"] = clean(words)
        if not told["text"] and not _is_reply(board, target):
            raise BadBox("words", say("acts.no_words"))
    return _ACT.validate_python(
        {"act": target.kind.word()} | {name: told[name] for name in target.kind.model_fields if name in told}
    )


def _is_reply(board: Board, target: ActTarget) -> bool:
    """Return whether the target is a reply to an umpire's question.

    Such a reply can be answered without words.
    """
    alarms = (
        alarm
        for table in target.gates
        if table in board.tables
        for alarm in board.tables[table].status.alarms
    )
    return target.kind is acts.Answered and any(
        alarm.reply and alarm.call == target.number for alarm in alarms
    )


def _steps(board: Board, target: ActTarget) -> tuple[str, ...]:
    """Return the lockstep phases with the phase of the target added or removed."""
    kept = tuple(phase for phase in board.lockstep if phase != target.phase)
    return (*kept, target.phase) if target.turns_on else kept


def _measured(board: Board, target: ActTarget, amount: str) -> dict[str, object]:
    """Return the field that the amount box fills. It is a question, a place or a time. Raises BadBox."""
    if not target.description.amount:
        return {}
    if target.kind is acts.GoBack:
        return {"to": _earlier(board, target, amount)}
    if target.kind is room_acts.Reseat:
        table, seat = _place(board, target, amount)
        return {"to_table": table, "to_seat": seat, "from_bots": True}
    if target.kind is room_acts.Renew:
        return {"plate": _plate(amount)}
    seconds = parse_seconds(amount)
    if seconds < 0 and target.description.no_less:
        raise BadBox("amount", say(target.description.no_less))
    return {"seconds": seconds}


def _earlier(board: Board, target: ActTarget, amount: str) -> GateNo:
    latest = min(target.touched(board).values(), default=GateNo(1)) - 1
    number = typed_number(amount.strip())
    if number is None or not 1 <= number <= latest:
        raise BadBox("amount", say("acts.no_earlier", text=clean(amount), latest=latest))
    return GateNo(number)


def _plate(amount: str) -> str:
    try:
        return parse_plate(amount)
    except BadCode as fault:
        raise BadBox("amount", say("acts.no_plate", text=clean(amount), hint=str(fault))) from None


def _place(board: Board, target: ActTarget, text: str) -> tuple[TableId, SeatId]:
    number, _, name = clean(text).strip().partition(" ")
    now = board.tables.get(TableId(typed_number(number) or 0))
    if now is None:
        raise BadBox("amount", say("acts.no_table_first", text=clean(text)))
    if any(board.wing_at(table) != now.wing for table in target.gates):
        raise BadBox("amount", say("acts.other_wing", table=now.status.table, wing=now.wing))
    wanted = name.strip().lower()
    exact = [seat for seat in now.status.seats if wanted in (str(seat.seat).lower(), seat_name(seat).lower())]
    found = exact or [seat for seat in now.status.seats if wanted and wanted in seat_name(seat).lower()]
    if len(found) != 1:
        names = ", ".join(seat_name(seat) for seat in (found or now.status.seats))
        text = say("acts.which_seat", text=name.strip(), table=now.status.table, names=names)
        raise BadBox("amount", text[:300])
    return now.status.table, found[0].seat


def parse_seconds(text: str) -> int:
    """Parse an amount of time. Return seconds. Raises BadBox."""
    found = _FORM.fullmatch(text.strip().lower())
    if found is None:
        raise BadBox("amount", say("acts.no_seconds", text=clean(text).strip()))
    sign, minutes, rest, number, unit = found.groups()
    seconds = 60 * int(minutes) + int(rest) if minutes else int(number) * (60 if unit in ("m", "min") else 1)
    if not 0 < seconds <= SECONDS_MAX:
        raise BadBox("amount", say("acts.seconds_range", text=clean(text).strip()))
    return seconds if sign in ("", "+") else -seconds


def seconds_text(seconds: int) -> str:
    """Return an amount of time in the form that `parse_seconds` reads."""
    return f"{seconds:+d}"
