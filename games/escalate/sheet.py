"""The sheet of a seat: the table, its own hand, the piles, and what everyone could see. This module also draws the
full truth.
"""

from __future__ import annotations

from collections.abc import Sequence

from warcouncil.games.escalate.cards import ROLES, deck_of, face, role_title
from warcouncil.games.escalate.events.words import drawn, hand_of
from warcouncil.games.escalate.standing import around, demand, standings, tally
from warcouncil.games.escalate.state import EscalateState, named, role, stake, target
from warcouncil.games.escalate.wording import say
from warcouncil.games.kit.play.reveal_all import openly
from warcouncil.games.kit.text.phrases import listed
from warcouncil.protocol.table.sheets import (
    Card,
    Cards,
    Element,
    Fact,
    Facts,
    Mark,
    Prose,
    Rows,
    Sheet,
    Track,
)
from warcouncil.protocol.words import SeatId

_ASKED = {
    "opening": ("sheet.you_open", "sheet.open"),
    "obliged": ("sheet.you_lead", "sheet.lead"),
    "turning": ("sheet.you_answer", "sheet.answer"),
}
"""The actions of the asked player, in the words for the player and for the others."""
_ANYONE = {
    "interjection": "sheet.any_interjection",
    "launching": "sheet.any_launching",
}


def sheet(state: EscalateState, seat: SeatId | None) -> Sheet:
    """Return all that a seat may see now. None: what everyone may see."""
    holds = seat is not None and seat in state.alive
    mine = (_hand(state, seat, say("sheet.your_hand")),) if seat is not None and holds else ()
    back = Card(back=say("sheet.back"))
    return _sheet(state, seat, (*mine, *_fallen(state, seat)), _draw_pile(state, back))


def truth(state: EscalateState) -> Sheet:
    """Return the full truth: every hand, and the draw pile in its order."""
    hands = tuple(
        _hand(state, seat, say("sheet.hand", side=named(seat)))
        for seat in around(state)
        if seat in state.alive
    )
    top = _card(state, state.draw[0], secret=True) if state.draw else None
    order = Prose(
        title=say("sheet.draw_truth"),
        text=say("events.list_comma").join(face(card) for card in state.draw) or say("sheet.empty"),
    )
    known = _sheet(state, None, hands, _draw_pile(state, top))
    return openly(known.model_copy(update={"elements": (*known.elements, order)}))


def _sheet(state: EscalateState, reader: SeatId | None, held: tuple[Element, ...], draw: Cards) -> Sheet:
    """Return the sheet of a table, with the reader's knowledge of the hands and of the draw pile."""
    return Sheet(
        headline=_headline(state, reader),
        elements=(
            _incident(state),
            *held,
            _table(state),
            _players(state, reader),
            draw,
            *_discarded(state),
            *_tracks(state, reader),
            _game(state),
        ),
    )


def _name(reader: SeatId | None, seat: SeatId) -> str:
    return say("events.you") if seat == reader else named(seat)


def _headline(state: EscalateState, reader: SeatId | None) -> str:
    if state.ending is not None:
        return _over(state.ending.reason, state.ending.winners, reader)
    number = state.incident
    if state.step == "negotiation":
        return say("sheet.negotiation", incident=number)
    if state.step == "exchange":
        return say("sheet.exchange", incident=number)
    if state.step == "retaliation":
        assert state.launch is not None
        if state.launch.seat == reader:
            return say("sheet.you_launched", incident=number)
        return say("sheet.launched", incident=number, side=named(state.launch.seat))
    if state.step in _ANYONE:
        doing = say(_ANYONE[state.step])
    else:
        second, third = _ASKED[state.step]
        doing = say(second) if state.turn == reader else say(third, side=named(state.turn))
    return say("sheet.now", incident=number, doing=doing)


def _over(reason: str, winners: Sequence[SeatId], reader: SeatId | None) -> str:
    others = [named(seat) for seat in winners if seat != reader]
    if not winners:
        return say("sheet.over_none", reason=reason)
    if reader not in winners:
        return say("sheet.over", reason=reason, winners=listed(others))
    return (
        say("sheet.over_ours", reason=reason, others=listed(others))
        if others
        else say("sheet.over_you", reason=reason)
    )


