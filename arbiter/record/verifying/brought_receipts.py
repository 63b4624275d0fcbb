"""Receipts that participants bring: compares their clients' receipts with the declarations in the journal.

A file of receipts has one line of JSON for each (`protocol.proofs.receipts.Kept`). Its name ends in `.receipts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError
from warcouncil.arbiter.record.file.reading import Record
from warcouncil.arbiter.record.verifying.findings import Check, CheckState
from warcouncil.arbiter.record.verifying.replay_check import Accepted, counted
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.file.file_lock import cause
from warcouncil.arbiter.shell.file.outside_files import read_bounded
from warcouncil.protocol.proofs.lots import KeptLot
from warcouncil.protocol.proofs.receipts import RECEIPTS_SUFFIX, Kept, digest_of
from warcouncil.protocol.proofs.signatures import is_signed
from warcouncil.protocol.words import SeatId, TableId

RECEIPTS = "receipts"
FILE_BYTES_MAX = 64_000_000
"""The maximum size of one laptop's file of receipts, in bytes. A client stores some thousand receipts."""
FILES_MAX = 4000
"""The maximum number of files of receipts that are read. An event of 400 seats has as many laptops."""


@dataclass(frozen=True, slots=True)
class BroughtReceipts:
    """Receipts and lots with the names of their files. `faults` names the lines that are neither."""

    receipts: tuple[tuple[str, Kept], ...] = ()
    lots: tuple[tuple[str, KeptLot], ...] = ()
    faults: tuple[str, ...] = ()

    def told(self, exercise: str) -> dict[TableId, dict[str, SeatId]]:
        """Return the seed fingerprints that clients of an exercise received, by table, each with a seat that received it."""
        found: dict[TableId, dict[str, SeatId]] = {}
        every: list[tuple[str, Kept | KeptLot]] = [*self.receipts, *self.lots]
        for _, kept in every:
            if kept.exercise == exercise and kept.commitment:
                found.setdefault(kept.table, {}).setdefault(kept.commitment, kept.seat)
        return found


def read_brought(folder: Path) -> BroughtReceipts:
    """Read all files of receipts in a folder, or one such file. Raises JournalError."""
    try:
        paths = sorted(folder.glob(f"*{RECEIPTS_SUFFIX}")) if folder.is_dir() else [folder]
        if not paths:
            raise JournalError(f"{folder}: no files of receipts (*{RECEIPTS_SUFFIX}) are in it")
        if len(paths) > FILES_MAX:
            raise JournalError(
                f"{folder}: {len(paths)} files of receipts are in it. Bring at most {FILES_MAX}"
            )
        found: dict[str, tuple[str, Kept]] = {}
        lots: dict[str, tuple[str, KeptLot]] = {}
        faults: list[str] = []
        for path in paths:
            for number, line in enumerate(_lines(path), 1):
                kept = _kept(line)
                if isinstance(kept, KeptLot):
                    lots.setdefault(kept.model_dump_json(), (path.name, kept))
                elif kept is not None:
                    found.setdefault(kept.model_dump_json(), (path.name, kept))
                elif line.strip():
                    faults.append(f"{path.name}, line {number}: this is not a receipt")
    except OSError as error:
        raise JournalError(f"{folder}: cannot be read ({cause(error)})") from None
    return BroughtReceipts(tuple(found.values()), tuple(lots.values()), tuple(faults))


def _lines(path: Path) -> list[bytes]:
    try:
        return read_bounded(path, FILE_BYTES_MAX).splitlines()
    except OSError as error:
        raise JournalError(f"{path}: the receipts cannot be read ({cause(error)})") from None


def _kept(line: bytes) -> Kept | KeptLot | None:
    for kind in (Kept, KeptLot):
        with suppress(ValidationError):
            return kind.model_validate_json(line)
    return None


