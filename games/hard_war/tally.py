"""The course of a war for a debrief: victory points, the toll, and each side's dead, which only that side can count."""

from __future__ import annotations

from warcouncil.games.hard_war.state import AMBER, SEAT_IDS, TEAL, HardWarState, dead
from warcouncil.games.kit.course import Bearings, Figure


def course_of(state: HardWarState) -> Bearings:
    """Return the figures of a war. Only the player who laid hidden attacks knows their dead."""
    points = [side.vp for side in state.sides]
    return Bearings(
        figures=(
            Figure("victory points", _by_seat(points)),
            Figure("civilian death toll, in thousands", {"": state.toll}),
            Figure("own dead, in thousands", _by_seat([dead(state, AMBER), dead(state, TEAL)]), own=True),
        ),
        ahead=_by_seat([points[0] - points[1], points[1] - points[0]]),
        ahead_is="victory points more",
    )


def _by_seat(numbers: list[int]) -> dict[str, float]:
    return dict(zip(map(str, SEAT_IDS), numbers, strict=True))
