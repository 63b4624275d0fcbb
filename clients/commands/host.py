"""`warcouncil host`: run an exercise for others to join."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer
from structlog import BoundLogger
from warcouncil.arbiter.core.plan import TablePlan
from warcouncil.arbiter.core.stimuli import Began
from warcouncil.arbiter.shell.home import Home, name_from
from warcouncil.arbiter.shell.hosting import host as serve
from warcouncil.arbiter.shell.layout import JournalError
from warcouncil.arbiter.shell.log import open_log
from warcouncil.arbiter.shell.opening import Opened, begin, new_codes, take_up
from warcouncil.arbiter.shell.stores import discard
from warcouncil.arbiter.shell.wires import Taken, TooOld
from warcouncil.clients.commands.first_words import FirstWords, going_on
from warcouncil.clients.commands.host_window import NewsTail, at_terminal
from warcouncil.clients.commands.place import EVERYWHERE, LOOPBACKS, AskedPlace, HostPlace, place_for
from warcouncil.clients.commands.polite import last_words, politely
from warcouncil.clients.commands.scribe import ChildScribe
from warcouncil.clients.commands.where import home_at, home_typed
from warcouncil.clients.link.door import DEFAULT_PORT
from warcouncil.clients.link.loop import run as run_loop
from warcouncil.clients.plan.check import room_in
from warcouncil.clients.plan.played import called, named_games, played
from warcouncil.clients.plan.settings import BadInput
from warcouncil.clients.room.began import began_of, prepared, seed_for
from warcouncil.clients.room.discovery import Announcer
from warcouncil.clients.room.stand_ins import ChildStandIns
from warcouncil.games.kit.errors import BadOption
from warcouncil.protocol.words import TableId, clean

SUFFIX = ".warcouncil"
TABLES_MAX = 400
NAME_CHARS = 60
LINE_CHARS_MAX = 1000


class Start(StrEnum):
    """When a table's first clock begins."""

    NOW = "now"
    LINKED = "linked"
    READY = "ready"
    UMPIRE = "umpire"


def host(
    game: Annotated[
        str | None,
        typer.Argument(
            help="The game, what ships with one, or a scenario file; `warcouncil games` lists them. Not with --resume.",
            autocompletion=named_games,
        ),
    ] = None,
    *,
    tables: Annotated[int, typer.Option(min=1, max=TABLES_MAX, help="How many tables play it.")] = 1,
    plan: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Begin what this plan says, and write its cards beside the exercise file."
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="An option of the game; KEY=@FILE loads JSON from a file."
        ),
    ] = None,
    start: Annotated[
        Start | None,
        typer.Option(
            help="When a table's first clock begins: at once, when all its seats are linked (the usual), when all"
            " have read their briefing too (ready), or at an umpire's word. An umpire may begin earlier."
        ),
    ] = None,
    name: Annotated[
        str, typer.Option(help="What the exercise is called; without it, the game and the day.")
    ] = "",
    bind: Annotated[
        str | None,
        typer.Option(
            help="The address to listen on; 127.0.0.1 keeps it on this machine. Without it every address, or with"
            " --resume the one from before."
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65534,
            help=f"The port for seats; the door is one above. 0: any free pair. Without it {DEFAULT_PORT}, or with"
            " --resume the one from before.",
        ),
    ] = None,
    file: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="The exercise file to write; without it, one in this folder. Or the address of a database:"
            " postgresql+psycopg://USER@HOST/BASE?exercise=NAME (-: in a variable).",
        ),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Go on with the exercise in this file, or at this address."),
    ] = None,
    accept_loss: Annotated[
        bool,
        typer.Option(
            "--accept-loss",
            help="With --resume: go on though the file does not hold all that was acknowledged. What is given up goes on"
            " the umpires' record; the damaged files are kept.",
        ),
    ] = False,
    seed: Annotated[
        str | None,
        typer.Option(
            help="A number or a word: equal seeds give equal chance, which those who sit there then have no part in. Keep it secret."
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
            help="Keep floods of connections away from the arbiter (the usual; --resume: as before).",
        ),
    ] = None,
    announce: Annotated[
        bool | None,
        typer.Option(
            "--announce/--no-announce",
            help="Say on the local network that this exercise is here (the usual; --resume: as before).",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Write addresses and codes as one JSON line.")
    ] = False,
) -> None:
    """Run an exercise: print addresses and codes, then serve until stopped with Ctrl-C."""
    with politely():
        if resume is not None:
            if game or plan or settings or seed or file or name or start or tables != 1:
                raise BadInput(
                    "--resume: the exercise is as it was begun; leave the game and its options out"
                )
            opened = _reopened(home_at(resume), accept_loss=accept_loss)
        else:
            if accept_loss:
                raise BadInput("--accept-loss: goes with --resume FILE")
            began = _asked(game, plan, tables, settings or [], name=name, seed=seed, start=start)
            stem = plan.stem if plan else called(game or "")
            opened = _begun(_new_home(file, f"{stem}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"), began)
        where = opened.journal.home
        place = place_for(AskedPlace(bind, port, wall, announce), opened.journal.whereabouts)
        tail = NewsTail() if at_terminal() and not as_json else None
        first = FirstWords(
            opened, where, place, cards, with_cards=plan is not None, as_json=as_json, tail=tail
        )
        log = open_log(tail if tail is not None and sys.stderr.isatty() else None)
        scribe = ChildScribe(where)
        with _announced(opened.exercise.name, place, first):
            status = _served(opened, place, first, log, scribe)
        scribe.finish(last_words if tail is not None else lambda _: None)
        head = opened.journal.head
        log.info("head", head=head)
        if tail is not None:
            last_words(f"Stopped; nothing is lost. To go on: {going_on(where)}")
            last_words(
                f"For the debrief: {shlex.join(['warcouncil', 'debrief', str(where)])}, or see it again:"
                f" {shlex.join(['warcouncil', 'replay', str(where)])}"
            )
            last_words(
                f"Note its head, or say it aloud: {head} proves later that nothing before it was changed."
            )
    raise typer.Exit(status)


