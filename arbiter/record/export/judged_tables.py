"""Tables of an analysis: expected scores, the causes of their changes, and the judgement of each decision.

They are empty if `warcouncil analyse` has not run. All scores are shares of a victory, from 0 to 1.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from warcouncil.arbiter.record.export.schema import OF_GATE, TableNo, TableSchema, Word, measured, schema
from warcouncil.protocol.words import Model

GateNumber = Annotated[int, Field(description="The gate (question).")]
SideName = Annotated[Word, Field(description="The side.")]
SeatName = Annotated[Word, Field(description="The seat.")]
Low = Annotated[float, measured("The lower end of its 95 % interval.", "share of a victory")]
High = Annotated[float, measured("The upper end of its 95 % interval.", "share of a victory")]
MaybeLow = Annotated[
    float | None, measured("The lower end of its 95 % interval. Empty: not known.", "share of a victory")
]
MaybeHigh = Annotated[
    float | None, measured("The upper end of its 95 % interval. Empty: not known.", "share of a victory")
]
N = Annotated[int, Field(description="The number of simulated continuations.")]
Own = Annotated[float, measured("The change that the side's own decisions caused.", "share of a victory")]
Others = Annotated[float, measured("The change that decisions of other sides caused.", "share of a victory")]
Luck = Annotated[float, measured("The change that chance caused.", "share of a victory")]
Ruling = Annotated[float, measured("The change that rulings of umpires caused.", "share of a victory")]


class ChanceRow(Model):
    """The expected scores: what each side could expect when a gate opened."""

    table: TableNo
    gate: GateNumber
    side: SideName
    mean: float = measured("The expected score.", "share of a victory")
    low: Low
    high: High
    n: N
    band_low: float = measured(
        "The lowest expected score over all kinds of simulated players, or `low` if that is lower.",
        "share of a victory",
    )
    band_high: float = measured(
        "The highest expected score over all kinds of simulated players, or `high` if that is higher.",
        "share of a victory",
    )


class ShiftRow(Model):
    """The shifts: how each side's expected score changed at a gate, and by which causes. The parts add up to `moved`."""

    table: TableNo
    gate: GateNumber
    side: SideName
    n: N
    moved: float = measured("The change of the expected score.", "share of a victory")
    moved_low: Low
    moved_high: High
    own: Own
    own_low: Low
    own_high: High
    others: Others
    others_low: Low
    others_high: High
    luck: Luck
    luck_low: Low
    luck_high: High
    ruling: Ruling
    ruling_low: Low
    ruling_high: High


class BalanceRow(Model):
    """The balances: each side's shifts, added up over the whole game. `start` and the parts add up to `end`."""

    table: TableNo
    side: SideName
    n: N
    start: float = measured("The expected score at the first judged gate.", "share of a victory")
    start_low: Low
    start_high: High
    end: float = measured(
        "The score, or the expected score after the last judged gate.", "share of a victory"
    )
    end_low: Low
    end_high: High
    own: Own
    own_low: Low
    own_high: High
    others: Others
    others_low: Low
    others_high: High
    luck: Luck
    luck_low: Low
    luck_high: High
    ruling: Ruling
    ruling_low: Low
    ruling_high: High
    less_luck: float = measured(
        "The score minus luck: `end` - `luck`. It may be below 0 or above 1. Its mean over tables equals the mean of `end`, but"
        " it varies less. Use it to compare tables.",
        "share of a victory",
    )


class JudgedRow(Model):
    """The judged decisions: how much each decision lost, compared with the best other answer that was tried."""

    table: TableNo
    gate: GateNumber
    seat: SeatName
    side: SideName
    verdict: Word = Field(description="The assessment, as the report prints it.")
    by_truth: Word = Field(
        description="The verdict in fact, by the true position and all other answers: right, wrong or open."
    )
    by_knowledge: Word = Field(
        description="The verdict by what the seat could know: right, wrong or open. Empty: it could not be computed."
    )
    loss: float = measured(
        "The loss in fact, compared with the best other answer. Below 0: the seat's own answer was better.",
        "share of a victory",
    )
    loss_low: Low
    loss_high: High
    n: N
    best: int = Field(description="The `n` in `tried` of the best other answer in fact.")
    known_loss: float | None = measured(
        "The loss by what the seat could know. Empty: it could not be computed.", "share of a victory"
    )
    known_loss_low: MaybeLow
    known_loss_high: MaybeHigh
    lost: float = measured(
        "The loss in fact, compared with the best of all answers that were tried. The seat's own answer is one of them. Half of the"
        " continuations find the best answer. The other half measure the loss.",
        "share of a victory",
    )
    known_best: int | None = Field(
        description="The `n` in `tried` of the best other answer by what the seat knew."
    )
    worlds: float = Field(
        description="The number of independent simulated positions behind the verdict by what the seat could know."
    )


class TriedRow(Model):
    """The answers that were tried for each judged decision."""

    table: TableNo
    gate: GateNumber
    seat: SeatName
    n: int = Field(description="The place of the answer, from 0. 0 is the answer that the seat gave.")
    answer: str = Field(description="The answer, as JSON. Empty: no answer.")
    mean: float = measured("The side's expected score with this answer, in fact.", "share of a victory")
    low: Low
    high: High
    known_mean: float | None = measured(
        "The same score by what the seat could know. Empty: it could not be computed.", "share of a victory"
    )
    known_low: MaybeLow
    known_high: MaybeHigh
    playouts: N


OF_SIDE = ("table side", "sides")
JUDGED: tuple[TableSchema, ...] = (
    schema("chances", ChanceRow, "table gate side", [OF_GATE, OF_SIDE]),
    schema("shifts", ShiftRow, "table gate side", [OF_GATE, OF_SIDE]),
    schema("balances", BalanceRow, "table side", [OF_SIDE]),
    schema("judged", JudgedRow, "table gate seat", [OF_GATE, OF_SIDE, ("table seat", "seats")]),
    schema("tried", TriedRow, "table gate seat n", [("table gate seat", "judged")]),
)
"""The tables of an analysis."""
