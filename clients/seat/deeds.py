"""What a seat did at its questions, as its own window saw it: answers sealed, missed, and the quickest."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.clients.wording.saying import say


@dataclass(slots=True)
class Deeds:
    """Counts. A question counts once, when it has closed; what happened before this window was opened does not.

    `first_gate` is the number of the question that this window saw first; `open_gate` the question that is open, as its number and
    when it was first seen; `took_ms` how long its first answer took, where that was seen.
    """

    sealed: int = 0
    missed: int = 0
    quickest_ms: int | None = None
    first_gate: int | None = None
    open_gate: tuple[int, int] | None = None
    has_sealed: bool = False
    took_ms: int | None = None

    def opened(self, gate: int, *, asked: bool, has_sealed: bool, now_ms: int) -> None:
        """Take note of the question that is open now, and count the one before it when it is another."""
        if self.first_gate is None:
            self.first_gate = gate
        if self.open_gate is not None and self.open_gate[0] != gate:
            self._count()
        if asked and self.open_gate is None:
            self.open_gate, self.has_sealed, self.took_ms = (gate, now_ms), has_sealed, None

    def receipt(self, gate: int, now_ms: int) -> None:
        """Take note of a receipt: the first at a question says how quick the answer was."""
        if self.open_gate is None or self.open_gate[0] != gate:
            return
        if not self.has_sealed:
            self.took_ms = now_ms - self.open_gate[1]
        self.has_sealed = True

    def handed_over(self) -> None:
        """Take note that a bot or another of the crew plays the seat: what was not answered yet is his to answer."""
        if not self.has_sealed:
            self.open_gate = None

    def struck_out(self) -> None:
        """Take note that an umpire struck the answer out: the question is neither sealed nor missed."""
        self.open_gate = None

    def receipt_after(self) -> None:
        """Take note of a receipt that came when the next question was open: what was counted as missed was sealed."""
        self.sealed, self.missed = self.sealed + 1, self.missed - 1

    def _count(self) -> None:
        self.sealed += self.has_sealed
        self.missed += not self.has_sealed
        if self.took_ms is not None:
            before = self.quickest_ms
            self.quickest_ms = self.took_ms if before is None else min(self.took_ms, before)
        self.open_gate = None

    @property
    def words(self) -> str:
        """Say it in words, and since when it was counted, where that was not from the first question on; "" where nothing was asked."""
        if not self.sealed + self.missed:
            return ""
        told = say("verdict.deeds", sealed=self.sealed, missed=self.missed)
        if self.quickest_ms is not None:
            seconds = -(-self.quickest_ms // 1000)
            told = say("verdict.deeds_quickest", sealed=self.sealed, missed=self.missed, seconds=seconds)
        return say("verdict.deeds_here", deeds=told) if (self.first_gate or 0) > 1 else told
