"""Judgements: what playing on says of a gate and of each decision there. Every figure has its interval and its number.

A decision is judged twice: from what its seat could know, and from what was so. Only so can a good decision with bad luck be
told from a bad one with good luck.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from warcouncil.arbiter.record.judging.estimates import Estimate
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import GateNo, Model, SeatId, TableId

CLOSE = 0.02
"""What costs no more than two chances in a hundred is as good as the best."""


class Seems(StrEnum):
    """How a decision looks in one light."""

    RIGHT = "right"
    WRONG = "wrong"
    OPEN = "open"
    """Too uncertain to say."""


class Word(StrEnum):
    """What is said of a decision in both lights."""

    GOOD = "good decision"
    UNLUCKY = "good decision, bad luck"
    BAD = "bad decision"
    LUCKY = "bad decision, good luck"
    OPEN = "too uncertain to say"


class Tried(Model):
    """An answer that was played out, and its side's chance with it: as far as its seat could know, and as it was."""

    answer: Answer | None
    known: Estimate
    true: Estimate


class DecisionJudged(Model):
    """A seat's decision, the first of `tried`, beside others that it could have taken.

    The loss against the best other, in each light, is that of the best by one half of the playouts, reckoned by the other
    half: so that the best of several is not taken for better than it is.
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
        """How it looks from what the seat could know."""
        return light(self.loss_known)

    @property
    def by_truth(self) -> Seems:
        """How it looks from what was so, the others' orders included."""
        return light(self.loss_true)

    @property
    def word(self) -> Word:
        """What is said of it."""
        match self.by_knowledge, self.by_truth:
            case Seems.RIGHT, Seems.RIGHT:
                return Word.GOOD
            case Seems.RIGHT, Seems.WRONG:
                return Word.UNLUCKY
            case Seems.WRONG, Seems.RIGHT:
                return Word.LUCKY
            case Seems.WRONG, Seems.WRONG:
                return Word.BAD
            case _:  # one light at least shows nothing
                return Word.OPEN

    @property
    def is_talked_of(self) -> bool:
        """Whether it is worth talking about: neither good with nothing amiss, nor too uncertain."""
        return self.word not in (Word.GOOD, Word.OPEN)


class GateJudged(Model):
    """A gate, at a table whose position then had this digest.

    For each side: its chance before anybody decided (`value`), once its own people had decided (`own`), and once all had, before
    chance fell (`all`). `endless` counts the playouts that found no end: they count as draws.
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
    """What changed a side's chance at a gate: its own decisions, what others chose, chance, or an umpire's ruling.

    Together they are `after` - `before`, exactly.
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
    """What became of a side's chance from the first gate that was judged to the last, and what changed it: shares that add up."""

    side: str
    start: float
    end: float
    own: float
    others: float
    luck: float
    ruling: float


def balances(shifts: Iterable[GateShift]) -> tuple[Balance, ...]:
    """Sum up what changed each side's chance, gate after gate."""
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
    """Say how a decision looks that cost this much against the best other one tried."""
    if loss.sign > 0 and loss.mean > CLOSE:
        return Seems.WRONG
    return Seems.RIGHT if loss.mean <= CLOSE else Seems.OPEN
