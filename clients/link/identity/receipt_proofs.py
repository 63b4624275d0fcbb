"""ReceiptProofs: verifies and stores each receipt when it comes.

It reports a false one to the person once.
"""

from __future__ import annotations

from warcouncil.clients.link.base.line import LinkAlarm
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.link.identity.receipts import Receipts
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.proofs.receipts import Held
from warcouncil.protocol.wire.replies import Receipt, Welcome
from warcouncil.protocol.wire.requests import Declare


class ReceiptProofs:
    """Verifies and stores the receipts of one key."""

    def __init__(self, receipts: Receipts) -> None:
        self._receipts = receipts
        self._false: set[str] = set()
        """The declarations whose false receipts were reported."""
        self._kept_not = False

    @property
    def newest(self) -> Held | None:
        """Return the newest receipt."""
        return self._receipts.newest

    def ask(self, declare: Declare) -> None:
        """Remember a declaration, to compare it with its receipt."""
        self._receipts.ask(declare)

    def take(self, receipt: Receipt, welcome: Welcome) -> tuple[bool, LinkAlarm | None]:
        """Verify a receipt and store it if it is valid. Return whether it is valid, and an alarm if one is needed."""
        kept = self._receipts.prove(receipt, welcome)
        if kept is None:
            said = receipt.id in self._false
            self._false.add(receipt.id)
            return False, None if said else LinkAlarm(
                say("link.receipt_false", gate=receipt.gate), receipt.gate
            )
        try:
            self._receipts.keep(kept)
        except OSError as error:
            said, self._kept_not = self._kept_not, True
            return True, None if said else LinkAlarm(say("link.receipts_not_kept", why=why(error)))
        return True, None

    def missed(self, welcome: Welcome) -> LinkAlarm | None:
        """Return an alarm for an answer that the arbiter signed for and no longer has."""
        held = self.newest
        if welcome.receipt != "missing" or held is None:
            return None
        return LinkAlarm(say("link.receipt_missing", gate=held.gate), held.gate)
