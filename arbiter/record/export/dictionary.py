"""The data dictionary describes every table and column of an export. It is made from the schemas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from warcouncil.arbiter.record.export import tidy_tables
from warcouncil.arbiter.record.export.event_tables import event_schemas, lists_of, table_name
from warcouncil.arbiter.record.export.rows import Rows
from warcouncil.arbiter.record.export.schema import Column, TableSchema
from warcouncil.games.kit.game import AnyGame

HOW = """\
Each table is one file, or one sheet of the workbook. Each row is one fact, and each column is one field. An empty cell means that the value does not exist or
is not known. The column `exercise` is the same in every row of an export. So you can put the tables of several exercises together. Times are exercise time
in milliseconds. Exercise time stops while no host runs. `wall` is the time of the wall clock (UTC). A gate is one opening of a question at a table.
Join the tables by `exercise`, `table` and `gate`. Several names in one cell are separated by spaces. `answer`, `options` and `details` are JSON.
`answers` contains the same answers as `declarations`, with one value in each row. `datapackage.json` describes all files for programs and archives. It lists types, units,
keys, references, sizes and SHA-256 hashes.

These tables contain everything that umpires know, with every secret of every side. A spreadsheet can take some texts for a formula, a date or another
number, for example the rule number 3.1. In CSV the export writes an apostrophe before such a text. It also writes one before a formula that follows a comma, semicolon or tab within a text.
With `--unguarded`, and in the other formats, it adds no apostrophe. The export removes control and direction characters from every text. The journal does not
record lost and restored connections, ready marks, answers that were filled in but not sealed, or spoken words. So the tables do not contain them."""
_KINDS = {int: "whole number", float: "number", bool: "true or false", str: "text"}


def described(schema: TableSchema) -> str:
    """Return a table and its columns, as Markdown."""
    key = f"\nA row is identified by {_listed(schema.key)}.\n" if schema.key else ""
    refers = "".join(f"\n{_refers(one.columns)} a row of `{one.table}`.\n" for one in schema.refers)
    return (
        f"## {schema.name}\n\n{schema.meaning}\n{key}{refers}\n| column | holds | |\n|---|---|---|\n"
        + "".join(f"| `{one.name}` | {_kind(one)} | {one.meaning} |\n" for one in schema.columns)
    )


def fields_of(games: Iterable[AnyGame]) -> Iterator[str]:
    """Yield the kinds of events of games, as Markdown: what each means, its columns, and who may know them."""
    for game in games:
        schemas = {schema.name: schema for schema in event_schemas(game)}
        lines = [
            f"| `{schema.name}` | `{column.name}` | {_kind(column)} | {column.meaning} |\n"
            for schema in schemas.values()
            for column in schema.columns[4:]
        ]
        lines += [
            f"| `event_values` | `{name}` of `{table_name(kind, game)}` | list | {meaning} |\n"
            for kind in game.event_types
            for name, meaning in lists_of(kind)
        ]
        meanings = "".join(f"| `{schema.name}` | {schema.meaning} |\n" for schema in schemas.values())
        yield (
            f"## The events of {game.title}\n\nEach table has the columns `exercise`, `table`, `gate` and `n`, which"
            " identify a row of `events`, and the columns below.\n\n| table | holds |\n|---|---|\n"
            f"{meanings}\n| table | column | holds | |\n|---|---|---|---|\n" + "".join(lines)
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
            (
                "`warcouncil export FILE --out FOLDER --format parquet` (or csv, xlsx, jsonl) writes the tables."
                " [Analyse an export](export-analysis.md) shows how to read them.\n"
            ),
            HOW,
            "",
            (
                "Each kind of event that happened has its own table, such as `event_kartenspiel_line_broken`."
                " The file `DICTIONARY.md` of each export describes these tables.\n"
            ),
            *map(described, tidy_tables.TABLES.values()),
        ]
    )


def dictionary(
    told: Iterable[str], rows: Rows, schemas: Mapping[str, TableSchema], games: Iterable[AnyGame]
) -> str:
    """Return the dictionary of one export. `told` has the lines about this export."""
    counts = "".join(f"| `{name}` | {len(table):,} |\n" for name, table in rows.items())
    parts = [
        "# What these tables hold\n",
        *[f"{line}\n" for line in told],
        HOW,
        "\n| table | rows |\n|---|---:|\n" + counts,
        *[described(schemas[name]) for name in tidy_tables.TABLES],
        *fields_of(games),
    ]
    return "\n".join(parts)


def _refers(columns: tuple[str, ...]) -> str:
    return f"{_listed(columns)} {'identify' if len(columns) > 1 else 'identifies'}"


def _kind(column: Column) -> str:
    if column.is_wall:
        return "time (ISO 8601)"
    unit = f" ({column.unit})" if column.unit else ""
    return _KINDS[column.kind] + unit


def _listed(names: Iterable[str]) -> str:
    *first, last = (f"`{name}`" for name in names)
    return f"{', '.join(first)} and {last}" if first else last
