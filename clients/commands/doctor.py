"""`warcouncil doctor`: look at this machine before the morning."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from warcouncil.clients.commands.polite import politely
from warcouncil.clients.link.arriving import parse_addresses
from warcouncil.clients.link.door import DEFAULT_PORT, DoorError
from warcouncil.clients.plan.event import read_events
from warcouncil.clients.plan.settings import BadInput


def doctor(
    address: Annotated[
        list[str] | None,
        typer.Argument(
            help="On a laptop: where the arbiter is, and with a comma its standby; of an event, where each of them is. On the host,"
            " leave it out."
        ),
    ] = None,
    *,
    event: Annotated[
        list[Path] | None,
        typer.Option(
            "--event", metavar="FILE", help="Look for all arbiters of an event: they stand in this file."
        ),
    ] = None,
    port: Annotated[
        int, typer.Option(min=1, max=65534, help="On the host: the port that it is to listen on.")
    ] = DEFAULT_PORT,
    web: Annotated[
        bool,
        typer.Option("--web", help="Look also whether browsers can be served, or (with ADDRESS) are."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON list instead.")] = False,
) -> None:
    """See whether this machine is ready to host, or (with ADDRESS) to play. Exit status 1 when something is not."""
    from warcouncil.clients.room.doctor import examine

    with politely():
        try:
            words = [*(address or ()), *(wing.address for wing in read_events(event or ()))]
            where = [parse_addresses(word) for word in words]
        except DoorError as fault:
            raise BadInput(str(fault)) from None
        found = []
        for one in examine(where, port, Path.cwd(), web=web):
            found.append(one)
            if not as_json:
                mark = ("fine" if one.seen else "note") if one.fine else "MEND"
                typer.echo(f"{mark}  {one.what:<11} {one.said}" + (f"; {one.cure}" if one.cure else ""))
    wrong = sum(not one.fine for one in found)
    if as_json:
        typer.echo(json.dumps([asdict(one) for one in found], ensure_ascii=False))
    else:
        typer.echo("All that could be looked at here is well." if not wrong else f"{wrong} to mend.")
    raise typer.Exit(1 if wrong else 0)
