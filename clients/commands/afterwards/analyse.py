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
from warcouncil.arbiter.record.judging.judging import Question, sides_of, steps
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.clients.commands.common.errors import complain, politely, stoppable
from warcouncil.clients.commands.common.exercise_file import other_rules_words
from warcouncil.clients.commands.common.exercise_location import home_at
from warcouncil.clients.debrief.model.number_words import part, score
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.play.playout import SLIP_OF
from warcouncil.games.kit.text.phrases import plural
from warcouncil.protocol.table.answers import fault
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import GateNo, SeatId, TableId, clean

_PARTS = ("own decisions", "decisions of others", "luck", "rulings")
LINE_CHARS_MAX = 400


def told(
    accounts: Mapping[TableId, TableAccount], judged: Judged, basis: Basis, *, moments: int, damage: str = ""
) -> Iterator[str]:
    """Yield the findings table by table. `damage` is the fault in the rest of the file."""
    if damage:
        yield f"The file was read up to the damage: {damage}."
    for number, account in accounts.items():
        yield from _table(account, judged.get(number, {}), moments)
        yield ""
    yield (
        f"Estimated by {plural(basis.playouts, 'simulated continuation')} from each position. The "
        f"simulated players make a random choice one time in {SLIP_OF}, and decisions are compared with "
        "theirs. Intervals are 95 % confidence intervals. They do not include the difference between "
        "people and simulated players. A part is left out if its interval contains zero."
    )


def _table(account: TableAccount, judged: Mapping[GateNo, GateJudged], moments: int) -> Iterator[str]:
    finish = account.finish
    ended = f"{finish.reason}." if finish else "The game was not played to its end."
    yield clean(f"Table {account.number} · {account.cover.title} · {ended}", LINE_CHARS_MAX)
    if not sides_of(account):
        yield "  Its decisions are not judged: the file of this scenario does not say who can win."
        return
    found = steps(account, judged)
    if not found:
        yield "  Nothing can be said about it."
        return
    names = _names(account)
    for balance in balances(found):
        yield f"  {_sum(names[balance.side], balance, judged[found[0].gate].value[balance.side])}"
    moved = {gate: step for gate in {step.gate for step in found} if (step := _gain(found, gate))}
    if moments and not moved:
        yield f"  {say('debrief.no_turning_point')}"
    for gate, step in sorted(moved.items(), key=lambda one: (-one[1].moved.mean, one[0]))[:moments]:
        yield from _moment(account, account.gate(gate), judged[gate], step, names[step.side])


def _names(account: TableAccount) -> dict[str, str]:
    """Return the title of each side. A seat that competes alone counts as a side."""
    titles = {badge.id: badge.title for badge in account.sides}
    return {
        side: titles.get(side) or account.seats[seats[0]].title for side, seats in sides_of(account).items()
    }


def _sum(name: str, balance: Balance, start: Estimate) -> str:
    parts = (balance.own, balance.others, balance.luck, balance.ruling)
    told = [f"{words} {part(one)}" for words, one in zip(_PARTS, parts, strict=True) if one.sign]
    return f"{name}: {score(balance.end)} points at the end, expected {score(start)} at the start: {', '.join(told) or 'no part is clear'}"


def _gain(found: tuple[GateShift, ...], gate: GateNo) -> GateShift | None:
    """Return the change of the side that gained most at a gate, if the gain is certain. Return None if no
    side's gain is certain.
    """
    gains = [step for step in found if step.gate == gate and step.moved.low > 0]
    return max(gains, key=lambda step: step.moved.mean, default=None)


def _moment(
    account: TableAccount, gate: GateAccount, judged: GateJudged, step: GateShift, name: str
) -> Iterator[str]:
    assert gate.asks is not None
    yield f"  {gate.asks.title} (question {gate.number}): {name} {part(step.moved)} points"
    by_side: dict[str, list[DecisionJudged]] = {}
    for decision in judged.decisions:
        if decision.is_talked_of:
            by_side.setdefault(decision.side, []).append(decision)
    for mine in by_side.values():
        first, *mates = sorted(mine, key=lambda one: -one.loss_true.mean)
        said = _decision(account, gate, first)
        if mates:
            titles = ", ".join(account.seats[one.seat].title for one in mates)
            said += f". This may be the same loss as that of {titles}"
        yield "    " + clean(said, LINE_CHARS_MAX)


