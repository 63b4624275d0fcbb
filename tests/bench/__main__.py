"""Benchmarks: `python -m tests.bench` writes one line of JSON for each figure.

A figure passes or fails nothing. It depends on the machine, so the bare floor runs beside the product and
only ratios within one run are comparable. A line whose `other_cpu_pct` is above 25 comes from a disturbed
run.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer

from tests.bench import (
    battles,
    beats,
    commits,
    debriefs,
    deltas,
    eavesdrop,
    hall,
    joins,
    judgements,
    memory,
    paints,
    replays,
    resumes,
    rounds,
    rush,
    web,
    wings,
)
from tests.bench.load import Load
from tests.bench.peers import run as peers

PACE_SECONDS = 2.0
TABLES = (1, 10, 40, 100, 400)
PEERS_TABLES = (40,)


class Name(StrEnum):
    """A benchmark."""

    ROUNDS = "rounds"
    PACED = "paced"
    BEATS = "beats"
    BATTLES = "battles"
    JOINS = "joins"
    COMMITS = "commits"
    DELTAS = "deltas"
    RESUME = "resume"
    REPLAY = "replay"
    ROOM = "room"
    RUSH = "rush"
    EAVESDROP = "eavesdrop"
    DEBRIEF = "debrief"
    ANALYSE = "analyse"
    ANALYSE_WAR = "analyse_war"
    ANALYSE_ROOM = "analyse_room"
    PLAYOUTS = "playouts"
    WEB = "web"
    PAINT = "paint"
    MEMORY = "memory"
    WINGS = "wings"
    PEERS = "peers"


@dataclass(frozen=True, slots=True)
class Asked:
    """The options of the command line."""

    tables: tuple[int, ...]
    peers_tables: tuple[int, ...]
    seconds: float
    walls: tuple[bool, ...]
    with_floor: bool
    quick: bool


def _rounds(asked: Asked) -> Iterator[dict[str, object]]:
    for tables in asked.tables:
        load = Load(asked.seconds)
        yield from rounds.run(tables, load, walls=asked.walls, with_floor=asked.with_floor)


def _paced(asked: Asked) -> Iterator[dict[str, object]]:
    for tables in asked.tables:
        load = Load(max(asked.seconds, 3 * PACE_SECONDS), PACE_SECONDS, PACE_SECONDS)
        yield from rounds.run(tables, load, walls=asked.walls, with_floor=asked.with_floor)


def _beats(asked: Asked) -> Iterator[dict[str, object]]:
    for tables in asked.tables:
        yield from beats.run(tables, asked.seconds)


def _peers(asked: Asked) -> Iterator[dict[str, object]]:
    for tables in asked.peers_tables:
        yield from peers.run(tables, Load(asked.seconds), walls=asked.walls, with_floor=asked.with_floor)


RUNS: dict[Name, Callable[[Asked], Iterator[dict[str, object]]]] = {
    Name.ROUNDS: _rounds,
    Name.PACED: _paced,
    Name.BEATS: _beats,
    Name.BATTLES: lambda asked: battles.run(),
    Name.JOINS: lambda asked: joins.run(40 if asked.quick else 400),
    Name.COMMITS: lambda asked: commits.run(100 if asked.quick else 1500),
    Name.DELTAS: lambda asked: deltas.run(1 if asked.quick else 40),
    Name.RESUME: lambda asked: resumes.run(10_000 if asked.quick else 100_000),
    Name.REPLAY: lambda asked: replays.run(10_000 if asked.quick else 100_000),
    Name.ROOM: lambda asked: hall.run(4, 3.0, 2) if asked.quick else hall.run(40, 20.0, 60),
    Name.RUSH: lambda asked: rush.run(2.0 if asked.quick else 8.0),
    Name.EAVESDROP: lambda asked: eavesdrop.run(200 if asked.quick else 10_000),
    Name.DEBRIEF: lambda asked: debriefs.run(4 if asked.quick else 40),
    Name.PLAYOUTS: lambda asked: judgements.playouts(5 if asked.quick else 60),
    Name.ANALYSE_WAR: lambda asked: judgements.run(*((10, 4) if asked.quick else (200,)), game="hard_war"),
    Name.ANALYSE_ROOM: lambda asked: (
        judgements.run(10, 4, tables=2) if asked.quick else judgements.run(200, tables=40)
    ),
    Name.ANALYSE: lambda asked: judgements.run(10, 4) if asked.quick else judgements.run(200),
    Name.WEB: lambda asked: (
        web.run(2, 2.0, 1.0, 5, walls=asked.walls)
        if asked.quick
        else web.run(40, 20.0, 10.0, 100, walls=asked.walls)
    ),
    Name.PAINT: lambda asked: paints.run(1, 2.0) if asked.quick else paints.run(3, 15.0),
    Name.MEMORY: lambda asked: memory.run((1, 3), 2.0) if asked.quick else memory.run((40, 400), 60.0),
    Name.WINGS: lambda asked: (
        wings.run((2,), 1, 3.0, walls=asked.walls[-1:])
        if asked.quick
        else wings.run((1, 2, 4), 100, 30.0, walls=asked.walls[-1:])
    ),
    Name.PEERS: _peers,
}


def main(
    *,
    only: Annotated[
        list[Name] | None, typer.Option(help="Run these alone; may be given several times.")
    ] = None,
    tables: Annotated[
        list[int] | None, typer.Option(min=1, help="Tables of ten; may be given several times.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.5, help="How long each load is measured.")] = 4.0,
    wall: Annotated[
        bool | None, typer.Option("--wall/--no-wall", help="Only behind the wall, or only without it.")
    ] = None,
    with_floor: Annotated[
        bool, typer.Option("--floor/--no-floor", help="Measure the bare floor beside.")
    ] = True,
    quick: Annotated[
        bool, typer.Option("--quick", help="Small and short, to see that all of it runs.")
    ] = False,
) -> None:
    """Measure the arbiter.

    Rounds: secret rounds in a closed loop and paced, signs of life, battles, joins, commits, views with
    changes only. Rooms: a resume, a replay, a whole room, a rush of knocks, the traces of a seal, the memory
    of a seat. Reports: the debrief of a room, the analysis of a table. Others: seats in browsers, their page, several
    arbiters under one console, and the secret round beside boardgame.io and Colyseus.
    """
    asked = Asked(
        tables=tuple(tables or ((1, 10) if quick else TABLES)),
        peers_tables=tuple(tables or ((2,) if quick else PEERS_TABLES)),
        seconds=min(seconds, 1.0) if quick else seconds,
        walls=(False, True) if wall is None else (wall,),
        with_floor=with_floor,
        quick=quick,
    )
    for name in only or list(Name):
        for line in RUNS[name](asked):
            sys.stdout.write(json.dumps(line) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    typer.run(main)
