"""`warcouncil seeds`: prints the seeds of an exercise after its end, for comparison with the fingerprints."""

from __future__ import annotations

import json
from functools import partial
from typing import Annotated

import typer
from warcouncil.arbiter.core.room.arrivals import commitment
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.core.words.record import Corrupt, stimulus_in
from warcouncil.arbiter.core.words.stimuli import Began, Bound
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.service.journal import Journal, resume
from warcouncil.clients.commands.common.errors import politely
from warcouncil.clients.commands.common.exercise_location import home_at
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.games import registry
from warcouncil.protocol.proofs.lots import Lot, seed_made
from warcouncil.protocol.words import TableId, clean


def seeds(
    file: Annotated[
        str,
        typer.Argument(metavar="EXERCISE", help="The exercise file of `host`, or the address of a database."),
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
            opened = resume(home_at(file))
            try:
                began, lots = _read(opened)
            finally:
                opened.close()
        except JournalError as fault:
            raise BadInput(str(fault)) from None
        except Corrupt as fault:
            raise BadInput(f"{file}: {fault}") from None
    for plan in began.tables:
        line = {"table": plan.table, "game": plan.game, **_opened(began, plan, lots.get(plan.table))}
        if as_json:
            typer.echo(json.dumps(line))
        else:
            rows = [f"  {name:<11}  {line[name]}" for name in ("seed", "host", "fingerprint") if name in line]
            typer.echo("\n".join([clean(f"table {plan.table} · {_title(plan)}"), *rows]))


def _read(opened: Journal) -> tuple[Began, dict[TableId, tuple[Lot, ...]]]:
    """Return how an exercise began, and the numbers that made the seeds of its tables. The rules of the games
    are not needed. Raises Corrupt.
    """
    began: Began | None = None
    lots: dict[TableId, tuple[Lot, ...]] = {}
    for row in opened.rows():
        if row.kind not in ("began", "bound"):
            continue
        stimulus = stimulus_in(row)
        if isinstance(stimulus, Began):
            began = stimulus
        elif isinstance(stimulus, Bound):
            lots[stimulus.table] = stimulus.lots
    if began is None:
        raise Corrupt("its first record does not say how it began")
    return began, lots


def _title(plan: TablePlan) -> str:
    """Return the title of a table's game, or its name if this program does not have it."""
    game = attempt(partial(registry.load, plan.game))
    title = game if isinstance(game, RulesFault) else attempt(lambda: Table(plan, game).cover.title)
    return plan.game if isinstance(title, RulesFault) else title


def _opened(began: Began, plan: TablePlan, lots: tuple[Lot, ...] | None) -> dict[str, str]:
    """Return a table's seed, and the fingerprint that seats received.

    If others took part in the draw, also return the host's number.
    """
    told = {"fingerprint": commitment(began.exercise, plan)}
    if began.chance == "host":
        return {"seed": plan.seed, **told}
    made = "not made yet" if lots is None else seed_made(began.exercise, plan.table, plan.seed, lots)
    return {"seed": made, "host": plan.seed, **told}
