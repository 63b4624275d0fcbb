"""ScenarioState: the state of a game from a scenario file. It is an immutable value of tuples, mappings and scalars.
It includes the file itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from warcouncil.games.scenario.file.model.script import Script, script_of
from warcouncil.games.scenario.wording import say

Given = str | int | tuple[str, ...] | dict[str, int] | dict[str, str]
"""An answer: an option or an order, an amount, several options or a ranking, an allocation, or orders for pieces.

None means silence.
"""

OPEN = "open"
"""The result of a vote or a treaty before it was asked."""
BEFORE, AFTER = 0, -1
"""The rounds before the first and after the last."""


@dataclass(frozen=True, slots=True)
class InHand:
    """A document in the hands of a team or a seat, and since when, in the players' words."""

    document: str
    holder: str
    since: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The decision that the head of the white cell proposes. `objection` says why it was sent back."""

    answer: Mapping[str, str | int | tuple[str, ...]]
    objection: str = ""


@dataclass(frozen=True, slots=True)
class Against:
    """The reasons of one side against an argument."""

    by: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Argument:
    """A sentence that a side argues comes true, with the reasons for it and against it. `odds` are in percent, and
    `roll` is from 1 to 100.

    Without odds it is still open. Without a roll it was certain or impossible.
    """

    who: str
    action: str
    reasons: tuple[str, ...]
    against: tuple[Against, ...] = ()
    odds: int | None = None
    roll: int | None = None

    @property
    def came_true(self) -> bool:
        """Whether the argument came true."""
        return self.odds is not None and (self.roll <= self.odds if self.roll else self.odds == 100)


@dataclass(frozen=True, slots=True)
class Treaty:
    """The text of a treaty, and the seats that signed or refused. `holds`: enough seats signed.

    If both lists are empty, no seat has been asked yet.
    """

    text: str
    signed: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    holds: bool = False

    @property
    def is_draft(self) -> bool:
        """Whether no seat has been asked to sign it yet."""
        return not self.signed and not self.refused


@dataclass(frozen=True, slots=True)
class Over:
    """How the exercise ended: the ending's name, its words, the winners, the points of each side (if there are any),
    and its title.
    """

    ending: str
    words: str
    winners: tuple[str, ...]
    points: Mapping[str, int]
    title: str = ""


@dataclass(frozen=True, slots=True)
class ScenarioState:
    """A position. `round` and `at` are the place of the phase in the file. `stage` and `turn` are the
    progress inside the phase.

    `numbers` and `answers` are by name and owner (`oil@blue`). `results` are those of votes and treaties.
    `ballots` are by vote and seat. `treaties` are by name, with the latest last.
    """

    script: str
    pace: int
    round: int
    at: int
    stage: str
    turn: int
    numbers: Mapping[str, int]
    answers: Mapping[str, Given | None]
    results: Mapping[str, str]
    held: tuple[InHand, ...]
    facts: tuple[str, ...]
    over: Over | None = None
    ballots: Mapping[str, str] = field(default_factory=dict)
    proposal: Proposal | None = None
    arguments: tuple[Argument, ...] = ()
    treaties: Mapping[str, Treaty] = field(default_factory=dict)
    came: Mapping[str, str] = field(default_factory=dict)
    """The origins of answers, by the keys of `answers`. Answers that were sealed and agreed are left out."""
    past: Mapping[str, Given | None] = field(default_factory=dict)
    """The values that clauses with `rounds ago` read, at the end of a round, by round and key (`2:oil@blue`)."""
    held_by: Mapping[str, str] = field(default_factory=dict)
    """The team that holds each place of the map. "" for none."""
    stands: Mapping[str, str] = field(default_factory=dict)
    """The place of each piece of the map. "" if it was removed."""
    added: int = 0
    """How many phases amendments have added after this one. The next amendment's phase comes after them."""

    @property
    def play(self) -> Script:
        """The scenario, ready to play."""
        return script_of(self.script)


def key(name: str, owner: str = "") -> str:
    """Return the key of a number or an answer."""
    return f"{name}@{owner}" if owner else name


def ago(round_: int, at: str) -> str:
    """Return the key of a value at the end of a round."""
    return f"{round_}:{at}"


def moment(state: ScenarioState) -> str:
    """Return the present moment, in the players' words."""
    scenario = state.play.scenario
    phase = scenario.phases[state.at].name
    if state.round in (BEFORE, AFTER):
        return phase
    return say("shown.round_phase", round=scenario.round, number=state.round, phase=phase)
