"""`warcouncil plan`: write a plan, check it, and print its cards. And a plan as the arbiter begins it."""

from __future__ import annotations

from pathlib import Path
from secrets import token_hex
from typing import Annotated

import typer

from arbiter.core.stimuli import (
    Began,
    Condition,
    Holder,
    Inject,
    PersonPlan,
    Silence,
    SilencePolicy,
    TablePlan,
)
from arbiter.shell.journal import JournalError
from arbiter.shell.opening import new_codes, take_up
from clients.cards import reachable
from clients.cli_cards import cards_of
from clients.commands.polite import politely
from clients.door import DEFAULT_PORT, DoorError, parse_address
from clients.plan.check import check_file
from clients.plan.fresh import ask, write_fresh
from clients.plan.printing import write_cards
from clients.plan.room import InjectRoom, RoomPlan, TableRoom, UmpireCode, plural, summary
from clients.settings import BadInput
from games.kit.play import seed_of
from protocol.words import Role, SeatId, TableId, TeamId, clean

LINE_CHARS_MAX = 1000
ROLES = {
    "director": Role.UMPIRE,
    "umpire": Role.UMPIRE,
    "observer": Role.OBSERVER,
    "technical": Role.TECHNICAL,
    "display": Role.DISPLAY,
}

plan = typer.Typer(
    name="plan",
    help="Plan an exercise beforehand: write a plan, check it, print its cards.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@plan.command("new")
def new(
    file: Annotated[Path, typer.Argument(help="The plan to write.")] = Path("plan.toml"),
    *,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing; take what is usual.")] = False,
) -> None:
    """Write a plan with every key explained, after a few questions."""
    with politely():
        if file.exists():
            raise BadInput(f"{file}: it is there already; name another file, or move it away")
        write_fresh(file, ask(yes=yes))
    typer.echo(f"{file} is written. Change it as you like, then: warcouncil plan check {file}")


@plan.command("check")
def check(file: Annotated[Path, typer.Argument(help="The plan.")] = Path("plan.toml")) -> None:
    """Find every mistake in a plan, each with its line, and say what the plan amounts to."""
    with politely():
        checked = check_file(file)
    for fault in checked.faults:
        typer.echo(clean(str(fault), LINE_CHARS_MAX), err=True)
    for hint in checked.hints:
        typer.echo(clean(f"worth a look: {hint}", LINE_CHARS_MAX), err=True)
    if checked.room is None:
        typer.echo(f"{plural(len(checked.faults), 'mistake')} in {file}.", err=True)
        raise typer.Exit(1)
    for line in summary(checked.room):
        typer.echo(line)


@plan.command("cards")
def cards(
    file: Annotated[Path, typer.Argument(metavar="EXERCISE", help="The exercise file that `host` wrote.")],
    *,
    address: Annotated[
        str, typer.Option(help="The address on the cards; without it, the one that this machine has now.")
    ] = "",
) -> None:
    """Print the cards of an exercise again, with the codes that are good now. It must not be running."""
    with politely():
        if file.suffix == ".toml":
            raise BadInput(
                f"{file}: the codes are drawn when hosting begins: run warcouncil host --plan {file}, which writes the cards"
            )
        try:
            addresses = (parse_address(address),) if address else reachable("0.0.0.0", DEFAULT_PORT)  # noqa: S104  # told, not bound
            opened = take_up(file)
        except (DoorError, JournalError) as fault:
            raise BadInput(str(fault)) from None
        try:
            found = cards_of(opened.exercise)
            html, text = write_cards(file.with_suffix(""), found, addresses, opened.exercise.name)
        finally:
            opened.journal.close()
    typer.echo(f"{plural(len(found), 'card')}: {html} to print, {text} to read aloud. Keep both to yourself.")


# --- a plan as the arbiter begins it ----------------------------------------------------------------------------------


def seed_for(seed: str | None, table: int) -> str:
    """Give the seed of a table's chance. The first table plays the seed itself, as a rehearsal with it does."""
    if seed is None:
        return token_hex(32)
    return seed_of(seed if table == 1 else f"{seed}/{table}").hex()


def began_of(room: RoomPlan, seed: str | None = None) -> Began:
    """Give the exercise that a plan describes, with fresh codes."""
    tables = tuple(_table(table, seed) for table in room.tables)
    return Began(
        exercise=room.name,
        tables=tables,
        codes=new_codes(tables, _consoles(room.umpires)),
        grace_ms=room.grace_ms,
        start=room.start,
        people=tuple(
            PersonPlan(name=name, table=TableId(table.number), seat=seat)
            for table in room.tables
            for seat, names in table.people.items()
            for name in names
        ),
        injects=tuple(_inject(inject) for inject in room.injects),
        lockstep=room.lockstep,
        second_umpire=room.second_umpire,
        crews=room.crews,
        claim_seconds=room.claim_seconds,
    )


def _table(table: TableRoom, seed: str | None) -> TablePlan:
    return TablePlan(
        table=TableId(table.number),
        game=table.game.name,
        options=table.options,
        seed=seed_for(seed, table.number),
        name=table.name,
        clocks=table.clocks,
        silence=tuple(
            SilencePolicy(phase=phase, policy=Silence(policy), **({"seconds": seconds} if seconds else {}))
            for phase, policy, seconds in table.silence
        ),
        bots=table.bots,
        rules_version=table.game.rules_version,
    )


def _consoles(umpires: tuple[UmpireCode, ...]) -> tuple[Holder, ...]:
    """Give the consoles beside those that every exercise has: one director and one projector of all tables."""
    left = [Holder(role=ROLES[one.role], tables=tuple(map(TableId, one.tables))) for one in umpires]
    for usual in (Holder(role=Role.UMPIRE), Holder(role=Role.DISPLAY)):
        if usual in left:
            left.remove(usual)
    return tuple(left)


def _inject(inject: InjectRoom) -> Inject:
    return Inject(
        text=inject.text,
        at_seconds=inject.at_seconds,
        phase=inject.phase,
        occasion=inject.occasion,
        when=Condition(label=inject.label, over=inject.over) if inject.label else None,
        tables=tuple(map(TableId, inject.tables)),
        seat=SeatId(inject.seat),
        team=TeamId(inject.team),
        reply=inject.reply,
    )
