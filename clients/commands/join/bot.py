"""`warcouncil bot`: puts bots with codes at seats, as ordinary clients."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Annotated

import typer
from warcouncil.clients.commands.common.codes import given, read_code
from warcouncil.clients.commands.common.errors import politely
from warcouncil.clients.link.base.terminal import run as run_loop
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.door.arriving import join_any, parse_addresses
from warcouncil.clients.link.door.door import Address, DoorError
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.room.players.player import bots_of, play
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.games.registry import BOT_KINDS
from warcouncil.protocol.proofs.doors import CodeText
from warcouncil.protocol.table.views import Ended


def bot(
    address: Annotated[str, typer.Argument(help="The address of the host, such as 192.168.1.20.")],
    codes: Annotated[list[str], typer.Argument(metavar="CODE", help="The codes on the seats' cards.")],
    *,
    kind: Annotated[str, typer.Option(metavar="|".join(BOT_KINDS), help="How the bots play.")] = BOT_KINDS[0],
    pace: Annotated[
        float, typer.Option(min=0, max=600, help="Seconds that a bot waits before it answers.")
    ] = 1.0,
    seed: Annotated[
        str | None, typer.Option(help="A number or a word. The same seed gives the same choices.")
    ] = None,
) -> None:
    """Put bots at seats and let them play to the end. Their actions are printed on standard error."""
    with politely():
        if kind not in BOT_KINDS:
            raise BadInput(unknown(f"--kind {kind}: there is no such bot", kind, BOT_KINDS, "kinds are"))
        chance = Dice(secrets.token_bytes(32) if seed is None else seed_of(seed))
        try:
            known = [read_code(given(code)) for code in codes]
            ends = run_loop(_play_all(parse_addresses(address), known, kind, chance, pace))
        except DoorError as fault:
            raise BadInput(str(fault)) from None
    over = next((end for end in ends if end), None)
    typer.echo(f"The game is over: {over.reason}." if over else "The bots no longer have their seats.")
    raise typer.Exit(0 if over else 1)


def _tell(line: str) -> None:
    typer.echo(line, err=True)


async def _play_all(
    addresses: Sequence[Address], codes: list[CodeText], kind: str, dice: Dice, pace: float
) -> list[Ended | None]:
    tickets = await asyncio.gather(*[join_any(addresses, code, tell=_tell) for code in codes])
    links = [Link(ticket, app="bot", at_once=True).start() for ticket in tickets]
    said: set[str] = {""}

    def once(line: str) -> None:
        if line not in said:
            said.add(line)
            _tell(line)

    _tell(
        f"{len(links)} bots are at the table. Ctrl-C stops them."
        if len(links) > 1
        else "The bot is at the table. Ctrl-C stops it."
    )
    try:
        playing = [play(link, bots_of(kind, dice), pace_seconds=pace, told=once) for link in links]
        return await asyncio.gather(*playing)
    finally:
        for link in links:
            link.leave()
