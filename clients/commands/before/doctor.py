"""`warcouncil doctor`: checks this machine before the exercise."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from warcouncil.clients.commands.common.errors import politely
from warcouncil.clients.link.door.arriving import parse_addresses
from warcouncil.clients.link.door.door import DEFAULT_PORT, DoorError
from warcouncil.clients.plan.cards.event_file import read_events
from warcouncil.clients.plan.reading.wings import wing_words
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.room.doctor.check_result import CheckResult
from warcouncil.games.kit.text.phrases import capital

if TYPE_CHECKING:
    from warcouncil.clients.plan.reading.layout import RoomPlan, WebWish, WingRoom

WEB_TOO = "--web-port is for browsers. Give --web too"


def doctor(
    address: Annotated[
        list[str] | None,
        typer.Argument(
            help=(
                "On a laptop: the address of the host (with a comma, its standby), or of each host"
                " of an event. On the host, leave it out."
            )
        ),
    ] = None,
    *,
    event: Annotated[
        list[Path] | None,
        typer.Option("--event", metavar="FILE", help="Check all hosts of an event: this file names them."),
    ] = None,
    plan: Annotated[
        Path | None,
        typer.Option(
            "--plan",
            metavar="FILE",
            help=(
                "On the host: check everything that this plan needs here. With several hosts: all"
                " wings of this machine."
            ),
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=65534,
            help=f"The host's port, if this machine hosts. Default: {DEFAULT_PORT}, or the port in the plan.",
        ),
    ] = None,
    web: Annotated[
        bool,
        typer.Option(
            "--web",
            help=(
                "Also check whether this machine can serve browsers, or (with ADDRESS) whether the host does."
            ),
        ),
    ] = False,
    web_port: Annotated[
        int | None,
        typer.Option(
            metavar="PORT",
            min=1,
            max=65535,
            help=(
                "With --web: the port for browsers. Default: the port for seats plus two, or the port in the "
                "plan."
            ),
        ),
    ] = None,
    metrics: Annotated[
        int | None,
        typer.Option(
            metavar="PORT",
            min=1,
            max=65535,
            help=(
                "On the host: also check the port for metrics. With --plan, each wing has its own"
                " port, as in host --wings."
            ),
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON list.")] = False,
) -> None:
    """Check whether this machine is ready to host or, with ADDRESS, to play. The exit status is 1 if something is
    wrong.
    """
    from warcouncil.clients.plan.reading.layout import WebWish
    from warcouncil.clients.room.doctor.doctor import examine

    with politely():
        try:
            words = [*(address or ()), *(wing.address for wing in read_events(event or ()))]
            where = [parse_addresses(word) for word in words]
        except DoorError as fault:
            raise BadInput(str(fault)) from None
        if metrics is not None and where:
            raise BadInput("--metrics is for the host machine. Leave the addresses and --event out")
        found = []
        wish = WebWish(web_port) if web or web_port is not None else None
        if plan is not None:
            looked = _of_plan(plan, where, port, metrics, wish, web=web)
        elif web_port is not None and not web:
            raise BadInput(WEB_TOO)
        else:
            looked = examine(where, port or DEFAULT_PORT, Path.cwd(), web=wish, metrics=metrics)
        for one in looked:
            found.append(one)
            if not as_json:
                mark = ("fine" if one.seen else "note") if one.fine else "MEND"
                typer.echo(
                    f"{mark}  {one.what:<11} {one.said}" + (f". {capital(one.cure)}" if one.cure else "")
                )
    wrong = sum(not one.fine for one in found)
    if as_json:
        typer.echo(json.dumps([asdict(one) for one in found], ensure_ascii=False))
    else:
        typer.echo("Everything that can be checked here is in order." if not wrong else f"Problems: {wrong}.")
    raise typer.Exit(1 if wrong else 0)


def _of_plan(
    plan: Path,
    where: Sequence[object],
    port: int | None,
    metrics: int | None,
    wish: WebWish | None,
    *,
    web: bool,
) -> Iterator[CheckResult]:
    """Check what a plan needs from this machine. Raises BadInput."""
    from warcouncil.clients.commands.common.exercise_location import home_typed
    from warcouncil.clients.commands.host.wings import here, metrics_ports
    from warcouncil.clients.plan.reading.check import room_in
    from warcouncil.clients.plan.reading.wings import room_of
    from warcouncil.clients.room.doctor.plan_needs import examine_plan, holding

    if where:
        raise BadInput("--plan is for the host machine. Leave the addresses and --event out")
    room = room_in(plan)
    if room.wings and port is not None:
        raise BadInput("--port: each wing has its own port. Write it in the plan, or leave it out")
    ours = [wing for wing in room.wings if here(wing)]
    if room.wings and not ours:
        raise BadInput(
            f"{plan}: no wing of this plan is on this machine. Start the command on a machine that the plan names"
        )
    if wish is not None and wish.port is not None:
        if room.wings:
            raise BadInput("--web-port: each wing has its own port. Leave it out")
        if not (web or room.web):
            raise BadInput(WEB_TOO)
        wish = replace(room.web or wish, port=wish.port)
    else:
        wish = room.web or wish
    holdings = [
        holding(
            wing.name,
            wing.port,
            _seats(room_of(room, wing)),
            home_typed(wing.file) if wing.file else None,
            wish,
        )
        for wing in ours
    ] or [holding("", port or DEFAULT_PORT, _seats(room), web=wish)]
    elsewhere = [wing for wing in room.wings if wing not in ours]
    told = metrics_ports(metrics, len(holdings))
    return chain(examine_plan(holdings, Path.cwd(), wish, told), map(_elsewhere, elsewhere))


def _seats(room: RoomPlan) -> int:
    return sum(len(table.seats) for table in room.tables)


def _elsewhere(wing: WingRoom) -> CheckResult:
    """Return the result for a wing on another machine."""
    return CheckResult("wing", True, wing_words(wing), "run it there, with the same plan", seen=False)
