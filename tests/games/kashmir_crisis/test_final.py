"""The Final Phase: scoring, resolution and housekeeping (8.0 to 8.31)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from warcouncil.games.kashmir_crisis import GAME
from warcouncil.games.kashmir_crisis.cards import INDIA, JOKER, PAKISTAN
from warcouncil.games.kashmir_crisis.chart import TotalMod
from warcouncil.games.kashmir_crisis.events.draws import DeckRefreshed
from warcouncil.games.kashmir_crisis.events.finals import (
    FrontLost,
    FrontRevealed,
    FrontScored,
    FrontTied,
    ValuesAdded,
)
from warcouncil.games.kashmir_crisis.state import RESOURCE
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.text import pages

from tests.games.kashmir_crisis.builder import (
    DICE,
    events_order,
    everywhere,
    of_kind,
    opened,
    order,
    play,
    position,
)

STRONG = ("10S", "9S", "8S")
STRONG_LAID = {"D": ["10S"], "I": ["9S"], "M": ["8S"]}
WEAK = ("7H", "5H", "2H")
WEAK_LAID = {"D": ["7H"], "I": ["5H"], "M": ["2H"]}


def mod(side: str, front: str, n: int) -> TotalMod:
    """Return an event's modifier."""
    return TotalMod.model_validate({"side": side, "front": front, "n": n})


def test_8_0_all_fronts_are_revealed_and_reserves_are_not() -> None:
    """A card on a front stays hidden, or one in a Reserve is shown."""
    state = position(india=(*STRONG, "3C"), pakistan=WEAK, max_turns=1)
    after = play(state, STRONG_LAID, WEAK_LAID)
    assert [(event.front, event.india, event.pakistan) for event in of_kind(after, FrontRevealed)] == [
        ("D", ("10S",), ("7H",)),
        ("I", ("9S",), ("5H",)),
        ("M", ("8S",), ("2H",)),
    ]
    assert "3♣" not in GAME.sheet(after.state, PAKISTAN).model_dump_json()


def test_8_0_a_front_that_is_not_scored_is_resolved_and_every_text_says_so() -> None:
    """A player believes that the event's front is safe below 40, and loses cards there."""
    below = play(position(india=STRONG, pakistan=WEAK, event="JS", threshold=42), STRONG_LAID, WEAK_LAID)
    assert [lost.front for lost in of_kind(below, FrontLost)] == ["D", "I", "M"]
    for phase in GAME.phases:
        if phase.rule == "7.1":
            assert (
                "If they add up to less, no front is scored. On every front that is not scored the side with the lower total"
                in phase.text
            )
    final = pages.markdown(GAME, GAME.options_type()).partition("### 8.0 Final")[2].partition("### 8.3")[0]
    assert (
        "If they add up to less, no front is scored. On every front that is not scored the side with the lower total"
        in final
    )
    assert (
        "On fronts that are not scored, the side with the lower total loses"
        in GAME.briefing(GAME.options_type(), INDIA).wins
    )


def test_8_2_the_page_does_not_promise_the_enemy_s_losses() -> None:
    """The page promises a side the points that the enemy loses on a resolved front, or a side does gain them."""
    state = position(india=STRONG, pakistan=WEAK, vp=(5, 5), threshold=400)
    assert play(state, STRONG_LAID, WEAK_LAID).state.vp == {INDIA: 5, PAKISTAN: 2}
    wins = (
        pages.markdown(GAME, GAME.options_type()).partition("## How you win")[2].partition("## How a turn")[0]
    )
    assert "The enemy gains nothing from that." in wins
    assert "win the cards and points" not in wins


def test_8_0_forty_scores_and_thirty_nine_does_not() -> None:
    """No front is scored although all cards add up to 40, or one is scored at 39."""
    forty = position(india=STRONG, pakistan=("7H", "4H", "2H"), event="QS")
    assert of_kind(play(forty, STRONG_LAID, {"D": ["7H"], "I": ["4H"], "M": ["2H"]}), FrontScored)
    less = position(india=STRONG, pakistan=("7H", "3H", "2H"), event="QS", max_turns=1)
    after = play(less, STRONG_LAID, {"D": ["7H"], "I": ["3H"], "M": ["2H"]})
    assert of_kind(after, ValuesAdded)[0].raw == 39
    assert not of_kind(after, FrontScored)
    assert after.state.vp == {INDIA: 0, PAKISTAN: 0}


def test_8_1_the_difference_is_gained_and_no_card_is_lost() -> None:
    """The higher total on the scored front does not gain the difference, or the other side loses its cards
    there.
    """
    after = play(position(india=STRONG, pakistan=WEAK, event="KC"), STRONG_LAID, WEAK_LAID)
    (scored,) = of_kind(after, FrontScored)
    assert (scored.front, scored.seat, scored.gain) == ("M", INDIA, 6)
    assert "2H" in after.state.discard
    assert set(after.state.dead) == {"7H", "5H"}