def _asked(
    game: str | None,
    plan: Path | None,
    tables: int,
    settings: Sequence[str],
    *,
    name: str,
    seed: str | None,
    start: Start | None,
) -> Began:
    """Give the exercise that was asked for, by a plan or by a game. Raises BadInput."""
    if plan is not None:
        if game or settings or name or start or tables != 1:
            raise BadInput("--plan: the plan says all that; leave the game and its options out")
        return began_of(room_in(plan), seed)
    if game is None:
        raise BadInput(
            "name a game, or give --plan FILE or --resume FILE; `warcouncil games` lists the games"
        )
    return _planned(game, tables, settings, name=name, seed=seed, start=start or Start.LINKED)


def _planned(
    game: str, tables: int, settings: Sequence[str], *, name: str, seed: str | None, start: Start
) -> Began:
    meant = played(game)
    chosen, options = meant.game, meant.options(settings)
    plans = tuple(
        TablePlan(
            table=TableId(number),
            game=chosen.name,
            options=options.model_dump(mode="json"),
            seed=seed_for(seed, number),
            rules_version=chosen.rules_version,
        )
        for number in range(1, tables + 1)
    )
    cover = chosen.cover(options.open())
    day = f" {datetime.now().astimezone():%Y-%m-%d}"
    title = clean(name, NAME_CHARS) or clean(cover.title, NAME_CHARS - len(day)) + day
    chance: Literal["all", "host"] = "host" if seed is not None or start is Start.NOW else "all"
    return Began(
        exercise=title,
        tables=plans,
        codes=new_codes(plans),
        start=start.value,
        chance=chance,
        injects=prepared(plans),
    )


def _new_home(typed: str | None, name: str) -> Home:
    """Give where a new exercise is to be: where it is said, in a database under this name if none is. Raises BadInput."""
    home = home_typed(typed or f"{name}{SUFFIX}")
    return home if home.file is not None or home.exercise else home.named(name_from(name))


def _begun(where: Home, began: Began) -> Opened:
    try:
        return begin(where, began)
    except (BadOption, JournalError) as fault:
        raise BadInput(str(fault)) from None


def _reopened(where: Home, *, accept_loss: bool) -> Opened:
    try:
        opened = take_up(where, accept_loss=accept_loss)
    except JournalError as fault:
        raise BadInput(str(fault)) from None
    if opened.loss:
        typer.echo(clean(f"warcouncil: given up: {opened.loss}", LINE_CHARS_MAX), err=True)
    return opened


@contextmanager
def _announced(name: str, place: HostPlace, first: FirstWords) -> Iterator[None]:
    """Announce the exercise while it runs, where others can hear it."""
    if not place.announced or place.bind in LOOPBACKS:
        yield
        return
    announcer = Announcer([place.bind] if place.bind not in EVERYWHERE else None)
    first.then = lambda addresses: announcer.start(name, addresses)
    try:
        yield
    finally:
        announcer.stop()


def _served(
    opened: Opened, place: HostPlace, first: FirstWords, log: BoundLogger, scribe: ChildScribe
) -> int:
    papers = opened.journal.papers

    def stand_ins(host: str, port: int) -> ChildStandIns:
        return ChildStandIns(host=host, port=port, exercise=papers.exercise, server_key=papers.curve_public)

    try:
        serving = serve(
            opened, place.to_listen, stand_ins, log, ready=first, remember=place.now, scribe=scribe
        )
        return run_loop(serving)
    except (Taken, TooOld) as fault:
        if opened.resumed:
            raise BadInput(place.taken(str(fault))) from None
        discard(scribe.home)  # it was made a moment ago, and nobody can have joined
        raise BadInput(str(fault)) from None
    except JournalError as fault:
        raise BadInput(str(fault)) from None
