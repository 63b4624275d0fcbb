"""Receipts: each proves that the exercise has stored a declaration. A later check finds declarations that are lost.

If a receipt of this arbiter names an unknown declaration, the exercise file has lost records. No ruling can cause
that, and no change of the seat's holder can.
"""

from __future__ import annotations

from collections.abc import Callable

from warcouncil.protocol.proofs.receipts import Held, digest_of, signed
from warcouncil.protocol.wire.replies import Receipt
from warcouncil.protocol.wire.requests import Declare
from warcouncil.protocol.words import GateNo, MessageId, SeatId, TableId

KNOWN_MAX = 200_000
"""How many ids of the newest declarations are remembered. This is enough for days of play in the largest exercise."""

Sign = Callable[[bytes], str]


class ReceiptBook:
    """The receipts that the exercise has issued."""

    def __init__(self, exercise: str, sign: Sign) -> None:
        self._exercise = exercise
        self._sign = sign
        self._known: dict[tuple[TableId, SeatId, MessageId], GateNo] = {}
        """The gate of each declaration. The key includes table and seat. So a client that copies another client's id
        changes neither receipt."""
        self._forgotten: dict[TableId, GateNo] = {}
        """The newest gate of each table that has forgotten declarations."""

    def make(self, table: TableId, seat: SeatId, request: Declare) -> Receipt:
        """Return the receipt for a declaration that was sealed, and remember the declaration."""
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
        """Remember a declaration that was sealed."""
        sealed = table, seat, request
        self._known.pop(sealed, None)
        self._known[sealed] = gate
        if len(self._known) > KNOWN_MAX:
            at, *_ = oldest = next(iter(self._known))
            last = self._known.pop(oldest)
            self._forgotten[at] = max(last, self._forgotten.get(at, GateNo(0)))

    def gate_of(self, request: MessageId, table: TableId, seat: SeatId) -> GateNo | None:
        """Return the gate at which a seat sealed the declaration with this id. Return None if no such declaration is
        remembered.
        """
        return self._known.get((table, seat, request))

    def ours(self, held: Held) -> bool:
        """Return whether this arbiter signed a receipt."""
        return self._sign(held.signed(self._exercise)) == held.signature

    def missing(self, held: Held) -> bool:
        """Return whether a receipt of this arbiter is for a declaration that the exercise does not have."""
        too_old = held.gate <= self._forgotten.get(held.table, 0)
        return self.gate_of(held.id, held.table, held.seat) is None and not too_old
