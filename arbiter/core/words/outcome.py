"""Outcome: the effects of a stimulus, or its refusal. Also `attempt`, which catches the errors of a game's rules.

`attempt` has the only `except Exception` of the product. It may enclose one stimulus, one question or one record of
the journal, and no more. A failed call must leave no partial change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from warcouncil.arbiter.core.words.stimuli import Grant
from warcouncil.protocol.sentences.sentence import Sentence
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.words import GateNo, SeatId, TableId


@dataclass(frozen=True, slots=True)
class Send:
    """Encrypt `frame` for `key` and send it along `route`."""

    key: str
    route: bytes
    frame: bytes


@dataclass(frozen=True, slots=True)
class Closed:
    """Record in the journal that a gate closed or, with gate 0, that a table was set up.

    `record` has the JSON values from which a resume starts. `digest` is the fingerprint of the state in it.
    """

    table: TableId
    gate: int
    digest: str
    record: dict[str, Any]


@dataclass(frozen=True, slots=True)
class StandIn:
    """Start a bot of the kind `bot` at a seat. If `bot` is "", stop the seat's bot."""

    table: TableId
    seat: SeatId
    bot: str


@dataclass(frozen=True, slots=True)
class NewCode:
    """Draw a new code, and send it back as Coded with these fields. `key` belongs to the umpire who asked for it."""

    holder: Grant
    key: str
    instead: str = ""
    keep: bool = True


@dataclass(frozen=True, slots=True)
class Missing:
    """Send this back as Missed: a client has a receipt for a declaration that the exercise does not have."""

    table: TableId
    seat: SeatId
    gate: GateNo


@dataclass(frozen=True, slots=True)
class WriteUp:
    """Write the debrief (report, data tables and verification) in the background, and send the progress back as
    Debriefed.
    """


@dataclass(frozen=True, slots=True)
class HandOn:
    """Hand the lead over to a standby after the current work, then stop."""


Effect = Send | Closed | StandIn | NewCode | Missing | WriteUp | HandOn


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a stimulus. `durable`: the journal must store the stimulus before any effect runs."""

    durable: bool = False
    effects: tuple[Effect, ...] = field(default=())


class Refused(Exception):
    """A refused request. It changes nothing. `said` tells the sender what happened and what to do."""

    def __init__(self, code: RefusalCode, said: Sentence, rule: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.said = said
        self.rule = rule

    @property
    def text(self) -> str:
        """The sentence in English."""
        return self.said.text


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RulesFault:
    """The error that a call raised."""

    error: Exception


def attempt(ask: Callable[[], T]) -> T | RulesFault:
    """Return the result of a call, or the error that it raised."""
    try:
        return ask()
    except Exception as error:
        return RulesFault(error)
