"""`warcouncil join`: opens a seat with the code on its card or with the key from last time."""

from __future__ import annotations

import asyncio
import re
import sys
from contextlib import suppress
from functools import partial
from secrets import token_bytes
from typing import TYPE_CHECKING, Annotated, Any

import typer
from warcouncil.clients.commands.common.codes import given, read_code
from warcouncil.clients.commands.common.errors import complain, politely
from warcouncil.clients.commands.common.run_client import (
    ROLES,
    Plain,
    Theme,
    check_terminal,
    check_theme,
    in_lines,
    open_screen,
    wants_lines,
)
from warcouncil.clients.link.base.line import Line, LinkChange, LinkState
from warcouncil.clients.link.base.terminal import run as run_loop
from warcouncil.clients.link.base.terminal import run_at_terminal
from warcouncil.clients.link.connect.late_link import ComeIn
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.door.addresses import addresses_of
from warcouncil.clients.link.door.arriving import join_any, parse_addresses
from warcouncil.clients.link.door.door import Address, ArbiterAbsent, DoorError, Tell, keep_quiet
from warcouncil.clients.link.identity.keyring import (
    KeyringError,
    Ticket,
    forget,
    is_from_here,
    is_open,
    keep,
    notes_of,
    stories,
    tickets,
)
from warcouncil.clients.link.identity.notes import NotesFile
from warcouncil.clients.link.identity.place import name_of
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.widgets.window.settings import Remembered
from warcouncil.protocol.proofs.doors import BadCode, Kind, Turned, parse_code
from warcouncil.protocol.wire.replies import Welcome
from warcouncil.protocol.words import clean

if TYPE_CHECKING:
    from textual.app import App
    from warcouncil.clients.plain.base.teller import LineClient
    from warcouncil.clients.seat.model.kept_files import KeptFiles


def join(
    address: Annotated[
        str | None,
        typer.Argument(
            help=(
                "The address of the host, such as 192.168.1.20, or with its standby 192.168.1.20,192.168.1.21. "
                "If it is missing, the command asks for it."
            )
        ),
    ] = None,
    code: Annotated[
        str | None,
        typer.Argument(
            help=(
                "The code on your card. If it is missing, the command asks for it. With -, it is read from "
                "WARCOUNCIL_CODE or standard input."
            )
        ),
    ] = None,
    *,
    again: Annotated[
        bool,
        typer.Option("--again/--new", help="Go back to the last seat of this machine, or join with a card."),
    ] = True,
    theme: Theme = "",
    plain: Plain = False,
) -> None:
    """Join at a seat. The same command brings you back without a code, even after a reboot."""
    with politely():
        check_theme(theme)
        screen = not wants_lines(plain=plain)
        known = _kept(address, Kind.SEAT)
        ticket = ticket_for(address, code, again=again, kind=Kind.SEAT, screen=screen)
        if not screen:
            raise typer.Exit(in_lines(ticket, partial(_plain_seat, ticket)))
        returns = known is not None and known.secret == ticket.secret
        open_screen(ticket, partial(_seat_screen, ticket, returns), theme)


def _plain_seat(ticket: Ticket, guarded: bool) -> LineClient:
    from warcouncil.clients.link.base.machine import new_id
    from warcouncil.clients.plain.seat.seat import PlainSeat
    from warcouncil.clients.room.players.hints import hints_from
    from warcouncil.games.kit.dice import Dice

    return PlainSeat(
        new_id, guarded=guarded, suggest=hints_from(Dice(token_bytes(32))), keeping=_keeping(ticket)
    )


def _keeping(ticket: Ticket) -> KeptFiles:
    from warcouncil.clients.seat.model.kept_files import KeptFiles

    return KeptFiles(NotesFile(notes_of(ticket), ticket.secret), stories())


def _seat_screen(ticket: Ticket, returns: bool, line: Line, kept: Remembered, theme: str) -> App[Any]:
    from warcouncil.clients.room.players.hints import hints_from
    from warcouncil.clients.seat.screen.app import SeatApp
    from warcouncil.games.kit.dice import Dice

    suggest = hints_from(Dice(token_bytes(32)))
    return SeatApp(line, theme=theme, kept=kept, keeping=_keeping(ticket), suggest=suggest, returns=returns)


RULING_KINDS = ("umpire", "technical")
COMMANDS_KINDS, COMMANDS_TITLE = ("rule", "watch"), "commands of an umpire"
"""The kinds of the two tickets of `warcouncil rule`: one is for acts, and one watches at the same time."""
WELCOME_SECONDS = 10.0
CODE_LIKE = re.compile("-|[0-9A-Za-z]{3}-[0-9A-Za-z]{4}-[0-9A-Za-z]{4}")
"""A code, or the sign that replaces it on a command line."""


