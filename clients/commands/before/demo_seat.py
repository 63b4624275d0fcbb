"""A person at a seat of a demo: on a screen in the terminal, in plain lines, or in a browser."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.text import Text
from warcouncil.arbiter.core.words.stimuli import CodeCard
from warcouncil.arbiter.shell.hosting.gateways import GatewayPlace
from warcouncil.clients.commands.common.browser import open_page
from warcouncil.clients.commands.common.errors import last_words, say_left
from warcouncil.clients.commands.common.run_client import say_lines
from warcouncil.clients.commands.host.browsers import SEATS, check_web
from warcouncil.clients.link.base.line import Line
from warcouncil.clients.link.base.machine import new_id
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.identity.keyring import stories
from warcouncil.clients.plan.cards.cards import SeatCard, WebDoor, reachable, web_door
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.room.players.child_gateway import ChildGateway
from warcouncil.clients.room.players.hints import hints_from
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.acts.acts import Act, Answered, Extend
from warcouncil.protocol.acts.room_acts import Reseat
from warcouncil.protocol.proofs.doors import PLATE_CHARS
from warcouncil.protocol.wire.consoles import TableStatus, Wall
from warcouncil.protocol.wire.requests import Rule
from warcouncil.protocol.words import SeatId, TableId

EVERYWHERE = "0.0.0.0"  # noqa: S104  # a phone in the room is to reach the page
EXERCISE = "demo"
"""The name of a demo's exercise. Its certificate and its stories bear it."""
GAMES_MAX = 20
"""How many games a person can play in one demo without a screen in the terminal. Each game has its own table
and seed.
"""
NEWCOMER_SECONDS = 300
"""How much longer the first question stays open for a person in a demo. A newcomer reads before they answer."""


class OpenGateway(ChildGateway):
    """A gateway that phones in the room can reach, beside an arbiter that only this machine can reach."""

    async def start(self, place: GatewayPlace) -> int:
        """Start the gateway and return its port. Raises AddressTaken."""
        return await super().start(replace(place, host=EVERYWHERE))


async def wait_for_newcomer(umpire: Line, seat: SeatId) -> None:
    """Extend the clock of the first question of the person at the first table, if possible before the game begins."""
    async for status in _statuses(umpire):
        asked = any(each.seat == seat and each.asked for each in status.seats)
        if status.table == 1 and status.ended:
            return
        if status.table == 1 and asked:
            act = Extend(seconds=NEWCOMER_SECONDS)
            reason = "a newcomer reads the first question"
            umpire.send(Rule(id=new_id(), table=status.table, gate=status.gate, act=act, reason=reason))
            return


async def further_games(umpire: Line, seat: SeatId, tables: Sequence[int]) -> AsyncIterator[TableId]:
    """Move the person to the next of these tables each time they call after the end. Yield that table."""
    at, left = 1, list(tables)
    async for status in _statuses(umpire):
        calls = [alarm.call for alarm in status.alarms if alarm.call and alarm.seat == seat]
        if status.table != at or not status.ended or not calls:
            continue
        act: Act
        if left:
            at = left.pop(0)
            act, reason = Reseat(seat=seat, to_table=TableId(at), to_seat=seat), "the person plays again"
        else:
            act, reason = Answered(call=calls[0], text=NO_MORE_GAMES), "no game is left"
        umpire.send(Rule(id=new_id(), table=status.table, act=act, reason=reason))
        if at != status.table:
            yield TableId(at)


async def _statuses(umpire: Line) -> AsyncIterator[TableStatus]:
    """Yield the state of each table when it changes, until the link ends."""
    while True:
        match await umpire.receive():
            case Wall(tables=tables):
                for status in tables:
                    yield status
            case TableStatus() as status:
                yield status
            case _:
                pass


@dataclass(frozen=True, slots=True)
class DemoPage:
    """The gateway for the browser of a demo, and its address."""

    gateway: OpenGateway
    host: str
    fingerprint: str

    def door(self, port: int) -> WebDoor:
        """Return the web address."""
        return web_door(self.host, port, self.fingerprint, EXERCISE)


