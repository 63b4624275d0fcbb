"""The draw of one table: its seats commit to numbers and open them before anything is dealt.

No lot is opened before every pledge is fixed. No pledge changes afterwards. A lot must match its pledge.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, auto

from warcouncil.arbiter.core.words.outcome import Refused
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.proofs.lots import Lot
from warcouncil.protocol.sentences.sentence import sentence
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.words import SeatId

PLEDGES_MAX = 10
"""How often a seat may change its pledge. A player who joins again sends a new one."""
UNDEALT = Phase(
    name="",
    rule="",
    title="The game has not begun",
    text="",
    asked=(),
    sealed=False,
    clock_seconds=0,
    closes_early=False,
)
"""The phase before the first question while nothing is dealt. It asks no seat."""


class DrawStage(Enum):
    """The stages of a draw."""

    GATHERING = auto()
    """Pledges are accepted. The game has not been asked to begin."""
    ASKED = auto()
    """The game was asked to begin. It waits for the pledges of the seats that are present."""
    SHOWN = auto()
    """The pledges are fixed and shown, and the lots are opened."""
    MADE = auto()
    """The seed is made, and the game is dealt."""


@dataclass(slots=True)
class TableDraw:
    """The draw of a table. `since` is the time when its stage began, or when an arbiter resumed it."""

    stage: DrawStage = DrawStage.GATHERING
    since: int = 0
    pledges: dict[SeatId, str] = field(default_factory=dict)
    keys: dict[SeatId, str] = field(default_factory=dict)
    """The key of each pledge. The pledge of a former holder does not bind the new holder of a seat."""
    opened: dict[SeatId, str] = field(default_factory=dict)
    changes: dict[SeatId, int] = field(default_factory=dict)
    is_resumed: bool = False
    """Whether an arbiter resumed it, so that no client is linked at first."""
    made: tuple[Lot, ...] = ()
    """The lots from which the seed was made, in table order."""

    def ask(self, at: int) -> None:
        """Ask the game to begin. Raises Refused."""
        if self.stage is not DrawStage.GATHERING:
            raise Refused(RefusalCode.NO_SUCH, sentence("refusals.begins_in_a_moment"))
        self.stage, self.since = DrawStage.ASKED, at

    def wait_anew(self, at: int) -> None:
        """Restart the waiting time, for clients that must reconnect after a resume."""
        self.since, self.is_resumed = at, True

    def pledge(self, seat: SeatId, key: str, pledge: str) -> bool:
        """Record the pledge of a key at a seat. Return whether it is new. Raises Refused."""
        fixed = self.stage not in (DrawStage.GATHERING, DrawStage.ASKED)
        if self.pledges.get(seat) == pledge and (fixed or self.keys[seat] == key):
            return False
        if fixed:
            raise Refused(RefusalCode.CLOSED, sentence("refusals.chance_without_you"))
        times = self.changes.get(seat, 0)
        if times >= PLEDGES_MAX:
            raise Refused(RefusalCode.TOO_FAST, sentence("refusals.number_too_often"))
        self.changes[seat] = times + 1
        self.pledges[seat], self.keys[seat] = pledge, key
        return True

    def show(self, at: int) -> None:
        """Fix the pledges."""
        assert self.stage is DrawStage.ASKED, "the pledges are shown once, after the game was asked to begin"
        self.stage, self.since = DrawStage.SHOWN, at

    def open(self, seat: SeatId, lot: str, pledge: str) -> bool:
        """Open the lot of a seat, whose fingerprint is `pledge`. Return whether that is new. Raises Refused."""
        if lot == self.opened.get(seat):
            return False
        if self.stage is not DrawStage.SHOWN:
            raise Refused(RefusalCode.CLOSED, sentence("refusals.number_too_late"))
        if self.pledges.get(seat) != pledge:
            raise Refused(RefusalCode.MALFORMED, sentence("refusals.another_number"))
        self.opened[seat] = lot
        return True

    def lots(self, seats: Iterable[SeatId]) -> tuple[Lot, ...]:
        """Return the lots of all seats so far, in table order."""
        return tuple(
            Lot(seat=seat, pledge=self.pledges.get(seat), number=self.opened.get(seat)) for seat in seats
        )

    def make(self, lots: tuple[Lot, ...], *, passed_over: bool) -> None:
        """Record that the seed was made from these lots. If the records of pledges were skipped (`passed_over`),
        restore them from the lots.
        """
        self.stage, self.made = DrawStage.MADE, lots
        self.keys, self.changes = {}, {}
        if passed_over:
            self.pledges = {lot.seat: lot.pledge for lot in lots if lot.pledge is not None}
            self.opened = {lot.seat: lot.number for lot in lots if lot.number is not None}
