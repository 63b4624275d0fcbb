"""`warcouncil scenario`: writes an exercise as a file, checks it, prints it for the white cell, and supports
editors.
"""

from __future__ import annotations

import json
import re
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text
from warcouncil.clients.commands.before.scenario_preview import preview
from warcouncil.clients.commands.common.errors import complain, one_line, politely
from warcouncil.clients.plan.cards.printing import write_private, write_whole
from warcouncil.clients.plan.new.new_scenario import ask_wishes, new_scenario, scenario_like
from warcouncil.clients.plan.new.scenario_check import (
    LookedThrough,
    look_through,
    scenario_file,
    scenario_in,
)
from warcouncil.clients.plan.new.scenario_export import tables_of, told
from warcouncil.clients.plan.new.scenario_page import WARNING, as_html, as_markdown, page_parts
from warcouncil.clients.plan.text.mistakes import Fault
from warcouncil.clients.plan.text.option_text import BadInput, separator_mark
from warcouncil.games.kit.play.codec import digest
from warcouncil.games.kit.text.phrases import plural
from warcouncil.games.scenario.file.text.scenario import Scenario
from warcouncil.games.scenario.file.text.schema import text as schema_text
from warcouncil.protocol.commandline import command

if TYPE_CHECKING:
    from textual.content import Content

WIDE = 130
WARNING_TABLES = "The tables contain secrets."
ALIKE_MIN = 3
"""If at least this many mistakes differ only in quoted words, they are printed as one."""
_QUOTED = re.compile(r"'[^']*'|`[^`]*`")


class Format(StrEnum):
    """The formats of exercises that a new scenario can begin from."""

    RESOLUTION = "resolution"
    TABLE_TOP = "table-top"
    NEGOTIATION = "negotiation"
    LOGISTICS = "logistics"
    MATRIX = "matrix"
    MAP = "map"
    EXPERIMENT = "experiment"


