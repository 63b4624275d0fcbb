"""`warcouncil analyse`: finds where a game was decided.

Bots play on from every gate, and every decision is compared with alternatives.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from warcouncil.arbiter.record.account.account import GateAccount, TableAccount
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.judging import analysis
from warcouncil.arbiter.record.judging.analysis import Basis, Findings, Judged, Workers
from warcouncil.arbiter.record.judging.estimates import Estimate
from warcouncil.arbiter.record.judging.judgement import (
    Balance,
    DecisionJudged,
    GateJudged,
    GateShift,
    balances,
)
from warcouncil.arbiter.record.judging.judging import Question, steps
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.clients.commands.common.errors import complain, politely, stoppable
from warcouncil.clients.commands.common.exercise_file import other_rules_words
from warcouncil.clients.commands.common.exercise_location import home_at
from warcouncil.clients.debrief.model.number_words import chance, hundredths
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.clients.widgets.pieces.wording import count
from warcouncil.games.kit.play.playout import SLIP_OF
from warcouncil.games.kit.sides import named
from warcouncil.protocol.table.answers import fault
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import GateNo, SeatId, TableId, clean

_PARTS = ("own decisions", "what others chose", "luck", "rulings")
LINE_CHARS_MAX = 400


def told(
    accounts: Mapping[TableId, TableAccount], judged: Judged, basis: Basis, *, moments: int, damage: str = ""
) -> Iterator[str]:
    """Yield the findings table by table. `damage`: the fault in the rest of the file."""
    if damage:
        yield f"The file was read up to the damage: {damage}."
    for number, account in accounts.items():
        yield from _table(account, judged.get(number, {}), moments)
        yield ""
    yield (
        f"Each figure comes from {count(basis.playouts, 'playout')} by bots that choose another"
        f" answer once in {SLIP_OF} answers. It shows what such bots would have reached, not what"
        " these people would. A seat is judged by every position that it could not distinguish from"
        " the true one, all as equally likely, and not by what others said to it."
    )


def _table(account: TableAccount, judged: Mapping[GateNo, GateJudged], moments: int) -> Iterator[str]:
    finish = account.finish
    ended = f"{finish.reason}." if finish else "It was not played to its end."
    yield clean(f"Table {account.number} · {account.cover.title} · {ended}", LINE_CHARS_MAX)
    found = steps(account, judged)
    if not found:
        yield "  No figures for this table."
        return
    for balance in balances(found):
        yield f"  {_sum(balance, judged[found[0].gate].value[balance.side])}"
    ranked = sorted({step.gate for step in found}, key=lambda gate: -_moved(found, gate))
    for gate in ranked[:moments]:
        yield from _moment(account, account.gate(gate), judged[gate], [s for s in found if s.gate == gate])


def _sum(balance: Balance, start: Estimate) -> str:
    parts = (balance.own, balance.others, balance.luck, balance.ruling)
    told = zip(_PARTS, hundredths(balance.start, parts, balance.end), strict=True)
    parted = ", ".join(f"{name} {part:+d}" for name, part in told if part)
    return (
        f"{named(balance.side)}: {balance.end:.0%} at the end, from {chance(start)} at the start:"
        f" {parted or 'nothing changed it'}"
    )


def _moved(found: tuple[GateShift, ...], gate: GateNo) -> float:
    return max(abs(step.after - step.before) for step in found if step.gate == gate)


def _moment(
    account: TableAccount, gate: GateAccount, judged: GateJudged, here: list[GateShift]
) -> Iterator[str]:
    assert gate.asks is not None
    first = here[0]
    own, others, luck, ruling = hundredths(
        first.before, (first.own, first.others, first.luck, first.ruling), first.after
    )
    yield (
        f"  {gate.asks.title} (question {gate.number}): {named(first.side)} {first.before:.0%} -> {first.after:.0%}"
        f" (own {own:+d}, others {others:+d}, luck {luck:+d}" + (f", ruling {ruling:+d})" if ruling else ")")
    )
    for decision in judged.decisions:
        if decision.is_talked_of:
            yield "    " + clean(_decision(account, gate, decision), LINE_CHARS_MAX)


def _decision(account: TableAccount, gate: GateAccount, made: DecisionJudged) -> str:
    name = account.seats[made.seat].title
    chosen = _words(account, gate, made.seat, made.tried[0].answer)
    known = made.tried[made.best_known].answer if made.best_known else None
    true = made.tried[made.best_true].answer if made.best_true else None
    parts = [f"{name}, {chosen}: {made.word}"]
    for what, loss, best in (
        ("by what it could know", made.loss_known, known),
        ("in truth", made.loss_true, true),
    ):
        if best is not None and loss.sign > 0:
            parts.append(f"{what} {_lost(loss)} compared with {_words(account, gate, made.seat, best)}")
    return "; ".join(parts)


def _words(account: TableAccount, gate: GateAccount, seat: SeatId, answer: Answer | None) -> str:
    if answer is None:
        return "silent"
    form = account.game.form(gate.state, seat)
    return "something else" if fault(form, answer) else answer_words(form, answer)


def _lost(loss: Estimate) -> str:
    return f"{100 * loss.mean:.0f} of 100 lost ({100 * loss.low:.0f} to {100 * loss.high:.0f}, n {loss.n})"


def analyse(
    file: Annotated[
        str, typer.Argument(metavar="EXERCISE", help="The exercise file of `host`, or an address.")
    ],
    *,
    table: Annotated[int, typer.Option(min=0, help="Only this table. 0: all.")] = 0,
    rollouts: Annotated[
        int,
        typer.Option(
            min=2, max=100_000, help="The number of playouts for each figure. More are surer and slower."
        ),
    ] = 100,
    seed: Annotated[
        str, typer.Option(help="Equal seeds give equal figures, with any number of workers.")
    ] = "0",
    workers: Annotated[
        int, typer.Option(min=0, max=256, help="The number of processes. 0: one for each processor.")
    ] = 0,
    dask: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Use a dask scheduler instead, such as tcp://192.0.2.5:8786."),
    ] = "",
    moments: Annotated[
        int,
        typer.Option(min=0, max=100, help="How many of the moments that changed a table most are printed."),
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
                    raise BadInput(f"--table {table}: there is no such table. Tables are {_listed(numbers)}")
                accounts = gather(record, [number for number in numbers if number == table])
                damage, name = record.fault, record.began.exercise
                for said in other_rules_words(record):
                    complain(said)
            if not accounts:
                raise BadInput(
                    f"{home}: this program has none of its games, or not with their options. Use the"
                    " program that hosted it"
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
                        complain(f"results of other playouts, seeds or rules are in {results.aside} now")
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
    """Judge the questions, with a bar that shows the remaining time."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    quiet = not sys.stderr.isatty()
    done = 0
    with (
        stoppable(
            lambda: f" after {done} of {len(questions)} questions. Run the same command to go on from there"
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
