"""Rulings from the command line or a file: parses them, sends them to their tables, and prints their results."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from secrets import token_hex
from typing import Any

import typer
from pydantic import Field, ValidationError, field_validator
from warcouncil.clients.commands.join.wings import phases_of
from warcouncil.clients.commands.rule.one_shot_client import (
    EXIT_DONE,
    EXIT_REFUSED,
    ArbiterToAsk,
    HeadlessUmpires,
    with_umpires,
)
from warcouncil.clients.plan.text.option_text import BadInput, parse_json
from warcouncil.clients.umpire.acts.headless_umpire import HeadlessUmpireError, RulingOutcome
from warcouncil.clients.umpire.model.orders import Fate
from warcouncil.clients.umpire.model.wing import lockstep_for
from warcouncil.clients.umpire.screens.debriefing import debrief_words
from warcouncil.games.kit.text.suggestions import wanted
from warcouncil.protocol.acts.acts import Act
from warcouncil.protocol.acts.room_acts import Debrief, Lockstep, Reseat, Results
from warcouncil.protocol.commandline import command
from warcouncil.protocol.wire.consoles import Debriefing
from warcouncil.protocol.wire.requests import Rule
from warcouncil.protocol.wire.wire import WireError, encode_request
from warcouncil.protocol.words import GateNo, MessageId, Model, TableId, clean, typed_number

ALL = "all"
ACROSS = (Lockstep, Results, Debrief)
"""Acts on the whole room that can be sent to all wings, because they name nothing of a single wing."""
TABLES_MAX = 10_000


@dataclass(frozen=True, slots=True)
class TypedOrder:
    """An act, its reason, and its tables as the user typed them ("0" for the exercise)."""

    act: Act
    reason: str
    tables: str
    gate: GateNo
    once: str
    place: str = ""
    """The place of the order in a file. It is "" for the command line."""


class OrderLine(Model):
    """A line of a file of rulings."""

    table: str | int = ""
    act: Act
    reason: str
    gate: int = Field(default=0, ge=0)
    once: str = ""

    @field_validator("table", mode="before")
    @classmethod
    def _read_table(cls, given: object) -> object:
        if type(given) not in (str, int):
            raise ValueError('write 3, or "3,5-9", or "all"')
        return given


def bring(order: TypedOrder, where: ArbiterToAsk, *, as_json: bool) -> int:
    """Send one order to its tables and print the results. Return the exit status. Raises BadInput."""
    return _bring([order], where, as_json=as_json)


def bring_all(lines: Sequence[tuple[str, str]], where: ArbiterToAsk, *, as_json: bool) -> int:
    """Send the orders of a file, one after the other. Raises BadInput before anything is sent."""
    return _bring([order_of(place, line) for place, line in lines], where, as_json=as_json)


def _bring(orders: Sequence[TypedOrder], where: ArbiterToAsk, *, as_json: bool) -> int:
    for order in orders:
        check_order(order)

    async def run(umpires: HeadlessUmpires) -> int:
        brought = [_rulings(order, umpires) for order in orders]
        status = EXIT_DONE
        for rulings in brought:
            for outcome in await umpires.carry_out(rulings):
                typer.echo(
                    json.dumps(as_values(outcome), ensure_ascii=False) if as_json else in_words(outcome)
                )
                if outcome.fate in (Fate.REFUSED, Fate.UNKNOWN):
                    status = EXIT_REFUSED
                elif isinstance(outcome.request.act, Debrief):
                    status = max(status, await _written_up(umpires, outcome.wing, as_json=as_json))
        return status

    return with_umpires(where, run)


async def _written_up(umpires: HeadlessUmpires, wing: str, *, as_json: bool) -> int:
    """Wait for the debrief of a wing and print where it is.

    Return the exit status. Raises HeadlessUmpireError if the only arbiter is lost.
    """
    try:
        news = await umpires.there[wing].written_up()
    except HeadlessUmpireError as fault:
        if not wing:
            raise
        news = Debriefing(state="failed", text=clean(str(fault)))
    if as_json:
        values = news.model_dump(mode="json") | ({"wing": wing} if wing else {})
        typer.echo(json.dumps(values, ensure_ascii=False))
    else:
        typer.echo(f"{wing}: {debrief_words(news)}" if wing else debrief_words(news))
    return EXIT_REFUSED if news.state == "failed" else EXIT_DONE


def order_of(place: str, line: str) -> TypedOrder:
    """Parse a line of a file of rulings. Raises BadInput."""
    try:
        given = OrderLine.model_validate_json(json.dumps(parse_json(line, place, one_line=True)), strict=True)
    except ValidationError as fault:
        raise BadInput(f"{place}: {first_fault(fault)}") from None
    return TypedOrder(
        given.act,
        reason=given.reason,
        tables="0" if given.act.room_wide else str(given.table),
        gate=GateNo(given.gate),
        once=given.once,
        place=f"{place}: ",
    )


def check_order(order: TypedOrder) -> None:
    """Check that an order can be sent at all. Raises BadInput."""
    _spans(order.tables, order.place)
    if not clean(order.reason):
        raise BadInput(f"{order.place}--reason is missing. It goes on the record")
    try:
        encode_request(_ruling(order, TableId(TABLES_MAX)), session="0" * 32)
    except ValidationError as fault:
        raise BadInput(f"{order.place}{first_fault(fault)}") from None
    except WireError:
        raise BadInput(f"{order.place}the texts are too long for one message. Shorten them") from None


def _rulings(order: TypedOrder, umpires: HeadlessUmpires) -> list[tuple[str | None, Rule]]:
    """Return the rulings and their wings. A ruling on the room is sent to each wing. Any other ruling is sent
    to the wing of its table.

    Raises BadInput.
    """
    if not order.act.room_wide:
        tables = tables_of(order.tables, umpires.tables, order.place)
        if isinstance(order.act, Reseat):
            _check_one_wing(order, order.act.to_table, tables, umpires)
        return [(umpires.wing_of(table), _ruling(order, table)) for table in tables]
    if umpires.several and not isinstance(order.act, ACROSS):
        raise BadInput(
            f"{order.place}{order.act.act}: this ruling is for one wing. Name it with --wing:"
            f" {', '.join(sorted(umpires.names))}"
        )
    return [(wing, _in_wing(wing, _ruling(order, TableId(0)), umpires)) for wing in umpires.names]


def _in_wing(wing: str, ruling: Rule, umpires: HeadlessUmpires) -> Rule:
    """Return the form of a room's ruling for one wing."""
    if not isinstance(ruling.act, Lockstep) or wing not in umpires.there:
        return ruling
    here = [*umpires.there[wing].tables.values()]
    elsewhere = [table for each in umpires.there.values() for table in each.tables.values()]
    return ruling.model_copy(update={"act": lockstep_for(ruling.act, here, elsewhere, phases_of)})


