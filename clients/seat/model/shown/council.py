"""The contents of the talk pane: conversations with their unread lines, and proposals."""

from __future__ import annotations

from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.shown.screen import ShownDeal, ShownDeals, ShownLine, ShownTalk, Ways
from warcouncil.clients.seat.model.talk import Conversation
from warcouncil.clients.seat.words.seat_names import with_person
from warcouncil.clients.widgets.pieces.wording import clock_text
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import Deal
from warcouncil.protocol.words import SeatId, clean

STATES = {
    "open": "deals.open",
    "accepted": "deals.accepted",
    "refused": "deals.refused",
    "lapsed": "deals.lapsed",
}


def shown_talk(desk: Desk, talk: Conversation, now_ms: int) -> ShownTalk:
    """Return a conversation with its lines."""
    is_open = desk.is_open(talk, now_ms)
    kept, names = "", ", ".join(map(clean, talk.members))
    states: tuple[str, ...]
    if is_open:
        left = clock_text(desk.shuts_ms(talk, now_ms))
        states = (say("talk.state_open", time=left), say("talk.state_open_short", time=left))
    else:
        over = desk.dismissed or (desk.view is not None and desk.view.ended is not None)
        kept = "" if over else say("talk.half_kept" if talk.half else "talk.again_later")
        states = (say("talk.state_closed" if desk.up or not kept else "talk.state_closed_link"),)
    nothing = say("talk.nothing_yet")
    here = f"{nothing} {say('talk.here', names=names)}" if names else nothing
    return ShownTalk(
        name=desk.name_of(talk),
        is_open=is_open,
        states=states,
        kept=kept,
        unread=desk.unread(talk),
        lines=tuple(
            ShownLine(
                number,
                with_person(desk.company, line.seat, line.title),
                clean(line.text),
                line.seat == desk.me,
            )
            for number, line in sorted(talk.lines.items())
        ),
        nothing=() if talk.lines else (here, f"{nothing} {say('talk.may_speak', n=len(talk.members))}"),
        read_by=_read_by(talk),
    )


def _read_by(talk: Conversation) -> str:
    """Return a sentence that names the readers of a conversation besides its members. It is "" if there are none."""
    if talk.reads_only:
        return say("talk.reads_only")
    return say("talk.read_by", names=", ".join(map(clean, talk.readers))) if talk.readers else ""


def deals_wanted(desk: Desk) -> bool:
    """Return whether proposals are shown on the screen now."""
    return desk.view is not None and (
        desk.view.deals_open or any(deal.state == "open" for deal in desk.deals.values())
    )


def shown_deals(desk: Desk, now_ms: int, ways: Ways) -> ShownDeals:
    """Return the proposals."""
    in_order = sorted(desk.deals.values(), key=lambda deal: (deal.state != "open", -deal.number))
    why, waiting, key = desk.no_deals(now_ms), len(desk.waiting_deals), ways.of("deals", "F6")
    if waiting:
        more = waiting - 1
        does = say("deals.answers_more", key=key, n=more) if more else say("deals.answers", key=key)
    else:
        sent = sum(deal.state == "open" for deal in desk.deals.values())
        state = say("deals.sent", n=sent) if sent else say("deals.none_waits")
        does = say("deals.makes_one", state=state, key=key)
    return ShownDeals(
        tuple(shown_deal(deal, desk.me) for deal in in_order), deals_wanted(desk), why, why or does
    )


def deal_parties(deal: Deal, me: SeatId) -> tuple[str, str]:
    """Return the sender and the receiver of a proposal, as words for the seat `me`."""
    giver = say("talk.you") if deal.giver == me else clean(deal.giver_title)
    return giver, say("company.you") if deal.taker == me else clean(deal.taker_title)


def shown_deal(deal: Deal, me: SeatId) -> ShownDeal:
    """Return a proposal, worded for the seat `me`."""
    giver, taker = deal_parties(deal, me)
    asks = deal.state == "open" and deal.taker == me
    return ShownDeal(
        number=deal.number,
        head=say("deals.from_to", giver=giver, taker=taker),
        text=clean(deal.text),
        state=say("deals.waits_from_you") if asks else say(STATES[deal.state]),
        asks=asks,
        accepted={"accepted": True, "refused": False}.get(deal.state),
    )
