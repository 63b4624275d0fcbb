"""The state of an exercise from a file: a frozen value of tuples, mappings and scalars. The file itself stands in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from warcouncil.games.scenario.file.model.script import Script, script_of

Given = str | int | tuple[str, ...] | dict[str, int]
"""An answer: an option or an order, an amount, several or a ranking, an allocation. None stands for silence."""

OPEN = "open"
"""What becomes of a vote or a treaty before it was asked."""
BEFORE, AFTER = 0, -1
"""The rounds that are none: before the first and after the last."""


@dataclass(frozen=True, slots=True)
class InHand:
    """A document in the hands of a team or a seat, and since when, in the players' words."""

    document: str
    holder: str
    since: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the head of the white cell would decide, as it was answered; `objection`: why it was sent back."""

    answer: Mapping[str, str | int | tuple[str, ...]]
    objection: str = ""


@dataclass(frozen=True, slots=True)
class Against:
    """What one side says against an argument."""

    by: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Argument:
    """A sentence that somebody says comes true, and what is said for it and against it. `odds` in percent, `roll` from 1 to 100.

    Without odds it lies open; without a roll it was certain, or impossible.
    """

    who: str
    action: str
    reasons: tuple[str, ...]
    against: tuple[Against, ...] = ()
    odds: int | None = None
    roll: int | None = None

    @property
    def came_true(self) -> bool:
        """Whether chance was on its side."""
        return self.odds is not None and (self.roll <= self.odds if self.roll else self.odds == 100)


@dataclass(frozen=True, slots=True)
class Treaty:
    """What was put to paper, and who signed it or would not (nobody has been asked yet where both are empty); `holds`: enough did."""

    text: str
    signed: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    holds: bool = False

    @property
    def is_draft(self) -> bool:
        """Whether nobody has been asked to sign it yet."""
        return not self.signed and not self.refused


@dataclass(frozen=True, slots=True)
class Over:
    """How it ended: the ending's name, its words, who won, and the points of each, where any are counted."""

    ending: str
    words: str
    winners: tuple[str, ...]
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ScenarioState:
    """`round` and `at`: the place of the phase in the file; `stage` and `turn`: how far it has come in itself.

    `numbers` and `answers` are kept by name and owner (`oil@blue`), `results` say what became of votes and treaties;
    `ballots` by vote and seat, `treaties` by name, those of the last phase last.
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
    """How answers came to count, by the keys of `answers`; those that were sealed and agreed are left out."""
    added: int = 0
    """How many phases have been put behind this one by amendments: the next comes behind them."""

    @property
    def play(self) -> Script:
        """The scenario, made ready."""
        return script_of(self.script)


def key(name: str, owner: str = "") -> str:
    """Give the key of a number or an answer."""
    return f"{name}@{owner}" if owner else name


def moment(state: ScenarioState) -> str:
    """Say when it is, in the players' words."""
    scenario = state.play.scenario
    phase = scenario.phases[state.at].name
    return phase if state.round in (BEFORE, AFTER) else f"{scenario.round} {state.round} · {phase}"
