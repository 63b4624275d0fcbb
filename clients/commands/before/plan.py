"""`warcouncil plan`: writes a plan, checks it, and prints its cards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.service.opening import renew as renewed
from warcouncil.arbiter.shell.service.opening import take_up
from warcouncil.clients.commands.common.errors import one_line, politely
from warcouncil.clients.commands.common.exercise_location import home_at
from warcouncil.clients.commands.host.browsers import door_again
from warcouncil.clients.commands.host.listen_address import AskedPlace, place_for
from warcouncil.clients.link.door.arriving import parse_addresses
from warcouncil.clients.link.door.door import DoorError
from warcouncil.clients.plan.cards.cards import SeatCard
from warcouncil.clients.plan.cards.player_aids import Aid, aids_by_seat, aids_of, aids_page, aids_text
from warcouncil.clients.plan.cards.printing import write_cards, write_private
from warcouncil.clients.plan.new.new_plan import ask, write_fresh
from warcouncil.clients.plan.reading.check import Checked, check_file
from warcouncil.clients.plan.reading.inject_sheet import digest_of, inject_lines, sheet_of
from warcouncil.clients.plan.reading.layout import RoomPlan, summary
from warcouncil.clients.plan.reading.wings import wing_words
from warcouncil.clients.plan.text.option_text import BadInput, separator_mark
from warcouncil.clients.room.rehearsal.seat_codes import cards_of
from warcouncil.games.kit.text.phrases import plural
from warcouncil.protocol.commandline import command
from warcouncil.protocol.proofs.doors import BadCode, parse_plate
from warcouncil.protocol.words import SeatId, TableId, clean

LINE_CHARS_MAX = 1000

plan = typer.Typer(
    name="plan",
    help="Prepare an exercise: write a plan, check it, print its cards.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@plan.command("new")
def new(
    file: Annotated[Path, typer.Argument(help="The plan to write.")] = Path("plan.toml"),
    *,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing and use the defaults.")] = False,
) -> None:
    """Write a plan with every key explained, after a few questions."""
    with politely():
        if file.exists():
            raise BadInput(f"{file}: this file exists already. Name another file, or move it away")
        write_fresh(file, ask(yes=yes))
    typer.echo(one_line(f"{file} is written. Change it, then run: {command('plan', 'check', file)}"))


@plan.command("check")
def check(file: Annotated[Path, typer.Argument(help="The plan.")] = Path("plan.toml")) -> None:
    """Find every mistake in a plan, with its line, and print a summary of the plan."""
    with politely():
        checked = check_file(file)
    room = _told(checked, file)
    for line in (*summary(room), *map(wing_words, room.wings)):
        typer.echo(line)


@plan.command("injects")
def injects(
    file: Annotated[Path, typer.Argument(help="The plan.")] = Path("plan.toml"),
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="CSV", help="Write them to this spreadsheet file. It must not exist yet."
        ),
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="CSV", help="Use the injects of this spreadsheet instead of the plan's own."
        ),
    ] = None,
    separator: Annotated[
        str,
        typer.Option(
            metavar=", or ; or tab", help="The separator between cells, as your spreadsheet expects it."
        ),
    ] = ",",
) -> None:
    """Show the injects of a plan, or convert them to a spreadsheet and back. Equal digests mean equal injects."""
    with politely():
        mark = separator_mark(separator)
        if out is not None and out.exists():
            raise BadInput(f"{out}: this file exists already. Name another file, or move it away")
        checked = check_file(file, source)
        found = _told(checked, source or file).injects
        if out is not None:
            write_private(out, sheet_of(found, mark))
        own = check_file(file).room if source is not None else None
    for line in inject_lines(found):
        typer.echo(clean(line, LINE_CHARS_MAX))
    typer.echo(f"{plural(len(found), 'inject')}, digest {digest_of(found)}.")
    if own is not None:
        is_same = digest_of(own.injects) == digest_of(found)
        typer.echo("They are the same as in the plan." if is_same else "They differ from those in the plan.")
    sheet = out or source
    if sheet is not None:
        written = f"{sheet} is written. " if out is not None else ""
        typer.echo(
            one_line(
                f'{written}To use it: write injects = "{sheet.name}" under [exercise], and remove'
                " [[injects]]."
            )
        )


def _told(checked: Checked, file: Path) -> RoomPlan:
    """Print the faults and hints, and return the room. Raises typer.Exit if there is a fault."""
    for fault in checked.faults:
        typer.echo(one_line(str(fault)), err=True)
    for hint in checked.hints:
        typer.echo(one_line(f"worth a look: {hint}"), err=True)
    if checked.room is None:
        typer.echo(one_line(f"{plural(len(checked.faults), 'mistake')} in {file}."), err=True)
        raise typer.Exit(1)
    return checked.room


@plan.command("cards")
def cards(
    file: Annotated[
        str,
        typer.Argument(metavar="EXERCISE", help="The exercise file of `host`, or the address of a database."),
    ],
    *,
    address: Annotated[
        str, typer.Option(help="The address on the cards. Default: the present address of this machine.")
    ] = "",
    renew: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ABC",
            help=(
                "The first letters of a card's code. That card gets a new code first. Its owner must join again "
                "with the new code. May be given several times."
            ),
        ),
    ] = None,
    aids: Annotated[
        bool,
        typer.Option(
            "--aids",
            help=(
                "Print each player's briefing on the back of the card (two-sided, long edge), and"
                " write a full page for each game and seat."
            ),
        ),
    ] = False,
) -> None:
    """Print the cards of an exercise again, with the codes that are valid now. The exercise must not be running."""
    with politely():
        plates = [_plate(text) for text in renew or ()]
        if file.endswith(".toml"):
            raise BadInput(
                f"{file}: the codes are made when hosting begins. Run"
                f" {command('host', '--plan', Path(file))}, which writes the cards"
            )
        try:
            told = parse_addresses(address) if address else ()
            home = home_at(file)
            opened = take_up(home)
        except (DoorError, JournalError) as fault:
            raise BadInput(str(fault)) from None
        try:
            place = place_for(AskedPlace(), opened.journal.whereabouts)
            addresses = told[:1] or place.addresses(place.port)
            standbys = told[1:] or place.standbys(place.port)
            for plate in plates:
                if opened.exercise.code(plate) is None:
                    raise BadInput(f"--renew {plate}: {home} has no card that begins with this")
            for plate in plates:
                renewed(opened, plate)
            found = cards_of(opened.exercise)
            backs = None
            if aids:
                _write_aids(home.whole_stem, opened.exercise)
                backs = _backs(opened.exercise)
            web = door_again(opened, addresses[0].host if address else "")
            html, text = write_cards(
                home.whole_stem, found, addresses, opened.exercise.name, backs, web=web, standbys=standbys
            )
        except JournalError as fault:
            raise BadInput(str(fault)) from None
        finally:
            opened.journal.close()
    typer.echo(
        one_line(
            f"{plural(len(found), 'card')}: {html} to print, {text} as plain text. Keep both to yourself."
        )
    )


def _backs(exercise: Exercise) -> Callable[[SeatCard], Aid]:
    """Return a function that finds the player aid of a card.

    A player aid is made once for all tables with the same game and options.
    """
    made: dict[str, dict[SeatId, Aid]] = {}

    def aid_of(card: SeatCard) -> Aid:
        table = exercise.tables[TableId(card.table)]
        key = f"{table.game.name} {table.rules.open_options}"
        if key not in made:
            made[key] = aids_by_seat(table.game, table.rules.open_options)
        return made[key][SeatId(card.seat)]

    return aid_of


def _write_aids(stem: Path, exercise: Exercise) -> None:
    """Write the player aids of every game in the plan. They have no secrets. Raises BadInput."""
    pages = aids_of((table.game, table.rules.open_options) for table in exercise.tables.values())
    html, text = stem.with_name(f"{stem.name}.aids.html"), stem.with_name(f"{stem.name}.aids.txt")
    write_private(html, aids_page(pages))
    write_private(text, aids_text(pages))
    typer.echo(one_line(f"{plural(len(pages), 'player aid')}: {html} to print, {text} as plain text."))


def _plate(text: str) -> str:
    try:
        return parse_plate(text)
    except BadCode as fault:
        raise BadInput(f"--renew {text}: {fault}") from None
