"""Options alone, in random combination, and wrong: charts, deals and edited decks (10.2, 10.3, 10.4)."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest
from pydantic import ValidationError
from warcouncil.games.kashmir_crisis import GAME
from warcouncil.games.kashmir_crisis.cards import EVENT_CARDS, INDIA, JOKER, PAKISTAN, RESOURCES
from warcouncil.games.kashmir_crisis.chart import chart_of
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.codec import dump_state
from warcouncil.games.kit.play.play import at_random, play_on, seed_of
from warcouncil.protocol.table.sheets import Rows, Sheet
from warcouncil.protocol.words import clean

from tests.games.kashmir_crisis.builder import events_order, opened, order, play, playing, position

EACH: list[dict[str, Any]] = [
    {"event_chart": "house"},
    {"event_chart": "blank"},
    {"sudden_death_1": True},
    {"sudden_death_2": True},
    {"sudden_death_2": True, "track_half_length": 1},
    {"red_and_black": True},
    {"start_vp_india": 5},
    {"start_vp_pakistan": 5},
    {"deck_edit": {"10S": 0, "AH": 4}},
    {"draw_count": 5},
    {"draw_count_own": 3},
    {"threshold": 30},
    {"jokers": 3},
    {"placing": "one_by_one"},
    {"placing": "by_turns"},
    {"reserve_duty": "whole"},
    {"card_seconds": 10},
    {"open_draw": True},
    {"front_total_floor": False},
    {"vp_log": True},
    {"max_turns": 2},
    {"choice_seconds": 10},
    {"play_seconds": 20},
    {"talk": "public"},
    {"talk": "bilateral", "talk_deals": True, "talk_quiet_seconds": 10},
]


@pytest.mark.parametrize("settings", EACH, ids=str)
def test_each_option_alone_can_be_played_to_its_end(settings: dict[str, Any]) -> None:
    """An option stops the game before its end."""
    for index in range(3):
        game = playing(**{"event_chart": "house", **settings, "max_turns": settings.get("max_turns", index)})
        assert play_on(game, at_random).reason


def random_settings(dice: Dice) -> dict[str, Any]:
    """Return a random combination of all options."""
    settings: dict[str, Any] = {"event_chart": dice.pick(("house", "blank"))}
    for option in EACH[2:]:
        if dice.below(2):
            settings |= option
    if settings.get("sudden_death_1"):
        settings.pop("jokers", None)  # refused together
    return settings


@pytest.mark.parametrize("index", range(25))
def test_options_in_random_combination_can_be_played(index: int) -> None:
    """Some combination of options does not work."""
    settings = random_settings(Dice(seed_of("options")).stream(index))
    assert play_on(playing(**settings), at_random).reason


def test_6_0_negotiation_is_between_draw_and_play() -> None:
    """The sides do not talk with their cards in hand before they place, or they do so by default."""
    assert opened().state.step == "Card play"
    state = opened(talk="public", talk_seconds=90, deal={"events": events_order("JC")}).state
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    assert (phase.name, phase.clock_seconds, phase.asked) == ("Negotiation", 90, (INDIA, PAKISTAN))
    assert phase.channels[0].members == (INDIA, PAKISTAN)
    assert sum(len(cards) for cards in state.received.values()) == 8
    said = {seat: GAME.read(state, seat, {"ready": "ready"}) for seat in phase.asked}
    after = GAME.resolve(state, said, Dice(seed_of("talk"))).state
    assert after.step == "Card play"


def test_6_0_negotiation_comes_after_an_event_s_choice() -> None:
    """After a turn in which an event asked for a choice, the sides place without their talk."""
    state = opened(talk="bilateral", event_chart="house", deal={"events": events_order("JS")}).state
    assert state.step == "Event choice"
    after = GAME.resolve(state, {INDIA: GAME.read(state, INDIA, {"effect": "0"})}, Dice(seed_of("x"))).state
    assert after.step == "Negotiation"


def test_10_2_the_log_shows_which_front_was_scored_and_by_how_much() -> None:
    """With vp_log, players do not see which side scored which front and by how much. Without it, they see a
    log.
    """
    hands: dict[str, Any] = {"india": ("10S", "9S", "8S"), "pakistan": ("7H", "5H", "2H")}
    laid = ({"D": ["10S"], "I": ["9S"], "M": ["8S"]}, {"D": ["7H"], "I": ["5H"], "M": ["2H"]})
    kept = play(position(**hands, event="KC", vp_log=True), *laid).state
    assert log_of(GAME.sheet(kept, None)) == [("1", "Military", "India", "+6")]
    plain = play(position(**hands, event="KC"), *laid).state
    assert log_of(GAME.sheet(plain, None)) == []


def log_of(sheet: Sheet) -> list[tuple[str, ...]]:
    """Return the rows of the log of victories."""
    tables = [element for element in sheet.elements if isinstance(element, Rows)]
    return [row for table in tables if table.title == "Fronts scored" for row in table.rows]


def test_5_0_shipped_charts_are_complete() -> None:
    """A shipped chart has no entry for an event card, or calls an entry the designer's that is not."""
    house, blank = chart_of("house"), chart_of("blank")
    assert [entry.card for entry in house.events if entry.origin == "seed"] == ["JS"]
    assert all(entry.effects for entry in house.events)
    assert not any(entry.effects for entry in blank.events)
    assert (
        {entry.card for entry in house.events} == {entry.card for entry in blank.events} == set(EVENT_CARDS)
    )


