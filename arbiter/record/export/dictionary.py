"""The data dictionary: describes every table and column of an export. It is made from the models of the rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from warcouncil.arbiter.core.table.story import UmpireRuled
from warcouncil.arbiter.record.export import tidy_tables
from warcouncil.arbiter.record.export.rows import Rows
from warcouncil.games.kit.events import Event, Sight, sights
from warcouncil.games.kit.game import AnyGame
from warcouncil.games.kit.ways import WAY_EVENTS

HOW = """\
Each table is one file, each row is one fact, and each column is one field. An empty cell means none or not known. Times are exercise time in
milliseconds. Exercise time stops while no host runs. `wall` is the wall clock (UTC). A gate is one opening of a question at a table.
`table` and `gate` join the tables. Several names in one cell are separated by spaces. `answer`, `options`, `details` and the list fields of
events are JSON.

These tables hold the umpires' full knowledge: every secret of every side. In CSV, a text that a spreadsheet would take for a formula, a date
or another number has an apostrophe before it. A rule's number is an example. So has a formula behind a comma, semicolon or tab within a text.
Control and direction characters are removed from every text. Some things are not in the journal, and so not here: lost and restored connections,
who was ready, answers that were filled in but not sealed, and what people said in the room."""


def tables() -> Iterator[str]:
    """Yield the tables and their columns, as Markdown."""
    for name, model in tidy_tables.TABLES.items():
        yield f"## {name}\n\n{model.__doc__}\n\n| column | holds | |\n|---|---|---|\n" + "".join(
            f"| `{column}` | {_kind(field.annotation)} | {field.description} |\n"
            for column, field in model.model_fields.items()
        )


def fields_of(games: Iterable[AnyGame]) -> Iterator[str]:
    """Yield the fields of the events of games, as Markdown, with the seats that may know each."""
    for game in games:
        kinds: tuple[type[Event], ...] = (*game.event_types, *WAY_EVENTS, UmpireRuled)
        lines = [
            f"| `{kind.__name__}` | `{tidy_tables.FIELD}{field}` | {_who(sight)} |\n"
            for kind in kinds
            for field, sight in sights(kind)
        ]
        yield (
            f"## The events of {game.title}\n\n| event | column | may be known by |\n|---|---|---|\n"
            + "".join(lines)
        )


def page() -> str:
    """Return the page that describes every export."""
    return "\n".join(
        [
            "# The export of an exercise\n",
            (
                "After this page you can read every table and column of an export. It is a reference for R,"
                " Excel and pandas, made from the program.\n"
            ),
            "`warcouncil export FILE --out FOLDER --format parquet` (or csv, jsonl) writes the tables.\n",
            HOW,
            "",
            *tables(),
        ]
    )


def dictionary(told: Iterable[str], rows: Rows, games: Iterable[AnyGame]) -> str:
    """Return the dictionary of one export. `told` are the lines about this export."""
    counts = "".join(f"| `{name}` | {len(table):,} |\n" for name, table in rows.items())
    parts = [
        "# What these tables hold\n",
        *[f"{line}\n" for line in told],
        HOW,
        "\n| table | rows |\n|---|---:|\n" + counts,
        *tables(),
        *fields_of(games),
    ]
    return "\n".join(parts)


def _kind(hint: Any) -> str:
    return {int: "whole number", int | None: "whole number, or empty", bool: "true or false"}.get(
        hint, "text"
    )


def _who(sight: Sight) -> str:
    if sight.everyone:
        return "every reader of the event"
    return f"{' and '.join(sight.fields)} of the event" if sight.fields else "umpires"
