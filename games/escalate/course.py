"""What a debrief follows through a game: points and cards, which all players see, and who leads."""

from __future__ import annotations

from warcouncil.games.escalate.state import EscalateState
from warcouncil.games.kit.course import Bearings, Figure, ahead_of_the_next


def course_of(state: EscalateState) -> Bearings:
    """Give how a game stands, the fallen included."""
    points = {str(seat): float(number) for seat, number in state.points.items()}
    return Bearings(
        figures=(
            Figure("victory points", points),
            Figure("cards in hand", {str(seat): len(hand) for seat, hand in state.hands.items()}),
        ),
        ahead=ahead_of_the_next(points),
        ahead_is="victory points more than the next",
    )
