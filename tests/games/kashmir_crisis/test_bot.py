"""The bot plays legally with every option and beats random play."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games.kashmir_crisis import GAME
from warcouncil.games.kashmir_crisis.bot import BOT
from warcouncil.games.kashmir_crisis.cards import SEAT_IDS
from warcouncil.games.kit.answers import fill, judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Finish
from warcouncil.games.kit.play.play import Playing, at_random, play_on, seed_of
from warcouncil.protocol.table.forms import (
    Answer,
    Choice,
    Count,
    Form,
    Option,
    Pick,
    Place,
    Sort,
    Thing,
    When,
)
from warcouncil.protocol.table.sheets import Cards, Front, Fronts, Sheet
from warcouncil.protocol.words import SeatId

from tests.games.kashmir_crisis.builder import DICE, options
from tests.profile import games


def match(index: int, settings: dict[str, Any]) -> tuple[Finish, SeatId]:
    """Play one game of the bot against random play. Return its end and the bot's seat."""
    side = SEAT_IDS[index % 2]
    playing = Playing(GAME, options(event_chart="house", **settings), seed_of(f"bot {index}"))
    bot = BOT(side, side, Dice(playing.seed, "bot"))

    def policy(table: Playing, seat: SeatId) -> Answer | None:
        if seat != side:
            return at_random(table, seat)
        form = GAME.form(table.state, seat)
        said = bot.play(GAME.sheet(table.state, seat), form)
        judge(form, said)
        return said

    return play_on(playing, policy), side


@pytest.mark.parametrize("placing", ["at_once", "one_by_one"])
def test_the_bot_beats_random_play(placing: str) -> None:
    """A bot that plays for an absent player wins fewer than seven games in ten against chance."""
    results = [match(index, {"placing": placing}) for index in range(games(40, 200))]
    assert sum(finish.winners == (side,) for finish, side in results) >= 0.7 * len(results)


@pytest.mark.parametrize(
    "settings",
    [
        {"red_and_black": True},
        {"sudden_death_2": True},
        {"talk": "public", "open_draw": True},
        {"deck_edit": {"10S": 2}},
        {"placing": "one_by_one"},
        {"placing": "by_turns", "reserve_duty": "whole", "draw_count": 4},
        {"reserve_duty": "whole", "draw_count": 3},
    ],
    ids=str,
)
def test_the_bot_answers_every_form(settings: dict[str, Any]) -> None:
    """With some options, an answer of the bot is illegal."""
    assert all(match(index, settings)[0].reason for index in range(games(4, 10)))


# --- by the sheet and the form alone ----------------------------------------------------------------------------------

LABELS = {"D": "Diplomacy", "I": "Insurgency", "M": "Military"}


def sheet(scored: str = "", headline: str = "Turn 3") -> Sheet:
    """Return a sheet on which this front is scored, or none."""
    empty = Cards()
    fronts = tuple(
        Front(label=label, left=empty, right=empty, mark="scored" if place == scored else "")
        for place, label in LABELS.items()
    )
    return Sheet(headline=headline, elements=(Cards(), Fronts(left="India", right="Pakistan", fronts=fronts)))


def placed(cards: dict[str, int], sheet: Sheet, kept: tuple[str, ...] = (), high: int = 2) -> dict[str, str]:
    """Return the bot's place for each card of these values. Those in `kept` may not stay in the Reserve."""
    everywhere = ("D", "I", "M")
    things = tuple(
        Thing(
            name=name,
            label=f"{number}♠ of clubs" if number > 1 else f"{name}♠",
            at="pool",
            to=everywhere if name in kept else (*everywhere, "R"),
        )
        for name, number in cards.items()
    )
    places = (
        Place(name="R", label="Reserve", high=9),
        *(Place(name=name, label=label, low=1, high=high) for name, label in LABELS.items()),
    )
    form = Form(
        question="Place.", rule="7", fields=(Sort(name="cards", label="cards", things=things, places=places),)
    )
    answered = BOT("india", "india", DICE).answer(sheet, form, DICE)["cards"]
    assert isinstance(answered, dict)
    return {name: place for name, to in answered.items() for place, number in to.items() if number == 1}


HAND = {"a": 9, "b": 8, "c": 6, "d": 3, "e": 10}


@pytest.mark.parametrize(
    ("cards", "scored", "where"),
    [
        (HAND, "I", {"e": "I", "a": "I", "b": "D", "c": "M", "d": "R"}),
        (HAND, "M", {"e": "M", "a": "M", "b": "D", "c": "I", "d": "R"}),
        (HAND, "", {"e": "D", "a": "I", "b": "M", "c": "M", "d": "R"}),
        ({"a": 9, "b": 8, "c": 6}, "I", {"a": "I", "b": "D", "c": "M"}),
        ({"a": 4, "b": 8, "c": 6, "d": 5}, "I", {"b": "I", "c": "I", "d": "D", "a": "M"}),
        ({"a": 4, "b": 8, "c": 6, "d": 5, "e": 7}, "I", {"b": "I", "e": "I", "c": "D", "d": "M", "a": "M"}),
        ({"a": 3, "b": 8, "c": 6, "d": 5, "e": 7}, "I", {"b": "I", "e": "I", "c": "D", "d": "M", "a": "R"}),
        ({"a": 1, "b": 8, "c": 6, "d": 5, "e": 7}, "I", {"b": "I", "e": "I", "c": "D", "d": "M", "a": "R"}),
        ({"a": 9, "b": 8}, "M", {"a": "M", "b": "D"}),
        ({"a": 1, "b": 2}, "M", {"b": "M", "a": "D"}),
    ],
    ids=str,
)
def test_it_lays_its_best_two_where_the_event_scores(
    cards: dict[str, int], scored: str, where: dict[str, str]
) -> None:
    """The bot does not use its best cards where the event scores, one card for each other front, and the Reserve
    for small ones.
    """
    assert placed(cards, sheet(scored)) == where


