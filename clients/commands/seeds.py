"""`warcouncil seeds`: open the seeds of an exercise when it is over, for everyone who kept their fingerprints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from warcouncil.arbiter.core.welcome import commitment
from warcouncil.arbiter.shell.layout import JournalError
from warcouncil.arbiter.shell.opening import take_up
from warcouncil.clients.commands.polite import politely
from warcouncil.clients.plan.settings import BadInput


def seeds(
    file: Annotated[Path, typer.Argument(metavar="EXERCISE", help="The exercise file that `host` wrote.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line a table.")] = False,
) -> None:
    """Open the seed of each table's chance, with the fingerprint that every seat was told when it joined (F1 there).

    Only when all is over: whoever has the seed knows every card. `warcouncil rehearse GAME --seed SEED` deals it again.
    """
    with politely():
        try:
            opened = take_up(file)
        except JournalError as fault:
            raise BadInput(str(fault)) from None
        plan = opened.exercise.plan
        opened.journal.close()
    for table in plan.tables:
        line = {"table": table.table, "game": table.game, "seed": table.seed}
        line["fingerprint"] = commitment(plan.exercise, table)
        if as_json:
            typer.echo(json.dumps(line))
        else:
            typer.echo(
                f"table {table.table} · {table.game}\n  seed         {table.seed}\n  fingerprint  {line['fingerprint']}"
            )
