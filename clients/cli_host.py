"""`warcouncil host`: run an exercise for others to join."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from typing import Annotated

import typer

from arbiter.core.stimuli import Began, CodeCard, TablePlan
from arbiter.shell.hosting import Place, Standing
from arbiter.shell.hosting import host as serve
from arbiter.shell.journal import JournalError
from arbiter.shell.log import open_log
from arbiter.shell.opening import Opened, begin, new_codes, take_up
from arbiter.shell.wires import Taken, TooOld
from clients.cards import SeatCard, listing, printed, reachable, typed
from clients.cli_standins import ChildStandIns
from clients.commands.polite import politely
from clients.door import DEFAULT_PORT
from clients.settings import BadInput, game_named, options_of
from games import registry
from games.kit.errors import BadOption
from games.kit.play import seed_of
from protocol.messages import Role
from protocol.words import TableId, clean

SUFFIX = ".warcouncil"
TABLES_MAX = 400
NAME_CHARS = 60
CONSOLES = {
    Role.UMPIRE: ("Umpire", "umpire"),
    Role.OBSERVER: ("Observer", "umpire"),
    Role.TECHNICAL: ("Technical crew", "umpire"),
    Role.DISPLAY: ("Projector", "display"),
}
"""What the card of each console says, and what its holder types."""


def host(
    game: Annotated[
        str | None, typer.Argument(help="The game; `warcouncil games` lists them. Not with --resume.")
    ] = None,
    *,
    tables: Annotated[int, typer.Option(min=1, max=TABLES_MAX, help="How many tables play it.")] = 1,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="An option of the game; KEY=@FILE loads JSON from a file."
        ),
    ] = None,
    name: Annotated[
        str, typer.Option(help="What the exercise is called; without it, the game and the day.")
    ] = "",
    bind: Annotated[
        str, typer.Option(help="The address to listen on; 127.0.0.1 keeps it on this machine.")
    ] = "0.0.0.0",  # noqa: S104  # a room full of laptops is to reach it
    port: Annotated[
        int, typer.Option(min=1, max=65534, help="The port for seats; the door is one above.")
    ] = DEFAULT_PORT,
    file: Annotated[
        Path | None, typer.Option(help="The exercise file to write; without it, one in this folder.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with the exercise in this file.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option(help="A number or a word: equal seeds give equal chance. Keep it secret.")
    ] = None,
    cards: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the seat cards, to print and cut out.")
    ] = None,
    gate: Annotated[
        bool, typer.Option("--gate/--no-gate", help="Keep floods of connections away from the arbiter.")
    ] = True,
    as_json: Annotated[
        bool, typer.Option("--json", help="Write addresses and codes as one JSON line.")
    ] = False,
) -> None:
    """Run an exercise: print addresses and codes, then serve until stopped with Ctrl-C."""
    with politely():
        if resume is not None:
            if game or settings or seed or file or name or tables != 1:
                raise BadInput(
                    "--resume: the exercise is as it was begun; leave the game and its options out"
                )
            opened, where = _reopened(resume), resume
        elif game is None:
            raise BadInput("name a game, or give --resume FILE; `warcouncil games` lists the games")
        else:
            began = _planned(game, tables, settings or [], name, seed)
            where = file or Path(f"{game}-{datetime.now().astimezone():%Y%m%d-%H%M%S}{SUFFIX}")
            opened = _begun(where, began)
        ready = _Ready(opened, where, bind, cards, as_json=as_json)
        status = _served(opened, where, Place(bind, port, gated=gate), ready)
    raise typer.Exit(status)


def _planned(game: str, tables: int, settings: Sequence[str], name: str, seed: str | None) -> Began:
    chosen = game_named(game)
    options = options_of(chosen, settings).model_dump(mode="json")
    plans = tuple(
        TablePlan(table=TableId(number), game=chosen.name, options=options, seed=_seed(seed, number))
        for number in range(1, tables + 1)
    )
    title = clean(name, NAME_CHARS) or f"{chosen.title} {datetime.now().astimezone():%Y-%m-%d}"
    return Began(exercise=title, tables=plans, codes=new_codes(plans))


def _seed(seed: str | None, table: int) -> str:
    """The first table plays the seed itself, so that a rehearsal with it gives the same chance."""
    if seed is None:
        return token_hex(32)
    return seed_of(seed if table == 1 else f"{seed}/{table}").hex()


def _begun(where: Path, began: Began) -> Opened:
    try:
        return begin(where, began)
    except (BadOption, JournalError) as fault:
        raise BadInput(str(fault)) from None


def _reopened(where: Path) -> Opened:
    try:
        return take_up(where)
    except JournalError as fault:
        raise BadInput(str(fault)) from None


def _served(opened: Opened, where: Path, place: Place, ready: _Ready) -> int:
    papers = opened.journal.papers

    def stand_ins(host: str, port: int) -> ChildStandIns:
        return ChildStandIns(host=host, port=port, exercise=papers.exercise, server_key=papers.curve_public)

    try:
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            return runner.run(serve(opened, place, stand_ins, open_log(), ready=ready))
    except (Taken, TooOld) as fault:
        if not opened.resumed:
            where.unlink()  # it was made a moment ago, and nobody can have joined
        raise BadInput(str(fault)) from None


class _Ready:
    """Says where the arbiter is and hands out the cards, once it listens."""

    def __init__(self, opened: Opened, where: Path, bind: str, cards: Path | None, *, as_json: bool) -> None:
        self._opened = opened
        self._where = where
        self._bind = bind
        self._cards = cards
        self._as_json = as_json

    def __call__(self, standing: Standing) -> None:
        exercise = self._opened.exercise
        addresses = reachable(self._bind, standing.port)
        cards = [_card(self._opened, code) for code in exercise.codes]
        if self._cards is not None:
            try:
                self._cards.write_text(printed(cards, addresses, exercise.name), encoding="utf-8")
            except OSError as error:
                typer.echo(f"warcouncil: {self._cards}: no cards written ({error.strerror})", err=True)
        if self._as_json:
            line = {
                "exercise": exercise.name,
                "file": str(self._where),
                "addresses": [str(address) for address in addresses],
                "cards": [
                    {
                        "table": card.table,
                        "seat": card.seat,
                        "title": card.title,
                        "code": card.code,
                        "command": card.command,
                    }
                    for card in cards
                ],
            }
            typer.echo(json.dumps(line, ensure_ascii=False))
            return
        typer.echo(f"{exercise.name}   (file {self._where})")
        typer.echo("Address   " + "   or   ".join(typed(address) for address in addresses))
        typer.echo(
            "Players type   warcouncil join     Umpires   warcouncil umpire     A projector   warcouncil display"
        )
        typer.echo(listing(cards))
        typer.echo("\nServing. Ctrl-C stops; nothing is lost, and --resume goes on.")


def _card(opened: Opened, card: CodeCard) -> SeatCard:
    holder = card.holder
    if not holder.seat:
        title, command = CONSOLES[holder.role]
        named = f" of table{'s' * (len(holder.tables) > 1)} {', '.join(map(str, holder.tables))}"
        return SeatCard(code=str(card.code), title=title + (named if holder.tables else ""), command=command)
    table = opened.exercise.tables[holder.table]
    seat = table.seats[holder.seat]
    return SeatCard(
        code=str(card.code),
        table=holder.table,
        seat=seat.id,
        title=seat.title,
        team=seat.team,
        game=registry.load(table.game.name).title,
        command="join",
    )
