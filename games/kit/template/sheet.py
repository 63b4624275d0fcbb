"""What each seat sees of Template: only what it may know. The clients draw the elements and know no game."""

from __future__ import annotations

from warcouncil.games.kit.template.state import TITLES, TemplateState
from warcouncil.protocol.sheets import Card, Cards, Fact, Facts, Sheet
from warcouncil.protocol.words import SeatId


def sheet(state: TemplateState, seat: SeatId | None) -> Sheet:
    """Give all that a seat may see now. None: what everyone may see."""
    prizes = Facts(
        title="Prizes",
        facts=tuple(Fact(label=TITLES[who], value=str(won)) for who, won in state.prizes.items()),
    )
    played = tuple(
        Cards(
            title=f"Played by {TITLES[who]}", shape="row", cards=tuple(Card(face=str(card)) for card in cards)
        )
        for who, cards in state.played.items()
        if cards
    )
    headline = "All cards are played" if state.is_over else f"Turn {state.turn}"
    if seat is None:
        return Sheet(headline=headline, elements=(prizes, *played))
    own = tuple(Card(face=str(card), secret=True) for card in state.hands[seat])
    hand = Cards(title="Your hand", shape="hand", cards=own)
    return Sheet(headline=headline, elements=(hand, prizes, *played))
