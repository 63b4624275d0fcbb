"""`warcouncil host`: runs an exercise for others to join."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from warcouncil.arbiter.shell.service.opening import Opened
from warcouncil.arbiter.shell.service.stores import discard
from warcouncil.clients.commands.common.errors import politely
from warcouncil.clients.commands.common.exercise_location import home_at
from warcouncil.clients.commands.host.backup import backup_for
from warcouncil.clients.commands.host.browsers import Browsers, browsers_for
from warcouncil.clients.commands.host.listen_address import AskedPlace, HostPlace, place_for
from warcouncil.clients.commands.host.serving import Output, served_out
from warcouncil.clients.commands.host.start_exercise import Start, asked, begun, new_home, reopened
from warcouncil.clients.commands.host.wings import host_wings
from warcouncil.clients.link.door.door import DEFAULT_PORT
from warcouncil.clients.plan.reading.played import called, named_games
from warcouncil.clients.plan.reading.wings import slug
from warcouncil.clients.plan.text.option_text import BadInput

TABLES_MAX = 400


def host(
    game: Annotated[
        str | None,
        typer.Argument(
            help=(
                "A game, one of the scenarios that ship, or a scenario file. `warcouncil games`"
                " lists them. Not with --resume."
            ),
            autocompletion=named_games,
        ),
    ] = None,
    *,
    tables: Annotated[int, typer.Option(min=1, max=TABLES_MAX, help="How many tables play the game.")] = 1,
    plan: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Host this plan, and write its cards beside the exercise file."),
    ] = None,
    wing: Annotated[str, typer.Option(metavar="NAME", help="Host only this wing of the plan.")] = "",
    wings: Annotated[
        bool,
        typer.Option(
            "--wings",
            help="Host all wings of the plan that are on this machine, each in its own process.",
        ),
    ] = False,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="An option of the game. KEY=@FILE loads JSON from a file."
        ),
    ] = None,
    start: Annotated[
        Start | None,
        typer.Option(
            help=(
                "When a table's first clock begins: now, linked (all its seats are connected, the"
                " default), ready (all have read their briefing too) or umpire (an umpire begins it)."
                " An umpire may start the clock before that."
            )
        ),
    ] = None,
    name: Annotated[
        str, typer.Option(help="The name of the exercise. Default: the name of the game and the date.")
    ] = "",
    bind: Annotated[
        str | None,
        typer.Option(
            help=(
                "The address to listen on. With 127.0.0.1 only this machine can connect. :: serves only IPv6. "
                "Default: every IPv4 address, or with --resume the earlier address."
            )
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65534,
            help=(
                "The port for seats. The door uses the next port. 0: any two free ports. Default: "
                f"{DEFAULT_PORT}, or with --resume the earlier port."
            ),
        ),
    ] = None,
    file: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help=(
                "The exercise file to write, or the address of a database: "
                "postgresql+psycopg://USER@HOST/BASE?exercise=NAME. With -, the address is read from "
                "WARCOUNCIL_EXERCISE or standard input. Default: a file in this folder."
            ),
        ),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Resume the exercise in this file, or in the database at this address."
        ),
    ] = None,
    accept_loss: Annotated[
        bool,
        typer.Option(
            "--accept-loss",
            help=(
                "With --resume: resume the exercise although the file lacks answers that were acknowledged. The "
                "record of the umpires shows the loss, and the damaged files are kept."
            ),
        ),
    ] = False,
    seed: Annotated[
        str | None,
        typer.Option(
            help=(
                "A number or a word. The same seed gives the same cards and dice. Players then do not contribute "
                "to the chance. Keep the seed secret."
            )
        ),
    ] = None,
    cards: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Also write the seat cards, to print and cut out: FILE.html, or plain text."
        ),
    ] = None,
    wall: Annotated[
        bool | None,
        typer.Option(
            "--wall/--no-wall",
            help="Keep floods of connections away from the host (default; with --resume, the earlier setting stays).",
        ),
    ] = None,
    announce: Annotated[
        bool | None,
        typer.Option(
            "--announce/--no-announce",
            help="Announce this exercise on the local network (default; with --resume, the earlier setting stays).",
        ),
    ] = None,
    web: Annotated[
        bool | None,
        typer.Option(
            "--web/--no-web",
            help=(
                "Serve seats and projectors in browsers, by HTTPS. The cards explain how to open the page. With "
                "--resume, the earlier setting stays."
            ),
        ),
    ] = None,
    web_port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            help=(
                "The port for browsers. Default: the port for seats plus two, or with --resume the earlier port."
            ),
        ),
    ] = None,
    web_cert: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=(
                "The room's own certificate (PEM). Without it, the host makes a certificate for the exercise, "
                "and browsers warn about it."
            ),
        ),
    ] = None,
    web_key: Annotated[Path | None, typer.Option(metavar="FILE", help="The key of --web-cert (PEM).")] = None,
    standby_at: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help=(
                "The address of a standby that takes over if this machine fails. The cards show it too. With "
                "--resume, the earlier addresses stay. May be given several times."
            ),
        ),
    ] = None,
    backup: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help=(
                "Copy the exercise file to this folder every minute and at the end. A folder on a stick is best. "
                "With --resume, the earlier folder stays. none: stop copying."
            ),
        ),
    ] = None,
    metrics: Annotated[
        int | None,
        typer.Option(
            metavar="PORT",
            min=0,
            max=65535,
            help=(
                "Serve metrics for Prometheus at http://127.0.0.1:PORT/metrics, only on this machine. 0: any "
                "free port. With --wings, each further wing uses the next port. This option is not saved: give "
                "it again with --resume."
            ),
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print addresses and codes as one JSON line.")
    ] = False,
) -> None:
    """Run an exercise: print addresses and codes, then serve until stopped with Ctrl-C."""
    with politely():
        wanted = AskedPlace(
            *(bind, port, wall, announce, web, web_port, web_cert, web_key),
            standby=tuple(standby_at) if standby_at else None,
            backup=backup,
            metrics=metrics,
        )
        if wings:
            if (
                plan is None
                or game
                or settings
                or file
                or name
                or start
                or wing
                or resume
                or cards
                or as_json
            ):
                raise BadInput("--wings needs --plan FILE. The plan sets everything else")
            raise typer.Exit(host_wings(plan, wanted.words(seed), metrics))
        if resume is not None:
            if game or plan or settings or seed or file or name or start or wing or tables != 1:
                raise BadInput(
                    "--resume continues an exercise, so its game is already set. Leave the game and its options out"
                )
            of, opened = None, reopened(home_at(resume), accept_loss=accept_loss)
        else:
            if accept_loss:
                raise BadInput("--accept-loss needs --resume FILE")
            of = asked(game, plan, tables, settings or [], name=name, seed=seed, start=start, wing=wing)
            wanted = wanted.over(of.web).of_wing(of.wing).with_standby(of.standby)
            stem = plan.stem if plan else called(game or "")
            part, kept = (f"-{slug(of.wing.name)}", of.wing.file) if of.wing else ("", "")
            fresh = f"{stem}{part}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
            opened = begun(new_home(file or kept, fresh), of.began)
        out = Output.of(as_json=as_json)
        place, browsers = _set_up(opened, wanted, out.hear)
        named = of.wing.name if of is not None and of.wing else ""
        status = served_out(
            opened, place, browsers, out, cards=cards, with_cards=plan is not None, wing=named
        )
    raise typer.Exit(status)


def _set_up(
    opened: Opened, wanted: AskedPlace, hear: Callable[[str], object]
) -> tuple[HostPlace, Browsers | None]:
    """Return where an exercise listens, and its gateway for browsers.

    Raises BadInput, and then leaves no unfinished file.
    """
    home = opened.journal.home
    try:
        before = opened.journal.whereabouts
        kept = backup_for(home, wanted.backup, before.backup if before else "")
        place = replace(place_for(wanted, before), backup=kept)
        return place, browsers_for(place, home, opened.exercise.name, hear)
    except BadInput:
        opened.journal.close()
        if not opened.resumed:
            discard(home)
        raise