def test_5_0_a_chart_of_one_s_own_can_be_played() -> None:
    """An umpire cannot swap the fronts of queens and kings, or write other events."""
    chart = house_chart()
    chart["rank_front"] = {"J": "D", "Q": "M", "K": "I"}
    for entry in chart["events"]:
        del entry["front"]
    state = opened(event_chart=chart, deal={"events": events_order("QS")}).state
    assert state.scoring_front == "M"
    assert play_on(playing(event_chart=chart), at_random).reason


def house_chart() -> dict[str, Any]:
    """Return the house chart from its file."""
    folder = resources.files("warcouncil.games.kashmir_crisis") / "data"
    chart: dict[str, Any] = json.loads((folder / "house.json").read_text(encoding="utf-8"))
    return chart


def drop(chart: dict[str, Any]) -> None:
    del chart["events"][4]


def double(chart: dict[str, Any]) -> None:
    chart["events"][1] = copy.deepcopy(chart["events"][0])


def nuke(chart: dict[str, Any]) -> None:
    chart["events"][2]["effects"][0]["type"] = "nuke"


def wrong_front(chart: dict[str, Any]) -> None:
    chart["events"][5]["front"] = "M"


def wrong_card(chart: dict[str, Any]) -> None:
    chart["events"][5]["card"] = "XX"


def huge(chart: dict[str, Any]) -> None:
    chart["events"][6]["effects"][0]["n"] = 1000


def no_rank(chart: dict[str, Any]) -> None:
    del chart["rank_front"]["K"]


def unprintable(chart: dict[str, Any]) -> None:
    chart["events"][0]["title"] = "red\x1b[31m"


def two_lines(chart: dict[str, Any]) -> None:
    chart["events"][3]["effects"][0]["no\nsuch\x1b"] = 1


def no_events(chart: dict[str, Any]) -> None:
    del chart["events"]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (drop, ("no entry for QS", "rule 5.0")),
        (double, ("events[1] (JS)", "twice", "rule 3.0")),
        (nuke, ("events[2]", "(JC)", "nuke", "rule 5.0")),
        (wrong_front, ("events[5] (QH)", "front is M", "rule 8.1")),
        (wrong_card, ("events[5] (XX)", "rule 3.0")),
        (huge, ("events[6]", "(QC)", "give at most 20")),
        (no_rank, ("rank_front", "rank K", "rule 8.1")),
        (unprintable, ("events[0].title (JS)", "printable")),
        (two_lines, ("events[3]", "(JD)", "no such", "rule 5.0")),
        (no_events, ("events", "missing")),
    ],
)
def test_5_0_a_faulty_chart_is_refused_in_one_line(
    spoil: Callable[[dict[str, Any]], None], words: tuple[str, ...]
) -> None:
    """The author of a chart is not told the wrong entry and the rule against it."""
    chart = house_chart()
    spoil(chart)
    refused_with({"event_chart": chart}, "event_chart", *words)


