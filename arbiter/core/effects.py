"""Effects: what the shell must do after a stimulus, in order, once the journal holds the stimulus."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from warcouncil.protocol.words import SeatId, TableId


@dataclass(frozen=True, slots=True)
class Send:
    """Seal `frame` to `key` and send it along `route`."""

    key: str
    route: bytes
    frame: bytes


@dataclass(frozen=True, slots=True)
class Closed:
    """Keep with the journal: a gate closed (or, gate 0, a table was set up). `record` is JSON values: what a resume
    starts from. `digest` is the fingerprint of the state in it."""

    table: TableId
    gate: int
    digest: str
    record: dict[str, Any]


@dataclass(frozen=True, slots=True)
class StandIn:
    """Start a bot of `bot` kind at a seat, or (kind "") stop it."""

    table: TableId
    seat: SeatId
    bot: str


@dataclass(frozen=True, slots=True)
class NewCode:
    """Draw a new code for a seat and hand it in as Coded; the umpire who holds `key` asked for it."""

    table: TableId
    seat: SeatId
    key: str


Effect = Send | Closed | StandIn | NewCode


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a stimulus. `durable`: it must be in the journal before any effect is carried out."""

    durable: bool = False
    effects: tuple[Effect, ...] = field(default=())
