"""The sheet of each seat of Template, and the truth. The clients draw the elements and need no knowledge of any game."""

from __future__ import annotations

from warcouncil.games.kit.play.reveal_all import openly
from warcouncil.games.kit.template.state import TITLES, TemplateState, hand_of
from warcouncil.games.kit.template.wording import say
from warcouncil.protocol.table.sheets import Card, Cards, Element, Fact, Facts, Prose, Sheet
from warcouncil.protocol.words import SeatId


def sheet(state: TemplateState, seat: SeatId | None) -> Sheet:
    """Return all that a seat may see now. None: what everyone may see."""
    hand = () if seat is None else (_hand(state, seat, say("sheet.your_hand")),)
    return Sheet(headline=_headline(state), elements=(*hand, *_open(state)))


def truth(state: TemplateState) -> Sheet:
    """Return the full truth: every hand, the open cards, and the stock in its order."""
    hands = tuple(_hand(state, seat, say("sheet.hand", seat=TITLES[seat])) for seat in state.hands)
    stock = Prose(
        title=say("sheet.stock"),
        text=say("events.list_comma").join(map(str, state.stock)) or say("sheet.empty"),
    )
    return openly(Sheet(headline=_headline(state), elements=(*hands, *_open(state), stock)))


def _headline(state: TemplateState) -> str:
    return say("sheet.over") if state.is_over else say("sheet.turn", turn=state.turn)


def _hand(state: TemplateState, seat: SeatId, title: str) -> Cards:
    cards = tuple(Card(face=str(card), secret=True) for card in state.hands[seat])
    return Cards(title=title, shape="hand", cards=cards, key=hand_of(seat))


def _open(state: TemplateState) -> tuple[Element, ...]:
    """Return what everyone may see: the prizes, and the cards that were turned up."""
    prizes = Facts(
        title=say("sheet.prizes"),
        facts=tuple(Fact(label=TITLES[who], value=str(won)) for who, won in state.prizes.items()),
    )
    played = tuple(
        Cards(
            title=say("sheet.played", seat=TITLES[who]),
            shape="row",
            cards=tuple(Card(face=str(card)) for card in cards),
        )
        for who, cards in state.played.items()
        if cards
    )
    return (prizes, *played)