def demo_page(folder: Path) -> DemoPage:
    """Return the page for the browser of a demo. Its files are in a temporary folder. Raises BadInput."""
    check_web()
    from warcouncil.clients.web.certificate import BadCertificate, kept

    hosts = tuple(address.host for address in reachable(EVERYWHERE, 1))
    try:
        certificate = kept(folder, EXERCISE, hosts, datetime.now(UTC))
    except BadCertificate as fault:
        raise BadInput(str(fault)) from None
    gateway = OpenGateway(
        chain=certificate.chain, key=certificate.key, keep=folder / SEATS, also=hosts, hear=lambda _line: None
    )
    return DemoPage(gateway, hosts[0], certificate.fingerprint)


def show_page(out: Console, door: WebDoor, card: CodeCard, title: str) -> None:
    """Print the address of the seat's page and what to type there. Draw the address as a QR code.

    Open the page if this machine has a browser.
    """
    from warcouncil.clients.widgets.pieces.code_square import INK, square

    code = str(card.code)
    address = door.address(SeatCard(code, table=1, title=title, command="join"))
    first, second = door.fingerprint_lines
    out.print(Text(f"{title}: scan this QR code with a phone in this room, or open"))
    out.print(Text(f"  {address.partition('#')[0]}", style="bold"), soft_wrap=True)
    if out.is_terminal:
        out.print(Text("\n".join(square(address)), style=INK), soft_wrap=True)
    out.print(Text.assemble("and type the code ", (code[PLATE_CHARS + 1 :], "bold")))
    out.print(
        Text(
            f"The browser warns, because this machine is unknown on the internet. SHA-256\n  {first}\n "
            f" {second}"
        )
    )
    out.print(Text("Ctrl-C ends the demo."))
    open_page(address)


NO_MORE_GAMES = "This demo has no more games. Start it again in the terminal."
LEAVING = "The demo ends when you leave."
GOODBYE = "Good-bye. The demo has ended."
NOT_KEPT = "The story of this demo was not saved. In the game, {key} saves it in {folder}"


async def at_seat(line: Link, dice: Dice) -> bool:
    """Open the seat's screen until the player leaves.

    Return whether another game is wanted. `dice` is the source of chance for hints.
    """
    from warcouncil.clients.seat.model.kept_files import KeptFiles
    from warcouncil.clients.seat.screen.app import SeatApp
    from warcouncil.clients.widgets.window.settings import Remembered, settings_file
    from warcouncil.clients.widgets.window.shown import shown

    app = SeatApp(
        line,
        kept=Remembered(settings_file()),
        leaving=LEAVING,
        suggest=hints_from(dice),
        keeping=KeptFiles(stories=stories()),
    )
    await shown(app, line.leave)
    left = app.left_behind()
    if not app.again:
        left = parting(left, app.own_keys.of("save-story", "Ctrl+S"))
    say_left(left)
    return app.again


def parting(left: list[str], key: str) -> list[str]:
    """Return the good-bye. It says what stays on this machine, or which key would have saved the story."""
    return [GOODBYE, *(left or [NOT_KEPT.format(key=key, folder=stories())])]


async def in_lines(line: Link, dice: Dice) -> int:
    """Run the seat in plain lines. Return the exit status. `dice` is the source of chance for hints."""
    from warcouncil.clients.link.base.machine import new_id
    from warcouncil.clients.plain.seat.seat import PlainSeat
    from warcouncil.clients.seat.model.kept_files import KeptFiles

    keeping = KeptFiles(stories=stories())
    seat = PlainSeat(
        new_id,
        guarded=sys.stdin.isatty(),
        leaving=LEAVING,
        suggest=hints_from(dice),
        keeping=keeping,
    )
    status = await say_lines(line, seat)
    if not keeping.left_behind(seat.desk):
        last_words(NOT_KEPT.format(key="/save", folder=stories()))
    return status
