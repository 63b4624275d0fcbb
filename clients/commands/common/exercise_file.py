"""Reads an exercise file for a command. It shows a bar if that takes long, and prints one line if it fails."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from warcouncil.arbiter.record.account.gathering import other_rules
from warcouncil.arbiter.record.file.reading import NothingProved, Record, open_record
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.clients.commands.common.exercise_location import home_at
from warcouncil.clients.plan.text.option_text import BadInput

Told = Callable[[int], None]
"""Called with the number of records that are done."""


@contextmanager
def recorded(file: str | Path | Location, work: str, *, reader: str = "") -> Iterator[tuple[Record, Told]]:
    """Read an exercise file.

    Yield the record, and a function that reports the progress of the `work` on it. `reader` is explained at
    `open_record`. Raises BadInput and NothingProved.
    """
    home = home_at(file)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    try:
        with bar:
            reading = bar.add_task("reading", total=None)
            with open_record(
                home, lambda done, total: bar.update(reading, completed=done, total=total), reader=reader
            ) as record:
                doing = bar.add_task(work, total=record.whole)
                yield record, lambda seq: bar.update(doing, completed=seq)
    except NothingProved:
        raise
    except JournalError as fault:
        raise BadInput(str(fault)) from None


def other_rules_words(record: Record) -> list[str]:
    """Return lines about the tables that were played with another version of the rules."""
    return [
        (
            f"table {number} was played with version {version} of the rules, and this program has another "
            "version. Its judgement of a position can be different"
        )
        for number, version in other_rules(record).items()
    ]
