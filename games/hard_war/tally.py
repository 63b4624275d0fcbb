"""The course of a war for a debrief: victory points, the toll, and each side's dead, which only that side can count."""

from __future__ import annotations

from warcouncil.games.hard_war.state import AMBER, SEAT_IDS, TEAL, HardWarState, dead
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.course import Bearings, Figure


def course_of(state: HardWarState) -> Bearings:
    """Return the figures of a war. Only the player who laid hidden attacks knows their dead."""
    points = [side.vp for side in state.sides]
    return Bearings(
        figures=(
            Figure(say("sheet.tally_points"), _by_seat(points)),
            Figure(say("sheet.toll_course"), {"": state.toll}),
            Figure(say("sheet.own_dead"), _by_seat([dead(state, AMBER), dead(state, TEAL)]), own=True),
        ),
        ahead=_by_seat([points[0] - points[1], points[1] - points[0]]),
        ahead_is=say("sheet.ahead"),
    )


def _by_seat(numbers: list[int]) -> dict[str, float]:
    return dict(zip(map(str, SEAT_IDS), numbers, strict=True))
