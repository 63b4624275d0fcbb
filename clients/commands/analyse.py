"""`warcouncil analyse`: where was it decided? Every gate is played on by bots, and every decision set beside others."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from warcouncil.arbiter.record import analysis
from warcouncil.arbiter.record.analysis import Findings, Workers
from warcouncil.arbiter.record.gathering import gather
from warcouncil.arbiter.record.judging import Question
from warcouncil.arbiter.record.reading import open_record
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.clients.commands.moments import told
from warcouncil.clients.commands.polite import complain, politely
from warcouncil.clients.commands.recorded import other_rules_words
from warcouncil.clients.commands.stopping import stoppable
from warcouncil.clients.commands.where import home_at
from warcouncil.clients.plan.settings import BadInput


def analyse(
    file: Annotated[
        str, typer.Argument(metavar="EXERCISE", help="The exercise file that `host` wrote, or an address.")
    ],
    *,
    table: Annotated[int, typer.Option(min=0, help="This table alone; 0: all of them.")] = 0,
    rollouts: Annotated[
        int,
        typer.Option(
            min=2, max=100_000, help="So many playouts for every figure: more are surer, and slower."
        ),
    ] = 100,
    seed: Annotated[
        str, typer.Option(help="The same seed gives the same figures, on any number of workers.")
    ] = "0",
    workers: Annotated[int, typer.Option(min=0, max=256, help="So many processes; 0: one a processor.")] = 0,
    dask: Annotated[
        str, typer.Option(metavar="ADDRESS", help="A dask scheduler instead, such as tcp://192.0.2.5:8786.")
    ] = "",
    moments: Annotated[
        int, typer.Option(min=0, max=100, help="Tell so many of the moments that moved a table most.")
    ] = 5,
) -> None:
    """Say where each table was decided, and tell bad decisions from bad luck.

    Every position is played on many times, by bots that err now and then; every decision is judged by what its seat could know,
    and by what was so. Ctrl+C stops it, and the same command goes on where it stood: what it found lies beside the exercise,
    where `debrief` looks for it.
    """
    with politely(), stoppable(lambda: " before the first question"):
        try:
            home = home_at(file)
            with open_record(home) as record:
                numbers = [plan.table for plan in record.began.tables]
                if table and table not in numbers:
                    raise BadInput(f"--table {table}: there is no such table; there are {_listed(numbers)}")
                accounts = gather(record, [number for number in numbers if number == table])
                damage, name = record.fault, record.began.exercise
                for said in other_rules_words(record):
                    complain(said)
            if not accounts:
                raise BadInput(
                    f"{home}: this program has none of the games that were played there, or not with their options"
                )
            basis = analysis.basis_of(name, accounts.values(), seed=seed, playouts=rollouts)
            results = Findings(analysis.beside(home), basis)
            at_once = workers or os.cpu_count() or 1
            crew = analysis.dask(dask) if dask else analysis.pool(at_once)
            questions = [one for one in analysis.asked(accounts.values(), basis) if results.wants(one)]
            if questions:
                try:
                    _judge(results, questions, crew, at_once=256 if dask else 2 * at_once)
                finally:
                    if results.aside:
                        complain(f"what rests on other playouts, seed or rules lies in {results.aside} now")
        except (JournalError, analysis.BadFindings) as error:
            raise BadInput(str(error)) from None
    for line in told(accounts, results.judged, basis, moments=moments, damage=damage):
        typer.echo(line)


def _judge(
    results: Findings,
    questions: Sequence[Question],
    crew: AbstractContextManager[Workers],
    *,
    at_once: int,
) -> None:
    """Have the questions judged, with a bar that says how long it will take."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    quiet = not sys.stderr.isatty()
    done = 0
    with (
        stoppable(
            lambda: f" after {done} of {len(questions)} questions; the same command goes on from there"
        ),
        Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as bar,
        crew as hands,
    ):
        task = bar.add_task("questions played on", total=len(questions))
        for _ in analysis.run(results, questions, hands, at_once=at_once):
            done += 1
            bar.advance(task)


def _listed(numbers: Sequence[int]) -> str:
    in_a_row = list(numbers) == list(range(1, len(numbers) + 1)) and len(numbers) > 2
    return f"tables 1 to {numbers[-1]}" if in_a_row else ", ".join(map(str, numbers))
