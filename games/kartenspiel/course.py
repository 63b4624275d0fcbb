"""The course of a battle for a debrief: divisions in the field, reserves, the weakest corps, and which side
has lost fewer divisions."""

from __future__ import annotations

from collections.abc import Mapping

from warcouncil.games.kartenspiel.ending import decisive_losses
from warcouncil.games.kartenspiel.roles import TEAMS
from warcouncil.games.kartenspiel.state import BattleState
from warcouncil.games.kartenspiel.wording import say
from warcouncil.games.kit.course import Bearings, Figure


def course_of(state: BattleState) -> Bearings:
    """Return the figures of a battle. Only a side itself knows its reserve and its weakest corps."""
    lines = (state.corps[:4], state.corps[4:])
    field = [state.reserve[side].size + sum(corps.size for corps in lines[side]) for side in (0, 1)]
    lost = decisive_losses(state.rules.tiebreak_gross, state.ever, state.lost)
    return Bearings(
        figures=(
            Figure(say("sheet.in_the_field"), _by_team(field)),
            Figure(say("sheet.in_reserve"), _by_team([held.size for held in state.reserve]), own=True),
            Figure(
                say("sheet.weakest"),
                _by_team([min(corps.size for corps in line) for line in lines]),
                own=True,
            ),
        ),
        ahead=_by_team([lost[1] - lost[0], lost[0] - lost[1]]),
        ahead_is=say("sheet.ahead" if state.rules.tiebreak_gross else "sheet.ahead_still"),
    )


def _by_team(numbers: list[int]) -> Mapping[str, float]:
    return dict(zip(map(str, TEAMS), numbers, strict=True))
