"""What the commands of `warcouncil rule` show: the wall, a seat's screen, all of one table, and what changes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import suppress
from secrets import token_hex

import typer
from rich.cells import cell_len
from warcouncil.clients.commands.errand import EXIT_DONE, EXIT_REFUSED, Where, with_steward
from warcouncil.clients.commands.keys import WATCHES
from warcouncil.clients.link.line import LinkChange, Shout
from warcouncil.clients.umpire.alarms import idle_seats, idle_text
from warcouncil.clients.umpire.injectwords import list_lines
from warcouncil.clients.umpire.phrases import place_text
from warcouncil.clients.umpire.steward import Steward
from warcouncil.clients.umpire.webwords import in_browsers, web_words
from warcouncil.clients.widgets.results import several_games, winner_text
from warcouncil.clients.widgets.wording import clock_text, fit
from warcouncil.clients.widgets.wording import count as counted
from warcouncil.protocol.consoles import Alarm, InjectList, SeatStatus, TableStatus, WebAddress
from warcouncil.protocol.replies import Refusal
from warcouncil.protocol.requests import Look
from warcouncil.protocol.words import MessageId, Model, SeatId, TableId, clean

_LINE_CHARS_MAX = 400


def show_status(where: Where, *, as_json: bool) -> None:
    """Write the wall. Raises BadInput."""

    async def run(steward: Steward) -> int:
        tables = [steward.tables[table] for table in sorted(steward.tables)]
        if as_json:
            wall = steward.wall.model_copy(update={"tables": tuple(tables)})
            typer.echo(wall.model_dump_json())
        else:
            typer.echo("\n".join(wall_lines(steward.wall.exercise, tables, steward.wall.web)))
        return EXIT_DONE

    with_steward(where, run)


def show_seat(where: Where, table: TableId, seat: SeatId) -> int:
    """Write what a seat has on its screen (no seat: all that is so), and give the exit status. Raises BadInput."""

    async def run(steward: Steward) -> int:
        return _shown(await steward.look(Look(id=MessageId(token_hex(16)), table=table, seat=seat)))

    return with_steward(where, run)


def show_table(where: Where, table: TableId) -> int:
    """Write all of one table, and give the exit status. Raises BadInput."""

    async def run(steward: Steward) -> int:
        return _shown(await steward.room(table))

    return with_steward(where, run)


def show_injects(where: Where, table: TableId, *, as_json: bool) -> int:
    """Write what is to come at a table and what came, and give the exit status. Raises BadInput."""

    async def run(steward: Steward) -> int:
        room = await steward.room(table)
        if isinstance(room, Refusal):
            return _shown(room)
        told = room.injects or InjectList(ran_ms=0, runs_ms=0, injects=())
        typer.echo(told.model_dump_json() if as_json else "\n".join(list_lines(told)))
        return EXIT_DONE

    return with_steward(where, run)


def _shown(news: Model) -> int:
    if isinstance(news, Refusal):
        typer.echo(clean(f"refused ({news.code}): {news.text}", _LINE_CHARS_MAX), err=True)
        return EXIT_REFUSED
    typer.echo(news.model_dump_json())
    return EXIT_DONE


def watch(where: Where, table: TableId, seconds: float) -> None:
    """Write all news as JSON lines, until the time is over or somebody has had enough. Raises BadInput."""

    async def run(steward: Steward) -> int:
        typer.echo(steward.wall.model_dump_json())
        for number in sorted(steward.tables):
            typer.echo(steward.tables[number].model_dump_json())
        if table:
            room = await steward.room(table)
            if _shown(room):
                return EXIT_REFUSED
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds or None):
                async for line in _lines_of(steward):
                    typer.echo(line)
        return EXIT_DONE

    with suppress(KeyboardInterrupt):
        raise typer.Exit(with_steward(where, run, WATCHES))


async def _lines_of(steward: Steward) -> AsyncIterator[str]:
    while True:
        news = await steward.news()
        if isinstance(news, LinkChange):
            yield json.dumps({"type": "link", "state": news.state.value, "text": news.text})
        elif not isinstance(news, Shout) and news.type not in ("alive", "welcome"):
            yield news.model_dump_json()


def wall_lines(exercise: str, tables: Sequence[TableStatus], web: WebAddress | None = None) -> list[str]:
    """Say the wall in lines of text: one a table, and one for each thing that needs an umpire."""
    seats = [seat for table in tables for seat in table.seats]
    linked = sum(seat.linked or seat.bot for seat in seats)
    paged = in_browsers(seats)
    lines = [f"{clean(exercise)} · {counted(len(tables), 'table')} · {linked}/{len(seats)} seats linked"]
    lines[0] += f" ({paged})" if paged else ""
    lines += web_words(web)
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
    """Say how a table's clock stands: what is left, or why it does not run."""
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
