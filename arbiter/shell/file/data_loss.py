"""Losses: the acknowledged records that an exercise file no longer holds, and their description in one line."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.file.trail import Slot, Trail
from warcouncil.games.kit.text.phrases import listed, plural
from warcouncil.protocol.commandline import command

LISTED_CHARS_MAX = 400


@dataclass(frozen=True, slots=True)
class Loss:
    """Records that were acknowledged and cannot be read.

    `slots` has their slots in the trail. `nameless` counts those without a slot. `is_open`: there may be more.
    """

    slots: tuple[Slot, ...] = ()
    nameless: int = 0
    is_open: bool = False

    def __str__(self) -> str:
        receipts = [slot for slot in self.slots if slot.receipt]
        others = len(self.slots) - len(receipts) + self.nameless
        parts = [f"{plural(len(receipts), 'receipt')} ({_listed(receipts)})"] if receipts else []
        parts += [plural(others, "other record" if receipts else "record")] if others else []
        parts += ["perhaps other newest records" if parts else "the newest records"] * self.is_open
        return listed(parts) or "no record"


class JournalInDoubt(JournalError):
    """Acknowledged records may be missing. The exercise continues only if a person accepts the loss."""

    def __init__(self, text: str, loss: Loss) -> None:
        super().__init__(text)
        self.loss = loss


def since(first: int, *, known: int, trail: Trail | None, is_open: bool = False) -> Loss:
    """Return the loss of the records from `first` to `known`, and of all that the trail lists."""
    slots = tuple(trail.slots(first)) if trail else ()
    last = max(known, trail.last if trail else 0)
    return Loss(slots, max(0, last - first + 1 - len(slots)), is_open)


def doubt(file: str, why: str, loss: Loss) -> JournalInDoubt:
    """Return the error for a loss that no person has accepted: the fault, the records in doubt, and both ways to
    continue."""
    return JournalInDoubt(
        f"{file}: {why}. In doubt: {loss}. Put back whole copies of the file, its -wal and its"
        f" -trail. Or go on without them: {command('host', '--resume', file, '--accept-loss')}",
        loss,
    )


def _listed(receipts: list[Slot]) -> str:
    """Return tables, questions and seats, as many as fit into a line."""
    seats: dict[tuple[int, int], dict[str, None]] = {}
    for slot in receipts:
        assert slot.receipt
        seats.setdefault((slot.table, slot.receipt.gate), {})[slot.receipt.seat] = None
    parts: list[str] = []
    for count, ((table, gate), named) in enumerate(seats.items()):
        parts.append(f"table {table} question {gate}: {', '.join(named)}")
        if len("; ".join(parts)) > LISTED_CHARS_MAX:
            parts[-1] = f"and {plural(len(seats) - count, 'more question')}"
            break
    return "; ".join(parts)
