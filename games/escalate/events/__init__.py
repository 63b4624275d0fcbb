"""The events of Escalate!, with who may know each part of them.

Only drawn cards are secret. Cards that are played, exchanged or knocked out are face up.
"""

from __future__ import annotations

from warcouncil.games.escalate.events.deals import (
    CardReturned,
    CardsDrawn,
    CircleRepeated,
    DiscardsShuffled,
    ExchangeOrdered,
    LeadObliged,
    OpeningDeferred,
    OpeningPassed,
    TableLaid,
)
from warcouncil.games.escalate.events.incidents import (
    AnswerPassed,
    HolderReplaced,
    IncidentEscalated,
    IncidentLed,
    IncidentTurned,
    IncidentVoided,
    IncidentWon,
    SeatDropped,
    UnPlayed,
)
from warcouncil.games.escalate.events.launches import GameEnded, NukeAnswered, NukesLaunched, SeatKnockedOut
from warcouncil.games.kit.events import Event

EVENT_TYPES: tuple[type[Event], ...] = (
    TableLaid,
    CardsDrawn,
    DiscardsShuffled,
    OpeningDeferred,
    OpeningPassed,
    CircleRepeated,
    LeadObliged,
    ExchangeOrdered,
    CardReturned,
    IncidentLed,
    IncidentTurned,
    IncidentEscalated,
    UnPlayed,
    AnswerPassed,
    SeatDropped,
    IncidentWon,
    NukesLaunched,
    NukeAnswered,
    SeatKnockedOut,
    HolderReplaced,
    IncidentVoided,
    GameEnded,
)
