"""Verifying lots: compares the seed of each table with its lots in the file, and with the lots that clients kept.

The owner of the file's own keys can write any number into it. The evidence against that is what each client stored:
its number, and the arbiter's signatures of what it received and sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.record.file.reading import Record
from warcouncil.arbiter.record.verifying.brought_receipts import BroughtReceipts
from warcouncil.arbiter.record.verifying.findings import Check, CheckState
from warcouncil.arbiter.record.verifying.replay_check import ReplayCheck
from warcouncil.protocol.proofs.lots import (
    KeptLot,
    Lot,
    left_out_words,
    pledge_of,
    seed_made,
    seed_print,
    shown,
)
from warcouncil.protocol.proofs.signatures import is_signed
from warcouncil.protocol.words import SeatId, TableId

CHANCE = "chance"


@dataclass(frozen=True, slots=True)
class _Made:
    """The seed of a table in the records of the file."""

    exercise: str
    table: Table
    seq: int
    lots: tuple[Lot, ...]
    bots: frozenset[SeatId]

    @property
    def host(self) -> str:
        return self.table.plan.seed

    @property
    def seed(self) -> str:
        return seed_made(self.exercise, self.table.number, self.host, self.lots)

    @property
    def pledges(self) -> tuple[str, ...]:
        return shown(self.exercise, self.table.number, self.host, self.lots)

    def lot(self, seat: SeatId) -> Lot:
        return next((lot for lot in self.lots if lot.seat == seat), Lot(seat=seat))


def check_lots(record: Record, redone: ReplayCheck, brought: BroughtReceipts) -> Iterator[Check]:
    """Yield for each table how its seed was made, and whether the evidence agrees."""
    if record.began.chance == "host":
        return
    exercise = redone.exercise
    made = {
        number: _Made(record.began.exercise, exercise.tables[number], seq, bound.lots, bots)
        for number, (seq, bound, bots) in redone.bound.items()
        if number in exercise.tables
    }
    key = record.verify_key
    pledged = _pledged(record, brought)
    for number, table in exercise.tables.items():
        if number not in made:
            yield Check(
                CHANCE, CheckState.OPEN, f"table {number}: its seed was not made, and nothing was dealt"
            )
            continue
        wrong = [*_against_records(made[number], table)]
        mine = [(name, kept) for name, kept in brought.lots if _is_of(record, kept, number)]
        for name, kept in mine:
            why = _against(made[number], kept, key, is_pledged=kept.pledge in pledged)
            if why:
                text = f"{name}: table {number}, {kept.seat}: {why}"
                wrong.append(Check(CHANCE, CheckState.FAILS, text, made[number].seq))
        yield from dict.fromkeys(wrong)
        if not wrong:
            yield Check(CHANCE, CheckState.HOLDS, _told(made[number], {kept.seat for _, kept in mine}))


def _pledged(record: Record, brought: BroughtReceipts) -> set[str]:
    """Return the pledges that clients stored and that the file also has."""
    wanted = {kept.pledge: f'"pledge":"{kept.pledge}"'.encode() for _, kept in brought.lots}
    rows = [row.body for row in record.rows(kinds=("received",)) if b'"type":"pledge"' in row.body]
    return {pledge for pledge, words in wanted.items() if any(words in body for body in rows)}


def _is_of(record: Record, kept: KeptLot, number: TableId) -> bool:
    return kept.exercise == record.papers.exercise and kept.table == number


def _against_records(made: _Made, table: Table) -> Iterator[Check]:
    """Yield the differences between the lots of the seed and the lots in earlier records."""
    draw = table.draw
    put_in = draw.lots(table.seats) if draw is not None else ()
    for lot, true in zip(made.lots, put_in, strict=False):
        fits = lot.number is None or lot.pledge == pledge_of(
            made.exercise, table.number, lot.seat, lot.number
        )
        if lot != true or not fits:
            what = _difference(lot, true)
            text = f"table {table.number}, record {made.seq}: the seed was made {what}"
            yield Check(CHANCE, CheckState.FAILS, text, made.seq)
    if [lot.seat for lot in made.lots] != [*table.seats]:
        text = (
            f"table {table.number}, record {made.seq}: the seed was made from other seats than those"
            " of the table"
        )
        yield Check(CHANCE, CheckState.FAILS, text, made.seq)


def _difference(lot: Lot, true: Lot) -> str:
    if true.counts and not lot.counts:
        return f"without the number of {true.seat}, although that seat had opened it"
    return f"with another number for {lot.seat} than the one to which it was bound"


def _against(made: _Made, kept: KeptLot, key: str, *, is_pledged: bool) -> str:
    """Return how a client's lot contradicts the file. It is "" if it does not."""
    signed = [
        (kept.taken, kept.taken_for(opened=False)),
        (kept.taken_open, kept.taken_for(opened=True)),
        (kept.signature, kept.signed()),
    ]
    if not all(is_signed(said, signature=by, verify_key=key) for by, said in signed if by):
        return "it is not signed by this exercise: it was changed, or its keys were changed"
    lot = made.lot(kept.seat)
    if kept.taken and not is_pledged:
        return "its pledge was accepted, and the file has no such pledge"
    if kept.signature and kept.pledges != made.pledges:
        others = [
            one.seat for one, told in zip(made.lots, made.pledges, strict=True) if told not in kept.pledges
        ]
        named = ", ".join(others) if len(kept.pledges) == len(made.pledges) else "all seats"
        return f"it was shown other pledges than the file has, of {named}"
    if kept.taken_open and lot.number != kept.lot:
        found = "another number" if lot.counts else "no number"
        return f"its number was accepted, and the file has {found} of this seat"
    if kept.signature and kept.seed and kept.seed != seed_print(made.exercise, kept.table, made.seed):
        return "it was shown the fingerprint of another seed when the game began"
    return ""


def _told(made: _Made, brought: set[SeatId]) -> str:
    """Return a text about how the seed of a table was made."""
    counts = [lot.seat for lot in made.lots if lot.counts]
    seats = f"all {len(counts)} seats" if len(counts) == len(made.lots) else ", ".join(counts)
    by = f"the host's number and those of {seats}" if counts else "the host's number alone"
    left_out = left_out_words(made.lots, bots=made.bots)
    proved = [seat for seat in counts if seat in brought]
    mine = f"; brought and right: {', '.join(proved)}" if proved else ""
    return f"table {made.table.number}: seed {made.seed[:16]}… made of {by}{left_out}{mine}"
