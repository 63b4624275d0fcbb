"""The state of a seat as a sign or a few words: its link, and its answer."""

from __future__ import annotations

from warcouncil.clients.umpire.drawing import tone
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.clients.widgets.pieces.wording import lasted
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.wire.consoles import SeatStatus


def link_sign(seat: SeatStatus) -> str:
    """Return the sign of a seat's link."""
    return "■" if seat.bot else "●" if seat.linked else "○" if seat.joined else "·"


def link_word(now: TableNow, seat: SeatStatus, now_ms: int) -> str:
    """Return a few words for the state of a seat's link."""
    if seat.bot:
        away = seat.joined and not seat.linked
        return say("umpire.bot_player_away" if away else "company.bot_plays")
    if seat.linked:
        return say("umpire.linked_browser" if seat.browser else "umpire.linked")
    if not seat.joined:
        return say("umpire.not_here_yet")
    return say("umpire.silent_for", time=lasted(now.silent_ms(seat, now_ms)))


def answer_word(seat: SeatStatus) -> str:
    """Return a few words for the state of a seat's answer."""
    if seat.voided:
        return say("question.struck_out")
    if seat.sealed:
        return say("umpire.sealed")
    return say("umpire.no_answer" if seat.asked else "umpire.not_asked")


def short_answer(seat: SeatStatus) -> str:
    """Return one short word for the state of a seat's answer, for narrow panes."""
    if seat.voided:
        return say("umpire.struck")
    return answer_word(seat) if seat.asked or seat.sealed else "–"


def answer_tone(seat: SeatStatus) -> str:
    """Return the style for `answer_word`."""
    if seat.voided:
        return tone.BAD
    return tone.GOOD if seat.sealed else tone.STRONG if seat.asked else tone.QUIET
