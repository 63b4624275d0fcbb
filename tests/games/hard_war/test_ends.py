"""5.5: the three ways to end the game, and the limit of turns."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games.hard_war import GAME
from warcouncil.games.hard_war.state import AMBER, NOBODY, SEATS, TEAL, HardWarState
from warcouncil.games.kit.game import Finish

from tests.games.hard_war.builder import (
    DONE,
    after,
    answer,
    city,
    ending,
    position,
    row,
    story,
    to_next_turn,
)


def finish(state: HardWarState) -> Finish:
    """Return the end of a game."""
    end = GAME.phase(state)
    assert isinstance(end, Finish)
    return end


def test_2_the_fewest_dead_win_the_peace_whatever_the_cities() -> None:
    """The side with more cities wins a count of the dead, although it killed more people."""
    there: dict[str, Any] = {
        "Palpero": {"owner": AMBER, "rows": (row("artillery-40"), ())},
        "Inae": {"rows": ((), row("ground-20"))},
    }
    state = position(hand=["media"], cities=there, toll=180, vp=(3, 0))
    assert finish(answer(state, card="media", at="Inae.teal.1").state).winners == ("teal",)


def test_5_5_there_are_three_ends_and_no_other() -> None:
    """Without the house limit a war ends while there are cards."""
    state = to_next_turn(ending(TEAL, turn=5_000)).state
    assert (state.result, state.turn) == (None, 5_001)


def test_5_5_1_four_points_win_at_once() -> None:
    """A city effect or a draw follows a victory by arms, or the end does not name the winner's cities and
    points.
    """
    there = {"Palpero": {"owner": AMBER}, "Inae": {"owner": AMBER}, "Adech": {"owner": TEAL}}
    state = ending(TEAL, cities={**there, "Nishka": {"marker": 2}}, vp=(3, 1))
    step = to_next_turn(state)
    assert finish(step.state).winners == ("amber",)
    why = "Amber won by force of arms on turn 7, with Inae, Nishka and Palpero and 4 victory points"
    assert finish(step.state).reason == why
    assert step.state.sides[TEAL].hand == ("local_support",)
    assert "Amber won the war by force of arms, with 4 victory points." in story(step)


def test_hw_a4_victory_comes_before_the_effect_of_its_city() -> None:
    """The winner by arms is asked to move the toll."""
    state = ending(TEAL, cities={"Dedes": {"marker": 2}}, vp=(3, 0), toll=190)
    end = to_next_turn(state).state
    assert end.result is not None
    assert end.result.reason == "military"


def test_5_5_1_hidden_cards_stay_hidden_after_a_military_victory() -> None:
    """A victory by arms reveals the hidden cards."""
    there = {"Nishka": {"marker": 2, "rows": (row("ground-10"), row("artillery-20"))}}
    end = to_next_turn(ending(TEAL, cities=there, vp=(3, 0))).state
    assert not any(laid.up for one_row in city(end, "Nishka").rows for laid in one_row)


def test_5_5_2_the_fewer_dead_win() -> None:
    """Some attacks do not count: hidden ones, or those on controlled cities."""
    there: dict[str, Any] = {
        "Inae": {"owner": AMBER, "rows": (row("ground-10", "artillery-30!"), row("artillery-40"))},
        "Nishka": {"rows": ((), row("ground-20"))},
    }
    step = answer(position(hand=["media"], cities=there, toll=180), card="media", at="Nishka.teal.1")
    end = finish(step.state)
    assert (end.winners, end.standings.tallies[0].by) == (("amber",), {"amber": 40, "teal": 60})
    assert all(laid.up for each in step.state.cities for one_row in each.rows for laid in one_row)
    assert "Inae: your attacks were Ground 10k and Artillery 30k. They killed 40k." in story(step, AMBER)


def test_5_5_2_the_mass_reveal_moves_neither_toll_nor_jus_ad_bellum() -> None:
    """Atrocities that only the tribunal reveals change the toll or Jus ad bellum."""
    there = {"Inae": {"rows": (row("artillery-40"), row("ground-20"))}}
    state = position(hand=["media"], cities=there, toll=180, jab=AMBER)
    end = answer(state, card="media", at="Inae.teal.1").state
    assert (end.toll, end.jab) == (200, AMBER)
    decks = (("ground-10",), ())
    end = to_next_turn(ending(TEAL, decks=decks, cities=there, toll=50, jab=AMBER)).state
    assert (end.toll, end.jab) == (50, AMBER)


def test_5_5_2_jus_ad_bellum_forgives_thirty_thousand_even_face_down() -> None:
    """Jus ad bellum takes nothing off its owner's dead while it lies face down. Or it still counts for the
    side that lost it by the last Atrocity.
    """
    there = {"Inae": {"rows": (row("artillery-40"), row("ground-20"))}}
    state = position(hand=["media"], cities=there, toll=160, jab=AMBER, jab_up=True)
    end = finish(answer(state, card="media", at="Inae.amber.1").state)
    assert end.standings.tallies[0].by == {"amber": 40, "teal": -10}


def test_5_5_2_equal_guilt_has_no_winner() -> None:
    """A draw has a winner."""
    there = {"Inae": {"rows": (row("ground-20"), row("ground-20"))}}
    end = answer(position(hand=["media"], cities=there, toll=180), card="media", at="Inae.teal.1")
    assert finish(end.state).winners == ()
    assert end.state.result is not None
    assert end.state.result.winner == NOBODY
    assert "Neither side won" in story(end)


def test_hw_a13_a_sum_may_fall_below_nothing() -> None:
    """Jus ad bellum is worth nothing to a side without any dead."""
    end = finish(answer(position(step="Dedes", toll=170, jab=AMBER), toll="add").state)
    assert (end.winners, end.standings.tallies[0].by) == (("amber",), {"amber": -30, "teal": 0})


def test_5_5_2_the_sum_is_told_with_what_was_taken_off_it() -> None:
    """A player reads a sum that is smaller than the dead of its rows, without the reason, and thinks that it
    is wrong.
    """
    there: dict[str, Any] = {"Inae": {"rows": (row("artillery-40!"), row("ground-20"))}}
    told = story(answer(position(step="Dedes", cities=there, toll=170, jab=AMBER), toll="add"))
    assert "Amber's attacks killed 40k. Jus ad bellum takes off 30k, so 10k count." in told
    assert "Teal's attacks killed 20k." in told
    assert told.endswith("Amber won with the lower number of dead.")
    briefing = GAME.briefing(GAME.options_type(), SEATS[AMBER].id)
    assert (
        "the side that killed fewer people wins. Jus ad bellum takes 30k off its owner's count of dead."
        in briefing.wins
    )
    assert "If the toll that the world sees reaches 200,000, or the cards run out" in briefing.wins


@pytest.mark.parametrize("settings", [{}, {"deck_end": "immediate"}])
def test_hw_a14_the_last_card_drawn_ends_the_game(settings: dict[str, str]) -> None:
    """The dead are counted only after the card was played."""
    state = ending(TEAL, decks=(("ground-10",) * 2, ()), settings=settings)
    end = to_next_turn(state).state
    assert end.result is not None
    assert end.result.reason == "decks"


def test_hw_a14_the_end_of_that_turn_as_an_option() -> None:
    """With the option, the turn is not played out."""
    state = ending(TEAL, decks=(("ground-10",), ()), settings={"deck_end": "end_of_turn"}, other_hand=())
    state = to_next_turn(state).state
    assert state.step == "Play"
    end = answer(state, **DONE).state
    assert end.result is not None
    assert end.result.reason == "decks"


def test_hw_a14_a_draw_that_fails_as_an_option() -> None:
    """With the option, the game ends before a player must draw and cannot, or goes on after that."""
    state = ending(TEAL, decks=(("ground-10",), ()), settings={"deck_end": "failed_draw"}, other_hand=())
    end = to_next_turn(state).state
    assert end.result is not None
    state = ending(TEAL, decks=(("ground-10",) * 2, ()), settings={"deck_end": "failed_draw"}, other_hand=())
    state = to_next_turn(state).state
    assert state.step == "Play"
    end = after(state, DONE)
    assert end.result is not None
    assert (end.result.reason, end.active) == ("decks", TEAL)


def test_hw_a24_the_dead_are_counted_as_after_an_intervention() -> None:
    """After the last card the dead are counted differently than after an intervention."""
    there = {"Inae": {"rows": (row("artillery-40"), row("ground-20"))}}
    end = finish(to_next_turn(ending(TEAL, decks=(("ground-10",), ()), cities=there, jab=AMBER)).state)
    assert (end.winners, end.standings.tallies[0].by) == (("amber",), {"amber": 10, "teal": 20})


def test_5_5_3_both_decks_must_have_run_out() -> None:
    """One empty deck ends the game, or the dead are not counted with the last card of the other."""
    there = {"Inae": {"rows": (row("ground-20"), row("ground-10"))}}
    state = to_next_turn(ending(TEAL, decks=(("ground-10",) * 2, ("ground-10",)), cities=there)).state
    state = answer(state, deck="right").state
    assert state.result is None
    state = to_next_turn(ending(TEAL, decks=(("ground-10",), ("ground-10",)), cities=there)).state
    assert finish(answer(state, deck="left").state).winners == ("teal",)


@pytest.mark.parametrize(("turn", "over"), [(5, False), (6, True)])
def test_the_limit_of_turns(turn: int, over: bool) -> None:
    """The dead are not counted after the last turn of the option `max_turns`, or are counted before it."""
    state = ending(TEAL, settings={"max_turns": 6}, turn=turn)
    end = to_next_turn(state).state
    assert (end.result is not None) == over
    assert not over or "The last turn was over" in finish(end).reason
