"""Judgements: what the playouts say about a gate and each decision there.

Every figure has its interval and its number.

A decision is judged twice: by what its seat could know, and by the truth. Only so can a good decision with bad luck
be distinguished from a bad one with good luck.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from warcouncil.arbiter.record.judging.estimates import Estimate
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import GateNo, Model, SeatId, TableId

CLOSE = 0.02
"""A decision that costs at most two chances in a hundred counts as good as the best."""


class Seems(StrEnum):
    """The assessment of a decision from one viewpoint."""

    RIGHT = "right"
    WRONG = "wrong"
    OPEN = "open"
    """Too uncertain to say."""


class Word(StrEnum):
    """The assessment of a decision from both viewpoints."""

    GOOD = "good decision"
    UNLUCKY = "good decision, bad luck"
    BAD = "bad decision"
    LUCKY = "bad decision, good luck"
    OPEN = "too uncertain to say"


class Tried(Model):
    """An answer that was played out, and its side's chance with it: by what its seat could know, and by the truth."""

    answer: Answer | None
    known: Estimate
    true: Estimate


class DecisionJudged(Model):
    """A seat's decision, the first of `tried`, and other answers that it could have given.

    Each loss is against the best other answer. One half of the playouts chooses the best answer, and the other half
    measures the loss. Otherwise the best of several would seem better than it is.
    """

    seat: SeatId
    side: str
    tried: tuple[Tried, ...]
    best_known: int
    best_true: int
    loss_known: Estimate
    loss_true: Estimate

    @property
    def by_knowledge(self) -> Seems:
        """The assessment by what the seat could know."""
        return light(self.loss_known)

    @property
    def by_truth(self) -> Seems:
        """The assessment by the truth, the other seats' answers included."""
        return light(self.loss_true)

    @property
    def word(self) -> Word:
        """The assessment from both viewpoints."""
        match self.by_knowledge, self.by_truth:
            case Seems.RIGHT, Seems.RIGHT:
                return Word.GOOD
            case Seems.RIGHT, Seems.WRONG:
                return Word.UNLUCKY
            case Seems.WRONG, Seems.RIGHT:
                return Word.LUCKY
            case Seems.WRONG, Seems.WRONG:
                return Word.BAD
            case _:  # At least one viewpoint shows nothing.
                return Word.OPEN

    @property
    def is_talked_of(self) -> bool:
        """Whether it deserves discussion: it is neither simply good nor too uncertain."""
        return self.word not in (Word.GOOD, Word.OPEN)


class GateJudged(Model):
    """The judgement of a gate, at a position with this digest.

    For each side: its chance before any decision (`value`), after the decisions of its own seats (`own`), and after
    all decisions but before chance (`all`). `endless` counts the playouts without an end. They count as draws.
    """

    table: TableId
    gate: GateNo
    digest: str
    value: dict[str, Estimate]
    own: dict[str, float]
    all: dict[str, float]
    decisions: tuple[DecisionJudged, ...] = ()
    endless: int = 0


class GateShift(Model):
    """The causes of a change of a side's chance at a gate: its own decisions, others' decisions, chance, or a ruling.

    Their sum is exactly `after` - `before`.
    """

    gate: GateNo
    side: str
    before: float
    after: float
    own: float = 0.0
    others: float = 0.0
    luck: float = 0.0
    ruling: float = 0.0


class Balance(Model):
    """The change of a side's chance from the first judged gate to the last, and the sums of its causes."""

    side: str
    start: float
    end: float
    own: float
    others: float
    luck: float
    ruling: float


def balances(shifts: Iterable[GateShift]) -> tuple[Balance, ...]:
    """Return the sums of the causes that changed each side's chance, over all gates."""
    of: dict[str, list[GateShift]] = {}
    for one in shifts:
        of.setdefault(one.side, []).append(one)
    return tuple(
        Balance(
            side=side,
            start=mine[0].before,
            end=mine[-1].after,
            own=sum(one.own for one in mine),
            others=sum(one.others for one in mine),
            luck=sum(one.luck for one in mine),
            ruling=sum(one.ruling for one in mine),
        )
        for side, mine in of.items()
    )


def light(loss: Estimate) -> Seems:
    """Return the assessment of a decision with this loss against the best other answer."""
    if loss.sign > 0 and loss.mean > CLOSE:
        return Seems.WRONG
    return Seems.RIGHT if loss.mean <= CLOSE else Seems.OPEN
