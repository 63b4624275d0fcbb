"""The briefing of a government and the tables of the page.

They come from the chart and the cards and hold no secret.
"""

from __future__ import annotations

from warcouncil.games.kashmir_crisis.cards import (
    EVENT_CARDS,
    FRONT_NAMES,
    INDIA,
    NAMES,
    RESOURCES,
    SEAT_IDS,
    label,
    labels,
    other,
    total,
)
from warcouncil.games.kashmir_crisis.chart import chart_of, describe_all
from warcouncil.games.kashmir_crisis.ending import level, level_title
from warcouncil.games.kashmir_crisis.options import KashmirOptions
from warcouncil.games.kashmir_crisis.wording import say
from warcouncil.protocol.table.rulebooks import Briefing, RuleTable
from warcouncil.protocol.words import SeatId

_ORIGIN = {"seed": "briefing.origin_seed", "house": "briefing.origin_house"}
_LEAD_MAX = 40
_WHEN = {
    "at_once": "briefing.decides_at_once",
    "one_by_one": "briefing.decides_one_by_one",
    "by_turns": "briefing.decides_by_turns",
}
"""7.1 How cards are placed, if no event changes it."""


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
    """Return what the page asks for: the events, the cards, the levels of victory and the numbers in force."""
    drawn = (
        say("briefing.drawn", n=options.draw_count_own) if options.red_and_black else str(options.draw_count)
    )
    return {
        "events": _events(options),
        "resources": _resources(),
        "levels": _levels(),
        "threshold": str(options.threshold),
        "drawn": drawn,
        "ranks": _ranks(options),
    }


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


def _resources() -> RuleTable:
    rows = tuple((NAMES[seat], labels(RESOURCES[seat]), str(total(RESOURCES[seat]))) for seat in SEAT_IDS)
    head = (say("briefing.head_side"), say("briefing.head_cards"), say("briefing.head_worth"))
    return RuleTable(head=head, rows=rows)


def _levels() -> RuleTable:
    """Return a table of the leads that make each level of victory. It asks the rule for each lead in turn."""
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