class NoArbiterYet(BadInput):
    """No arbiter answers yet. When one answers, `late` goes through the door and stores the ticket."""

    def __init__(self, text: str, late: ComeIn) -> None:
        super().__init__(text)
        self.late = late


A_CODE_FOR_AN_ADDRESS = (
    "the first word looks like a code. Give the address first, such as 192.168.1.20, and then the code"
)
CODE_QUESTION = "What is the code on your card?"
AS_OFTEN_AS_NEEDED = (
    "You can try as often as you need, and you do not lose your seat. After three wrong codes each "
    "answer of the host takes up to two seconds."
)


def ticket_for(
    address: str | None, code: str | None, *, again: bool, kind: Kind, screen: bool, waits: bool = False
) -> Ticket:
    """Return the ticket to use. It is a stored one of this kind, or a new one for a code. Raises BadInput.

    With `screen`, the client will draw on the terminal. With `waits`, ask no question and raise NoArbiterYet
    if no arbiter answers.
    """
    if code is None and again and (kept := _kept(address, kind)) and goes_on(kept):
        return kept_now(kept)
    where = address or _whereabouts()
    typed = given(code) if code else _ask(CODE_QUESTION)
    while True:
        try:
            ticket = kept_now(run_at_terminal(come_in(where, typed, kind, screen=screen)))
            break
        except DoorError as fault:
            if waits and isinstance(fault, ArbiterAbsent):
                raise NoArbiterYet(str(fault), partial(_come_late, where, typed, kind)) from None
            where, typed = _once_more(fault, where, typed)
    if ticket.kind in RULING_KINDS:
        keep_for_commands(where, typed)
    return ticket


async def _come_late(where: str, typed: str, kind: Kind) -> Ticket:
    """Go through the door while a screen is open, and store the keys.

    Raises DoorError, or KeyringError if they cannot be stored.
    """
    try:
        ticket = kept_now(await come_in(where, typed, kind, tell=keep_quiet))
        if ticket.kind in RULING_KINDS:
            await _keep_for_commands(where, typed, tell=keep_quiet)
    except BadInput as fault:
        raise KeyringError(str(fault)) from None
    return ticket


def _kept(address: str | None, kind: Kind) -> Ticket | None:
    """Return the ticket of this kind that was used last. If an address is set, it must be for that address.

    Tickets that this machine used and that are not open come first.
    """
    with suppress(BadInput):  # The program asks again for an invalid address, or the door refuses it
        found = [each for each in tickets() if each.kind in ROLES[kind] and is_at(each, address)]
        return min(found, key=lambda each: not is_free(each), default=None)
    return None


def is_free(ticket: Ticket) -> bool:
    """Return whether a stored ticket may be used without a question. This machine must have used it last, and no
    window may have it open.
    """
    return is_from_here(ticket) and not is_open(ticket)


def goes_on(ticket: Ticket) -> bool:
    """Return whether to use a stored ticket. Ask the person first, unless no one else may be using it.

    For a console that is not free, never use the ticket. The person must type the code again. Raises BadInput
    if there is no person to ask.
    """
    if is_free(ticket):
        return True
    why = whose(ticket)
    if ticket.kind not in ROLES[Kind.SEAT]:
        complain(f"{why} To open it here too, give the address and the code of the card.")
        return False
    if not sys.stdin.isatty():
        raise BadInput(f"{why} To use it here, give the address and the code of the card.")
    typer.echo(why, err=True)
    answer: str = typer.prompt(GOES_ON, default="", show_default=False, prompt_suffix=" ", err=True)
    return answer.strip().lower() in ("", "y", "yes")


def whose(ticket: Ticket) -> str:
    """Return a sentence that says who may be using a ticket. The person is asked before this machine uses it."""
    title = clean(ticket.title) or "a seat"
    if is_from_here(ticket):
        return f"{title} ({clean(ticket.exercise)}) is open in another window of this account."
    now = "is open now" if is_open(ticket) else "was used last"
    return f"{title} ({clean(ticket.exercise)}) {now} on another machine: {name_of(ticket.machine)}."


GOES_ON = "Is this your seat? Enter: go on with it here. N: use the code on your own card."


