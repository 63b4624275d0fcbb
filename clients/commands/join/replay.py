"""`warcouncil replay`: shows a recorded game again, from any viewpoint."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer
from warcouncil.clients.commands.common.errors import politely
from warcouncil.clients.commands.common.exercise_location import home_at
from warcouncil.clients.commands.common.run_client import Theme, check_terminal, check_theme
from warcouncil.clients.link.base.terminal import run_at_terminal
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.widgets.window.settings import Remembered, settings_file

if TYPE_CHECKING:
    from warcouncil.arbiter.shell.base.location import Location
    from warcouncil.clients.replay.film.film import Film


def replay(
    file: Annotated[
        str, typer.Argument(help="The exercise file, or the address of a database. The host can be running.")
    ],
    *,
    table: Annotated[int, typer.Option(min=0, help="The table to replay. 0: the first.")] = 0,
    eyes: Annotated[
        str,
        typer.Option(
            "--as",
            metavar="SEAT|TEAM|umpire|public",
            help="The first viewpoint: a seat, a team, or umpire. The umpire sees everything.",
        ),
    ] = "",
    theme: Theme = "",
) -> None:
    """See a game again on the players' screens, question by question or at speed, in the view of any seat.

    Nothing in the exercise changes. Bookmarks are kept beside its file, in FILE.bookmarks.toml. For a database, they
    are in this folder.
    """
    with politely():
        check_theme(theme)
        from warcouncil.clients.room.films.make_film import eyes_named

        home = home_at(file)
        film = _read(home, table)
        first = eyes_named(film, eyes)
        check_terminal()
        from warcouncil.clients.replay.screen.app import ReplayApp
        from warcouncil.clients.widgets.window.shown import shown

        kept = Remembered(settings_file())
        app = ReplayApp(film, first, partial(_read_again, home, table), theme=theme, kept=kept)
        run_at_terminal(shown(app, lambda: None))


def _read_again(home: Location, table: int) -> Film | str:
    """Read the present record of the table. Return the reason if it cannot be read."""
    try:
        return _read(home, table, quiet=True)
    except BadInput as fault:
        return str(fault)


def _read(home: Location, table: int, *, quiet: bool = False) -> Film:
    """Read the table, and show a bar if that takes long. Raises BadInput."""
    from rich.console import Console
    from rich.progress import Progress
    from warcouncil.arbiter.shell.base.entries import JournalError
    from warcouncil.clients.room.films.make_film import film_of

    hidden = quiet or not sys.stderr.isatty()
    with Progress(console=Console(stderr=True), transient=True, disable=hidden) as progress:
        task = progress.add_task(home.stem, total=None)
        try:
            return film_of(
                home, table, lambda done, total: progress.update(task, completed=done, total=total)
            )
        except JournalError as fault:
            raise BadInput(str(fault)) from None