def test_kc_a18_an_empty_scored_front_is_a_total_of_nothing() -> None:
    """A side without a card on the scored front loses a point for that, or its total there is not 0."""
    state = position(india=("10S", "9S", "8S", "7S"), pakistan=("10H", "9H"), event="JC", vp=(0, 5))
    after = play(state, {"D": ["10S"], "I": ["9S"], "M": ["8S", "7S"]}, {"I": ["10H"], "M": ["9H"]})
    assert after.state.vp == {INDIA: 9, PAKISTAN: 4}


def test_8_1_a_modified_total_counts_and_does_not_fall_below_zero() -> None:
    """An event does not change the total of a front, or makes it negative."""
    mods = [mod("PK", "D", -9), mod("IN", "D", 2)]
    after = play(
        position(india=STRONG, pakistan=("7H", "6H"), event="JS", mods=mods),
        STRONG_LAID,
        {"D": ["7H"], "I": ["6H"]},
    )
    assert after.state.vp[INDIA] == 12


def test_8_1_without_the_floor_totals_may_be_negative() -> None:
    """With the option an event cannot make a total negative."""
    state = position(
        india=STRONG, pakistan=("7H", "6H"), event="JS", mods=[mod("PK", "D", -9)], front_total_floor=False
    )
    after = play(state, STRONG_LAID, {"D": ["7H"], "I": ["6H"]})
    assert after.state.vp[INDIA] == 12


def test_8_2_the_lower_total_loses_all_its_cards_there_and_a_point() -> None:
    """A card of the weaker side stays, or the winner gains points for it."""
    state = position(india=STRONG, pakistan=("2H", "3H", "4H", "5H"), event="JS", vp=(0, 9), max_turns=1)
    after = play(state, STRONG_LAID, {"D": ["2H"], "I": ["3H", "4H"], "M": ["5H"]})
    lost = {event.front: (event.seat, event.cards, event.loss) for event in of_kind(after, FrontLost)}
    assert lost == {"I": (PAKISTAN, ("4H", "3H"), 1), "M": (PAKISTAN, ("5H",), 1)}
    assert after.state.vp == {INDIA: 8, PAKISTAN: 7}


def test_8_2_a_tie_has_no_effect() -> None:
    """Equal totals cost a side points or cards."""
    state = position(india=("2S", "3S", "4S"), pakistan=("2H", "3H", "4H"), vp=(5, 5))
    laid = ({"D": [f"2{suit}"], "I": [f"3{suit}"], "M": [f"4{suit}"]} for suit in "SH")
    after = play(state, *laid)
    assert len(of_kind(after, FrontTied)) == 3
    assert after.state.vp == {INDIA: 5, PAKISTAN: 5}
    assert after.state.dead == ()


def test_8_2_no_card_on_a_front_costs_one_point_and_no_more() -> None:
    """A side without a card loses 1 point for the front, even where both have none."""
    state = position(india=("2S",), vp=(5, 5))
    after = play(state, {"D": ["2S"]}, {})
    assert after.state.vp == {INDIA: 3, PAKISTAN: 2}
    assert [(event.seat, event.front) for event in of_kind(after, FrontLost)] == [
        (PAKISTAN, "D"),
        (INDIA, "I"),
        (PAKISTAN, "I"),
        (INDIA, "M"),
        (PAKISTAN, "M"),
    ]


def test_8_2_a_bonus_does_not_save_a_side_without_a_card() -> None:
    """A side without a card on a front keeps its point because the event raises its total."""
    state = position(
        india=("2S", "3S"), pakistan=("2H", "3H", "4H"), vp=(5, 5), mods=[mod("IN", "M", 9)], max_turns=1
    )
    after = play(state, {"D": ["2S"], "I": ["3S"]}, {"D": ["2H"], "I": ["3H"], "M": ["4H"]})
    assert [(event.seat, event.front, event.cards) for event in of_kind(after, FrontLost)] == [
        (INDIA, "M", ()),
        (PAKISTAN, "M", ("4H",)),
    ]
    assert after.state.vp == {INDIA: 4, PAKISTAN: 4}


@pytest.mark.parametrize(("event", "scored"), [("JC", "D"), ("QC", "I"), ("KC", "M")])
def test_8_1_the_scored_front_comes_before_every_resolved_one(event: str, scored: str) -> None:
    """A resolved front comes before the scored one, so a side without points keeps all that it scores."""
    fronts = ("D", "I", "M")
    india = dict(zip(fronts, (["2S"], ["3S"], ["4S"]), strict=True)) | {scored: ["10S", "10C"]}
    pakistan = dict(zip(fronts, (["7H"], ["8H"], ["9H"]), strict=True)) | {scored: ["6H"]}
    hands = [[card for cards in laid.values() for card in cards] for laid in (india, pakistan)]
    after = play(position(india=hands[0], pakistan=hands[1], event=event, max_turns=1), india, pakistan)
    assert [type(told).__name__ for told in after.events][-4:-1] == ["FrontScored", "FrontLost", "FrontLost"]
    assert after.state.vp == {INDIA: 14 - 2, PAKISTAN: 0}


