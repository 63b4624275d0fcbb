"""Judgements: what the playouts show about a gate and about each decision there.

Every figure has its interval and its number of playouts.

A decision is judged by the truth. It is also judged by what its seat could know, if that could be computed. Only both
together distinguish a good decision with bad luck from a bad one with good luck.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from pydantic import Field
from warcouncil.arbiter.record.judging.estimates import Estimate, batched, certain
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import GateNo, Model, SeatId, TableId

CLOSE = 0.02
"""A decision that costs at most two points in a hundred is never called wrong."""
RIGHT_MAX = 0.05
"""A decision is called right if the whole interval of its loss is at most five points in a hundred. A hundred
playouts can show that.
"""
NEUTRAL = ""
"""The decider of seats that belong to no side, such as a white cell."""
Batches = tuple[float, ...]
"""The means of the batches of the playouts (`estimates.batches`)."""


class Seems(StrEnum):
    """The assessment of a decision from one viewpoint."""

    RIGHT = "right"
    WRONG = "wrong"
    OPEN = "open"
    """The result is too uncertain."""


class Word(StrEnum):
    """The assessment of a decision in one word. HINDSIGHT and NONE_BETTER rest on the truth alone."""

    GOOD = "good decision"
    UNLUCKY = "good by what the seat could know, bad in fact"
    BAD = "bad decision"
    LUCKY = "bad by what the seat could know, good in fact"
    HINDSIGHT = "another answer was better in fact"
    NONE_BETTER = "no better answer was found"
    OPEN = "too close to call"


class Tried(Model):
    """An answer that was played out, and the expected score of its side with it.

    `true` is by the truth. `known` is by what its seat could know. It is None if that could not be computed.
    """

    answer: Answer | None
    true: Estimate
    known: Estimate | None = None


class DecisionJudged(Model):
    """A seat's decision, which is the first of `tried`, and other answers that it could have given.

    Each loss is against the best other answer. It is negative if the seat's own answer was better. With several other
    answers, one half of the playouts chooses the best, and the other half measures the loss. Otherwise the best of
    several would seem better than it is. If half of the playouts show a clear loss or gain, the other half is not
    played.
    """

    seat: SeatId
    side: str
    tried: tuple[Tried, ...]
    best_true: int
    loss_true: Estimate
    best_known: int = 0
    loss_known: Estimate | None = None
    """None if the knowledge of the seat could not be computed."""
    effective: float = 0.0
    """How many independent worlds the seat's knowledge rests on."""
    lost: Batches = ()
    """The loss by the truth against the best of all tried answers, including the seat's own, in batches. One half of
    the playouts chooses the best answer. The batches come from the other half.
    """

    @property
    def by_knowledge(self) -> Seems | None:
        """The assessment by what the seat could know, or None if that could not be computed."""
        return None if self.loss_known is None else light(self.loss_known)

    @property
    def by_truth(self) -> Seems:
        """The assessment by the truth, which includes the answers of the other seats."""
        return light(self.loss_true)

    @property
    def word(self) -> Word:
        """The assessment from both viewpoints, or from the truth alone."""
        match self.by_knowledge, self.by_truth:
            case Seems.RIGHT, Seems.RIGHT:
                return Word.GOOD
            case Seems.RIGHT, Seems.WRONG:
                return Word.UNLUCKY
            case Seems.WRONG, Seems.RIGHT:
                return Word.LUCKY
            case Seems.WRONG, Seems.WRONG:
                return Word.BAD
            case None, Seems.WRONG:
                return Word.HINDSIGHT
            case None, Seems.RIGHT:
                return Word.NONE_BETTER
            case _:  # At least one viewpoint shows nothing.
                return Word.OPEN

    @property
    def is_talked_of(self) -> bool:
        """Whether it deserves discussion, because the playouts show that another answer was better from one
        viewpoint.
        """
        return self.word in (Word.UNLUCKY, Word.LUCKY, Word.BAD, Word.HINDSIGHT)


