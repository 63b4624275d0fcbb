"""Opens a client for a running exercise and runs it until it ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer
from warcouncil.clients.commands.common.errors import say_left
from warcouncil.clients.link.base.line import Line
from warcouncil.clients.link.base.links import ONE, Links
from warcouncil.clients.link.base.terminal import run_at_terminal
from warcouncil.clients.link.connect.late_link import LateLine
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.identity.keyring import Ticket, open_with, receipts_of
from warcouncil.clients.link.identity.receipts import Receipts
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.widgets.window.settings import LOOKS, Remembered, settings_file
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.protocol.proofs.doors import KINDS, Kind

if TYPE_CHECKING:
    from textual.app import App
    from warcouncil.clients.plain.base.teller import LineClient

Open = Callable[[Line, Remembered, str], "App[Any]"]
"""Returns a screen. The arguments are the connection to the arbiter, the remembered settings, and the theme."""
OpenEvent = Callable[[Links, Remembered, str], "App[Any]"]
"""Returns a screen. The first argument has the connections to one or more arbiters."""
Theme = Annotated[
    str,
    typer.Option(
        metavar="|".join(LOOKS),
        help="The colours of the screen for this session. Default: the colours of the last session.",
        show_default=False,
    ),
]

Plain = Annotated[
    bool,
    typer.Option(
        "--plain",
        help=(
            "Print plain lines instead of a screen, for screen readers, serial lines and scripts."
            " TERM=dumb does the same."
        ),
    ),
]
ROLES = {kind: tuple(role.value for role in KINDS if KINDS[role] is kind) for kind in Kind}
"""The roles of each kind of client."""
CONSOLES = ROLES[Kind.CONSOLE]
"""The roles whose requests are sent at once.

The timing of umpires is not secret in the game, and they may order acts at forty tables.
"""


def wants_lines(*, plain: bool) -> bool:
    """Return whether a client runs in plain lines: on request, or on a terminal that can only print."""
    return plain or os.environ.get("TERM") == "dumb"


def in_lines(ticket: Ticket, make: Callable[[bool], LineClient]) -> int:
    """Run a client in plain lines until it is over.

    Return the exit status. `make` receives whether a person types.
    """

    async def run() -> int:
        link = open_link(ticket)
        try:
            return await say_lines(link, make(sys.stdin.isatty()))
        finally:
            link.leave()

    return run_at_terminal(run())


async def say_lines(line: Line, teller: LineClient) -> int:
    """Run a client in plain lines on standard input and output until it is over. Return the exit status."""
    from warcouncil.clients.link.base.machine import monotonic_ms
    from warcouncil.clients.plain.base.running import Running, stdin_reader, stdout_writer

    running = Running(line, teller, now_ms=monotonic_ms, read=stdin_reader(), write=stdout_writer(sys.stdout))
    return await running.run()


def check_theme(theme: str) -> None:
    """Check that a theme exists. "" means the remembered one. Raises BadInput."""
    if theme and theme not in LOOKS:
        raise BadInput(unknown(f"--theme {theme}: there is no such theme", theme, LOOKS, "themes are"))


def check_terminal() -> None:
    """Check that there is a terminal to draw on, before the code is used. Raises BadInput."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadInput("this command needs a terminal. Run it in a terminal window")


def open_screen(ticket: Ticket, screen: Open, theme: str) -> None:
    """Run a screen on a link until the screen is closed. Raises BadInput if there is no terminal."""
    open_event({ONE: ticket}, lambda links, kept, look: screen(links[ONE], kept, look), theme)


def open_event(tickets: Mapping[str, Ticket | LateLine], screen: OpenEvent, theme: str) -> None:
    """Run a screen on the connections to one or more arbiters, by wing, until the screen is closed.

    Raises BadInput if there is no terminal.
    """
    check_terminal()

    from warcouncil.clients.widgets.window.shown import shown
    from warcouncil.clients.widgets.window.window import Window

    async def run() -> App[Any]:
        lines = {
            name: open_link(each) if isinstance(each, Ticket) else each for name, each in tickets.items()
        }

        def leave() -> None:
            for line in lines.values():
                line.leave()

        try:
            app = screen(Links(lines), Remembered(settings_file()), theme)
            await shown(app, leave)
        finally:
            leave()
        return app

    app = run_at_terminal(run())
    say_left(app.left_behind() if isinstance(app, Window) else ())


def open_link(ticket: Ticket) -> Link:
    """Open a link with a ticket, and mark the ticket as in use."""
    open_with(ticket)
    return Link(ticket, at_once=ticket.kind in CONSOLES, receipts=Receipts(receipts_of(ticket))).start()
