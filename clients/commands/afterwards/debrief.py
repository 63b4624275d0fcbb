"""`warcouncil debrief`: writes a report of an exercise, to read, step through and print."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from warcouncil.clients.commands.common.errors import complain, politely, stoppable
from warcouncil.clients.commands.common.exercise_location import home_at
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.protocol.words import TableId, TeamId, clean

if TYPE_CHECKING:
    from warcouncil.arbiter.record.account.account import TableAccount
    from warcouncil.arbiter.record.file.reading import Record
    from warcouncil.arbiter.shell.base.location import Location
    from warcouncil.clients.debrief.building.branched import OtherFile
    from warcouncil.clients.debrief.building.reporting import Heard, ReportOrder


@dataclass(frozen=True, slots=True)
class AskedDebrief:
    """The requested debrief: the exercise file, the folder for the reports, and their audience."""

    file: Path | Location
    folder: Path
    tables: tuple[int, ...] = ()
    audience: str = "umpire"
    anonymous: bool = False
    pdf: bool = False
    handout: bool = False
    beside: tuple[Path | Location, ...] = ()


def debrief(
    file: Annotated[
        str, typer.Argument(help="The exercise file, or the address of a database. The host can be running.")
    ],
    team: Annotated[
        str | None, typer.Argument(metavar="[TEAM]", help="The team, with --audience team.")
    ] = None,
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="The folder for the report. Default: a folder here with the name of the file.",
        ),
    ] = None,
    table: Annotated[
        list[int] | None,
        typer.Option(metavar="N", min=1, help="Only this table. May be given several times."),
    ] = None,
    names: Annotated[
        bool, typer.Option("--names/--anonymous", help="Print the names of people, or pseudonyms.")
    ] = True,
    audience: Annotated[
        str,
        typer.Option(
            metavar="umpire|team TEAM|all",
            help=(
                "The reader: umpires (every secret), a team (what it may know, one file for each"
                " table), or all (a file for each)."
            ),
        ),
    ] = "umpire",
    beside: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help=(
                "For a branch: another exercise to compare. It is the original, or goes on from the"
                " same position. May be given several times."
            ),
        ),
    ] = None,
    handout: Annotated[
        bool,
        typer.Option(
            "--handout", help="Write only the front page of each table, one sheet of paper to hand out."
        ),
    ] = False,
    pdf: Annotated[
        bool, typer.Option("--pdf", help="Also print it as PDF, with a browser of this machine.")
    ] = False,
) -> None:
    """Write the debrief of an exercise: what each side wanted, what happened and why, for each table and for all
    tables together.
    """
    with politely():
        words = f"{audience} {team}" if team else audience
        home = home_at(file)
        folder = out or Path(f"{home.stem}-debrief")
        others = tuple(home_at(one) for one in beside or ())
        _write(
            AskedDebrief(
                home,
                folder,
                tuple(table or ()),
                words,
                anonymous=not names,
                pdf=pdf,
                handout=handout,
                beside=others,
            )
        )


def _write(asked: AskedDebrief) -> None:
    """Write the requested reports, and print where they are."""
    from warcouncil.arbiter.record.file.reading import open_record
    from warcouncil.arbiter.shell.base.entries import JournalError
    from warcouncil.clients.debrief.draw.printing import browser_here

    browser = browser_here() if asked.pdf else None
    made: list[Path] = []
    try:
        with (
            stoppable(lambda: f"; {_left(made)}"),
            _bar() as told,
            open_record(asked.file, lambda done, of: told("opening", done, of), reader="debrief") as record,
        ):
            for path in write_reports(record, asked, told, browser=browser):
                made.append(path)
            spoilt = record.fault
    except JournalError as fault:
        raise BadInput(str(fault)) from None
    if spoilt:
        complain(f"{spoilt}: later records are not in the report")
    for path in made:
        typer.echo(str(path))


def _left(made: list[Path]) -> str:
    return f"these files are complete: {', '.join(map(str, made))}" if made else "nothing was written"


def write_reports(
    record: Record,
    asked: AskedDebrief,
    told: Heard,
    *,
    browser: str | None = None,
    accounts: Mapping[TableId, TableAccount] | None = None,
) -> Iterator[Path]:
    """Write the reports of an open exercise. If there is a browser, print them too.

    Yield each file when it is complete.

    `accounts` are its tables, if they were read before. Raises BadInput and JournalError. After BadInput no
    folder is left.
    """
    from warcouncil.arbiter.record.account.gathering import gather
    from warcouncil.arbiter.record.judging.analysis import stored
    from warcouncil.clients.debrief.building.reporting import reports
    from warcouncil.clients.debrief.draw.page import rendered
    from warcouncil.clients.debrief.draw.printing import check_place, print_page
    from warcouncil.clients.debrief.draw.writing import prepared, write

    wanted = _wanted(record, asked)
    others = [_elsewhere(path, record) for path in asked.beside]
    if accounts is None:
        accounts = gather(record, wanted.tables, told=lambda seq: told("reading", seq, record.whole))
    found = stored(asked.file)
    with prepared(asked.folder):
        for named in reports(record, accounts, wanted, told, found=found, beside=others):
            path = asked.folder / f"{named.stem}.html"
            if browser:
                check_place(path)
            write(path, named.report.mark, rendered(named.report))
            yield path
            if browser:
                told("printing", 0, 1)
                yield print_page(browser, path)


def _elsewhere(file: Path | Location, record: Record) -> OtherFile:
    """Read an exercise that may have begun at the same position.

    Raises BadInput if it is unrelated to this one.
    """
    from warcouncil.arbiter.record.account.gathering import gather
    from warcouncil.arbiter.record.file.reading import open_record
    from warcouncil.arbiter.shell.base.entries import JournalError
    from warcouncil.clients.debrief.building.branched import OtherFile, share_an_origin

    try:
        with open_record(file) as other:
            found = OtherFile(
                other.began.exercise, clean(other.home.stem), {int(n): a for n, a in gather(other).items()}
            )
    except JournalError as fault:
        raise BadInput(f"--beside {fault}") from None
    starts = [plan.begins for plan in record.began.tables if plan.begins]
    if not starts:
        raise BadInput(
            f"--beside: {record.name} does not begin at a position of another exercise. Report the"
            " branch, with this one beside it"
        )
    if not share_an_origin(found, starts):
        raise BadInput(
            f"--beside {file}: {record.name} is not a branch of it, and both are not branches of the same exercise"
        )
    return found


def _wanted(record: Record, asked: AskedDebrief) -> ReportOrder:
    """Return the reports to write. Raises BadInput if the exercise does not have the table or the team."""
    from warcouncil.arbiter.record.account.gathering import unknown_games
    from warcouncil.clients.debrief.building.reporting import ReportOrder
    from warcouncil.games import registry

    missing = unknown_games(record)
    plans = {plan.table: plan for plan in record.began.tables}
    for number in asked.tables:
        if number not in plans:
            raise BadInput(f"--table {number}: there is no such table. Tables are {_ranges(list(plans))}")
        if number in missing:
            raise BadInput(
                f"--table {number}: this program does not have its game {missing[TableId(number)]}"
            )
    if len(missing) == len(plans):
        raise BadInput(
            f"{asked.file}: this program lacks its games"
            f" ({', '.join(sorted(set(missing.values())))}), or does not accept their options"
        )
    teams: dict[str, None] = {}
    for number, plan in plans.items():
        if number not in missing and (not asked.tables or number in asked.tables):
            game = registry.load(plan.game)
            options = game.options_type.model_validate(plan.options)
            teams.update(dict.fromkeys(str(seat.team) for seat in game.seats(options)))
    umpires, named = _readers(asked.audience, teams)
    return ReportOrder(
        tuple(map(TableId, asked.tables)), umpires, named, anonymous=asked.anonymous, handout=asked.handout
    )


def _readers(audience: str, teams: dict[str, None]) -> tuple[bool, tuple[TeamId, ...]]:
    """Return whether there is a report for umpires, and for which teams there is one."""
    word = audience.strip().lower()
    if word in ("umpire", "umpires"):
        return True, ()
    if word == "all":
        return True, tuple(map(TeamId, teams))
    if word in ("team", ""):
        raise BadInput(f"--audience team: the team is missing. Name one of {', '.join(teams)}")
    team = word.removeprefix("team ").strip().replace(" ", "_")
    named = word.removeprefix("umpire ").strip().replace(" ", "_")
    if named in teams and named != team:
        raise BadInput(f"{named}: a team needs --audience team. Write {named} --audience team")
    if team not in teams:
        raise BadInput(
            unknown(
                f"--audience {audience}: there is no such team", team, [*teams, "umpire", "all"], "there are"
            )
        )
    return False, (TeamId(team),)


def _ranges(numbers: list[int]) -> str:
    return f"{min(numbers)} to {max(numbers)}" if len(numbers) > 1 else str(numbers[0])


@contextmanager
def _bar() -> Iterator[Heard]:
    """Show the progress on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        tasks: dict[str, object] = {}

        def told(what: str, done: int, of: int) -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(what, total=of)
            progress.update(tasks[what], completed=done, total=of)  # type: ignore[arg-type]  # a task's own number

        yield told