def test_it_lays_all_that_it_has_on_the_last_turn_and_what_it_may_not_keep() -> None:
    """The bot keeps cards in the Reserve on the last turn, or does not lay a card that may not stay there."""
    cards = {"a": 3, "b": 8, "c": 6, "d": 5, "e": 7, "f": 2}
    last = placed(cards, sheet("I", "Turn 9, the last turn"))
    assert last == {"b": "I", "e": "I", "c": "D", "d": "M", "a": "M", "f": "D"}
    must = placed(cards, sheet("I"), kept=("f",))
    assert (must["f"], must["a"]) == ("M", "R")


def test_it_lays_one_card_where_one_is_all_that_there_is_room_for() -> None:
    """The bot lays two cards on a front that takes one, so its answer is refused."""
    assert placed(HAND, sheet(), high=1) == {"e": "D", "a": "I", "b": "M", "c": "R", "d": "R"}


def single(
    cards: dict[str, tuple[int, str]], scored: str, *, may_keep: bool, suggested: Answer | None = None
) -> Answer:
    """Return the bot's answer when cards are laid one by one, for these values and places."""
    options = tuple(Option(value=name, label=f"{value}♦") for name, (value, _) in cards.items())
    rest = (Option(value="rest", label="Keep the rest"),) if may_keep else ()
    wheres = tuple(
        Choice(
            name=f"at.{places}",
            label="where",
            options=tuple(Option(value=place, label=LABELS.get(place, "Reserve")) for place in places),
            when=When(field="card", values=tuple(name for name, (_, to) in cards.items() if to == places)),
        )
        for places in dict.fromkeys(to for _, to in cards.values())
    )
    first = Choice(name="card", label="card", options=(*options, *rest))
    form = Form(question="Lay a card.", rule="7", fields=(first, *wheres), suggested=suggested)
    return BOT("india", "india", DICE).answer(sheet(scored), form, DICE)


@pytest.mark.parametrize(
    ("cards", "scored", "may_keep", "card", "front"),
    [
        ({"a": (5, "DI"), "b": (9, "DI")}, "I", False, "b", "I"),
        ({"a": (5, "DI"), "b": (9, "DI"), "c": (7, "DI")}, "M", False, "c", "D"),
        ({"a": (5, "DI"), "b": (9, "DI")}, "M", False, "b", "D"),
        ({"a": (5, "DI"), "b": (9, "DI"), "c": (7, "DI")}, "M", True, "b", "D"),
        ({"a": (5, "DI"), "b": (9, "DI"), "c": (7, "DI")}, "", False, "b", "D"),
        ({"a": (4, "DR")}, "D", True, "a", "D"),
        ({"a": (3, "R"), "b": (6, "MR")}, "D", True, "b", "M"),
    ],
    ids=str,
)
def test_it_lays_one_card_after_another_by_the_same_judgement(
    cards: dict[str, tuple[int, str]], scored: str, may_keep: bool, card: str, front: str
) -> None:
    """The bot does not lay its best card on the scored front at once, or lays it elsewhere while another card
    would do.
    """
    assert single(cards, scored, may_keep=may_keep) == {"card": card, f"at.{cards[card][1]}": front}


def test_it_keeps_small_cards_and_lays_what_is_suggested_where_it_must() -> None:
    """The bot lays a three as a second card in place of keeping it, or does not follow the suggestion when it
    must.
    """
    assert single({"a": (3, "DI")}, "D", may_keep=True) == {"card": "rest"}
    suggested: Answer = {"card": "a", "at.R": "R"}
    assert single({"a": (3, "R")}, "D", may_keep=False, suggested=suggested) == suggested


def test_it_takes_the_first_effect_of_an_event() -> None:
    """The bot does not take the first effect on offer, which is the certain one."""
    options = (Option(value="one", label="one"), Option(value="two", label="two"))
    form = Form(question="Which?", rule="5", fields=(Choice(name="effect", label="effect", options=options),))
    assert BOT("india", "india", DICE).answer(sheet(), form, DICE) == {"effect": "one"}


def test_it_fills_what_it_has_no_judgement_of_by_chance() -> None:
    """A form with a kind of field that the bot does not know stops it."""
    options = tuple(Option(value=name, label=name) for name in "abcdef")
    pick = Pick(name="some", label="some", options=options, low=2, high=4)
    count = Count(name="many", label="many", low=1, high=50)
    form = Form(question="Which, and how many?", rule="7", fields=(pick, count))
    answered = BOT("india", "india", DICE).answer(sheet(), form, DICE)
    judge(form, answered)
    assert answered == fill(form, DICE)