class GateJudged(Model):
    """The judgement of a gate, at a position with this digest.

    `value` is each side's expected score before any decision, and `before` is the same in batches. `pool` has the
    same values for each other kind of simulated player (`judging.POOL`). `given` is what the decisions of each side
    changed for each side, in batches. NEUTRAL has the seats that belong to no side. `endless` counts the playouts
    without an end. They count as draws.
    """

    table: TableId
    gate: GateNo
    digest: str
    value: dict[str, Estimate]
    before: dict[str, Batches]
    given: dict[str, dict[str, Batches]] = Field({})
    decisions: tuple[DecisionJudged, ...] = ()
    endless: int = 0
    pool: dict[str, dict[str, Estimate]] = Field({})

    def band(self, side: str) -> tuple[float, float]:
        """Return the lowest and the highest expected score of a side over all kinds of simulated players.

        The interval of the playouts lies inside this range.
        """
        value = self.value[side]
        means = [one[side].mean for one in self.pool.values()]
        return min([value.low, *means]), max([value.high, *means])


class GateShift(Model):
    """The causes of a change of a side's expected score at a gate, each in batches.

    The causes are its own decisions, others' decisions, chance, or a ruling. Their sum is exactly `after` - `before`.
    """

    gate: GateNo
    side: str
    n: int
    before: Batches
    after: Batches
    own: Batches
    others: Batches
    luck: Batches
    ruling: Batches
    ruled: bool = False
    """Whether a ruling closed the gate."""
    over: bool = False
    """Whether the game was over afterwards. Then `after` is certain."""

    @property
    def moved(self) -> Estimate:
        """The change of the side's expected score, from pairs of playouts with the same random numbers."""
        return batched(minus(self.after, self.before), self.n)


class Balance(Model):
    """The change of a side's expected score from the first judged gate to the last, and the sums of its causes."""

    side: str
    start: Estimate
    end: Estimate
    own: Estimate
    others: Estimate
    luck: Estimate
    ruling: Estimate


def balances(shifts: Iterable[GateShift]) -> tuple[Balance, ...]:
    """Return the sums of the causes that changed each side's expected score, over all gates."""
    of: dict[str, list[GateShift]] = {}
    for one in shifts:
        of.setdefault(one.side, []).append(one)
    return tuple(
        Balance(
            side=side,
            start=batched(mine[0].before, mine[0].n),
            end=certain(mine[-1].after[0]) if mine[-1].over else batched(mine[-1].after, mine[0].n),
            own=_sum([one.own for one in mine], mine[0].n),
            others=_sum([one.others for one in mine], mine[0].n),
            luck=_sum([one.luck for one in mine], mine[0].n),
            ruling=_sum([one.ruling for one in mine], mine[0].n)
            if any(one.ruled for one in mine)
            else certain(0.0),
        )
        for side, mine in of.items()
    )


class SeatLoss(Model):
    """The loss of a seat: how many of its decisions were judged, and the mean loss of a decision by the truth."""

    seat: SeatId
    decisions: int
    lost: Estimate


def seat_losses(gates: Iterable[GateJudged]) -> tuple[SeatLoss, ...]:
    """Return the mean loss of each seat over all its judged decisions."""
    of: dict[SeatId, list[DecisionJudged]] = {}
    for gate in gates:
        for one in gate.decisions:
            if one.lost:
                of.setdefault(one.seat, []).append(one)
    return tuple(SeatLoss(seat=seat, decisions=len(made), lost=_mean_loss(made)) for seat, made in of.items())


def _mean_loss(made: list[DecisionJudged]) -> Estimate:
    # With very few playouts, decisions may have one batch more or less.
    means = [sum(each) / len(made) for each in zip(*(one.lost for one in made), strict=False)]
    return batched(means, max(1, min(one.loss_true.n for one in made)) * len(made))


def _sum(parts: list[Batches], n: int) -> Estimate:
    return batched([sum(each) for each in zip(*parts, strict=True)], n)


def minus(one: Batches, other: Batches) -> Batches:
    """Return the difference of two series of batches."""
    return tuple(a - b for a, b in zip(one, other, strict=True))


def light(loss: Estimate) -> Seems:
    """Return the assessment of a decision with this loss against the best other answer."""
    if loss.sign > 0 and loss.mean > CLOSE:
        return Seems.WRONG
    return Seems.RIGHT if loss.high <= RIGHT_MAX else Seems.OPEN
