"""Verifying: checks step by step everything that a player could doubt in an exercise file.

The file's own claims prove nothing against the owner of its keys. Only outside evidence proves something: heads that
people wrote down, and receipts and fingerprints that seats received.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from warcouncil.arbiter.core.room.arrivals import commitment
from warcouncil.arbiter.record.file.reading import Record, missing
from warcouncil.arbiter.record.verifying.assignment import check_assignment
from warcouncil.arbiter.record.verifying.brought_receipts import BroughtReceipts, compare
from warcouncil.arbiter.record.verifying.findings import Check, CheckState, Verified
from warcouncil.arbiter.record.verifying.lots import CHANCE, check_lots
from warcouncil.arbiter.record.verifying.replay_check import Accepted, ReplayCheck, counted
from warcouncil.arbiter.shell.file import trail
from warcouncil.arbiter.shell.file.file_lock import cause
from warcouncil.games import registry
from warcouncil.games.kit.game import AnyGame
from warcouncil.games.kit.play import codec

CHAIN, FILE, TRAIL, BEGINS, HEADS = "chain", "file", "trail", "begins", "heads"
_HEAD = re.compile(r"[0-9]{1,12}(-[0-9A-HJKMNP-TV-Z]{4}){4}")


@dataclass(frozen=True, slots=True)
class Witness:
    """The evidence outside the file: receipts and heads."""

    brought: BroughtReceipts = field(default_factory=BroughtReceipts)
    heads: tuple[str, ...] = ()


NO_WITNESS = Witness()


def head_in(text: str) -> str:
    """Parse a head as a person types it. It is "" if the text is not a head."""
    typed = text.strip().upper().replace(" ", "")
    return typed if _HEAD.fullmatch(typed) else ""


def verify(
    record: Record,
    witness: Witness = NO_WITNESS,
    *,
    load: Callable[[str], AnyGame] = registry.load,
    told: Callable[[int], None] = lambda _: None,
) -> Verified:
    """Return the results of all checks. `told` receives the number of replayed records."""
    redoing = ReplayCheck(record, load)
    redoing.run(told)
    heads, proved = _heads(record, witness.heads)
    receipts, receipted = compare(witness.brought, record, redoing.declared)
    after = {name for name, each in redoing.declared.items() if each.seq > proved}
    checks = (
        *_chain(record),
        *_file(record),
        *_trail(record, redoing.declared.values()),
        *_beginnings(record),
        *redoing.checks(),
        *_chance(record, witness.brought),
        *check_lots(record, redoing, witness.brought),
        *check_assignment(record, load),
        *receipts,
        *heads,
    )
    return Verified(
        exercise=record.papers.exercise,
        checks=checks,
        head=record.head(),
        last=record.whole,
        proved=proved,
        declared=len(redoing.declared),
        receipted=len(receipted),
        declared_after=len(after),
        receipted_after=len(after & receipted),
        unrepeated=redoing.unrepeated,
    )


def _chain(record: Record) -> Iterator[Check]:
    if record.fault:
        text = (
            f"{record.fault}: later records are not checked, the {counted(record.whole, 'record')}"
            " before it are intact"
        )
        yield Check(CHAIN, CheckState.FAILS, text, record.whole + 1)
    else:
        text = f"{counted(record.whole, 'record')} follow one another, each bound to all before it"
        yield Check(CHAIN, CheckState.HOLDS, text)


def _file(record: Record) -> Iterator[Check]:
    fault = record.pages_fault()
    if fault:
        yield Check(FILE, CheckState.FAILS, f"its pages are damaged ({fault})")
    if record.in_use:
        yield Check(FILE, CheckState.OPEN, "it was not closed in order, or its host still runs")
    elif not fault:
        yield Check(
            FILE,
            CheckState.HOLDS,
            "closed in order" + ", and its pages are intact" * (record.files is not None),
        )


def _trail(record: Record, declared: Iterable[Accepted]) -> Iterator[Check]:
    if record.files is None:
        text = "a database has none. Only receipts and heads show whether its end was removed"
        yield Check(TRAIL, CheckState.OPEN, text)
        return
    path = trail.beside(record.files)
    try:
        found = trail.read(path, record.papers.origin)
    except OSError as error:
        yield Check(TRAIL, CheckState.OPEN, f"cannot be read ({cause(error)})")
        return
    if found is None:
        how = CheckState.FAILS if record.in_use else CheckState.OPEN
        yield Check(TRAIL, how, "the file has none beside it")
        return
    if not found.is_ours:
        yield Check(TRAIL, CheckState.FAILS, "it is damaged, or belongs to another exercise")
        return
    wrong = [] if found.is_sound else [Check(TRAIL, CheckState.FAILS, "its beginning or its end is damaged")]
    wrong += _slots(record, found, {each.seq: each for each in declared})
    if found.last > record.whole and not record.fault:
        text = (
            f"{missing(record.whole + 1, found.last)} in the file: the trail has"
            f" {counted(found.last, 'record')}"
        )
        wrong.append(Check(TRAIL, CheckState.FAILS, text, record.whole + 1))
    yield from wrong
    if not wrong and found.last < record.whole:
        yield Check(TRAIL, CheckState.OPEN, f"it has only the first {counted(found.last, 'record')}")
    elif not wrong:
        yield Check(TRAIL, CheckState.HOLDS, f"it has the same {counted(found.last, 'record')}")


def _slots(record: Record, found: trail.Trail, declared: dict[int, Accepted]) -> list[Check]:
    """Return checks for the first record that differs from the trail, or whose slot is damaged."""
    for row, chain in record.links():
        if row.seq > found.last:
            break
        slot = found.slot(row.seq)
        if slot is None:
            return [Check(TRAIL, CheckState.FAILS, f"its entry for record {row.seq} is damaged", row.seq)]
        accepted = declared.get(row.seq)
        differs = not found.fits(row.seq, chain) or slot.table != row.table
        if slot.receipt and not differs:
            seat = accepted.seat.encode()[: trail.SEAT_BYTES].decode(errors="replace") if accepted else ""
            differs = accepted is None or (slot.receipt.gate, slot.receipt.seat) != (accepted.gate, seat)
        if differs:
            return [
                Check(TRAIL, CheckState.FAILS, f"from record {row.seq} on, it has other records", row.seq)
            ]
    return []


def _beginnings(record: Record) -> Iterator[Check]:
    """Yield which tables began in the middle of another game, and whether they began at the position that they claim."""
    for plan in record.began.tables:
        if plan.begins and codec.digest(plan.begins.state.encode()) != plan.begins.digest:
            text = f"table {plan.table}: it does not begin at the position of {plan.begins.told}"
            yield Check(BEGINS, CheckState.FAILS, text, 1)
        elif plan.begins:
            text = (
                f"table {plan.table}: it begins at {plan.begins.told}, position"
                f" {plan.begins.digest}. Only the file of that exercise proves how that position arose"
            )
            yield Check(BEGINS, CheckState.OPEN, text)


def _chance(record: Record, brought: BroughtReceipts) -> Iterator[Check]:
    """Compare the fingerprint of each table's seed with those that its seats got when they joined."""
    told = brought.told(record.papers.exercise)
    right = 0
    plans = {plan.table: plan for plan in record.began.tables}
    for number in sorted({*told} - {*plans}):
        yield Check(
            CHANCE, CheckState.FAILS, f"table {number}: a player was there, but the file has no such table", 1
        )
    for number, plan in plans.items():
        fingerprint, others = commitment(record.began.exercise, plan), told.get(number, {})
        for seat in [seat for other, seat in others.items() if other != fingerprint]:
            text = f"table {number}: {seat} was shown the fingerprint of another seed when it joined"
            yield Check(CHANCE, CheckState.FAILS, text, 1)
        right += [*others] == [fingerprint]
    if right:
        what = "the seed" if record.began.chance == "host" else "the host's number"
        text = (
            f"{counted(right, 'table')}: {what} fits the fingerprint that seats were shown when they joined"
        )
        yield Check(CHANCE, CheckState.HOLDS, text)
    unsaid = len({*plans} - {*told})
    if unsaid:
        text = (
            f"{counted(unsaid, 'table')}: no fingerprint was brought. `warcouncil seeds` prints"
            " those to compare"
        )
        yield Check(CHANCE, CheckState.OPEN, text)


def _heads(record: Record, heads: Sequence[str]) -> tuple[list[Check], int]:
    """Compare the heads that people wrote down. Return the checks, and the last record that a matching head proves."""
    checks: list[Check] = []
    proved, false = 0, 0
    for noted in sorted(heads, key=lambda each: int(each.partition("-")[0])):
        seq = int(noted.partition("-")[0])
        if seq > record.whole:
            where = f"only {counted(record.whole, 'record')} before it are intact"
            text = f"{noted}: {where if record.fault else missing(record.whole + 1, seq)}"
            checks.append(Check(HEADS, CheckState.FAILS, text, record.whole + 1))
        elif seq and record.head(seq) == noted:
            checks.append(
                Check(HEADS, CheckState.HOLDS, f"{noted}: none of the records up to {seq} was changed")
            )
            proved = max(proved, seq)
        elif not false:
            false = seq
            text = f"{noted}: a record between {proved + 1} and {seq} was changed after that head was noted"
            checks.append(Check(HEADS, CheckState.FAILS, text, proved + 1))
    if not heads:
        text = "none was given. `host` prints one when it stops, and exports and reports have one"
        checks.append(Check(HEADS, CheckState.OPEN, text))
    return checks, proved
