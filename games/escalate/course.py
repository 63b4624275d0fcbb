"""The course of a game for a debrief: points and numbers of cards, which all players see, and who is ahead."""

from __future__ import annotations

from warcouncil.games.escalate.state import EscalateState
from warcouncil.games.escalate.wording import say
from warcouncil.games.kit.course import Bearings, Figure, ahead_of_the_next


def course_of(state: EscalateState) -> Bearings:
    """Return the figures of a game, including seats that were knocked out."""
    points = {str(seat): float(number) for seat, number in state.points.items()}
    return Bearings(
        figures=(
            Figure(say("sheet.tally"), points),
            Figure(say("sheet.cards_in_hand"), {str(seat): len(hand) for seat, hand in state.hands.items()}),
        ),
        ahead=ahead_of_the_next(points),
        ahead_is=say("sheet.ahead"),
    )
