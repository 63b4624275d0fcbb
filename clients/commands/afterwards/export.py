"""`warcouncil export`: writes an exercise as tidy tables for R, Excel and pandas."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from warcouncil.arbiter.record.account.account import TableAccount
from warcouncil.arbiter.record.account.gathering import gather, unknown_games
from warcouncil.arbiter.record.export import datapackage, dictionary
from warcouncil.arbiter.record.export.datapackage import PackageFacts, TableFile
from warcouncil.arbiter.record.export.pseudonyms import Pseudonyms
from warcouncil.arbiter.record.export.rows import Rows, exercise_key, schemas_of, tables_of
from warcouncil.arbiter.record.export.schema import TableSchema
from warcouncil.arbiter.record.export.spreadsheet_cells import cleaned, no_formula
from warcouncil.arbiter.record.export.workbook import TooLarge, sheet_names, workbook
from warcouncil.arbiter.record.file.reading import NothingProved, Record
from warcouncil.arbiter.record.judging.analysis import stored
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
WORKBOOK = "tables.xlsx"
_LICENCE = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]{0,63}")


class TableFormat(StrEnum):
    """The file formats of the tables."""

    CSV = "csv"
    XLSX = "xlsx"
    PARQUET = "parquet"
    JSONL = "jsonl"


@dataclass(frozen=True, slots=True)
class WantedTables:
    """How the tables are written. `mark` is the separator of CSV, and `licence` is an identifier or ""."""

    form: TableFormat = TableFormat.CSV
    mark: str = ","
    anonymous: bool = False
    unguarded: bool = False
    licence: str = ""


def export(
    file: Annotated[
        str,
        typer.Argument(
            metavar="EXERCISE",
            help="The exercise file, or the address of a database. The host can be running.",
        ),
    ],
    *,
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="The folder to make. It may exist if it is empty.")
    ],
    form: Annotated[
        TableFormat,
        typer.Option(
            "--format", help="csv or xlsx for spreadsheets, parquet for R and pandas, jsonl for scripts."
        ),
    ] = TableFormat.CSV,
    separator: Annotated[
        str,
        typer.Option(
            metavar=", or ; or tab",
            help="The separator between CSV cells, as your spreadsheet expects it.",
        ),
    ] = ",",
    unguarded: Annotated[
        bool,
        typer.Option(
            "--unguarded",
            help="Write texts to CSV exactly as they are, for R and archives. Do not open them in a spreadsheet.",
        ),
    ] = False,
    licence: Annotated[
        str,
        typer.Option(metavar="NAME", help="The licence of the data for datapackage.json, such as CC-BY-4.0."),
    ] = "",
    anonymous: Annotated[
        bool,
        typer.Option(
            "--anonymous",
            help="Write pseudonyms instead of names. They are the same in all tables and reports.",
        ),
    ] = False,
) -> None:
    """Write an exercise as tidy tables (gates, answers, events, talk, rulings, analysis and more), with a dictionary
    and a datapackage.json.

    The tables hold the secrets of every side. With --anonymous, people may still be recognised by what they wrote
    about themselves.
    """
    with politely():
        wanted = WantedTables(
            form, separator_mark(separator), anonymous=anonymous, unguarded=unguarded, licence=licence
        )
        _check(wanted, out)
        try:
            with recorded(file, "told", reader="export") as (record, told):
                lines, rows = write_tables(record, gather(record, told=told), out, wanted)
        except NothingProved as fault:
            raise BadInput(str(fault)) from None
    for line in lines:
        typer.echo(one_line(line))
    total = sum(len(table) for table in rows.values())
    typer.echo(
        one_line(f"{out}: {len(rows)} tables with {total:,} rows, {DICTIONARY} and {datapackage.FILE}")
    )


def write_tables(
    record: Record,
    accounts: Mapping[TableId, TableAccount],
    out: Path,
    wanted: WantedTables,
) -> tuple[list[str], Rows]:
    """Write all tables, with the analysis beside the exercise.

    Return the remarks to print, and the tables. Raises BadInput, and then keeps no file.
    """
    others = Pseudonyms.of(record) if wanted.anonymous else None
    found = tables_of(record, accounts, stored(record.home), anonymous=wanted.anonymous)
    schemas = schemas_of(found, accounts)
    rows = cleaned(found, schemas, others)
    amiss = [
        (
            f"table {number} plays {game}. This program lacks this game, or does not accept its options."
            " It is not in the tables"
        )
        for number, game in unknown_games(record).items()
    ]
    amiss += other_rules_words(record)
    amiss += [f"{record.fault}: later records are not in the tables"] if record.fault else []
    name = others.text(record.papers.exercise) if others else record.papers.exercise
    about = [*_about(record, name), *[f"**{line}**" for line in amiss]]
    if others:
        about.append(
            "Pseudonyms replace the names, also in the texts that people wrote. They are the same in every "
            "export and report of this exercise. Only the exercise file shows which name belongs to which "
            "pseudonym. People may still have described themselves in other words."
        )
    facts = PackageFacts(exercise_key(record), plain(name), tuple(about), wanted.licence)
    games = {account.game.name: account.game for account in accounts.values()}
    with whole_folder(out, f"--out {out}") as folder:
        files = _written(rows, schemas, wanted, folder)
        for text in dict.fromkeys(account.written for account in accounts.values() if account.written):
            (folder / f"{codec.digest(text.encode())}.toml").write_text(text, "utf-8", newline="")
        told = dictionary.dictionary(about, rows, schemas, games.values())
        (folder / DICTIONARY).write_text(told, "utf-8")
        package = json.dumps(datapackage.descriptor(facts, files), indent=1, ensure_ascii=False)
        (folder / datapackage.FILE).write_text(package + "\n", "utf-8")
    return amiss, rows


def _about(record: Record, name: str) -> Iterator[str]:
    yield plain(f"{name}: records 1 to {record.whole}, by warcouncil {version('warcouncil')}.")
    yield (
        f"Head of the chain: `{record.head()}`."
        f" `{command('verify', 'FILE', '--head', record.head())}` proves that the file has not"
        " changed since this export."
    )


def _written(
    rows: Rows, schemas: Mapping[str, TableSchema], wanted: WantedTables, folder: Path
) -> list[TableFile]:
    """Write the tables into a folder, and return their files. Raises BadInput if a table is too large for a workbook."""
    if wanted.form is TableFormat.XLSX:
        try:
            book = workbook({name: (schemas[name].names, table) for name, table in rows.items()})
        except TooLarge as fault:
            raise BadInput(f"--format xlsx: {fault}. Use --format parquet or csv") from None
        (folder / WORKBOOK).write_bytes(book)
        sheets = sheet_names([*rows])
        return [TableFile(schemas[name], WORKBOOK, book, sheets[name]) for name in rows]
    files = []
    for name, table in rows.items():
        guard = wanted.form is TableFormat.CSV and not wanted.unguarded
        data = _bytes(_frame(schemas[name], table, guard=guard), wanted)
        (folder / f"{name}.{wanted.form}").write_bytes(data)
        files.append(TableFile(schemas[name], f"{name}.{wanted.form}", data, separator=wanted.mark))
    return files


def _frame(schema: TableSchema, rows: list[dict[str, Any]], *, guard: bool) -> DataFrame:
    import polars as pl

    types = {int: pl.Int64(), float: pl.Float64(), bool: pl.Boolean(), str: pl.String()}
    made: dict[str, list[Any]] = {}
    for column in schema.columns:
        values = [row.get(column.name) for row in rows]
        made[column.name] = [no_formula(value) for value in values] if guard else values
    return pl.DataFrame(made, schema={column.name: types[column.kind] for column in schema.columns})


def _bytes(frame: DataFrame, wanted: WantedTables) -> bytes:
    """Return a table as the bytes of a file.

    It is made in memory, so that a full disk raises OSError and not the library's own error. A CSV file for
    spreadsheets begins with a byte order mark, so that they recognise UTF-8. If the separator is a semicolon,
    numbers have a decimal comma, because such spreadsheets expect it.
    """
    ways: dict[TableFormat, Callable[[io.BytesIO], object]] = {
        TableFormat.CSV: lambda file: frame.write_csv(
            file,
            include_bom=not wanted.unguarded,
            separator=wanted.mark,
            decimal_comma=wanted.mark == ";",
            quote_style="non_numeric",
        ),
        TableFormat.PARQUET: frame.write_parquet,
        TableFormat.JSONL: frame.write_ndjson,
    }
    file = io.BytesIO()
    ways[wanted.form](file)
    return file.getvalue()


def _check(wanted: WantedTables, out: Path) -> None:
    """Check that the options fit together, and that the folder does not exist. Raises BadInput."""
    if wanted.form is not TableFormat.CSV and wanted.mark != ",":
        raise BadInput(f"--separator is only for --format {TableFormat.CSV}")
    if wanted.form is not TableFormat.CSV and wanted.unguarded:
        raise BadInput(f"--unguarded is only for --format {TableFormat.CSV}. Other formats change no text")
    if wanted.licence and not _LICENCE.fullmatch(wanted.licence):
        raise BadInput(
            f"--licence {wanted.licence}: this is not the identifier of a licence. Write one such as CC-BY-4.0"
        )
    try:
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise BadInput(f"--out {out}: this exists already, and is not an empty folder. Name another")
        if out.exists() and out.samefile(Path.cwd()):
            raise BadInput(f"--out {out}: this is your current folder. Name a folder in it, such as tables")
    except OSError as error:
        raise BadInput(f"--out {out}: the folder cannot be read ({why(error)})") from None
