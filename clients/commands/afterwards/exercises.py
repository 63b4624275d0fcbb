"""`warcouncil exercises`: lists the exercises in a database."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text
from warcouncil.arbiter.record.file.database_roll import DatabaseExercise, roll
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.clients.commands.common.errors import politely
from warcouncil.clients.commands.common.exercise_location import home_typed
from warcouncil.clients.plan.text.option_text import BadInput

COLUMNS = ("exercise", "title", "begun", "tables", "records", "last heard of", "leader", "state")
WIDE = 160


def exercises(
    address: Annotated[
        str,
        typer.Argument(
            help=(
                "The address of a PostgreSQL database: postgresql+psycopg://USER@HOST/BASE (with -: read from "
                "WARCOUNCIL_EXERCISE or standard input)."
            )
        ),
    ],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON line for each exercise.")] = False,
) -> None:
    """List the exercises in a database: title, beginning, tables, records, and the machine that hosts it now.

    To name one of them in another command, add ?exercise=NAME to the address.
    """
    with politely():
        home = home_typed(address)
        if home.file is not None:
            raise BadInput(f"{address}: this is a file. Give the address of a database")
        try:
            found = list(roll(home))
        except JournalError as fault:
            raise BadInput(str(fault)) from None
    if as_json:
        for one in found:
            typer.echo(json.dumps({**asdict(one), "state": state_words(one)}, ensure_ascii=False))
    elif not found:
        typer.echo("This database has no exercise that this user may see.")
    else:
        grid = Grid(*COLUMNS, box=None, pad_edge=False)
        for one in found:
            grid.add_row(*map(Text, _cells(one)))
        Console(width=None if sys.stdout.isatty() else WIDE, highlight=False).print(grid)


def state_words(one: DatabaseExercise) -> str:
    """Return text that describes the state of an exercise."""
    if one.fault:
        return one.fault
    if one.is_held:
        return "it is being hosted"
    return "closed properly" if one.was_closed else "not closed: resume it"


def _cells(one: DatabaseExercise) -> tuple[str, ...]:
    if one.fault:
        return one.name, "", "", "", "", "", "", state_words(one)
    heard = datetime.fromtimestamp(one.wall_ms / 1000, UTC) if one.wall_ms else None
    last = f"{heard:%Y-%m-%d %H:%M} UTC" if heard else ""
    begun = one.begun.replace("T", " ")[:16]
    leader = f"{one.leader}, epoch {one.epoch}" if one.leader else ""
    return one.name, one.title, f"{begun} UTC", str(one.tables), str(one.last), last, leader, state_words(one)