def _once_more(fault: DoorError, where: str, typed: str) -> tuple[str, str]:
    """Ask again for the address or the code, until both are right.

    Return both. Raises BadInput.
    """
    wrong_code = fault.why is Turned.WRONG_CODE
    turned_round = bool(CODE_LIKE.fullmatch(where.strip())) and not (
        wrong_code and CODE_LIKE.fullmatch(typed.strip())
    )
    said = A_CODE_FOR_AN_ADDRESS if turned_round else str(fault)
    if not sys.stdin.isatty() or fault.why not in (None, Turned.WRONG_CODE):
        raise BadInput(said) from None
    complain(said)
    if wrong_code and not turned_round:
        typer.echo(AS_OFTEN_AS_NEEDED, err=True)
        return where, _ask(CODE_QUESTION)
    return _ask("What is the address of the host (such as 192.168.1.20)?"), _ask(
        CODE_QUESTION
    ) if turned_round else typed


def keep_for_commands(where: str, typed: str, *own: Ticket) -> list[Ticket]:
    """Store keys for `warcouncil rule`, first `own` and then new ones.

    If a command used the console's key, it would end the console's session.

    Raises BadInput.
    """
    try:
        return run_loop(_keep_for_commands(where, typed, *own, tell=_tell))
    except DoorError as fault:
        raise BadInput(str(fault)) from None


async def _keep_for_commands(where: str, typed: str, *own: Ticket, tell: Tell) -> list[Ticket]:
    """Store these keys. Raises DoorError, or BadInput if they cannot be stored."""
    joins = [
        join_any(parse_addresses(where), read_code(typed), kind=Kind.CONSOLE, tell=tell)
        for _ in range(len(COMMANDS_KINDS) - len(own))
    ]
    fresh = [*own, *await asyncio.gather(*joins)]
    for old in tickets():
        if old.kind in COMMANDS_KINDS and old.server_key == fresh[0].server_key:
            forget(old)
    return [
        kept_now(ticket.model_copy(update={"kind": kind, "title": COMMANDS_TITLE}))
        for ticket, kind in zip(fresh, COMMANDS_KINDS, strict=True)
    ]


def _tell(line: str) -> None:
    """Print why the client waits at the door."""
    typer.echo(line, err=True)


async def come_in(where: str, typed: str, kind: Kind, *, screen: bool = False, tell: Tell = _tell) -> Ticket:
    """Go through the door, and read the purpose of the code in the arbiter's welcome.

    Raises DoorError, or BadInput if there is no terminal to draw on.
    """
    places = parse_addresses(where)
    try:
        code = parse_code(typed)
    except BadCode as fault:
        raise DoorError(str(fault), Turned.WRONG_CODE) from None
    if screen:
        check_terminal()
    ticket = await join_any(places, code, kind=kind, tell=tell)
    link = Link(ticket).start()
    try:
        async with asyncio.timeout(WELCOME_SECONDS):
            while True:
                came = await link.receive()
                if isinstance(came, Welcome):
                    title = came.seat_title or came.role.value
                    link.close()  # Without a good-bye, because the client comes back at once
                    return link.ticket.model_copy(update={"kind": came.role.value, "title": title})
                if isinstance(came, LinkChange) and came.state in (LinkState.SHUT, LinkState.ENDED):
                    raise DoorError(came.text)
    except TimeoutError:
        raise DoorError(
            f"{where}: the host accepted your code and then stopped answering. Try again"
        ) from None
    finally:
        link.leave()


def kept_now(ticket: Ticket) -> Ticket:
    """Store a ticket, as used just now. Raises BadInput."""
    try:
        return keep(ticket)
    except KeyringError as fault:
        raise BadInput(str(fault)) from None


def is_at(ticket: Ticket, address: str | None) -> bool:
    """Return whether a ticket is for the arbiter at one of these addresses. Without an address, return True.

    Raises BadInput.
    """
    if address is None:
        return True
    try:
        asked = parse_addresses(address)
    except DoorError as fault:
        raise BadInput(str(fault)) from None
    known = (Address(ticket.host, ticket.port), *addresses_of(ticket.elsewhere))
    return not set(asked).isdisjoint(known)


def _whereabouts() -> str:
    """Return the announced arbiter that a person chooses, or the address that they type.

    Raises BadInput if there is no person to ask.
    """
    if not sys.stdin.isatty():
        return _ask("")
    from warcouncil.clients.room.doctor.discovery import choose

    return choose(_ask, typer.echo)


def _ask(question: str) -> str:
    """Ask a person. Raises BadInput if there is no person to ask."""
    if not sys.stdin.isatty():
        raise BadInput(
            "give the address and the code of the card, in this order, after the name of the command"
        )
    answer: str = typer.prompt(question, prompt_suffix=" ")
    return answer
