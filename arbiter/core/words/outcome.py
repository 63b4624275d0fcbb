"""Outcome: the effects of a stimulus, or its refusal; and the fence that catches an error of a game's rules.

Law: the only `except Exception` of the product stands here. Around one stimulus, one question or one record of the
journal, never around more: what is inside must leave nothing half done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from warcouncil.arbiter.core.words.stimuli import Grant
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.words import GateNo, SeatId, TableId


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
    """Draw a new code and hand it in as Coded with what else is said here; whoever holds `key` asked for it."""

    holder: Grant
    key: str
    instead: str = ""
    keep: bool = True


@dataclass(frozen=True, slots=True)
class Missing:
    """Hand in as Missed: somebody holds a receipt for a declaration of this seat that the exercise does not hold."""

    table: TableId
    seat: SeatId
    gate: GateNo


@dataclass(frozen=True, slots=True)
class WriteUp:
    """Have report, tables and verification written, beside all this, and hand in as Debriefed how it comes on."""


@dataclass(frozen=True, slots=True)
class HandOn:
    """Leave the lead to a standby when what was begun is done, and end."""


Effect = Send | Closed | StandIn | NewCode | Missing | WriteUp | HandOn


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a stimulus. `durable`: it must be in the journal before any effect is carried out."""

    durable: bool = False
    effects: tuple[Effect, ...] = field(default=())


class Refused(Exception):
    """A request that changes nothing. `text` says to its author what happened and what to do."""

    def __init__(self, code: RefusalCode, text: str, rule: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.text = text
        self.rule = rule


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RulesFault:
    """What came instead of an answer."""

    error: Exception


def attempt(ask: Callable[[], T]) -> T | RulesFault:
    """Give what a question gives, or the fault in answering it."""
    try:
        return ask()
    except Exception as error:
        return RulesFault(error)
