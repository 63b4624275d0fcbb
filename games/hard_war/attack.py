"""The effects of plays on the table: attacks, Media Reports, observers, Jus ad bellum and extra cards."""

from __future__ import annotations

from dataclasses import replace

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.cities import drop_report
from warcouncil.games.hard_war.counted import counted, left_to_play
from warcouncil.games.hard_war.course import WarCourse, marker_words, pass_jus, reveal, take_from_hand, use_up
from warcouncil.games.hard_war.events.attacks import (
    AttackPlayed,
    CitySecured,
    ExtraPlayed,
    JusUsed,
    ObserversSent,
    ReportPlayed,
)
from warcouncil.games.hard_war.legal import Target, breaks_friendly_fire
from warcouncil.games.hard_war.state import SEAT_IDS, SIGN, AgendaItem, City, LaidAttack, with_city
from warcouncil.games.hard_war.wording import say


def attack(course: WarCourse, card: str, place: int, *, secure: bool) -> None:
    """5.2.1: lay an attack on a city and move its marker.

    Observers (5.6.1) and securing (5.6.2) turn the card face up.
    """
    state = course.state
    player, city = state.active, state.cities[place]
    against_rule = breaks_friendly_fire(city, player, card)
    up = secure or bool(city.report)
    take_from_hand(course, player, card)
    course.state = with_city(course.state, place, _attacked(city, player, card, secure=secure))
    course.state = replace(
        course.state,
        attacks=tuple(n + 1 if at == place else n for at, n in enumerate(state.attacks)),
        friendly_pass=state.friendly_pass and not against_rule,
    )
    after = course.state.cities[place]
    words = say("events.marker_off") if secure else marker_words(after)
    at = after.marker * SIGN[player]
    seen, own = counted(course.state, place, player)
    course.tell(
        AttackPlayed(
            seat=SEAT_IDS[player],
            city=city.name,
            kind=cards.back(card),
            up=up,
            marker=words,
            at=at,
            friendly_fire=against_rule,
            left=left_to_play(course.state),
            seen=seen,
            own=own,
            card=card,
        )
    )
    if secure:
        course.tell(CitySecured(SEAT_IDS[player], city.name))
    if up:
        reveal(course, place, player, len(city.rows[player]))


def _attacked(city: City, player: int, card: str, *, secure: bool) -> City:
    """Return the city with the card on it, still face down, and the marker moved."""
    row = (*city.rows[player], LaidAttack(card))
    rows = (row, city.rows[1]) if player == 0 else (city.rows[0], row)
    if secure:
        return replace(city, rows=rows, secured=player)
    on_edge = city.marker == city.outer(player)
    return replace(city, rows=rows, marker=city.marker if on_edge else city.stepped(player))


def report(course: WarCourse, card: str, target: Target) -> None:
    """5.3: use a Media Report on an attack. A Media Report x2 (6B.1) may then reveal a second attack."""
    course.tell(ReportPlayed(SEAT_IDS[course.state.active], card))
    use_up(course, course.state.active, card)
    if card == cards.MEDIA2:
        course.put_first(AgendaItem("Second report"))
    reveal(course, target.place, target.player, target.index)


def send_observers(course: WarCourse, card: str, place: int) -> None:
    """5.6.1: attach a Media Report to a city. A report that was attached elsewhere is discarded."""
    for at, city in enumerate(course.state.cities):
        if city.report:
            drop_report(course, at)
    player = course.state.active
    take_from_hand(course, player, card)
    city = course.state.cities[place]
    course.state = with_city(course.state, place, replace(city, report=card))
    course.tell(ObserversSent(SEAT_IDS[player], city.name, card))


def use_jus(course: WarCourse, effect: str) -> None:
    """5.4: use one effect of Jus ad bellum, then pass Jus ad bellum to the opponent."""
    state = course.state
    course.tell(JusUsed(SEAT_IDS[state.active], effect))
    pass_jus(course, 1 - state.active)
    match effect:
        case "play+1":
            course.state = replace(
                course.state, plays_left=state.plays_left + 1, plays_more=state.plays_more + 1
            )
        case "ignore_friendly_fire_once":
            course.state = replace(course.state, friendly_pass=True)
        case "draw2_now":
            course.put_first(AgendaItem("Draw", cause="jus"))
        case _:
            raise AssertionError(f"Jus ad bellum has no effect {effect!r}")


def play_extra(course: WarCourse, card: str, place: int) -> None:
    """6B.2, 6B.3: move the marker one step by a US Bombing or Local Support, and discard the card."""
    player = course.state.active
    use_up(course, player, card)
    city = course.state.cities[place]
    moved = replace(city, marker=city.stepped(player))
    course.state = with_city(course.state, place, moved)
    course.tell(
        ExtraPlayed(SEAT_IDS[player], card, city.name, marker_words(moved), moved.marker * SIGN[player])
    )