def compare(
    brought: BroughtReceipts, record: Record, declared: Mapping[str, Accepted]
) -> tuple[list[Check], set[str]]:
    """Compare the receipts with the journal. Return the checks, and the ids of the proved declarations."""
    comparing = _Comparing(record, declared)
    for name, kept in brought.receipts:
        why, seq = comparing.fault(kept)
        if why:
            where = f"{name}: table {kept.table}, {kept.seat}, question {kept.gate}"
            comparing.checks.append(Check(RECEIPTS, CheckState.FAILS, f"{where}: {why}", seq))
    comparing.look_for_others()
    comparing.checks += [Check(RECEIPTS, CheckState.OPEN, fault) for fault in brought.faults]
    return [*comparing.checks, *comparing.summary(brought)], {*comparing.proved}


@dataclass(slots=True)
class _Comparing:
    file: Record
    declared: Mapping[str, Accepted]
    checks: list[Check] = field(default_factory=list)
    proved: dict[str, Kept] = field(default_factory=dict)
    """The receipts that prove a declaration, by the ids of the declarations."""
    strange: int = 0
    """How many receipts are from other exercises."""

    def fault(self, kept: Kept) -> tuple[str, int]:
        """Return what is wrong with a receipt, and the record that it contradicts (0 if none)."""
        ours = self.file.verify_key
        told = kept.verify_key in ("", ours)
        if kept.exercise != self.file.papers.exercise:
            if not kept.verify_key or not told:
                self.strange += 1
                return "", 0
            return (
                f"it was given in {kept.exercise!r}, but the file is of {self.file.papers.exercise!r}",
                1,
            )
        said = kept.signed(kept.exercise)
        if not is_signed(said, signature=kept.signature, verify_key=ours):
            if told:
                return "it is not signed by this exercise: it was changed, or never given", 0
            return "another key signed it: this is not the file of that day, or its keys were changed", 1
        if digest_of(kept.answer) != kept.digest:
            return "its answer is not the one that was signed: the receipt was changed", 0
        return self._against_journal(kept)

    def _against_journal(self, kept: Kept) -> tuple[str, int]:
        accepted = self.declared.get(kept.id)
        if accepted is None:
            where = (
                f"not in the {counted(self.file.whole, 'record')} before the damage"
                if self.file.fault
                else "nowhere in the journal"
            )
            return f"the declaration for which it was given is {where}", 0
        if (accepted.table, accepted.gate) != (kept.table, kept.gate) or accepted.seat not in ("", kept.seat):
            where = f"table {accepted.table}, {accepted.seat}, question {accepted.gate}"
            return f"record {accepted.seq} has that declaration at {where}", accepted.seq
        if accepted.digest != kept.digest:
            return f"record {accepted.seq} has another answer than the signed one", accepted.seq
        self.proved[kept.id] = kept
        return "", 0

    def look_for_others(self) -> None:
        """Check that a client with a receipt for a question also has one for the answer that counted there."""
        newest = {(each.key, each.table, each.gate): each for each in self.declared.values()}
        held = {(self.declared[name].key, kept.table, kept.gate): kept for name, kept in self.proved.items()}
        for place, kept in held.items():
            counted_as = newest[place]
            if counted_as.id not in self.proved:
                text = (
                    f"table {kept.table}, {kept.seat}, question {kept.gate}: record {counted_as.seq}"
                    " has a later answer, and the laptop with this receipt has no receipt for it"
                )
                self.checks.append(Check(RECEIPTS, CheckState.FAILS, text, counted_as.seq))

    def summary(self, brought: BroughtReceipts) -> Iterator[Check]:
        """Yield how many receipts are right, and how many are from other exercises."""
        if self.strange:
            text = f"{counted(self.strange, 'receipt')} of other exercises ignored"
            yield Check(RECEIPTS, CheckState.OPEN, text)
        if not brought.receipts:
            text = "none were brought. `warcouncil receipts` writes those of a laptop"
            if brought.lots:
                text = "the files have no receipt, only numbers for the seed of a table"
            yield Check(RECEIPTS, CheckState.OPEN, text)
        elif self.proved:
            seats = len({(kept.table, kept.seat) for kept in self.proved.values()})
            text = (
                f"{counted(len(self.proved), 'receipt')} of {counted(seats, 'seat')}: this exercise"
                " signed them, and the journal has the signed answers"
            )
            yield Check(RECEIPTS, CheckState.HOLDS, text)
