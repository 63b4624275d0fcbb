"""The output of `warcouncil rule`: the wall (all tables), the screen of a seat, all data of one table, and changes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from secrets import token_hex

import typer
from rich.cells import cell_len
from warcouncil.clients.commands.join.command_keys import WATCHES
from warcouncil.clients.commands.rule.one_shot_client import (
    EXIT_DONE,
    EXIT_REFUSED,
    ArbiterToAsk,
    AwayWing,
    HeadlessUmpires,
    with_umpires,
)
from warcouncil.clients.link.base.line import LinkAlarm, LinkChange
from warcouncil.clients.link.base.links import event_name
from warcouncil.clients.umpire.acts.headless_umpire import HeadlessUmpire, HeadlessUmpireError
from warcouncil.clients.umpire.model.alarms import idle_seats, idle_text
from warcouncil.clients.umpire.model.labels import in_browsers, list_lines, web_words
from warcouncil.clients.umpire.model.phrases import named, place_text
from warcouncil.clients.widgets.pieces.results import several_games, winner_text
from warcouncil.clients.widgets.pieces.wording import clock_text, fit
from warcouncil.clients.wording.saying import recorded, refused
from warcouncil.games.kit.text.phrases import plural
from warcouncil.protocol.commandline import command
from warcouncil.protocol.wire.consoles import (
    Alarm,
    InjectList,
    Room,
    SeatStatus,
    TableStatus,
    Wall,
    WebAddress,
)
from warcouncil.protocol.wire.replies import Refusal
from warcouncil.protocol.wire.requests import Look
from warcouncil.protocol.words import MessageId, Model, SeatId, TableId, clean

_LINE_CHARS_MAX = 400


def show_status(where: ArbiterToAsk, *, as_json: bool) -> int:
    """Print the wall, combined if there are several arbiters. Return the exit status. Raises BadInput."""

    async def run(umpires: HeadlessUmpires) -> int:
        wall = _one_wall(umpires)
        if as_json:
            more = {"wings": _wings(umpires)} if umpires.several else _alarms(*umpires.there.values())
            typer.echo(json.dumps(wall.model_dump(mode="json") | more, ensure_ascii=False))
        else:
            webs = [umpire.wall.web for umpire in umpires.there.values()]
            lines = wall_lines(wall.exercise, wall.tables, *webs)
            lines += [
                line for name, umpire in umpires.there.items() for line in room_lines(name, umpire.alarms)
            ]
            typer.echo("\n".join(lines + [away_line(wing) for wing in umpires.away.values()]))
        return EXIT_REFUSED if umpires.away else EXIT_DONE

    return with_umpires(where, run)


def _one_wall(umpires: HeadlessUmpires) -> Wall:
    """Return the walls of all arbiters that answer as one wall."""
    there = [*umpires.there.values()]
    tables = {number: status for umpire in there for number, status in umpire.tables.items()}
    changes = {
        "exercise": event_name(umpire.wall.exercise for umpire in there),
        "tables": tuple(tables[number] for number in sorted(tables)),
        "second_umpire": any(umpire.wall.second_umpire for umpire in there),
    }
    return there[0].wall.model_copy(update=changes)


def _alarms(*umpires: HeadlessUmpire) -> dict[str, object]:
    """Return the alarms that belong to no table."""
    return {"alarms": [alarm.model_dump(mode="json") for umpire in umpires for alarm in umpire.alarms]}


def _wings(umpires: HeadlessUmpires) -> list[dict[str, object]]:
    """Return the tables of each wing, and which wings do not answer."""
    there: list[dict[str, object]] = [
        {"name": name, "tables": sorted(umpire.tables), **_alarms(umpire)}
        for name, umpire in umpires.there.items()
    ]
    return there + [
        {"name": wing.name, "tables": [*wing.tables], "away": wing.why} for wing in umpires.away.values()
    ]


def room_lines(wing: str, alarms: Iterable[Alarm]) -> list[str]:
    """Return lines about the alarms that belong to no table, each with the command that closes it.

    With several arbiters they name the wing.
    """
    at, only = (f"{clean(wing)}: ", ("--wing", clean(wing))) if wing else ("", ())
    return [
        f"      ! {at}{clean(alarm.text, _LINE_CHARS_MAX)} ({command('rule', 'put-away', alarm.number, *only)})"
        for alarm in alarms
    ]


def away_line(wing: AwayWing) -> str:
    """Return a line about a wing that does not answer, and its missing tables."""
    shown = (
        f"{named(wing.tables)} {'is' if len(wing.tables) == 1 else 'are'}"
        if wing.tables
        else "its tables are"
    )
    return f"      ! {clean(wing.name)} is away: {shown} not shown"


def show_seat(where: ArbiterToAsk, table: TableId, seat: SeatId) -> int:
    """Print the view of a seat. Without a seat, print the full truth. Return the exit status. Raises BadInput."""

    async def run(umpires: HeadlessUmpires) -> int:
        look = Look(id=MessageId(token_hex(16)), table=table, seat=seat)
        return _shown(await umpires.of(table).look(look))

    return with_umpires(where, run)


def show_table(where: ArbiterToAsk, table: TableId) -> int:
    """Print all data of one table. Return the exit status. Raises BadInput."""

    async def run(umpires: HeadlessUmpires) -> int:
        return _shown(await umpires.of(table).room(table))

    return with_umpires(where, run)


def show_injects(where: ArbiterToAsk, table: TableId, *, as_json: bool) -> int:
    """Print the injects of a table. Return the exit status. Raises BadInput."""

    async def run(umpires: HeadlessUmpires) -> int:
        room = await umpires.of(table).room(table)
        if isinstance(room, Refusal):
            return _shown(room)
        told = room.injects or InjectList(ran_ms=0, runs_ms=0, injects=())
        typer.echo(told.model_dump_json() if as_json else "\n".join(list_lines(told)))
        return EXIT_DONE

    return with_umpires(where, run)


def _as_json(news: Model) -> str:
    """Return a message of the host as JSON. Lines of the umpires' record have their text and their key."""
    if isinstance(news, Room):
        rulings = tuple(line.model_copy(update={"text": recorded(line)}) for line in news.rulings)
        news = news.model_copy(update={"rulings": rulings})
    return news.model_dump_json()


