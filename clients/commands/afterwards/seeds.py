"""`warcouncil seeds`: prints the seeds of an exercise when it is over, for comparison with the fingerprints."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from warcouncil.arbiter.core.room.arrivals import commitment
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.service.opening import take_up
from warcouncil.clients.commands.common.errors import politely
from warcouncil.clients.commands.common.exercise_location import home_at
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.protocol.words import clean


def seeds(
    file: Annotated[
        str, typer.Argument(metavar="EXERCISE", help="The exercise file of `host`, or an address.")
    ],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON line for each table.")] = False,
) -> None:
    """Publish the seed of each table's chance, with the fingerprint that every seat was shown when it joined (F1
    there).

    If host and players made the chance together, the fingerprint is that of the host's number. `warcouncil verify`
    checks the rest. Publish seeds only after the end: a seed reveals every card. `warcouncil rehearse GAME --seed
    SEED` deals the same cards again.
    """
    with politely():
        try:
            opened = take_up(home_at(file))
        except JournalError as fault:
            raise BadInput(str(fault)) from None
        exercise = opened.exercise
        opened.journal.close()
    for table in exercise.tables.values():
        line = {"table": table.number, "game": table.plan.game, **_opened(exercise.name, table)}
        if as_json:
            typer.echo(json.dumps(line))
        else:
            rows = [f"  {name:<11}  {line[name]}" for name in ("seed", "host", "fingerprint") if name in line]
            typer.echo("\n".join([clean(f"table {table.number} · {table.cover.title}"), *rows]))


def _opened(exercise: str, table: Table) -> dict[str, str]:
    """Return a table's seed, the host's number if others took part in the chance, and the fingerprint that
    seats received.
    """
    told = {"fingerprint": commitment(exercise, table.plan)}
    if table.draw is None:
        return {"seed": table.plan.seed, **told}
    return {"seed": "not made yet" if table.undealt else table.chance.hex(), "host": table.plan.seed, **told}
