"""`warcouncil verify`: checks everything in an exercise file that could be doubted, and prints it line by
line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from warcouncil.arbiter.record.file.reading import NothingProved
from warcouncil.arbiter.record.verifying.brought_receipts import BroughtReceipts, read_brought
from warcouncil.arbiter.record.verifying.findings import Check, CheckState, Verified
from warcouncil.arbiter.record.verifying.verify import Witness, head_in
from warcouncil.arbiter.record.verifying.verify import verify as verified
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.clients.commands.common.errors import politely
from warcouncil.clients.commands.common.exercise_file import recorded
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.games.kit.text.phrases import plural
from warcouncil.protocol.words import clean

LINE_CHARS_MAX = 1000
EXIT_FALSE = 1
EXIT_UNREPEATED = 3
"""The exit status if no check is false, but the results of some tables could not be repeated.

A file that names an unknown game must not pass as verified.
"""


def verify(
    file: Annotated[
        str,
        typer.Argument(
            metavar="EXERCISE",
            help="The exercise file, or the address of a database. The host can be running.",
        ),
    ],
    *,
    receipts: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help=("The folder with the files that participants brought: `warcouncil receipts` wrote them."),
        ),
    ] = None,
    head: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HEAD",
            help=(
                "A check code (head) that was written down, such as 812-7K3Q-4MN2-P2XT-9ABC. May be"
                " given several times."
            ),
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON line for each check, and one at the end.")
    ] = False,
) -> None:
    """Check everything in an exercise file that a player could doubt, and print a line for each check.

    The games' own rules resolve every question again, and the results are compared with the file. The exit status is
    1 if anything is false. It is 3 if nothing is false but results could not be repeated. The last lines say what
    other people's evidence proves, and what only the file claims.
    """
    with politely():
        witness = Witness(_brought(receipts), _heads(head or ()))
        try:
            with recorded(file, "done again") as (record, told):
                found = verified(record, witness, told=told)
        except NothingProved as fault:
            check = Check("chain", CheckState.FAILS, str(fault), 1)
            typer.echo(_line(check) if not as_json else json.dumps(asdict(check)))
            raise typer.Exit(EXIT_FALSE) from None
    for line in _lines_json(found) if as_json else lines_of(found):
        typer.echo(line)
    raise typer.Exit(exit_status(found))


def exit_status(found: Verified) -> int:
    """Return the exit status of a verification."""
    if found.fails:
        return EXIT_FALSE
    return EXIT_UNREPEATED if found.unrepeated else 0


def _brought(folder: Path | None) -> BroughtReceipts:
    try:
        return read_brought(folder) if folder else BroughtReceipts()
    except JournalError as fault:
        raise BadInput(f"--receipts {fault}") from None


def _heads(typed: Sequence[str]) -> tuple[str, ...]:
    for text in typed:
        if not head_in(text):
            raise BadInput(
                f"--head {text}: this is not a head. Write a number and sixteen letters and digits,"
                " such as 812-7K3Q-4MN2-P2XT-9ABC"
            )
    return tuple(head_in(text) for text in typed)


def _line(check: Check) -> str:
    return clean(f"{check.found:<5}  {check.what:<8}  {check.text}", LINE_CHARS_MAX)


def lines_of(found: Verified) -> Iterator[str]:
    """Yield all findings, line by line."""
    for check in found.checks:
        yield _line(check)
    yield ""
    yield clean(f"{found.exercise}: {false_words(found)}", LINE_CHARS_MAX)
    yield f"proved up to  {found.proved_text}"
    yield f"unproved      {found.unproved_text}"
    yield f"head          {found.head}"


def false_words(found: Verified) -> str:
    """Return a sentence that says how many findings are false, and how many tables could not be repeated."""
    false = sum(check.found is CheckState.FAILS for check in found.checks)
    said = f"{false} FALSE" if false else "nothing is false"
    left = len(found.unrepeated)
    return f"{said}, but {plural(left, 'table')} could NOT be repeated" if left else said


def _lines_json(found: Verified) -> Iterator[str]:
    for check in found.checks:
        yield json.dumps(asdict(check), ensure_ascii=False)
    rest = {name: value for name, value in asdict(found).items() if name != "checks"}
    yield json.dumps(rest | {"false": found.fails}, ensure_ascii=False)