def _shown(news: Model) -> int:
    if isinstance(news, Refusal):
        typer.echo(clean(f"refused ({news.code}): {refused(news)}", _LINE_CHARS_MAX), err=True)
        return EXIT_REFUSED
    typer.echo(_as_json(news))
    return EXIT_DONE


def watch(where: ArbiterToAsk, table: TableId, seconds: float) -> int:
    """Print all news as JSON lines, until the time is over or a person stops the command.

    Return the exit status. Raises BadInput.
    """

    async def run(umpires: HeadlessUmpires) -> int:
        for umpire in umpires.there.values():
            typer.echo(umpire.wall.model_dump_json())
            for number in sorted(umpire.tables):
                typer.echo(umpire.tables[number].model_dump_json())
        if table:
            room = await umpires.of(table).room(table)
            if _shown(room):
                return EXIT_REFUSED
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds or None):
                await asyncio.gather(*(_follow(name, umpire) for name, umpire in umpires.there.items()))
        return EXIT_REFUSED if umpires.away else EXIT_DONE

    with suppress(KeyboardInterrupt):
        return with_umpires(where, run, WATCHES)
    return EXIT_DONE


async def _follow(wing: str, umpire: HeadlessUmpire) -> None:
    """Print the news of an arbiter.

    With several arbiters, return when this one is lost and does not come back. With only one, raise
    HeadlessUmpireError.
    """
    name = {"wing": wing} if wing else {}
    while True:
        try:
            news = await umpire.news()
        except HeadlessUmpireError as fault:
            if not wing:
                raise
            typer.echo(json.dumps({"type": "link", **name, "state": "lost", "text": str(fault)}))
            return
        if isinstance(news, LinkChange):
            typer.echo(json.dumps({"type": "link", **name, "state": news.state.value, "text": news.text}))
        elif not isinstance(news, LinkAlarm) and news.type not in ("alive", "welcome"):
            typer.echo(_as_json(news))


def wall_lines(exercise: str, tables: Sequence[TableStatus], *webs: WebAddress | None) -> list[str]:
    """Return the wall as lines of text: one for each table, and one for each alarm."""
    seats = [seat for table in tables for seat in table.seats]
    linked = sum(seat.linked or seat.bot for seat in seats)
    paged = in_browsers(seats)
    lines = [f"{clean(exercise)} · {plural(len(tables), 'table')} · {linked}/{len(seats)} seats connected"]
    lines[0] += f" ({paged})" if paged else ""
    lines += [line for web in webs for line in web_words(web)]
    mixed = several_games(tables)
    places = [place_text(table, mixed=mixed) for table in tables]
    phases = [winner_text(table) if table.ended else clean(table.title) for table in tables]
    place_columns, phase_columns = (max(map(cell_len, words), default=0) for words in (places, phases))
    for table, place, phase in zip(tables, places, phases, strict=True):
        asked = [seat for seat in table.seats if seat.asked]
        sealed = sum(seat.sealed and not seat.voided for seat in asked)
        count = f"{sealed}/{len(asked)}" if asked else "–"
        what = "  ".join(fit(*each) for each in ((place, place_columns), (phase, phase_columns)) if each[1])
        lines.append(f"{table.table:>4}  {what}  {clock_words(table):<14}  {count:>5}  {_missing(asked)}")
        lines += [f"      ! {_alarm(alarm)}" for alarm in table.alarms]
        lines += [f"      ! {idle_text(seat)}" for seat in idle_seats(table)]
    return [line.rstrip() for line in lines]


def clock_words(table: TableStatus) -> str:
    """Return text for the state of a table's clock: the time left, or why the clock does not run."""
    left = clock_text(table.clock.left_ms) if table.clock else ""
    if table.ended:
        return "over"
    if table.held:
        return f"held {left}".strip()
    if not table.begun:
        return "not begun"
    return f"paused {left}".strip() if table.paused else left or "–"


def _missing(asked: Iterable[SeatStatus]) -> str:
    missing = [str(seat.seat) for seat in asked if not seat.sealed and not seat.voided]
    return f"missing {', '.join(missing)}" if missing else ""


def _alarm(alarm: Alarm) -> str:
    if alarm.call:
        return f"{'reply' if alarm.reply else 'call'} {alarm.call} of {alarm.seat}: {clean(alarm.text)}"
    if alarm.approval:
        return f"number {alarm.approval} {clean(alarm.text)}"
    return clean(f"{alarm.text} ({alarm.seat})" if alarm.seat else alarm.text, _LINE_CHARS_MAX)
