"""The plan of an exercise: its tables with their silence policies, its people, and its prepared injects."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

from pydantic import Field
from warcouncil.protocol.sentences.sentence import say
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.views import MessageKind
from warcouncil.protocol.words import GateNo, Model, Name, Plain, PlainName, SeatId, TableId, TeamId, Text


class Silence(StrEnum):
    """The policy for an asked seat that has sealed nothing when its clock runs out."""

    DEFAULT = "default"
    """The rules decide: the mildest answer, or none."""
    MISSING = "missing"
    """The answer is missing. In Kartenspiel, the opposing commander then decides."""
    DRAFT = "draft"
    """The seat's draft counts, if it is legal."""
    BOT = "bot"
    """A bot takes the seat, and the clock runs `seconds` more, once."""
    WAIT = "wait"
    """The table waits, and the umpire is informed."""
    EXTEND = "extend"
    """The clock runs `seconds` more, once."""


class SilencePolicy(Model):
    """The policy for silent seats in a phase. The phase "*" means every phase without its own policy."""

    phase: Name = "*"
    policy: Silence
    seconds: int = Field(default=30, ge=1, le=3600)


class EarlierOutcome(Model):
    """The result of a question in the earlier game from which a table begins. It is stored for comparison. No player
    sees it."""

    gate: GateNo
    title: Plain = ""
    answers: dict[SeatId, Answer] = Field(default_factory=dict)
    """The declaration of each asked seat that made one."""
    said: dict[SeatId, Plain] = Field(default_factory=dict)
    """The same declarations as texts."""
    figures: dict[str, int] = Field(default_factory=dict)
    """The numbers on the sheet of the full truth when the question opened."""
    ahead: dict[str, float] = Field(default_factory=dict)
    """How far each side was ahead. The measure comes from the rules, or it is the first value that the debrief of the
    game follows.
    """
    ahead_is: Plain = ""
    """The name of that measure."""


class StartPosition(Model):
    """A position in the middle of a game, from which a table begins. It names its exercise, table and gate, and its
    digest.

    `went` is how the earlier game continued up to its end. `ended`, `winners` and `title` describe that end. All
    of it is secret.
    """

    exercise: PlainName
    table: TableId
    gate: GateNo
    digest: str
    state: str
    went: tuple[EarlierOutcome, ...] = ()
    ended: Plain = ""
    winners: tuple[str, ...] = ()
    title: Plain = ""

    @property
    def told(self) -> str:
        """The origin of the position, as players read it."""
        return say("stored.position", gate=self.gate, table=self.table, exercise=self.exercise)


class TablePlan(Model):
    """One table: its game, the game's options as plain values, and the seed of its random results, in hexadecimal.

    `clocks` sets other clocks for phases than the game's options, in seconds. `bots` are the seats that sensible bots
    play from the start.
    """

    table: TableId
    game: str
    options: dict[str, Any]
    seed: str
    name: PlainName = ""
    clocks: dict[str, int] = Field(default_factory=dict)
    silence: tuple[SilencePolicy, ...] = ()
    bots: tuple[SeatId, ...] = ()
    late: Literal["take", "ask"] = "take"
    """How a late player gets the seat from the bot of the plan. "take": the player takes it. "ask": an umpire returns it."""
    lay_open: bool = False
    """Whether every seat sees the full truth as soon as the game is over."""
    rules_version: str = ""
    """The version of the rules with which the exercise began. A resume with any other version is refused."""
    begins: StartPosition | None = None
    """The position in the middle of a game from which it begins, or None if it begins as the game sets it up."""


class PersonPlan(Model):
    """The seat planned for a person."""

    name: PlainName
    table: TableId
    seat: SeatId


class Condition(Model):
    """A condition: the number beside `label` on a table's public sheet, in a track or a fact, is greater than `over`."""

    label: Text
    over: int


class Inject(Model):
    """A message written beforehand.

    It comes `at_seconds` of its table's running time after its start point, if `when` holds. The start point is the
    beginning, the opening of `phase` for the `occasion`-th time, or the inject at place `after`. With `at_hand`, only
    an umpire sends it. It goes to `seat`, to `team`, or to every seat of the `tables`. No tables means all tables. It
    comes in the name of `sender`. "" means the umpire.
    """

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
    sender: Plain = ""
    kind: MessageKind = "message"
    only_if: tuple[str, ...] = ()
    """Conditions in the language of the game. It comes at its time if all hold, or else as soon as they do."""
    while_open: bool = False
    """With `phase`: it comes only while that phase is open. Afterwards only an umpire can send it."""
