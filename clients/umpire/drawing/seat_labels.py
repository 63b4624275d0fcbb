"""How a seat stands, in a sign or a few words: its link, and what it has done about its question."""

from __future__ import annotations

from warcouncil.clients.umpire.drawing import tone
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.clients.widgets.pieces.wording import lasted
from warcouncil.protocol.wire.consoles import SeatStatus


def link_sign(seat: SeatStatus) -> str:
    """Give the sign of a seat's link."""
    return "■" if seat.bot else "●" if seat.linked else "○" if seat.joined else "·"


def link_word(now: TableNow, seat: SeatStatus, now_ms: int) -> str:
    """Say how a seat's link stands."""
    if seat.bot:
        return "a bot plays" + (", holder away" if seat.joined and not seat.linked else "")
    if seat.linked:
        return "linked, in a browser" if seat.browser else "linked"
    return f"silent {lasted(now.silent_ms(seat, now_ms))}" if seat.joined else "nobody came yet"


def answer_word(seat: SeatStatus) -> str:
    """Say what a seat has done about its question."""
    if seat.voided:
        return "struck out"
    if seat.sealed:
        return "sealed"
    return "owes an answer" if seat.asked else "not asked"


def answer_tone(seat: SeatStatus) -> str:
    """Give the tone that goes with `answer_word`."""
    if seat.voided:
        return tone.BAD
    return tone.GOOD if seat.sealed else tone.STRONG if seat.asked else tone.QUIET
