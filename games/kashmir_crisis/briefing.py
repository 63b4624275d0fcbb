"""The briefing of a government and the tables of the page.

They come from the chart and the cards and hold no secret.
"""

from __future__ import annotations

from warcouncil.games.kashmir_crisis.cards import (
    EVENT_CARDS,
    FRONT_NAMES,
    NAMES,
    RESOURCES,
    SEAT_IDS,
    label,
    other,
    total,
)
from warcouncil.games.kashmir_crisis.chart import chart_of, describe_all
from warcouncil.games.kashmir_crisis.ending import LEVEL_NAMES, level
from warcouncil.games.kashmir_crisis.options import KashmirOptions
from warcouncil.protocol.table.rulebooks import Briefing, RuleTable
from warcouncil.protocol.words import SeatId

_ORIGIN = {"seed": "the designer's", "house": "ours"}
_LEAD_MAX = 40
_WHEN = {
    "at_once": "at the same moment as the other side",
    "one_by_one": "card by card, at the same moment as the other side",
    "by_turns": "card by card, by turns with the other side",
}
"""7.1 How cards are placed, if no event changes it."""


def briefing_of(options: KashmirOptions, seat: SeatId) -> Briefing:
    """Return the briefing of a government: role, goal, what it sees and what it decides."""
    colour, enemy = "black" if NAMES[seat] == "India" else "red", NAMES[other(seat)]
    markers = (
        ", and the marker moves a box to the higher; all three in your victory box as a turn ends win at once, whatever the points."
        if options.sudden_death_2
        else "."
    )
    hidden = "You see every card as it is dealt" if options.open_draw else "You see your own cards"
    return Briefing(
        role=f"You are the government of {NAMES[seat]} and play the {colour} cards, against {enemy}.",
        wins="More victory points win. Each turn an event names one front: there the higher total gains the difference, if all "
        f"cards come to {options.threshold} or more. On fronts not scored the lower total loses its cards and a point{markers}",
        sees=f"{hidden}, and how many {enemy} has; what {enemy} has laid on a front is seen when all fronts are revealed, or "
        "at once where an event lays it open.",
        decides=f"Each turn you place your cards on three fronts, one or two on each, {_WHEN[options.placing]} unless an event "
        "has one side show cards and place first; the rest waits in your Reserve.",
        looks=f"Look at what all cards come to, front by front: at {options.threshold} the front at stake is scored; on "
        "fronts not scored the lower total loses.",
    )


def facts_of(options: KashmirOptions) -> dict[str, str | RuleTable]:
    """Return what the page asks for: the events, the cards, the levels of victory and the numbers in force."""
    drawn = f"{options.draw_count_own} a side" if options.red_and_black else str(options.draw_count)
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
    names = {"J": "Jack", "Q": "Queen", "K": "King"}
    return ", ".join(f"{name} {FRONT_NAMES[chart.front(rank)]}" for rank, name in names.items())


def _events(options: KashmirOptions) -> RuleTable:
    chart = chart_of(options.event_chart)
    rows = []
    for card in EVENT_CARDS:
        entry = chart.entry(card)
        rows.append(
            (
                label(card),
                FRONT_NAMES[chart.front(card)],
                entry.title or "–",
                describe_all(entry.effects),
                _ORIGIN[entry.origin],
            )
        )
    return RuleTable(head=("event", "front", "title", "what it does", "whose"), rows=tuple(rows))


def _resources() -> RuleTable:
    rows = tuple(
        (NAMES[seat], ", ".join(label(card) for card in RESOURCES[seat]), str(total(RESOURCES[seat])))
        for seat in SEAT_IDS
    )
    return RuleTable(head=("side", "cards", "worth"), rows=rows)


def _levels() -> RuleTable:
    """Return a table of the leads that make each level of victory. It asks the rule for each lead in turn."""
    leads: dict[str, list[int]] = {}
    for lead in range(_LEAD_MAX + 1):
        leads.setdefault(level(lead), []).append(lead)
    rows = []
    for name, run in leads.items():
        last = "" if run[-1] == run[0] else f"–{run[-1]}"
        rows.append((f"{run[0]} or more" if run[-1] == _LEAD_MAX else f"{run[0]}{last}", LEVEL_NAMES[name]))
    return RuleTable(head=("lead in points", "is called"), rows=tuple(rows))