def _decision(account: TableAccount, gate: GateAccount, made: DecisionJudged) -> str:
    name = account.seats[made.seat].title
    chosen = _words(account, gate, made.seat, made.tried[0].answer)
    parts = [f"{name}, {chosen}: {made.word}"]
    for what, loss, best in (
        ("by what it could know", made.loss_known, made.best_known),
        ("in fact", made.loss_true, made.best_true),
    ):
        if loss is not None and loss.sign > 0:
            against = _words(account, gate, made.seat, made.tried[best].answer)
            parts.append(f"{what} {_lost(loss)} against {against}")
    return "; ".join(parts)


def _words(account: TableAccount, gate: GateAccount, seat: SeatId, answer: Answer | None) -> str:
    if answer is None:
        return "silent"
    form = account.game.form(gate.state, seat)
    return "something else" if fault(form, answer) else answer_words(form, answer)


def _lost(loss: Estimate) -> str:
    return f"{100 * loss.mean:.0f} points lost ({100 * loss.low:.0f} to {100 * loss.high:.0f}, n {loss.n})"


def analyse(
    file: Annotated[
        str,
        typer.Argument(metavar="EXERCISE", help="The exercise file of `host`, or the address of a database."),
    ],
    *,
    table: Annotated[int, typer.Option(min=0, help="Only this table. 0: all.")] = 0,
    rollouts: Annotated[
        int,
        typer.Option(
            min=2,
            max=100_000,
            help="The number of simulated continuations for each figure. More continuations give better estimates "
            "and take longer.",
        ),
    ] = analysis.PLAYOUTS,
    seed: Annotated[
        str, typer.Option(help="The same seed gives the same figures, with any number of workers.")
    ] = analysis.SEED,
    workers: Annotated[
        int, typer.Option(min=0, max=256, help="The number of processes. 0: one for each processor.")
    ] = 0,
    dask: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Use a dask scheduler instead, such as tcp://192.0.2.5:8786."),
    ] = "",
    moments: Annotated[
        int,
        typer.Option(
            min=0,
            max=100,
            help="How many moments are listed for each table, beginning with the greatest change.",
        ),
    ] = 5,
) -> None:
    """Show where each table was decided, and separate bad decisions from bad luck.

    Bots that sometimes err play every position on many times. Each decision is judged by what its seat could know,
    and by the full position. After Ctrl+C, the same command goes on where it stopped. The results are kept beside the
    exercise, where `debrief` finds them.
    """
    with politely(), stoppable(lambda: " before the first question"):
        try:
            home = home_at(file)
            with open_record(home, reader="analyse") as record:
                numbers = [plan.table for plan in record.began.tables]
                if table and table not in numbers:
                    raise BadInput(f"--table {table}: there is no such table. Tables are {_listed(numbers)}")
                accounts = gather(record, [number for number in numbers if number == table])
                damage, name = record.fault, record.began.exercise
                for said in other_rules_words(record):
                    complain(said)
            if not accounts:
                raise BadInput(
                    f"{home}: this program lacks its games, or does not accept their options. Use the"
                    " program that hosted it"
                )
            basis = analysis.basis_of(name, accounts.values(), seed=seed, playouts=rollouts)
            results = Findings(analysis.beside(home), basis)
            at_once = workers or os.cpu_count() or 1
            crew = (
                analysis.dask(dask, lambda said: typer.echo(said, err=True))
                if dask
                else analysis.pool(at_once)
            )
            questions = [one for one in analysis.asked(accounts.values(), basis) if results.wants(one)]
            if questions:
                try:
                    _judge(results, questions, crew, at_once=256 if dask else 2 * at_once)
                finally:
                    if results.aside:
                        complain(f"results with other playouts, seeds or rules were moved to {results.aside}")
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
