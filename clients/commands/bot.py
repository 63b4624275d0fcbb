"""`warcouncil bot`: seat bots with codes, as ordinary clients."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated

import typer

from clients.bots.player import bots_of, play
from clients.bots.registry import KINDS
from clients.commands.polite import politely
from clients.door import Address, DoorError, join, parse_address
from clients.link import Link
from clients.settings import BadInput, unknown
from clients.wire import use_selector_loop
from games.kit.dice import Dice
from games.kit.play import seed_of
from protocol.doors import BadCode, CodeText, parse_code
from protocol.replies import Ended


def bot(
    address: Annotated[str, typer.Argument(help="Where the arbiter is, such as 192.168.1.20.")],
    codes: Annotated[list[str], typer.Argument(metavar="CODE...", help="The codes on the seats' cards.")],
    *,
    kind: Annotated[str, typer.Option(metavar="|".join(KINDS), help="How the bots play.")] = KINDS[0],
    pace: Annotated[float, typer.Option(min=0, help="Seconds that a bot waits before it answers.")] = 1.0,
    seed: Annotated[
        str | None, typer.Option(help="A number or a word: equal seeds give equal chance.")
    ] = None,
) -> None:
    """Sit bots at seats and let them play to the end."""
    with politely():
        if kind not in KINDS:
            raise BadInput(unknown(f"--kind {kind}: there is no such bot", kind, KINDS, "kinds are"))
        chance = Dice(secrets.token_bytes(32) if seed is None else seed_of(seed))
        use_selector_loop()
        try:
            known = [_code(code) for code in codes]
            ends = asyncio.run(_play_all(parse_address(address), known, kind, chance, pace))
        except DoorError as fault:
            raise BadInput(str(fault)) from None
    over = next((end for end in ends if end), None)
    typer.echo(f"The game is over: {over.reason}." if over else "No bot was left at its seat.")
    raise typer.Exit(0 if over else 1)


def _code(text: str) -> CodeText:
    try:
        return parse_code(text)
    except BadCode as fault:
        raise BadInput(f"{text}: {fault}") from None


async def _play_all(
    address: Address, codes: list[CodeText], kind: str, dice: Dice, pace: float
) -> list[Ended | None]:
    tickets = await asyncio.gather(*[join(address, code) for code in codes])
    links = [Link(ticket, app="bot", at_once=True).start() for ticket in tickets]
    try:
        return await asyncio.gather(*[play(link, bots_of(kind, dice), pace_seconds=pace) for link in links])
    finally:
        for link in links:
            link.close()
