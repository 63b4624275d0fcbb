"""Judged rows: the results of an analysis of a table, as rows of the export."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from warcouncil.arbiter.record.account.account import TableAccount
from warcouncil.arbiter.record.export.judged_tables import (
    BalanceRow,
    ChanceRow,
    JudgedRow,
    ShiftRow,
    TriedRow,
)
from warcouncil.arbiter.record.judging.estimates import Estimate, batched
from warcouncil.arbiter.record.judging.judgement import DecisionJudged, GateJudged, GateShift, balances
from warcouncil.arbiter.record.judging.judging import steps
from warcouncil.protocol.words import GateNo, Model

PARTS = ("own", "others", "luck", "ruling")


def judged_rows(account: TableAccount, judged: Mapping[GateNo, GateJudged]) -> Iterator[tuple[str, Model]]:
    """Yield the rows of a table's analysis, each with the name of its export table."""
    table = account.number
    for number, gate in judged.items():
        for side, value in gate.value.items():
            low, high = gate.band(side)
            chance = {"mean": value.mean, **_ends(value), "n": value.n, "band_low": low, "band_high": high}
            yield "chances", ChanceRow(table=table, gate=number, side=side, **chance)
        for decision in gate.decisions:
            yield "judged", _decision(number, decision, account)
            for n, tried in enumerate(decision.tried):
                known = _ends(tried.known, "known_") if tried.known else {}
                yield (
                    "tried",
                    TriedRow(
                        table=table,
                        gate=number,
                        seat=decision.seat,
                        n=n,
                        answer=""
                        if tried.answer is None
                        else json.dumps(tried.answer, ensure_ascii=False, sort_keys=True),
                        mean=tried.true.mean,
                        **_ends(tried.true),
                        **{"known_mean": None, "known_low": None, "known_high": None} | known,
                        playouts=tried.true.n,
                    ),
                )
    shifts = steps(account, judged)
    for shift in shifts:
        yield "shifts", _shift(shift, account)
    for one in balances(shifts):
        parts: dict[str, Any] = {}
        for name in ("start", "end", *PARTS):
            parts |= _part(name, getattr(one, name))
        yield (
            "balances",
            BalanceRow(
                table=table, side=one.side, n=one.luck.n, less_luck=one.end.mean - one.luck.mean, **parts
            ),
        )


def _shift(shift: GateShift, account: TableAccount) -> Model:
    parts = _part("moved", shift.moved)
    for name in PARTS:
        is_zero = shift.ruled != (name == "ruling")
        parts |= _part(name, None if is_zero else batched(getattr(shift, name), shift.n))
    return ShiftRow(table=account.number, gate=shift.gate, side=shift.side, n=shift.n, **parts)


def _decision(gate: GateNo, made: DecisionJudged, account: TableAccount) -> Model:
    known = made.loss_known
    return JudgedRow(
        table=account.number,
        gate=gate,
        seat=made.seat,
        side=made.side,
        verdict=made.word.value,
        by_truth=made.by_truth.value,
        by_knowledge=made.by_knowledge.value if made.by_knowledge else "",
        loss=made.loss_true.mean,
        loss_low=made.loss_true.low,
        loss_high=made.loss_true.high,
        n=made.loss_true.n,
        best=made.best_true,
        known_loss=known.mean if known else None,
        known_loss_low=known.low if known else None,
        known_loss_high=known.high if known else None,
        lost=sum(made.lost) / len(made.lost) if made.lost else 0.0,
        known_best=made.best_known if known else None,
        worlds=made.effective,
    )


def _part(name: str, one: Estimate | None) -> dict[str, float]:
    """Return one part of a gate's change (`PARTS`), with its confidence interval. If `one` is None, the part is
    certainly 0. Decisions change nothing at a gate that a ruling closed, and rulings change nothing at other gates.
    """
    if one is None:
        return dict.fromkeys((name, f"{name}_low", f"{name}_high"), 0.0)
    return {name: one.mean, f"{name}_low": one.low, f"{name}_high": one.high}


def _ends(one: Estimate, prefix: str = "") -> dict[str, Any]:
    ends: dict[str, Any] = {f"{prefix}low": one.low, f"{prefix}high": one.high}
    return ends | {f"{prefix}mean": one.mean} if prefix else ends
