"""The plan of an exercise: its tables and what silence means there, who is to sit where, and what was written beforehand."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

from pydantic import Field
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import GateNo, Model, Name, Plain, SeatId, TableId, TeamId, Text


class Silence(StrEnum):
    """What the clock does for an asked seat that has sealed nothing."""

    DEFAULT = "default"
    """What the rules do: the mildest answer, or missing."""
    MISSING = "missing"
    """It is missing (in Kartenspiel the commander opposite decides)."""
    DRAFT = "draft"
    """What it had filled in stands, if it is legal."""
    BOT = "bot"
    """A bot takes the seat, and the clock runs `seconds` more, once."""
    WAIT = "wait"
    """The table waits, and the umpire is told."""
    EXTEND = "extend"
    """The clock runs `seconds` more, once."""


class SilencePolicy(Model):
    """What silence means in a phase ("*": in every other)."""

    phase: Name = "*"
    policy: Silence
    seconds: int = Field(default=30, ge=1, le=3600)


class EarlierOutcome(Model):
    """What became of a question where a game was played before: kept to be compared, and told to no player."""

    gate: GateNo
    title: Plain = ""
    answers: dict[SeatId, Answer] = Field(default_factory=dict)
    """What each asked seat had declared that declared at all."""
    said: dict[SeatId, Plain] = Field(default_factory=dict)
    """The same in words."""
    figures: dict[str, int] = Field(default_factory=dict)
    """The numbers on the sheet of all that was so, when it opened."""
    ahead: dict[str, float] = Field(default_factory=dict)
    """Who was ahead then by the rules' own measure, or what the game is followed by first, for each side."""
    ahead_is: Plain = ""
    """What that measures."""


class StartPosition(Model):
    """A position in the middle of a game, from which a table begins: of which exercise, table and gate it is, and its digest.

    `went` is how it went on there, up to the end, of which `ended` tells and `winners`. Whoever reads this knows every secret.
    """

    exercise: Plain
    table: TableId
    gate: GateNo
    digest: str
    state: str
    went: tuple[EarlierOutcome, ...] = ()
    ended: Plain = ""
    winners: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """Where it comes from, in the players' words."""
        return f"question {self.gate} of table {self.table} of {self.exercise}"


class TablePlan(Model):
    """One table: its game, the game's options as plain values, and the seed of all its chance, in hexadecimal.

    `clocks` gives phases other clocks than the game's options do, in seconds. `bots` are the seats that sensible bots
    play from the start.
    """

    table: TableId
    game: str
    options: dict[str, Any]
    seed: str
    name: Plain = ""
    clocks: dict[str, int] = Field(default_factory=dict)
    silence: tuple[SilencePolicy, ...] = ()
    bots: tuple[SeatId, ...] = ()
    late: Literal["take", "ask"] = "take"
    """How whoever comes late gets his seat from the bot of the plan: he takes it, or asks an umpire for it."""
    lay_open: bool = False
    """Whether everybody sees all that is so as soon as the game is over."""
    rules_version: str = ""
    """The version of the rules that the exercise began with; a resume refuses any other."""
    begins: StartPosition | None = None
    """Where it begins in the middle of a game; None: as the game is set up."""


class PersonPlan(Model):
    """Who is to sit where."""

    name: Plain
    table: TableId
    seat: SeatId


class Condition(Model):
    """The number beside `label` on a table's public sheet (a track or a fact) is over `over`."""

    label: Text
    over: int


class Inject(Model):
    """A message written beforehand. It comes after `at_seconds` of its table's running time, counted from the beginning, from when `phase`
    opened there for the `occasion`-th time or from when the inject at the place `after` in the list came, if `when` holds; `at_hand`: at an
    umpire's word alone. It goes to `seat`, `team`, or everyone of the `tables` (none: all)."""

    text: Text
    name: Name = ""
    at_seconds: int | None = None
    phase: Name = ""
    occasion: int = Field(default=1, ge=1)
    after: int | None = Field(default=None, ge=0)
    when: Condition | None = None
    at_hand: bool = False
    tables: tuple[TableId, ...] = ()
    seat: SeatId = SeatId("")
    team: TeamId = TeamId("")
    reply: bool = False
