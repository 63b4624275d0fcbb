"""`warcouncil gateway`: serves browsers' seats, beside an arbiter. `host --web` starts it automatically."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from warcouncil.arbiter.shell.base.program import install
from warcouncil.clients.commands.common.errors import politely
from warcouncil.clients.link.base.machine_addresses import listening_host
from warcouncil.clients.link.base.terminal import run as run_loop
from warcouncil.clients.link.door.door import Address, DoorError, parse_address
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.web import NEEDED

if TYPE_CHECKING:
    from warcouncil.clients.web.gateway import GatewayOrder

ABOVE_SEATS = 2
"""The distance of the browsers' port from the seats' port, if no other is set.

The door's port is between them.
"""
ADDRESSES_MAX = 10_000


def gateway(
    arbiter: Annotated[str, typer.Option(metavar="HOST:PORT", help="The host's port for seats.")],
    *,
    cert: Annotated[Path, typer.Option(metavar="FILE", help="The certificate for HTTPS (PEM).")],
    key: Annotated[Path, typer.Option(metavar="FILE", help="Its key (PEM).")],
    keep: Annotated[
        Path,
        typer.Option(
            metavar="FOLDER",
            help="The folder for the keys of browser seats. Each key is locked for its browser.",
        ),
    ],
    door_port: Annotated[
        int,
        typer.Option(
            min=0, max=65535, help="The port of the host's door. Default: the port for seats plus one."
        ),
    ] = 0,
    bind: Annotated[str, typer.Option(help="The address to listen on.")] = "0.0.0.0",  # noqa: S104  # phones are to reach it
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            help="The port for browsers. 0: any free port. Default: the host's port plus two.",
        ),
    ] = None,
    host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="A name or address that browsers may use, besides those of the certificate."
        ),
    ] = None,
    child: Annotated[
        bool,
        typer.Option(
            "--child",
            help=(
                "For a program that starts this command: print the port as a JSON line, and end when standard "
                "input closes."
            ),
        ),
    ] = False,
) -> None:
    """Serve browsers for a host that runs already. Browsers use HTTPS, and the host sees ordinary clients."""
    with politely():
        missing = [name for name in NEEDED if find_spec(name) is None]
        if missing:
            raise BadInput(
                f"browser seats need {', '.join(missing)}. Install it: {install('warcouncil[web]')}"
            )
        from warcouncil.clients.web.gateway import GatewayFault, GatewayOrder

        try:
            address = parse_address(arbiter)
        except DoorError as fault:
            raise BadInput(f"--arbiter: {fault}") from None
        order = GatewayOrder(
            arbiter=address,
            door_port=door_port or address.port + 1,
            bind=listening_host(bind),
            port=address.port + ABOVE_SEATS if port is None else port,
            cert=cert,
            key=key,
            keep=keep,
            hosts=tuple(host or ()),
        )
        try:
            run_loop(_serve(order, child=child))
        except GatewayFault as fault:
            raise BadInput(str(fault)) from None
        except KeyboardInterrupt:
            raise typer.Exit(0) from None


async def _serve(order: GatewayOrder, *, child: bool) -> None:
    from warcouncil.arbiter.shell.base.listening import bind_fault, raise_file_limit
    from warcouncil.arbiter.shell.base.log import open_log
    from warcouncil.clients.web.gateway import Gateway
    from warcouncil.clients.wording.language import catalogue_json

    raise_file_limit()
    log = open_log()
    made = Gateway(order, log=log, source_of=_sources(order.arbiter, log.info), words=catalogue_json())
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    loop.set_exception_handler(
        lambda _loop, context: log.error(
            "it failed", error=type(context.get("exception")).__name__, kind=str(context["message"])
        )
    )
    try:
        port = await made.start()
    except OSError as error:
        option = "--web-port" if child else "--port"
        raise BadInput(bind_fault(order.bind, order.port, error, option=option)) from None
    if child:
        _say(json.dumps({"port": port}))
        _stop_with_input(loop, stopped)
    else:
        names = "  or  ".join(f"https://{_typed(name)}:{port}/" for name in made.hosts)
        typer.echo(f"Browsers join at {names}. Ctrl-C stops it.")
    if child:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # A key in the terminal is for the arbiter
    for number in (signal.SIGTERM,) if child else (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # On Windows Ctrl-C interrupts by itself
            loop.add_signal_handler(number, stopped.set)
    await stopped.wait()
    await made.stop()


def _sources(arbiter: Address, tell: Callable[..., object]) -> Callable[[str], str]:
    """Return a function for the local address from which a visitor's messages go to the door.

    Behind the flood wall, each visitor already has a local address of their own (an alias). Without the wall,
    they get one here, if the system has aliases and the arbiter is on this machine. Otherwise all visitors
    share one address, and the door slows them down together.
    """
    from warcouncil.arbiter.shell.network.address_aliases import AddressAliases, can_alias

    if not arbiter.host.startswith("127.") or not can_alias():
        return lambda _address: ""

    def told(alias: str, address: str) -> None:
        tell("an alias", address=address, place=alias)

    aliases = AddressAliases(told)
    known: dict[str, str] = {}

    def source(address: str) -> str:
        if address.startswith("127."):
            return address
        if address not in known:
            if len(known) >= ADDRESSES_MAX:
                known.clear()
            known[address] = aliases.give(address)
        return known[address]

    return source


def _typed(name: str) -> str:
    return f"[{name}]" if ":" in name else name


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _stop_with_input(loop: asyncio.AbstractEventLoop, stopped: asyncio.Event) -> None:
    """Stop when the parent process is gone."""

    def wait() -> None:
        with suppress(OSError):
            # Not through sys.stdin, because its lock would be held when the interpreter ends
            while os.read(0, 1024):
                pass
        with suppress(RuntimeError):  # The loop may have ended before
            loop.call_soon_threadsafe(stopped.set)

    threading.Thread(target=wait, daemon=True).start()
