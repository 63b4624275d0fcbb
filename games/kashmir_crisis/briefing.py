"""The briefing of a government, the agreed options, and the texts and tables of the rules page.

They come from the options, the chart and the cards, and contain no secret.
"""

from __future__ import annotations

from warcouncil.games.kashmir_crisis.cards import (
    EVENT_CARDS,
    FRONT_NAMES,
    INDIA,
    NAMES,
    PAKISTAN,
    RESOURCES,
    SEAT_IDS,
    SEATS,
    label,
    labels,
    other,
    total,
)
from warcouncil.games.kashmir_crisis.chart import ChoiceOf, Vp, chart_of, describe_all
from warcouncil.games.kashmir_crisis.decks import edited
from warcouncil.games.kashmir_crisis.ending import level, level_title
from warcouncil.games.kashmir_crisis.options import KashmirOptions
from warcouncil.games.kashmir_crisis.wording import say
from warcouncil.games.kit.negotiation import talk_terms
from warcouncil.protocol.table.rulebooks import Briefing, RuleTable
from warcouncil.protocol.words import SeatId

_ORIGIN = {"seed": "briefing.origin_seed", "house": "briefing.origin_house"}
_LEAD_MAX = 40
_WHEN = {
    "at_once": "briefing.decides_at_once",
    "one_by_one": "briefing.decides_one_by_one",
    "by_turns": "briefing.decides_by_turns",
}
"""7.1 How cards are placed, unless an event changes it."""


def briefing_of(options: KashmirOptions, seat: SeatId) -> Briefing:
    """Return the briefing of a government: role, goal, what it sees and what it decides."""
    enemy, needed = NAMES[other(seat)], options.threshold
    role = "briefing.role_black" if seat == INDIA else "briefing.role_red"
    return Briefing(
        role=say(role, side=NAMES[seat], enemy=enemy),
        wins=say("briefing.wins_tracks" if options.sudden_death_2 else "briefing.wins", sum=needed),
        sees=say("briefing.sees_open" if options.open_draw else "briefing.sees", enemy=enemy),
        decides=say(_WHEN[options.placing]),
        looks=say("briefing.looks", sum=needed),
    )


def facts_of(options: KashmirOptions) -> dict[str, str | RuleTable]:
    """Return the facts for the page: the events, the cards, the levels of victory and the numbers of this game."""
    drawn = (
        say("briefing.drawn", n=options.draw_count_own) if options.red_and_black else str(options.draw_count)
    )
    return {
        **_sentences(options),
        "events": _events(options),
        "resources": _resources(options),
        "levels": _levels(),
        "threshold": str(options.threshold),
        "drawn": drawn,
        "ranks": _ranks(options),
    }


PARAGRAPHS_OF = {
    "event_chart": ("5.0",),
    "sudden_death_1": ("8.31", "9.0"),
    "sudden_death_2": ("9.0",),
    "track_half_length": ("KC-A10",),
    "red_and_black": ("3.0", "6.0", "8.31"),
    "start_vp_india": ("3.0",),
    "start_vp_pakistan": ("3.0",),
    "deck_edit": ("2.1", "3.0"),
    "draw_count": ("6.0",),
    "draw_count_own": ("10.3",),
    "threshold": ("8.0", "KC-A7"),
    "jokers": ("3.0", "8.31", "9.0"),
    "placing": ("7.1", "KC-A20"),
    "reserve_duty": ("7.1", "KC-A21"),
    "open_draw": ("KC-A2", "KC-A5"),
    "front_total_floor": ("KC-A8",),
    "vp_log": ("10.2",),
    "max_turns": ("9.0",),
}
"""The numbered paragraphs and readings that each option changes."""


def terms_of(options: KashmirOptions) -> dict[str, str]:
    """Return sentences for players about the options that differ from their defaults. A sentence is "" if the option
    changes nothing in this game.
    """
    blank, own = options.event_chart == "blank", options.red_and_black
    drawn_own = say("agreed.red_and_black", n=options.draw_count_own)
    return {
        **talk_terms(options, SEATS),
        "event_chart": say("agreed.event_chart_blank")
        if blank
        else say("agreed.event_chart", name=chart_of(options.event_chart).name),
        "sudden_death_1": say("agreed.sudden_death_1"),
        "sudden_death_2": say("agreed.sudden_death_2"),
        "track_half_length": say("agreed.track_half_length", n=options.track_half_length)
        if options.sudden_death_2
        else "",
        "red_and_black": drawn_own,
        "start_vp_india": say("agreed.start_vp", side=NAMES[INDIA], n=options.start_vp_india),
        "start_vp_pakistan": say("agreed.start_vp", side=NAMES[PAKISTAN], n=options.start_vp_pakistan),
        "deck_edit": _edited_cards(options),
        "draw_count": "" if own else say("agreed.draw_count", n=options.draw_count),
        "draw_count_own": drawn_own if own else "",
        "threshold": say("agreed.threshold", n=options.threshold),
        "jokers": say("agreed.jokers", n=options.jokers),
        "placing": say(_PLACING[options.placing]) if options.placing in _PLACING else "",
        "reserve_duty": say("agreed.reserve_duty"),
        "open_draw": say("agreed.open_draw"),
        "front_total_floor": say("agreed.front_total_floor"),
        "vp_log": say("agreed.vp_log"),
        "max_turns": say("agreed.max_turns", n=options.max_turns),
    }


