"""Receipts: the proof that the exercise holds a declaration, and the test whether it still does.

Law: a receipt of this arbiter for a declaration that the exercise does not know means that its file has lost something;
nothing else does, whatever an umpire has ruled and wherever its holder sits now.
"""

from __future__ import annotations

from collections.abc import Callable

from warcouncil.protocol.proofs.receipts import Held, digest_of, signed
from warcouncil.protocol.wire.replies import Receipt
from warcouncil.protocol.wire.requests import Declare
from warcouncil.protocol.words import GateNo, MessageId, SeatId, TableId

KNOWN_MAX = 200_000
"""The ids of so many of the newest declarations are remembered: days of play in the largest room."""

Sign = Callable[[bytes], str]


class ReceiptBook:
    """What the exercise has given receipts for."""

    def __init__(self, exercise: str, sign: Sign) -> None:
        self._exercise = exercise
        self._sign = sign
        self._known: dict[tuple[TableId, SeatId, MessageId], GateNo] = {}
        """By table and seat too: whoever copies another's id makes that one's receipt no less known, nor one of his own."""
        self._forgotten: dict[TableId, GateNo] = {}
        """The newest gate of each table of whose declarations some are forgotten."""

    def make(self, table: TableId, seat: SeatId, request: Declare) -> Receipt:
        """Give the receipt for a declaration that was sealed, and remember that it was."""
        digest = digest_of(request.answer)
        proved = signed(
            self._exercise, table=table, seat=seat, gate=request.gate, request=request.id, digest=digest
        )
        self.remember(request.id, table, seat, request.gate)
        return Receipt(
            id=request.id,
            gate=request.gate,
            answer=request.answer,
            digest=digest,
            signature=self._sign(proved),
        )

    def remember(self, request: MessageId, table: TableId, seat: SeatId, gate: GateNo) -> None:
        """Know a declaration that was sealed."""
        sealed = table, seat, request
        self._known.pop(sealed, None)
        self._known[sealed] = gate
        if len(self._known) > KNOWN_MAX:
            at, *_ = oldest = next(iter(self._known))
            last = self._known.pop(oldest)
            self._forgotten[at] = max(last, self._forgotten.get(at, GateNo(0)))

    def gate_of(self, request: MessageId, table: TableId, seat: SeatId) -> GateNo | None:
        """Give the gate at which a declaration of this id was sealed at a seat; None: none is known."""
        return self._known.get((table, seat, request))

    def ours(self, held: Held) -> bool:
        """Tell whether a receipt was signed here."""
        return self._sign(held.signed(self._exercise)) == held.signature

    def missing(self, held: Held) -> bool:
        """Tell whether a receipt that was signed here is for a declaration that the exercise does not hold."""
        too_old = held.gate <= self._forgotten.get(held.table, 0)
        return self.gate_of(held.id, held.table, held.seat) is None and not too_old
