"""10.4 Numbers that players may change: the draw, the threshold, the Jokers, the copies of a card."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError
from warcouncil.games.kashmir_crisis import GAME, ending
from warcouncil.games.kashmir_crisis.cards import EVENT_CARDS, INDIA, JOKER, PAKISTAN, copies, label, value
from warcouncil.games.kashmir_crisis.events.draws import GameOpened, JokerRevealed
from warcouncil.games.kashmir_crisis.events.finals import FrontScored
from warcouncil.games.kashmir_crisis.phases.resource_draw import receive
from warcouncil.games.kashmir_crisis.state import EVENTS, RESOURCE
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.events import told
from warcouncil.games.kit.play.play import play_on, silent
from warcouncil.protocol.table.sheets import Prose

from tests.games.kashmir_crisis.builder import (
    ALL_RESOURCES,
    DICE,
    of_kind,
    opened,
    order,
    play,
    playing,
    position,
)

STRONG: dict[str, Any] = {"india": ("10S", "9S", "8S"), "pakistan": ("7H", "5H", "2H")}
LAID = ({"D": ["10S"], "I": ["9S"], "M": ["8S"]}, {"D": ["7H"], "I": ["5H"], "M": ["2H"]})
JOKERS = ("JOKER", "JOKER/2")


@pytest.mark.parametrize("count", [1, 5, 12])
def test_10_4_another_number_of_resources_may_be_drawn(count: int) -> None:
    """Another number of cards each turn cannot be agreed on."""
    state = opened(draw_count=count, deal={"resource": order()}).state
    assert len(state.received[INDIA]) == count
    assert state.received[PAKISTAN] == ()


def test_10_4_own_decks_may_give_another_number() -> None:
    """With the red and the black, a side does not draw the agreed number of cards."""
    state = opened(red_and_black=True, draw_count_own=6, draw_count=3).state
    assert [len(cards) for cards in state.received.values()] == [6, 6]


@pytest.mark.parametrize(("threshold", "is_scored"), [(41, True), (42, False), (0, True)])
def test_10_4_another_threshold_decides_what_is_scored(threshold: int, is_scored: bool) -> None:
    """Another threshold has no effect: these cards total 41."""
    after = play(position(**STRONG, event="KC", threshold=threshold), *LAID)
    assert bool(of_kind(after, FrontScored)) is is_scored
    event = next(each for each in GAME.sheet(after.state, None).elements if isinstance(each, Prose))
    assert f"add up to {threshold} or more" in event.text


def test_10_4_the_deck_can_be_edited() -> None:
    """Cards cannot be taken out or multiplied, or a further copy is no card of its own."""
    after = opened(deck_edit={"10S": 0, "AH": 4, "2C": 1})
    state = after.state
    cards = [
        card
        for card in (*state.decks[RESOURCE], *state.received[INDIA], *state.received[PAKISTAN])
        if card != JOKER
    ]
    expected = {*ALL_RESOURCES, "AH/2", "AH/3", "AH/4"} - {"10S"}
    assert sorted(cards) == sorted(expected)
    assert {(label(card), value(card)) for card in ("AH/2", "AH/4")} == {("A♥", 1)}
    assert of_kind(after, GameOpened)[0].resources == 42


def test_kc_a23_two_jokers_in_one_draw_end_the_game_after_the_turn() -> None:
    """A Joker that shows for the second time does not end the game, whichever of them it is."""
    deal = {"resource": order(*JOKERS, "10S", "9S", "8S", "7H", "5H", "2H", of=(*ALL_RESOURCES, *JOKERS))}
    start = opened(jokers=2, deal=deal)
    assert [told(event, None) for event in of_kind(start, JokerRevealed)] == [
        "The Joker was revealed for the first time.",
        "The Joker was revealed for the second time. This turn is the last.",
    ]
    assert sum(len(cards) for cards in start.state.received.values()) == 8
    assert start.state.is_last_turn
    state = start.state
    fronts = [getattr(GAME.default(state, seat), "fronts", {}) for seat in (INDIA, PAKISTAN)]
    assert play(state, *fronts).state.ended == ending.JOKER_TWICE


def test_kc_a23_four_jokers_in_the_last_turn_are_told_one_by_one() -> None:
    """The fifth showing, of a Joker that has shown before, causes a fault at the table."""
    jokers = copies(JOKER, 4)
    deck = order(jokers[0], *ALL_RESOURCES, of=(*ALL_RESOURCES, *jokers))
    again = order(*jokers, of=(*ALL_RESOURCES, *jokers))
    table = playing(jokers=4, deal={"resource": deck, "reshuffle": [again]})
    assert play_on(table, silent).reason.startswith(ending.why_words(ending.JOKER_TWICE))
    shown = [told(each.event, None) for each in table.events if isinstance(each.event, JokerRevealed)]
    assert shown[-1] == "The Joker was revealed for the fifth time. This turn is the last."
    assert len(shown) == 5


def test_10_4_a_single_joker_of_two_goes_back_alone() -> None:
    """The other Joker is in the deck twice."""
    state = position(**STRONG, joker="first", jokers=2, max_turns=1)
    deck = tuple(card for card in state.decks[RESOURCE] if card != JOKER)
    state = replace(state, decks={**state.decks, RESOURCE: (*deck, "JOKER/2")})
    after = play(state, *LAID).state
    assert sorted(card for card in after.decks[RESOURCE] if card.startswith(JOKER)) == list(JOKERS)


def test_10_4_two_jokers_among_the_events_are_both_laid_aside() -> None:
    """With the red and the black the turn has no event, or is not the last."""
    deal = {"events": order(*JOKERS, "QC", of=(*EVENT_CARDS, *JOKERS))}
    start = opened(red_and_black=True, jokers=2, deal=deal)
    state = start.state
    assert (state.event, state.jokers_seen, state.is_last_turn) == ("QC", 2, True)
    assert [event.refreshes for event in of_kind(start, JokerRevealed)] == [False, False]
    assert len(state.decks[EVENTS]) == 11


@pytest.mark.parametrize("jokers", [2, 3, 4])
@pytest.mark.parametrize("more", [{}, {"red_and_black": True}], ids=str)
def test_10_11_sudden_death_one_takes_one_joker(jokers: int, more: dict[str, Any]) -> None:
    """If this fails, both Jokers of a first draw end the game before either side is asked."""
    with pytest.raises(BadOption, match=f"^jokers: with jokers={jokers} and sudden_death_1.* Use 1"):
        opened(jokers=jokers, sudden_death_1=True, **more)
    assert opened(jokers=1, sudden_death_1=True, **more).state.ended == ""


@pytest.mark.parametrize("joker", [JOKER, "JOKER/2"])
def test_10_4_every_copy_of_a_card_is_shuffled_back(joker: str) -> None:
    """If this fails, the first Joker brings back one of each card, and the others lie in the discards for good."""
    state = position(**STRONG, joker="first", jokers=2, deck_edit={"AH": 3, "2C": 2}, max_turns=1)
    dealt = ("AH", "AH/2", "AH/3", "2C", "2C/2")
    deck = tuple(card for card in state.decks[RESOURCE] if card not in (*dealt, *JOKERS))
    other = next(each for each in JOKERS if each != joker)
    state = replace(state, decks={**state.decks, RESOURCE: (*deck, other)}, discard=dealt)
    after = play(state, *LAID).state
    assert set(after.decks[RESOURCE]) >= {*dealt, *JOKERS}
    assert len(set(after.decks[RESOURCE])) == len(after.decks[RESOURCE])
    assert after.discard == ()


def test_10_4_every_copy_goes_back_into_an_own_deck_that_is_empty() -> None:
    """If this fails, a side whose deck runs dry loses the further copies of its cards."""
    state = opened(red_and_black=True, deck_edit={"AH": 3}).state
    spent = ("AH", "AH/2", "AH/3", "2H")
    state = replace(state, decks={**state.decks, PAKISTAN: ()}, discard=(*spent, "5C"))
    after, _ = receive(state, DICE)
    assert sorted(after.received[PAKISTAN]) == sorted(spent)
    assert after.discard == ("5C",)


def test_10_4_by_default_all_numbers_are_the_designer_s() -> None:
    """Without any setting the numbers differ from the designer's."""
    options = GAME.options_type()
    assert (options.draw_count, options.draw_count_own, options.threshold, options.jokers) == (8, 4, 40, 1)
    assert (options.start_vp_india, options.start_vp_pakistan, options.deck_edit) == (0, 0, {})
    assert (options.placing, options.reserve_duty, options.max_turns) == ("at_once", "cover", 0)


@pytest.mark.parametrize(
    "settings", [{"draw_count": 0}, {"draw_count_own": 0}, {"threshold": -1}, {"jokers": 0}, {"jokers": 5}]
)
def test_10_4_numbers_that_make_no_game_are_refused(settings: dict[str, int]) -> None:
    """A crisis without cards or without an end can begin."""
    with pytest.raises(ValidationError):
        GAME.options_type.model_validate(settings)