scenario = typer.Typer(
    name="scenario",
    help=(
        "Write an exercise as one text file, without programming: begin one, preview it while you write,"
        " check it, and see who knows what."
    ),
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@scenario.command("new")
def new(
    file: Annotated[Path, typer.Argument(help="The file to write.")] = Path("scenario.toml"),
    *,
    like: Annotated[
        Format | None,
        typer.Option("--like", help="Begin with a small exercise of this format, instead of six questions."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing and use the defaults.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Write a scenario that can be played at once, after six questions. Every part of it is explained.

    With --like it is a complete small exercise of a well-known format, with a teaching note.
    """
    with politely():
        if file.is_dir():
            raise BadInput(f"{file}: this is a folder. Name a file in it")
        if file.exists() and not force:
            raise BadInput(
                f"{file}: this file exists already. Name another file, or give --force to overwrite it"
            )
        if like is None:
            text = new_scenario(ask_wishes(yes=yes or not sys.stdin.isatty()))
        else:
            text = scenario_like(like.value)
        write_whole(file, text)
    typer.echo(one_line(f"{file} is written. It can be played now: {command('demo', file)}"))
    typer.echo(one_line(f"Change it, then run: {command('scenario', 'check', file)}"))


@scenario.command("check")
def check(
    files: Annotated[list[Path], typer.Argument(help="The scenarios: files, or names of those that ship.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON line for each file.")] = False,
) -> None:
    """Find every mistake in a scenario, with its line, and print hints. The exit status is 1 if there is a mistake."""
    wrong = unread = False
    for file in files:
        try:
            found = look_through(file)
        except BadInput as fault:
            unread = True
            if as_json:
                found = LookedThrough((Fault(str(file), 0, str(fault)),), (), None)
                typer.echo(json.dumps(_report(file, found, ""), ensure_ascii=False))
            complain(str(fault))
            continue
        wrong = wrong or found.scenario is None
        if as_json:
            typer.echo(json.dumps(_report(file, found, _digest(file)), ensure_ascii=False))
        else:
            _tell(file, found)
    if wrong or unread:
        raise typer.Exit(2 if unread else 1)


def _tell(file: Path, found: LookedThrough) -> None:
    for fault, others in _grouped(found.faults):
        typer.echo(one_line(str(fault)), err=True)
        if others:
            lines = ", ".join(str(other.line) for other in others)
            typer.echo(one_line(f"{fault.file}: {len(others)} more like this, in lines {lines}"), err=True)
    for hint in found.hints:
        typer.echo(one_line(f"worth a look: {hint}"), err=True)
    if found.scenario is None:
        typer.echo(one_line(f"{plural(len(found.faults), 'mistake')} in {file}."), err=True)
    else:
        typer.echo(one_line(f"{file}: {_amounts_to(found.scenario)} Digest {_digest(file)}."))


def _grouped(faults: tuple[Fault, ...]) -> list[tuple[Fault, list[Fault]]]:
    """Return each mistake together with the others of its file that differ only in quoted words.

    Two such mistakes are not grouped, because the second line is as short as the note about it.
    """
    kinds: dict[tuple[str, str], list[Fault]] = {}
    files = list(dict.fromkeys(fault.file for fault in faults))
    for fault in faults:
        kinds.setdefault((fault.file, _QUOTED.sub("…", fault.text)), []).append(fault)
    found: list[tuple[Fault, list[Fault]]] = []
    for alike in kinds.values():
        if len(alike) >= ALIKE_MIN:
            found.append((alike[0], alike[1:]))
        else:
            found += [(fault, []) for fault in alike]
    return sorted(found, key=lambda one: (files.index(one[0].file), one[0].line))


def _digest(file: Path) -> str:
    """Return the digest of a scenario file, as the export writes it."""
    with politely():
        return digest(scenario_file(file).text.encode())


def _amounts_to(found: Scenario) -> str:
    sides = sum(not team.cell for team in found.teams)
    known = [number.known_to for number in found.numbers] + [
        document.known_to for document in found.documents
    ]
    secret = sum(each != "all" for each in known)
    return (
        f"{found.title}: {plural(sides, 'side')}, {plural(len(found.seats), 'seat')}, {plural(found.rounds, 'round')} of"
        f" {plural(len([phase for phase in found.phases if phase.at == 'round']), 'phase')}, about {found.minutes} minutes;"
        f" {plural(secret, 'secret')} among its numbers and documents. No mistakes."
    )


def _report(file: Path, found: LookedThrough, digested: str) -> dict[str, object]:
    return {
        "file": str(file),
        "sound": found.scenario is not None,
        "digest": digested,
        "mistakes": [_line(fault) for fault in found.faults],
        "worth_a_look": [_line(hint) for hint in found.hints],
    }


def _line(fault: Fault) -> dict[str, object]:
    return {"file": fault.file, "line": fault.line, "text": fault.text}


@scenario.command("show")
def show(
    file: Annotated[
        Path,
        typer.Argument(
            help="The scenario: a file, or the name of a scenario that comes with warcouncil, such as strait."
        ),
    ],
    *,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write it as one HTML file, to print.")
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print it as Markdown.")] = False,
    treatment: Annotated[str, typer.Option(metavar="NAME", help="Show it in one of its treatments.")] = "",
) -> None:
    """Show everything in a scenario as a page for the white cell. It contains every secret.

    It begins with a table of who knows what and when. Then come the questions with their labels, the rules,
    endings, points, bonuses, messages, hints, sides, numbers and texts.

    On a screen, `scenario show strait`. On paper, `scenario show strait --html strait.html`.
    """
    with politely():
        found = scenario_in(file, treatment)
        if html is not None:
            write_private(html, as_html(found))
    if html is not None:
        typer.echo(one_line(f"{html} is written. {WARNING}"))
    elif markdown:
        typer.echo(as_markdown(found))
    else:
        _draw(found)


def _draw(found: Scenario) -> None:
    from warcouncil.clients.widgets.board.papers import PAGE_MAX, draw_pieces

    console = Console(width=None if sys.stdout.isatty() else WIDE, highlight=False)
    console.print(Text(found.title, style="bold"))
    console.print(Text(WARNING, style="bold"))
    for part in page_parts(found, matrix=False):
        console.print()
        console.print(Text(part.head, style="bold underline"))
        for line in draw_pieces(part.pieces, min(console.width, PAGE_MAX)):
            console.print(_in_ink(line))
        for head, table in part.tables:
            if head:
                console.print(Text(head, style="bold"))
            grid = Grid(*table.head, box=None, pad_edge=False, header_style="dim")
            for row in table.rows:
                grid.add_row(*map(Text, row))
            console.print(grid)


def _in_ink(line: Content) -> Text:
    """Return a drawn line for a terminal without themes. Only its bold words are emphasised."""
    text = Text(line.plain)
    for span in line.spans:
        if "bold" in str(span.style):
            text.stylize("bold", span.start, span.end)
    return text


scenario.command("preview")(preview)


@scenario.command("export-tables")
def export_tables(
    file: Annotated[
        Path,
        typer.Argument(
            help="The scenario: a file, or the name of a scenario that comes with warcouncil, such as strait."
        ),
    ],
    *,
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="The folder for the tables. Default: the folder of the scenario file."
        ),
    ] = None,
    separator: Annotated[
        str, typer.Option(metavar="SIGN", help="The separator between cells: , or ; or tab.")
    ] = ",",
    force: Annotated[bool, typer.Option("--force", help="Overwrite existing files.")] = False,
) -> None:
    """Write the lists of a scenario as CSV tables for a spreadsheet, and print the lines that name them.

    The tables are messages, seats, hints, starting numbers, bonuses, and a payoff sheet of issues, options and
    points for each party. Put the printed lines into the file and take the lists out. From then on `check`,
    `preview`, `demo` and `host` read the tables, which must lie beside the file.
    """
    with politely():
        sign = separator_mark(separator)
        tables = tables_of(scenario_in(file))
        where = folder or file.parent
        for table in tables:
            path = where / table.file
            if path.exists() and not force:
                raise BadInput(f"{path}: this file exists already. Give --folder, or --force to overwrite it")
        for table in tables:
            write_private(where / table.file, table.text(sign))
            rows = plural(len(table.rows), "row")
            typer.echo(one_line(f"{where / table.file} is written: {rows}."))
    if tables:
        typer.echo(one_line(f"{WARNING_TABLES} Write these lines into {file}, above the first table:"))
    for line in told(tables):
        typer.echo(f"  {line}")


@scenario.command("schema")
def schema(
    *,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it to a file.")] = None,
) -> None:
    """Print the JSON Schema of scenarios. With it, editors complete and explain every key."""
    if out is None:
        typer.echo(schema_text(), nl=False)
        return
    with politely():
        write_whole(out, schema_text())
    typer.echo(
        one_line(
            f"{out} is written. Begin a scenario beside it with #:schema ./{out.name}, and your"
            " editor completes its keys."
        )
    )
