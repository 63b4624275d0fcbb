"""The content of a side's sheet: every heading, and each card in its place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from warcouncil.games.kashmir_crisis import GAME
from warcouncil.games.kashmir_crisis.briefing import briefing_of
from warcouncil.games.kashmir_crisis.cards import INDIA, PAKISTAN
from warcouncil.games.kashmir_crisis.chart import FaceUp
from warcouncil.protocol.table.forms import Sort
from warcouncil.protocol.table.sheets import Cards, Prose, Rows

from tests.games.kashmir_crisis.builder import options, play, position

HANDS: dict[str, Any] = {"india": ("10S", "9S", "8S"), "pakistan": ("7H", "5H", "2H")}
LAID = ({"D": ["10S"], "I": ["9S"], "M": ["8S"]}, {"D": ["7H"], "I": ["5H"], "M": ["2H"]})


def test_7_1_new_cards_are_a_hand_and_the_reserve_lies_in_a_row() -> None:
    """A side looks for its Reserve among the cards that it has to place."""
    state = position(**HANDS, reserves={INDIA: ("7S",)})
    lying = [
        (each.title, each.shape) for each in GAME.sheet(state, INDIA).elements if isinstance(each, Cards)
    ]
    assert lying[:2] == [("Your new cards", "hand"), ("Your Reserve", "row")]


def test_10_2_each_column_of_the_sheet_s_tables_is_named() -> None:
    """A reader cannot find the number of the turn, or the side that gained."""
    state = play(position(**HANDS, event="KC", vp_log=True), *LAID).state
    tables = {each.title: each.head for each in GAME.sheet(state, None).elements if isinstance(each, Rows)}
    assert tables["Fronts scored"] == ("Turn", "Front", "Side", "VP")
    assert tables["Last revealed"] == ("Front", "India", "Pakistan", "Outcome")


def test_5_0_without_an_event_the_sheet_says_that_nothing_is_scored() -> None:
    """A side places its best cards on a front that is not scored."""
    state = position(**HANDS, event="")
    prose = [(each.title, each.text) for each in GAME.sheet(state, None).elements if isinstance(each, Prose)]
    assert ("No event", "No event card is in effect. No front is scored this turn.") in prose


def test_5_0_a_front_says_that_its_cards_lie_face_up_to_the_side_that_has_to() -> None:
    """A side lays a secret card where the other reads it, or is warned of another's duty."""
    duty = FaceUp(type="face_up", side="IN", fronts=("M",))
    state = position(**HANDS, duties=(duty,))
    for seat, labels in (
        (INDIA, {"Diplomatic", "Information", "Military (face up)"}),
        (PAKISTAN, {"Diplomatic", "Information", "Military"}),
    ):
        form = GAME.form(state, seat)
        assert form is not None
        sort = next(field for field in form.fields if isinstance(field, Sort))
        assert {place.label for place in sort.places if place.name in "DIM"} == labels


@pytest.mark.parametrize(
    ("placing", "how"),
    [
        (
            "at_once",
            "one or two cards on each of three fronts, at the same moment as the other side. Cards that you do not place stay in your Reserve. An event may oblige",
        ),
        (
            "one_by_one",
            "card by card, at the same moment as the other side. Cards that you do not place stay in your Reserve. An event may oblige",
        ),
        (
            "by_turns",
            "card by card, in turns with the other side. Cards that you do not place stay in your Reserve. An event may oblige",
        ),
    ],
)
def test_7_1_a_briefing_says_when_cards_are_placed_and_seen(placing: str, how: str) -> None:
    """A player takes an early or open placement for a mistake, because the briefing does not say when cards
    are placed and seen.
    """
    told = briefing_of(options(placing=placing), INDIA)
    assert how in told.decides
    assert told.sees.endswith("when all fronts are revealed, or at once if an event shows it.")


@pytest.mark.parametrize("is_on", [False, True])
def test_10_12_a_briefing_says_that_the_markers_win(is_on: bool) -> None:
    """A player watches the points only, and loses at once with more of them."""
    told = briefing_of(options(sudden_death_2=is_on), PAKISTAN)
    assert ("all three markers in your victory box" in told.wins) is is_on


@pytest.mark.parametrize(
    ("joker", "is_now", "own", "note"),
    [
        ("", False, False, "shuffled back when the Joker is first shown"),
        ("first", True, False, "shuffled back after this turn"),
        ("first", False, False, "will not be shuffled back"),
        ("second", True, False, "will not be shuffled back"),
        ("", False, True, "shuffled back when the Joker is first shown, or when this side's deck is empty"),
        ("first", False, True, "shuffled back when this side's deck is empty"),
    ],
)
def test_8_31_the_sheet_says_when_discards_come_back(joker: str, is_now: bool, own: bool, note: str) -> None:
    """A player reads a wrong time at which the discards come back, and waits for cards that never come."""
    state = replace(position(joker=joker), joker_now=is_now)
    state = replace(state, options=state.options.model_copy(update={"red_and_black": own}))
    piles = [each for each in GAME.sheet(state, None).elements if isinstance(each, Cards)]
    assert [pile.note for pile in piles if pile.title == "Discard Pile"] == [note]


def test_3_0_a_briefing_tells_what_the_cards_decide() -> None:
    """A new player does not read that the sum of all cards decides whether a front is scored."""
    told = briefing_of(options(), INDIA)
    assert told.looks == (
        "Look at the sum of all cards on all fronts. If it reaches 40, the front at stake is scored. On fronts that are not scored, the side with the lower total loses."
    )
