"""The events of Kashmir Crisis, with who may know them."""

from __future__ import annotations

from warcouncil.games.kashmir_crisis.events.draws import (
    CardsBarred,
    CardsDealtOpenly,
    CardsReceived,
    DeckRefreshed,
    EffectChosen,
    EventMissing,
    EventRevealed,
    FaceUpOrdered,
    GameOpened,
    JokerRevealed,
    TotalModified,
    VpChanged,
)
from warcouncil.games.kashmir_crisis.events.finals import (
    CrisisEnded,
    FrontLost,
    FrontRevealed,
    FrontScored,
    FrontTied,
    MarkerMoved,
    ValuesAdded,
)
from warcouncil.games.kashmir_crisis.events.plays import CardLaid, CardsPlaced, CardsShown
from warcouncil.games.kit.events import Event

EVENT_TYPES: tuple[type[Event], ...] = (
    GameOpened,
    EventRevealed,
    EventMissing,
    JokerRevealed,
    EffectChosen,
    VpChanged,
    TotalModified,
    FaceUpOrdered,
    CardsBarred,
    CardsReceived,
    CardsDealtOpenly,
    CardsPlaced,
    CardLaid,
    CardsShown,
    FrontRevealed,
    ValuesAdded,
    FrontScored,
    FrontTied,
    FrontLost,
    MarkerMoved,
    DeckRefreshed,
    CrisisEnded,
)
