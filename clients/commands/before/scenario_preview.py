"""`warcouncil scenario preview`: a scenario while it is written, in the browser or in the terminal."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from warcouncil.clients.commands.common.browser import open_page
from warcouncil.clients.commands.common.errors import one_line, politely
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.room.preview.serving import PreviewServer
from warcouncil.clients.room.preview.stepping import to_the_end, walk
from warcouncil.clients.room.preview.studio import Studio
from warcouncil.clients.room.preview.telling import version_line, walk_lines
from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.games.scenario.file.reading import no_treatment

LOOK_SECONDS = 0.3
"""How often the file is checked for changes. People do not notice the delay, and it needs almost no processor time."""


def preview(
    file: Annotated[
        Path,
        typer.Argument(
            help="The scenario: a file, or the name of a scenario that comes with warcouncil, such as strait."
        ),
    ],
    *,
    terminal: Annotated[
        bool,
        typer.Option(
            "--terminal",
            help="Print it in the terminal, without a browser. Bots play it, and the output shows the effect of "
            "each rule.",
        ),
    ] = False,
    once: Annotated[
        bool,
        typer.Option(
            "--once",
            help="With --terminal: print it once and end. The exit status is 1 if the file has mistakes.",
        ),
    ] = False,
    seat: Annotated[
        str, typer.Option("--as", metavar="SEAT", help="With --terminal: also show what this seat sees.")
    ] = "",
    seed: Annotated[
        str, typer.Option(metavar="WORD", help="The seed of the game. The same seed gives the same game.")
    ] = "1",
    treatment: Annotated[
        str, typer.Option(metavar="NAME", help="The treatment to show first, if the file has treatments.")
    ] = "",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port of the page. 0: a free one.")] = 0,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address, and open no browser.")
    ] = False,
) -> None:
    """Show a scenario while you write it. The page loads again whenever you save the file.

    The page shows every mistake with its line, and the exercise question by question as each seat sees it. You
    answer for everyone, or let bots answer. Then the page shows rule by rule what followed: each condition with
    the values that it read, and each number that moved. Any earlier question can be answered again.

    The page is served on this machine alone, at an address that contains a secret. A file with mistakes ends
    nothing: mend it and save it. Ctrl-C ends the preview.

    Beside an editor: `scenario preview ferry.toml`. Without a browser: `scenario preview ferry.toml --terminal`.
    """
    with politely():
        studio = Studio(file, seed, treatment)
        if studio.source.newest.found.faults and not studio.source.newest.found.faults[0].line:
            raise BadInput(studio.source.newest.found.faults[0].text)  # The file does not exist
        _check_treatment(studio, treatment)
        if once or terminal:
            _in_terminal(studio, seat, seed, once=once)
        else:
            _in_browser(studio, port, opens=not no_browser)


def _check_treatment(studio: Studio, treatment: str) -> None:
    """Raise BadInput if the file has no treatment of this name."""
    found = studio.source.newest.found.scenario
    names = [each.name for each in found.treatments] if found else []
    if treatment and found and treatment not in names:
        raise BadInput(f"--treatment {treatment}: {no_treatment(treatment, names)}")


def _in_browser(studio: Studio, port: int, *, opens: bool) -> None:
    try:
        server = PreviewServer(studio, port)
    except OSError as fault:
        raise BadInput(
            f"--port {port}: the page cannot be served there ({why(fault)}). Leave --port out"
        ) from None
    server.start()
    typer.echo(say("preview.open", address=server.address))
    _print_version(studio)
    if opens:
        open_page(server.address)
    try:
        while True:
            time.sleep(LOOK_SECONDS)
            if studio.look():
                _print_version(studio)
    except KeyboardInterrupt:
        typer.echo(say("preview.over"))
    finally:
        server.stop()


def _in_terminal(studio: Studio, seat: str, seed: str, *, once: bool) -> None:
    _print_walk(studio, seat, seed)
    if once:
        raise typer.Exit(1 if studio.source.newest.found.faults else 0)
    try:
        while True:
            time.sleep(LOOK_SECONDS)
            if studio.look():
                _print_walk(studio, seat, seed)
    except KeyboardInterrupt:
        typer.echo(say("preview.over"))


def _print_version(studio: Studio) -> None:
    newest = studio.source.newest
    typer.echo(one_line(version_line(newest, str(studio.source.file))))
    for fault in newest.found.faults:
        typer.echo(one_line(f"  {fault}"))
    sys.stdout.flush()


def _print_walk(studio: Studio, seat: str, seed: str) -> None:
    newest = studio.source.newest
    if newest.options is not None:
        made = to_the_end(walk(studio.source.treated(newest.options), (), seed))
        seats = [str(each.id) for each in made.state.play.seats]
        if seat and seat not in seats:
            raise BadInput(unknown(f"--as {seat}: there is no seat {seat!r}", seat, seats, "seats are"))
        for line in walk_lines(made, seat):
            inner = line.lstrip(" ")
            typer.echo(" " * (len(line) - len(inner)) + one_line(inner))
        typer.echo("")
    _print_version(studio)
