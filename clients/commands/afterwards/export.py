"""`warcouncil export`: writes an exercise as tidy tables for R, Excel and pandas."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from warcouncil.arbiter.record.account.account import TableAccount
from warcouncil.arbiter.record.account.gathering import gather, unknown_games
from warcouncil.arbiter.record.export import dictionary
from warcouncil.arbiter.record.export.pseudonyms import Pseudonyms
from warcouncil.arbiter.record.export.rows import Rows, tables_of
from warcouncil.arbiter.record.export.spreadsheet_cells import cleaned, kinds, no_formula
from warcouncil.arbiter.record.file.reading import NothingProved, Record
from warcouncil.clients.commands.common.atomic_folder import whole_folder
from warcouncil.clients.commands.common.errors import one_line, politely
from warcouncil.clients.commands.common.exercise_file import other_rules_words, recorded
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.plan.text.option_text import BadInput, separator_mark
from warcouncil.games.kit.play import codec
from warcouncil.protocol.commandline import command
from warcouncil.protocol.words import TableId, plain

if TYPE_CHECKING:
    from polars import DataFrame

DICTIONARY = "DICTIONARY.md"


class TableFormat(StrEnum):
    """The file formats of the tables."""

    CSV = "csv"
    PARQUET = "parquet"
    JSONL = "jsonl"


def export(
    file: Annotated[
        str,
        typer.Argument(metavar="EXERCISE", help="The exercise file, or an address. Its host may still run."),
    ],
    *,
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="The folder to make. It may exist if it is empty.")
    ],
    form: Annotated[
        TableFormat,
        typer.Option("--format", help="csv for Excel and R, parquet for pandas and R, jsonl for scripts."),
    ] = TableFormat.CSV,
    separator: Annotated[
        str,
        typer.Option(
            metavar=", or ; or tab",
            help="The sign between the cells of CSV: the one that your spreadsheet expects.",
        ),
    ] = ",",
    anonymous: Annotated[
        bool,
        typer.Option(
            "--anonymous",
            help="Write pseudonyms instead of names. They are the same in all tables and reports.",
        ),
    ] = False,
) -> None:
    """Write an exercise as tidy tables (gates, declarations, events, talk, rulings and more), with a dictionary of
    all columns.

    The tables hold the secrets of every side. With --anonymous, people may still be recognised by what they wrote
    about themselves.
    """
    with politely():
        mark = separator_mark(separator)
        if form is not TableFormat.CSV and mark != ",":
            raise BadInput(f"--separator: goes with --format {TableFormat.CSV}")
        _check_free(out)
        try:
            with recorded(file, "told", reader="export") as (record, told):
                lines, rows = write_tables(
                    record, gather(record, told=told), out, form, anonymous=anonymous, mark=mark
                )
        except NothingProved as fault:
            raise BadInput(str(fault)) from None
    for line in lines:
        typer.echo(one_line(line))
    total = sum(len(table) for table in rows.values())
    typer.echo(one_line(f"{out}: {len(rows)} tables with {total:,} rows, and {DICTIONARY}"))


def write_tables(
    record: Record,
    accounts: Mapping[TableId, TableAccount],
    out: Path,
    form: TableFormat,
    *,
    anonymous: bool = False,
    mark: str = ",",
) -> tuple[list[str], Rows]:
    """Write all tables.

    Return the remarks to print, and the tables. Raises BadInput, and then nothing is kept.
    """
    others = Pseudonyms.of(record) if anonymous else None
    rows = cleaned(tables_of(record, accounts), others)
    amiss = [
        (
            f"table {number} plays {game}. This program does not have it, or not with these options."
            " It is not in the tables"
        )
        for number, game in unknown_games(record).items()
    ]
    amiss += other_rules_words(record)
    amiss += [f"{record.fault}: later records are not in the tables"] if record.fault else []
    name = others.text(record.papers.exercise) if others else record.papers.exercise
    about = [
        plain(f"{name}: records 1 to {record.whole}, by warcouncil {version('warcouncil')}."),
        (
            f"Head of the chain: `{record.head()}`."
            f" `{command('verify', 'FILE', '--head', record.head())}` proves that the file has not"
            " changed since this export."
        ),
        *[f"**{line}**" for line in amiss],
    ]
    if others:
        about.append(
            "Pseudonyms replace the names, also in the texts that people wrote. They are the same in"
            " every export and report of this exercise. Only its file can undo them. People may still"
            " have described themselves in other words."
        )
    games = {account.game.name: account.game for account in accounts.values()}
    with whole_folder(out, f"--out {out}") as folder:
        for table, found in rows.items():
            frame = _frame(kinds(table, found), found, guard=form is TableFormat.CSV)
            (folder / f"{table}.{form}").write_bytes(_bytes(frame, form, mark))
        for text in dict.fromkeys(account.written for account in accounts.values() if account.written):
            (folder / f"{codec.digest(text.encode())}.toml").write_text(text, "utf-8", newline="")
        (folder / DICTIONARY).write_text(dictionary.dictionary(about, rows, games.values()), "utf-8")
    return amiss, rows


def _frame(columns: dict[str, type], rows: list[dict[str, Any]], *, guard: bool) -> DataFrame:
    import polars as pl

    types = {int: pl.Int64(), bool: pl.Boolean(), str: pl.String()}
    made: dict[str, list[Any]] = {}
    for name, kind in columns.items():
        values = [row.get(name) for row in rows]
        if kind is str:
            values = [value if value is None or isinstance(value, str) else str(value) for value in values]
        made[name] = [no_formula(value) for value in values] if guard else values
    return pl.DataFrame(made, schema={name: types[kind] for name, kind in columns.items()})


def _bytes(frame: DataFrame, form: TableFormat, mark: str) -> bytes:
    """Return a table as the bytes of a file.

    It is made in memory, so that a full disk raises OSError and not the library's own error.
    """
    ways: dict[TableFormat, Callable[[io.BytesIO], object]] = {
        TableFormat.CSV: lambda file: frame.write_csv(
            file, include_bom=True, separator=mark, quote_style="non_numeric"
        ),
        TableFormat.PARQUET: frame.write_parquet,
        TableFormat.JSONL: frame.write_ndjson,
    }
    file = io.BytesIO()
    ways[form](file)
    return file.getvalue()


def _check_free(out: Path) -> None:
    try:
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise BadInput(f"--out {out}: this exists already, and is not an empty folder. Name another")
        if out.exists() and out.samefile(Path.cwd()):
            raise BadInput(f"--out {out}: this is your present folder. Name a folder in it, such as tables")
    except OSError as error:
        raise BadInput(f"--out {out}: the folder cannot be read ({why(error)})") from None