def refused_with(settings: dict[str, Any], *words: str) -> None:
    """Check that setting up is refused in one line with these words."""
    with pytest.raises(BadOption) as refused:
        opened(**settings)
    line = str(refused.value)
    assert clean(line, chars_max=1000) == line
    assert not [word for word in words if word not in line], line


BLACK = [card for card in order() if card[-1] in "SC"]
RED = [card for card in order() if card[-1] in "HD"]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"event_chart": "grim"}, ("event_chart", "grim", "house or blank")),
        ({"deal": {"resource": ["AS", "AS"]}}, ("deal.resource", "AS is named twice")),
        ({"deal": {"resource": order()[:-1]}}, ("deal.resource", "lacks JOKER")),
        ({"deal": {"resource": order("KS")}}, ("deal.resource", "'KS' does not belong")),
        ({"deal": {"events": list(EVENT_CARDS[1:])}}, ("deal.events", "lacks JS")),
        ({"deal": {"reshuffle": [order()[1:]]}}, ("deal.reshuffle[0]", "lacks AS")),
        ({"deal": {"india": BLACK}}, ("india", "with red_and_black")),
        ({"deal": {"reshuffle_events": [list(EVENT_CARDS)]}}, ("events", "with red_and_black")),
        ({"red_and_black": True, "deal": {"resource": order()}}, ("resource", "without red_and_black")),
        ({"red_and_black": True, "deal": {"events": list(EVENT_CARDS)}}, ("deal.events", "lacks JOKER")),
        ({"red_and_black": True, "deal": {"india": RED}}, ("deal.india", "does not belong")),
        (
            {"red_and_black": True, "deal": {"reshuffle_india": [BLACK, [*BLACK, "AS"]]}},
            ("deal.reshuffle_india[1]", "AS is named twice"),
        ),
        ({"deck_edit": {"XX": 1}}, ("deck_edit", "XX")),
        ({"deck_edit": dict.fromkeys(RESOURCES[INDIA], 0)}, ("deck_edit", "it keeps 0", "7.1")),
        ({"talk": "team"}, ("talk", "public or bilateral")),
    ],
    ids=str,
)
def test_contradictory_options_are_refused_in_one_line(
    settings: dict[str, Any], words: tuple[str, ...]
) -> None:
    """A wrong deal or option is not named before the start."""
    refused_with(settings, *words)


@pytest.mark.parametrize(
    "settings",
    [
        {"track_half_length": 0},
        {"start_vp_india": -1},
        {"deck_edit": {"AS": 5}},
        {"max_turns": -1},
        {"play_seconds": 0},
        {"event_chart": 5},
        {"deal": {"hand": ["AS"]}},
    ],
    ids=str,
)
def test_values_out_of_bounds_are_refused(settings: dict[str, Any]) -> None:
    """A game starts with an impossible value, or with an option that does not exist."""
    with pytest.raises(ValidationError):
        GAME.options_type.model_validate(settings)


def test_10_3_an_explicit_deal_of_own_decks_is_followed() -> None:
    """With red_and_black, a tutor cannot set the order of a side's own deck and of the events."""
    deal = {
        "india": BLACK,
        "pakistan": RED[::-1],
        "events": order("KC", JOKER, of=(*EVENT_CARDS, JOKER)),
        "reshuffle_events": [order("QD", of=(*EVENT_CARDS, JOKER))],
    }
    state = opened(red_and_black=True, deal=deal).state
    assert set(state.received[INDIA]) == set(BLACK[:4])
    assert set(state.received[PAKISTAN]) == set(RED[:-5:-1])
    assert state.event == "KC"


def test_the_state_keeps_no_second_copy_of_the_deal() -> None:
    """The order of a deck is in the state twice, hidden in one place and visible in the other."""
    state = opened(deal={"resource": order()}).state
    assert state.options.deal == GAME.options_type().deal
    assert dump_state(GAME, state).count(b'"10D"') == 1