def _card(state: EscalateState, card: str, *, note: str = "", secret: bool = False) -> Card:
    return drawn(card, role(state, card), note=note, secret=secret)


def _incident(state: EscalateState) -> Facts:
    """Return what must be answered. Between Incidents nothing is at stake."""
    title, at_stake = say("sheet.incident"), Fact(label=say("sheet.stake"), value=str(stake(state)))
    if not state.table:
        return Facts(title=title, facts=(at_stake,))
    top, answers = demand(state)
    facts = (
        Fact(label=say("sheet.to_answer"), value=top),
        Fact(label=say("sheet.answers"), value=answers),
        Fact(label=say("sheet.held"), value=named(state.holder)),
        at_stake,
    )
    return Facts(title=title, facts=facts)


def _table(state: EscalateState) -> Cards:
    """Return the pile of the Incident in the order of play, each card with the seat that laid it."""
    cards = tuple(_card(state, card, note=named(laid.seat)) for laid in state.table for card in laid.cards)
    note = say("sheet.in_order") if len(cards) > 1 else ""
    return Cards(title=say("sheet.on_table"), shape="row", cards=cards, note=note)


def _hand(state: EscalateState, seat: SeatId, title: str) -> Cards:
    hand = sorted(state.hands[seat], key=lambda card: (ROLES.index(role(state, card)), card))
    cards = tuple(_card(state, card, secret=True) for card in hand)
    return Cards(title=title, shape="hand", cards=cards, key=hand_of(seat))


def _players(state: EscalateState, reader: SeatId | None) -> Rows:
    """Return the seats clockwise from the dealer's left, with what everyone may know of them."""
    rows = standings(state)
    return Rows(
        title=say("sheet.players"),
        head=(
            say("sheet.head_seat"),
            say("sheet.head_points"),
            say("sheet.head_cards"),
            say("sheet.head_standing"),
        ),
        rows=tuple((_name(reader, seat), *cells) for seat, *cells in rows),
        keys=tuple(str(seat) for seat, *_ in rows),
    )


def _tracks(state: EscalateState, reader: SeatId | None) -> tuple[Track, ...]:
    goal = target(state)
    return tuple(
        Track(
            key=str(seat),
            title=_name(reader, seat),
            low=0,
            high=max(goal, state.points[seat]),
            at=state.points[seat],
            marks=(Mark(at=goal, label=say("sheet.to_win")),),
            note="" if seat in state.alive else say("sheet.knocked_out"),
        )
        for seat in around(state)
    )


def _draw_pile(state: EscalateState, top: Card | None) -> Cards:
    shown = (top,) if top is not None else ()
    return Cards(title=say("sheet.draw_pile"), shape="pile", cards=shown, count=len(state.draw))


def _discarded(state: EscalateState) -> tuple[Element, ...]:
    """Return the discard pile, which is open: its top card, and how many cards it has of each kind."""
    if not state.discard:
        return (Cards(title=say("sheet.discards"), shape="pile", count=0),)
    top = (_card(state, state.discard[-1]),)
    return (
        Cards(title=say("sheet.discards"), shape="pile", cards=top, count=len(state.discard)),
        Facts(
            title=say("sheet.in_discards"),
            facts=tuple(
                Fact(label=role_title(kind), value=str(number)) for kind, number in tally(state).items()
            ),
        ),
    )


def _game(state: EscalateState) -> Facts:
    """Return the points that win, and the Nukes and U.N. cards of the deck."""
    options = state.options
    deck = deck_of(mad=options.mad, salt=options.salt, gunboat=options.gunboat)
    kinds = [role(state, card) for card in deck]
    return Facts(
        title=say("sheet.this_game"),
        facts=(
            Fact(label=say("sheet.points_to_win"), value=str(target(state))),
            Fact(label=say("sheet.nukes_in_play"), value=str(kinds.count("nuke"))),
            Fact(label=say("sheet.un_in_play"), value=str(kinds.count("un"))),
        ),
    )


def _fallen(state: EscalateState, reader: SeatId | None) -> tuple[Element, ...]:
    if reader is None or reader in state.alive:
        return ()
    return (Prose(text=say("sheet.fallen")),)