def _check_one_wing(
    order: TypedOrder, goal: TableId, tables: Iterable[TableId], umpires: HeadlessUmpires
) -> None:
    """Check that no person is moved to a table of another arbiter. Raises BadInput."""
    there = umpires.wing_of(goal)
    if there is not None and any(umpires.wing_of(table) not in (there, None) for table in tables):
        raise BadInput(f"{order.place}table {goal} is in {there}. A player cannot move to another wing")


def _ruling(order: TypedOrder, table: TableId) -> Rule:
    return Rule(id=_id(order, table), table=table, gate=order.gate, act=order.act, reason=order.reason)


def _id(order: TypedOrder, table: TableId) -> MessageId:
    """Return a new id, or the id that belongs to the word after `--once`."""
    if not order.once:
        return MessageId(token_hex(16))
    words = f"{order.once}|{table}|{order.act.model_dump_json()}"
    return MessageId(blake2b(words.encode(), digest_size=16).hexdigest())


def tables_of(text: str, known: Sequence[TableId], place: str = "") -> tuple[TableId, ...]:
    """Parse tables as a person types them: 3, or 3,5-9, or all.

    `place` is their place in a file. Raises BadInput.
    """
    if text.strip().lower() == ALL:
        return tuple(known)
    if not text.strip():
        if len(known) == 1:
            return tuple(known)
        raise BadInput(
            f"{place}--table is missing. Name some of the {len(known)} tables: 3, or 3,5-9, or all"
        )
    spans, end = _spans(text, place), max(known, default=0)
    if any(first < last > end for first, last in spans):
        raise BadInput(f"{place}--table {text}: the last table here is {end}")
    return tuple(dict.fromkeys(TableId(number) for first, last in spans for number in range(first, last + 1)))


def _spans(text: str, place: str) -> list[tuple[int, int]]:
    """Parse typed tables into the first and the last of each part.

    An empty result means all tables. If there is only one table, it means that table. Raises BadInput.
    """
    if text.strip().lower() in ("", ALL):
        return []
    spans: list[tuple[int, int]] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not _number(first) or (dash and not _number(last)) or (dash and int(last) < int(first)):
            raise BadInput(
                f"{place}--table {text}: {part.strip()!r} is not a table. Write 3, or 3,5-9, or all"
            )
        spans.append((int(first), int(last or first)))
    return spans


def _number(text: str) -> bool:
    number = typed_number(text)
    return number is not None and number <= TABLES_MAX


def first_fault(fault: ValidationError) -> str:
    """Return the first fault of some values in one line."""
    error = fault.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in error["loc"])
    return f"{where}: {wanted(error)}" if where else wanted(error)


def in_words(outcome: RulingOutcome) -> str:
    """Return the result of a ruling as one line of text."""
    table = f"table {outcome.table}" if outcome.table else clean(outcome.wing) or "exercise"
    match outcome.fate:
        case Fate.DONE:
            said = f"done. The new code is {outcome.new_code}" if outcome.new_code else "done"
            said += f". In a browser: {clean(outcome.opens)}" if outcome.opens else ""
        case Fate.WAITING:
            wing = ("--wing", outcome.wing) if outcome.wing else ()
            approves = command("rule", "approve", outcome.approval, *wing)
            said = f"waits for a second umpire as number {outcome.approval} ({approves})"
        case Fate.REFUSED:
            said = (
                f"refused ({outcome.code}): {outcome.text}" if outcome.code else f"NOT DONE: {outcome.text}"
            )
        case Fate.UNKNOWN:
            said = f"unknown: {outcome.text}"
    return f"{table}: {said}"


def as_values(outcome: RulingOutcome) -> dict[str, Any]:
    """Return the result of a ruling as JSON values."""
    values: dict[str, Any] = {
        "table": outcome.table,
        "act": outcome.request.act.act,
        "id": outcome.request.id,
        "fate": outcome.fate.value,
    }
    extra = {
        "wing": outcome.wing,
        "code": outcome.code,
        "text": outcome.text,
        "approval": outcome.approval,
        "new_code": outcome.new_code,
        "web": outcome.opens,
    }
    return values | {name: value for name, value in extra.items() if value}