_PLACING = {"one_by_one": "agreed.placing_one_by_one", "by_turns": "agreed.placing_by_turns"}


def _edited_cards(options: KashmirOptions) -> str:
    """10.4 Return how many copies there are of each card whose number of copies is changed. Return "" if none is
    changed.
    """
    known = (card for seat in SEAT_IDS for card in RESOURCES[seat])
    changed = [
        say("agreed.deck_edit_card", card=label(card), n=options.deck_edit[card])
        for card in known
        if options.deck_edit.get(card, 1) != 1
    ]
    return say("agreed.deck_edit", cards=say("events.list_comma").join(changed)) if changed else ""


def _sentences(options: KashmirOptions) -> dict[str, str]:
    """Return the sentences of the page that depend on the agreed options."""
    counted = say("agreed.page_counted_sudden" if options.sudden_death_1 else "agreed.page_counted")
    chart = chart_of(options.event_chart)
    effects, choices = chart.effects, chart.offers_choice
    acts = "agreed.page_effects" if choices else "agreed.page_effects_plain"
    points = any(isinstance(effect, Vp | ChoiceOf) for effect in effects)
    joker = say("agreed.page_joker_event" if options.red_and_black else "agreed.page_joker")
    return {
        "counted": say("agreed.page_counted_limit", counted=counted, n=options.max_turns)
        if options.max_turns
        else counted,
        "tracks": f" {say('agreed.page_tracks')}" if options.sudden_death_2 else "",
        "points": say("agreed.page_points" if points else "agreed.page_points_bare"),
        "choices": say("agreed.page_choices" if choices else "agreed.page_choices_none"),
        "effects": say(acts if effects else "agreed.page_effects_none"),
        "dealt": say("agreed.page_dealt_open" if options.open_draw else "agreed.page_dealt"),
        "joker": say("agreed.page_joker_sudden", joker=joker) if options.sudden_death_1 else joker,
        "housekeeping": _housekeeping(options),
        "hands": say("agreed.page_hands_open" if options.open_draw else "agreed.page_hands"),
        "choice_time": _seconds(options.choice_seconds),
        "play_time": _seconds(options.play_seconds),
        "card_time": _seconds(options.card_seconds),
    }


def _housekeeping(options: KashmirOptions) -> str:
    """8.3, 8.31 Return what happens after a turn in which the Joker was revealed, and after the last turn."""
    said = [say("agreed.page_housekeeping_own" if options.red_and_black else "agreed.page_housekeeping")]
    if not options.sudden_death_1:
        said.append(say("agreed.page_second"))
    if options.max_turns:
        said.append(say("agreed.page_limit", n=options.max_turns))
    return " ".join(said)


def _seconds(seconds: float) -> str:
    return say("agreed.page_seconds", n=round(seconds))


def _ranks(options: KashmirOptions) -> str:
    chart = chart_of(options.event_chart)
    names = {"J": "briefing.jack", "Q": "briefing.queen", "K": "briefing.king"}
    ranks = [say(key, front=FRONT_NAMES[chart.front(rank)]) for rank, key in names.items()]
    return say("events.list_comma").join(ranks)


def _events(options: KashmirOptions) -> RuleTable:
    chart = chart_of(options.event_chart)
    rows = []
    for card in EVENT_CARDS:
        entry = chart.entry(card)
        rows.append(
            (
                label(card),
                FRONT_NAMES[chart.front(card)],
                entry.title or say("briefing.untitled"),
                describe_all(entry.effects),
                say(_ORIGIN[entry.origin]),
            )
        )
    head = (
        say("briefing.head_event"),
        say("briefing.head_front"),
        say("briefing.head_title"),
        say("briefing.head_does"),
        say("briefing.head_whose"),
    )
    return RuleTable(head=head, rows=tuple(rows))


def _resources(options: KashmirOptions) -> RuleTable:
    held = {seat: edited(seat, options.deck_edit) for seat in SEAT_IDS}
    rows = tuple((NAMES[seat], labels(held[seat]), str(total(held[seat]))) for seat in SEAT_IDS)
    head = (say("briefing.head_side"), say("briefing.head_cards"), say("briefing.head_worth"))
    return RuleTable(head=head, rows=rows)


def _levels() -> RuleTable:
    """Return a table of the leads that make each level of victory. It applies the rule to each lead in turn."""
    leads: dict[str, list[int]] = {}
    for lead in range(_LEAD_MAX + 1):
        leads.setdefault(level(lead), []).append(lead)
    rows = []
    for name, run in leads.items():
        rows.append((_leads(run[0], run[-1]), level_title(name)))
    head = (say("briefing.head_lead"), say("briefing.head_called"))
    return RuleTable(head=head, rows=tuple(rows))


def _leads(low: int, high: int) -> str:
    if high == _LEAD_MAX:
        return say("briefing.leads_more", low=low)
    return str(low) if low == high else say("briefing.leads", low=low, high=high)
