"""5.1.1 and 6A: taking a city, and its immediate effect."""

from __future__ import annotations

from dataclasses import replace

from warcouncil.games.hard_war.course import WarCourse, add_points, throw_away, win_by_arms
from warcouncil.games.hard_war.events.turns import CityTaken, HandSizeCut, ObserversLeft
from warcouncil.games.hard_war.state import NOBODY, SEAT_IDS, AgendaItem, Discarded, hand_limit, with_city


def take_city(course: WarCourse, place: int) -> None:
    """5.1.1 Take control of one city. Its points are added, then its observers leave, and then its effect takes
    place (6A).
    """
    player = course.state.active
    city = course.state.cities[place]
    course.state = with_city(course.state, place, replace(city, owner=player, secured=NOBODY))
    total = add_points(course, player, city.vp)
    course.tell(CityTaken(SEAT_IDS[player], city.name, city.vp, total, course.state.rules.military_vp))
    if total >= course.state.rules.military_vp:
        win_by_arms(course, player)
        return
    if city.report:
        drop_report(course, place)
    _apply_effect(course, city.name, city.effect)


def drop_report(course: WarCourse, place: int) -> None:
    """5.6.1: discard a city's attached Media Report."""
    city = course.state.cities[place]
    state = with_city(course.state, place, replace(city, report=""))
    course.state = replace(state, discard=(*state.discard, Discarded(city.report)))
    course.tell(ObserversLeft(city.name))


def _apply_effect(course: WarCourse, city: str, effect: str) -> None:
    """6A: apply the effect of a city at once.

    The continuing effects, `draw+1` and `play+1` in later turns, are counted by `to_draw` and `play_limit`.
    """
    state = course.state
    other = 1 - state.active
    match effect:
        case "play+1":
            course.state = replace(state, plays_left=state.plays_left + 1)
        case "toll+-30_once":
            course.put_first(AgendaItem("Dedes"))
        case "draw3_once":
            course.put_first(AgendaItem("Draw", cause="city"))
        case "opp_hand-1":
            course.tell(HandSizeCut(SEAT_IDS[other], city, hand_limit(state, other)))
            course.put_first(AgendaItem("Discard", other))
        case "opp_discard_hand_once":
            throw_away(course, other, state.sides[other].hand)
        case _:  # A continuing effect, or none
            pass
