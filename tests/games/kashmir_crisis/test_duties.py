"""7.1 The duty to take cards from the Reserve, and 5.0 cards that an event forbids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from warcouncil.games.kashmir_crisis import GAME
from warcouncil.games.kashmir_crisis.cards import FRONTS, INDIA, PAKISTAN, SEAT_IDS
from warcouncil.games.kashmir_crisis.chart import FaceUp, Unusable, describe
from warcouncil.games.kashmir_crisis.events.draws import CardsBarred
from warcouncil.games.kashmir_crisis.state import KashmirState, Placement
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption, Illegal
from warcouncil.games.kit.events import told
from warcouncil.games.kit.play.play import seed_of

from tests.games.kashmir_crisis.builder import (
    DICE,
    answer,
    events_order,
    of_kind,
    opened,
    order,
    own_chart,
    play,
    position,
)

RED = ("3H", "5H", "7H")


def ban(side: str, *cards: str) -> Unusable:
    """Return the effect that makes cards unusable."""
    return Unusable.model_validate({"side": side, "cards": cards})


def reads(state: KashmirState, **fronts: Sequence[str]) -> Placement:
    """Place these cards for India and keep the others. Raises Illegal."""
    said = GAME.read(state, INDIA, answer(state, INDIA, fronts))
    assert isinstance(said, Placement)
    return said


def test_kc_a21_by_default_the_reserve_only_covers_empty_fronts() -> None:
    """By default, a side that drew one card must play more Reserve cards than one for each front that is left."""
    state = position(india=("2S",), reserves={INDIA: ("4S", "6S", "8S", "10S")})
    assert reads(state, D=["2S"], I=["4S"], M=["6S"]).reserve == ("10S", "8S")


def test_7_1_by_the_letter_the_whole_reserve_is_used_after_a_poor_draw() -> None:
    """With fewer than three usable cards received, a side need not use its complete Reserve, although the rule
    says "any cards remaining in their Reserve".
    """
    state = position(india=("2S",), reserves={INDIA: ("4S", "6S", "8S", "10S")}, reserve_duty="whole")
    for kept in ("10S", "4S"):
        with pytest.raises(Illegal) as refused:
            reads(state, D=["2S"], I=["6S"], M=["8S", *({"10S", "4S"} - {kept})])
        assert refused.value.rule == "7.1"
    assert reads(state, D=["4S", "10S"], I=["6S"], M=["8S"]).reserve == ("2S",)


def test_7_1_by_the_letter_three_cards_received_leave_the_reserve_free() -> None:
    """With reserve_duty=whole, a side that received three usable cards must play its Reserve."""
    state = position(india=("2S", "3S", "5S"), reserves={INDIA: ("4S", "6S")}, reserve_duty="whole")
    assert reads(state, D=["2S"], I=["3S"], M=["5S"]).reserve == ("6S", "4S")


def test_7_1_by_the_letter_the_duty_counts_usable_cards_only() -> None:
    """With reserve_duty=whole, cards that an event forbids count as received, so the side need not play its
    Reserve.
    """
    hand: dict[str, Any] = {"india": ("2S", "3S", "5S"), "reserves": {INDIA: ("4S", "6S")}}
    state = position(**hand, bans=[ban("IN", "2")], reserve_duty="whole")
    with pytest.raises(Illegal):
        reads(state, D=["3S"], I=["5S"], M=["4S"])
    assert reads(state, D=["3S"], I=["5S"], M=["4S", "6S"]).reserve == ("2S",)


@pytest.mark.parametrize("count", [5, 6, 7, 9])
def test_7_1_by_the_letter_no_more_is_forced_than_the_fronts_can_take(count: int) -> None:
    """The form asks for more cards of the Reserve than the fronts can take."""
    reserve = ("2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C")[:count]
    state = position(india=("2S", "4S"), reserves={INDIA: reserve}, reserve_duty="whole")
    form = GAME.form(state, INDIA)
    assert GAME.read(state, INDIA, form.suggested or {}) == GAME.default(state, INDIA)
    assert ("all of your Reserve goes" in form.help, "6 cards of your Reserve go" in form.help) == (
        count <= 6,
        count > 6,
    )
    for index in range(10):
        said = GAME.read(state, INDIA, fill(form, Dice(seed_of(str(index)))))
        assert isinstance(said, Placement)
        laid = [card for front in FRONTS for card in said.fronts[front]]
        assert sum(card in reserve for card in laid) == min(count, 6)


def test_5_0_an_event_may_make_cards_unusable_for_its_turn() -> None:
    """A chart cannot make received cards unusable, although the rules mention them."""
    effect = {"type": "unusable", "side": "IN", "cards": ["10", "C"]}
    deal = {"events": events_order("JC"), "resource": order("10S", "2C", "3S", "4S", "5S", "6S", "2H", "3H")}
    start = opened(event_chart=own_chart(JC=[effect]), deal=deal)
    (barred,) = of_kind(start, CardsBarred)
    india = GAME.seats(GAME.options_type())[0]
    assert told(barred, india) == "You could not play any 10 and any ♣ on any front this turn."
    assert start.state.usable(INDIA) == ("6S", "5S", "4S", "3S")
    laid = {"D": ["6S"], "I": ["5S"], "M": ["4S"]}
    after = play(start.state, laid, {"D": ["2H"], "I": ["3H"]}).state
    assert set(after.reserve[INDIA]) == {"10S", "2C", "3S"}
    assert after.bans == ()
    assert set(after.usable(INDIA)) >= {"10S", "2C"}


@pytest.mark.parametrize("place", FRONTS)
def test_kc_a22_an_unusable_card_goes_to_no_front(place: str) -> None:
    """An unusable card stays in hand, or goes to a front, and not to the Reserve."""
    state = position(india=("2S", "3S", "5S", "10S"), bans=[ban("IN", "10S")])
    fronts = {"D": ["2S"], "I": ["3S"], "M": ["5S"]}
    with pytest.raises(Illegal) as refused:
        reads(state, **{**fronts, place: [*fronts[place], "10S"]})
    assert refused.value.rule == "7.1"
    assert reads(state, **fronts).reserve == ("10S",)


def test_kc_a13_usable_cards_are_those_that_no_event_forbids() -> None:
    """With fewer than three usable cards a side keeps one of them, or plays others."""
    state = position(
        india=("2S", "3S"), reserves={INDIA: ("10S", "10C")}, bans=[ban("IN", "10"), ban("PK", "H")]
    )
    with pytest.raises(Illegal):
        reads(state, D=["2S"])
    assert set(reads(state, D=["2S"], M=["3S"]).reserve) == {"10S", "10C"}
    free = position(india=("2S", "3S"), reserves={INDIA: ("10S", "10C")}, bans=[ban("PK", "10")])
    assert free.usable(INDIA) == free.pool(INDIA)


def test_5_0_unusable_cards_are_named_in_words() -> None:
    """An event does not name the cards that a side cannot play."""
    words = describe(ban("PK", "10", "H", "3D"))
    assert words == "Pakistan cannot play any 10, any ♥ and 3♦"


def test_5_0_a_chart_that_forbids_another_s_cards_is_refused() -> None:
    """A chart forbids cards that the side never holds, and its author is not told."""
    with pytest.raises(BadOption, match=r"events\[0\].*JS.*India has no card 'H'.*rule 5\.0"):
        opened(event_chart=own_chart(JS=[{"type": "unusable", "side": "IN", "cards": ["H"]}]))


def test_7_1_a_side_with_unusable_cards_only_lays_none_one_by_one() -> None:
    """A side is asked for a card that it cannot play, or does not keep it."""
    state = position(india=("10S",), pakistan=RED, bans=[ban("IN", "S")], placing="one_by_one", max_turns=1)
    for _ in range(3):
        assert getattr(GAME.phase(state), "asked", ()) == (PAKISTAN,)
        state = GAME.resolve(state, {PAKISTAN: None}, DICE).state
    assert state.reserve[INDIA] == ("10S",)
    assert [line.cards[INDIA] for line in state.last] == [()] * 3


def test_kc_a22_a_new_deal_contains_no_placement_that_the_event_forbids() -> None:
    """In a world that the other side imagines, a front has a card that could not be played."""
    up = FaceUp.model_validate({"side": "IN", "fronts": ["M"]})
    state = position(india=("2S", "3S", "5S", "10S"), pakistan=RED, bans=[ban("IN", "10", "C")], duties=[up])
    said = GAME.read(state, INDIA, answer(state, INDIA, {"D": ["2S"], "I": ["3S"], "M": ["5S"]}))
    placed = GAME.resolve(state, {INDIA: said}, DICE).state
    for index in range(20):
        world = GAME.rehide(placed, PAKISTAN, Dice(seed_of(str(index))))
        laid = [card for front in FRONTS for card in world.placed[INDIA].fronts[front]]
        assert all(world.is_usable(card) for card in laid)
        assert not world.is_usable(world.reserve[INDIA][0])


def test_kc_a21_with_open_draw_the_forced_cards_stay_on_the_fronts() -> None:
    """Both sides saw the old Reserve, but its cards move in a new deal although both know that they were played."""
    up = FaceUp.model_validate({"side": "IN", "fronts": ["M"]})
    state = position(
        india=("2S", "3S"),
        pakistan=RED,
        reserves={INDIA: ("5S", "7S", "9S")},
        duties=[up],
        reserve_duty="whole",
        open_draw=True,
    )
    said = GAME.read(state, INDIA, answer(state, INDIA, {"D": ["5S"], "I": ["7S"], "M": ["9S"]}))
    placed = GAME.resolve(state, {INDIA: said}, DICE).state
    worlds = [GAME.rehide(placed, PAKISTAN, Dice(seed_of(str(index)))) for index in range(20)]
    assert {world.placed[INDIA].fronts["D"] for world in worlds} == {("5S",), ("7S",)}
    assert {world.placed[INDIA].reserve for world in worlds} == {("3S", "2S")}
    assert {tuple(world.reserve[seat] for seat in SEAT_IDS) for world in worlds} == {(("3S", "2S"), ())}
