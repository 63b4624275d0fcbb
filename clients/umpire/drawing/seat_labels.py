"""The state of a seat in a sign or a few words: its link, and its answer."""

from __future__ import annotations

from warcouncil.clients.umpire.drawing import tone
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.clients.widgets.pieces.wording import lasted
from warcouncil.protocol.wire.consoles import SeatStatus


def link_sign(seat: SeatStatus) -> str:
    """Return the sign of a seat's link."""
    return "■" if seat.bot else "●" if seat.linked else "○" if seat.joined else "·"


def link_word(now: TableNow, seat: SeatStatus, now_ms: int) -> str:
    """Return the state of a seat's link in words."""
    if seat.bot:
        return "a bot plays" + (", holder away" if seat.joined and not seat.linked else "")
    if seat.linked:
        return "linked, in a browser" if seat.browser else "linked"
    return f"silent {lasted(now.silent_ms(seat, now_ms))}" if seat.joined else "nobody came yet"


def answer_word(seat: SeatStatus) -> str:
    """Return the state of a seat's answer in words."""
    if seat.voided:
        return "struck out"
    if seat.sealed:
        return "sealed"
    return "owes an answer" if seat.asked else "not asked"


def answer_tone(seat: SeatStatus) -> str:
    """Return the style for `answer_word`."""
    if seat.voided:
        return tone.BAD
    return tone.GOOD if seat.sealed else tone.STRONG if seat.asked else tone.QUIET
