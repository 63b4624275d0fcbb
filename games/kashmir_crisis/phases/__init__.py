"""The phases of a turn, in the order of the rulebook.

5.0 draws the event and 6.0 the resources. 7.1 places cards. 8.0 reveals, scores and resolves fronts, and removes
cards. The draw of resources and the Final Phase ask no seat, so they are modules without a phase class.
"""

from __future__ import annotations

from warcouncil.games.kashmir_crisis.declarations import Said
from warcouncil.games.kashmir_crisis.phases.card_by_card import CardByCard
from warcouncil.games.kashmir_crisis.phases.card_play import CardPlay
from warcouncil.games.kashmir_crisis.phases.event_draw import EventChoice
from warcouncil.games.kashmir_crisis.state import KashmirState
from warcouncil.games.kashmir_crisis.talk import CrisisTalks
from warcouncil.games.kit.book import PhaseRules

PHASES: tuple[PhaseRules[KashmirState, Said], ...] = (
    EventChoice(),
    CrisisTalks(),
    CardPlay(),
    CardByCard(),
)