def test_8_2_a_loss_takes_no_more_points_than_there_are() -> None:
    """Three fronts lost with one point leave a debt."""
    state = position(india=("5S", "6S", "7S"), pakistan=("2H", "3H", "4H"), vp=(0, 1), max_turns=1)
    after = play(state, {"D": ["5S"], "I": ["6S"], "M": ["7S"]}, {"D": ["2H"], "I": ["3H"], "M": ["4H"]})
    assert [event.loss for event in of_kind(after, FrontLost)] == [1, 0, 0]
    assert after.state.vp == {INDIA: 0, PAKISTAN: 0}


def test_8_1_a_tie_gains_nothing() -> None:
    """Equal totals on the scored front count as a victory."""
    state = position(india=("10S", "9S", "8S"), pakistan=("10H", "9H", "8H"), vp=(2, 3), max_turns=1)
    after = play(state, *({"D": [f"10{suit}"], "I": [f"9{suit}"], "M": [f"8{suit}"]} for suit in "SH"))
    assert of_kind(after, ValuesAdded)[0].front == "D"
    assert not of_kind(after, FrontScored)
    assert after.state.vp == {INDIA: 2, PAKISTAN: 3}


def test_8_3_surviving_cards_are_discarded_and_the_event_dies() -> None:
    """A card that survives is not discarded, or the event does not leave the game."""
    before = position(india=STRONG, pakistan=WEAK, event="KC")
    after = play(before, STRONG_LAID, WEAK_LAID).state
    assert set(after.discard) == {"10S", "9S", "8S", "2H"}
    assert after.dead_events == ("KC",)
    assert everywhere(after) == everywhere(before)


def test_8_31_the_first_joker_brings_the_discards_back_after_the_turn() -> None:
    """Discards of this turn are not shuffled in, or dead cards and Reserves are."""
    state = position(india=(*STRONG, "2C"), pakistan=WEAK, event="KC", joker="first")
    state = replace(state, discard=("5C",), decks={**state.decks, RESOURCE: ("6D", "7D")})
    after = play(state, STRONG_LAID, WEAK_LAID)
    (refreshed,) = of_kind(after, DeckRefreshed)
    assert refreshed.count == len(("6D", "7D", "5C", "10S", "9S", "8S", "2H", JOKER))
    assert set(after.state.returned[0]) == {"5C", "10S", "9S", "8S", "2H"}
    assert after.state.discard == ()
    assert after.state.reserve[INDIA] == ("2C",)
    assert set(after.state.dead) == {"7H", "5H"}


def test_8_31_an_explicit_order_decides_the_reshuffle() -> None:
    """A tutor cannot set the cards after the Joker, or a card that is not shuffled in causes a fault."""
    again = order("10S", "5H", "AD", "7S", "AS", "2D", "3D", "AC", "4D", "2C")
    deal = {
        "resource": order("10S", "9S", "8S", "7S", "7H", "5H", "3H", JOKER, "2H"),
        "reshuffle": [again],
        "events": events_order("KC"),
    }
    state = opened(deal=deal).state
    assert state.joker_now
    after = play(state, STRONG_LAID, {"D": ["7H"], "I": ["5H"], "M": ["3H"]}).state
    assert set(after.dead) == {"7H", "5H"}
    assert after.reserve == {INDIA: ("7S",), PAKISTAN: ("2H",)}
    assert set(after.received[INDIA]) == {"10S", "AS", "AC", "2C"}
    assert set(after.received[PAKISTAN]) == {"AD", "2D", "3D", "4D"}


def test_kc_a17_the_example_of_play() -> None:
    """The designer's own example, from the top of the decks to the reshuffle, does not come out as printed."""
    deal = {
        "events": events_order("JS", "JC"),
        "resource": order("2S", "4S", "5S", "7S", JOKER, "7C", "5H", "6H", "8H"),
    }
    state = opened(event_chart="house", deal=deal).state
    state = replace(state, reserve={**state.reserve, PAKISTAN: ("4H",)})
    state = replace(
        state, decks={**state.decks, RESOURCE: tuple(c for c in state.decks[RESOURCE] if c != "4H")}
    )
    state = GAME.resolve(state, {INDIA: GAME.read(state, INDIA, {"effect": "0"})}, DICE).state
    assert len(state.received[INDIA]) == 5
    assert len(state.received[PAKISTAN]) == 3
    after = play(
        state, {"D": ["7S", "7C"], "I": ["4S"], "M": ["5S"]}, {"D": ["6H", "4H"], "I": ["8H"], "M": ["5H"]}
    )
    assert after.state.vp == {INDIA: 4, PAKISTAN: 0}
    assert after.state.dead == ("4S",)
    assert isinstance(GAME.phase(after.state), Phase)
    assert after.state.reserve[INDIA] == ("2S",)
