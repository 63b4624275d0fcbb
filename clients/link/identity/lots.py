"""Lots: the number that a key adds to the draw of its table's seed. This happens automatically and within one
beat.

The number is stored on disk before its fingerprint is sent. It is opened only if the signed list of all
pledges has this key's own pledge. It is never opened after a different list.
"""

from __future__ import annotations

from secrets import token_hex

from warcouncil.clients.link.base.line import LinkAlarm
from warcouncil.clients.link.base.machine import new_id
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.link.identity.receipts import Receipts
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.proofs.lots import LOT_BYTES, KeptLot
from warcouncil.protocol.proofs.signatures import is_signed
from warcouncil.protocol.wire.replies import Done, DrawShown, Refusal, Reply, Welcome
from warcouncil.protocol.wire.requests import OpenLot, Pledge
from warcouncil.protocol.words import Role


class Lots:
    """The lot of this key at its present table: its number for the draw."""

    def __init__(self, receipts: Receipts) -> None:
        self._receipts = receipts
        self._kept: KeptLot | None = None
        self._pledge = ""
        """The id of the request that sent its pledge."""
        self._opening = ""
        """The id of the request that opened its number."""
        self._late = False
        """Whether the draw was already complete when the pledge came."""
        self._said: set[str] = set()

    def welcomed(self, welcome: Welcome) -> tuple[Pledge | None, LinkAlarm | None]:
        """Return the pledge for a new seat: the stored one for that seat, if there is one."""
        if welcome.chance != "all" or welcome.role is not Role.SEAT:
            self._kept = None
            return None, None
        fresh = KeptLot(
            exercise=welcome.exercise,
            table=welcome.table,
            seat=welcome.seat,
            lot=token_hex(LOT_BYTES),
            commitment=welcome.commitment,
            verify_key=welcome.verify_key,
        )
        if self._kept is not None and self._kept.place == fresh.place:
            has_arrived = self._kept.taken or self._late
            return None if has_arrived else self._pledged(self._kept), None
        known = self._receipts.lot(fresh.place)
        self._kept = known or fresh
        self._pledge, self._opening = new_id(), new_id()
        self._late = False
        shout = None if known else self._keep(fresh)
        return self._pledged(self._kept), shout

    def _pledged(self, kept: KeptLot) -> Pledge | None:
        """Return the pledge, if it can still count. It may be sent again, because a repeat has no second effect."""
        return None if kept.seed else Pledge(id=self._pledge, pledge=kept.pledge)

    def _keep(self, kept: KeptLot) -> LinkAlarm | None:
        """Keep the lot. Return an alarm if that fails. The number counts anyway."""
        try:
            self._receipts.keep_lot(kept)
        except OSError as error:
            return self._once(say("link.receipts_not_kept", why=why(error)))
        return None

    def shown(self, draw: DrawShown) -> tuple[OpenLot | None, LinkAlarm | None]:
        """Handle the progress of the draw.

        Open the number when all have pledged, or return what is wrong.
        """
        kept = self._kept
        if kept is None:
            return None, None
        told = kept.model_copy(
            update={"pledges": draw.pledges, "seed": draw.seed, "signature": draw.signature}
        )
        other = kept.pledges not in ((), draw.pledges) or kept.seed not in ("", draw.seed)
        told_so = is_signed(told.signed(), signature=told.signature, verify_key=told.verify_key)
        if not told_so or other:
            return None, self._once(say("link.draw_false"))
        if kept.pledge not in draw.pledges:
            is_late = draw.seed and not kept.taken
            return None, None if is_late else self._once(say("link.lot_left_out"))
        self._kept = told
        shout = self._keep(told) if told != kept else None
        if draw.seed or told.taken_open:
            return None, shout
        return OpenLot(id=self._opening, lot=kept.lot), shout

    def settles(self, reply: Reply) -> tuple[bool, LinkAlarm | None]:
        """Return whether a reply answers a request made here, and an alarm about the reply, if one is needed."""
        match reply:
            case Done(id=name) if name in (self._pledge, self._opening):
                return True, self._taken(reply.signature, opened=name == self._opening)
            case Refusal(id=name) if name and name == self._opening:
                return True, self._once(say("link.lot_late"))
            case Refusal(id=name) if name and name == self._pledge:
                self._late = True
                return True, None
            case _:
                return False, None

    def _taken(self, signature: str, *, opened: bool) -> LinkAlarm | None:
        """Store the arbiter's signature that it accepted the pledge or the number."""
        kept = self._kept
        if kept is None:
            return None
        said = kept.taken_for(opened=opened)
        if not is_signed(said, signature=signature, verify_key=kept.verify_key):
            return self._once(say("link.draw_false"))
        self._kept = kept.model_copy(update={"taken_open" if opened else "taken": signature})
        return self._keep(self._kept) if self._kept != kept else None

    def _once(self, text: str) -> LinkAlarm | None:
        said = text in self._said
        self._said.add(text)
        return None if said else LinkAlarm(text)
