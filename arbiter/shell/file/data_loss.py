"""What is in doubt when an exercise file does not hold all that was acknowledged, and how it is said in one line."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.file.trail import Slot, Trail
from warcouncil.protocol.commandline import command

LISTED_CHARS_MAX = 400


@dataclass(frozen=True, slots=True)
class Loss:
    """Records that were acknowledged and cannot be given.

    `slots` is what the trail says of them, `nameless` counts those of which it says nothing; `is_open`: there may be more.
    """

    slots: tuple[Slot, ...] = ()
    nameless: int = 0
    is_open: bool = False

    def __str__(self) -> str:
        receipts = [slot for slot in self.slots if slot.receipt]
        others = len(self.slots) - len(receipts) + self.nameless
        parts = [f"{_counted(len(receipts), 'receipt')} ({_listed(receipts)})"] if receipts else []
        parts += [_counted(others, "other record" if receipts else "record")] if others else []
        parts += [
            "whatever else was acknowledged last" if parts else "whatever was acknowledged last"
        ] * self.is_open
        return " and ".join(parts) or "no record"


class JournalInDoubt(JournalError):
    """Something that was acknowledged may be missing: going on takes a person's word."""

    def __init__(self, text: str, loss: Loss) -> None:
        super().__init__(text)
        self.loss = loss


def since(first: int, *, known: int, trail: Trail | None, is_open: bool = False) -> Loss:
    """Give what is lost if the records from `first` to `known`, and all that a trail tells of, are."""
    slots = tuple(trail.slots(first)) if trail else ()
    last = max(known, trail.last if trail else 0)
    return Loss(slots, max(0, last - first + 1 - len(slots)), is_open)


def doubt(file: str, why: str, loss: Loss) -> JournalInDoubt:
    """Give what refuses to go on without a word: what is wrong, what is in doubt, and both ways out."""
    return JournalInDoubt(
        f"{file}: {why}; in doubt: {loss}. Put back whole copies of the file, its -wal and its -trail, or go on"
        f" without: {command('host', '--resume', file, '--accept-loss')}",
        loss,
    )


def _listed(receipts: list[Slot]) -> str:
    """Name tables, questions and seats, as many as a line can hold."""
    seats: dict[tuple[int, int], dict[str, None]] = {}
    for slot in receipts:
        assert slot.receipt
        seats.setdefault((slot.table, slot.receipt.gate), {})[slot.receipt.seat] = None
    parts: list[str] = []
    for count, ((table, gate), named) in enumerate(seats.items()):
        parts.append(f"table {table} question {gate}: {', '.join(named)}")
        if len("; ".join(parts)) > LISTED_CHARS_MAX:
            parts[-1] = f"and {_counted(len(seats) - count, 'more question')}"
            break
    return "; ".join(parts)


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
