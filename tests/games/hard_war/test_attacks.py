"""5.2, 5.3 and 5.4: attacks, Media Reports and Jus ad bellum."""

from __future__ import annotations

import pytest
from warcouncil.games.hard_war.state import AMBER, NOBODY, TEAL
from warcouncil.games.kit.errors import Illegal

from tests.games.hard_war.builder import (
    DONE,
    after,
    answer,
    attacks,
    city,
    ending,
    offers,
    position,
    row,
    story,
    to_next_turn,
)


@pytest.mark.parametrize("card", ["ground-10", "artillery-30", "artillery-40"])
def test_5_2_1_every_attack_moves_one_flag(card: str) -> None:
    """All attacks are equally effective, whatever they cost in lives."""
    step = answer(position(hand=[card]), card=card, at="Inae")
    assert city(step.state, "Inae").marker == 1
    assert [laid.up for laid in city(step.state, "Inae").rows[AMBER]] == [False]
    assert step.state.toll == 0


def test_5_2_1_the_start_space_is_used_once() -> None:
    """After the first move only flags count."""
    state = position(active=TEAL, hand=["ground-10"], cities={"Inae": {"marker": 1}})
    assert city(answer(state, card="ground-10", at="Inae").state, "Inae").marker == -1


def test_5_2_1_the_opponent_sees_the_kind_and_not_the_toll() -> None:
    """The icons stay visible, the number does not."""
    step = answer(position(hand=["artillery-30"]), card="artillery-30", at="Inae")
    assert "Amber attacked Inae with Artillery face down" in story(step, TEAL)
    assert "30k" not in story(step, TEAL)
    assert "Artillery 30k" in story(step, AMBER)


def test_5_2_1_no_attack_from_the_own_outer_flag() -> None:
    """The marker could not move."""
    state = position(hand=["ground-10"], cities={"Inae": {"marker": 2}, "Nishka": {"marker": -2}})
    assert "Inae" not in offers(state, "at.ground-10")
    assert "Nishka" in offers(state, "at.ground-10")


def test_5_2_2_two_attacks_a_city_and_turn() -> None:
    """A third attack on one city would take it past the counterattack."""
    state = position(hand=["ground-10"] * 3, plays_left=3, cities={"Palpero": {"marker": -3}})
    state = after(state, {"card": "ground-10", "at": "Palpero"}, {"card": "ground-10", "at": "Palpero"})
    assert "Palpero" not in offers(state, "at.ground-10")
    assert "Inae" in offers(state, "at.ground-10")


def test_5_2_3_no_artillery_after_ones_own_ground() -> None:
    """Friendly fire binds a player for the whole game, and only him."""
    there = {"Inae": {"rows": (row("ground-10"), ()), "marker": 1}}
    mine = position(hand=["artillery-10"], cities=there)
    theirs = position(active=TEAL, hand=["artillery-10"], cities=there)
    assert "Inae" not in offers(mine, "at.artillery-10")
    assert "Inae" in offers(theirs, "at.artillery-10")


def test_5_2_3_ground_after_artillery_is_fine() -> None:
    """Friendly fire runs one way."""
    state = position(hand=["ground-10"], cities={"Inae": {"rows": (row("artillery-10"), ()), "marker": 1}})
    assert "Inae" in offers(state, "at.ground-10")


def test_5_3_a_media_report_shows_any_hidden_attack() -> None:
    """Either side, any depth; the attack stays, the report is gone, the toll rises."""
    there = {"Inae": {"rows": (row("ground-10", "artillery-30", "ground-20!"), row("artillery-20"))}}
    state = position(hand=["media"], cities=there)
    assert offers(state, "at.media") == ["Inae.amber.1", "Inae.amber.2", "Inae.teal.1"]
    step = answer(state, card="media", at="Inae.amber.2")
    assert [laid.up for laid in city(step.state, "Inae").rows[AMBER]] == [False, True, True]
    assert step.state.toll == 30
    assert step.state.discard[-1].card == "media"
    assert "The world saw your attack on Inae: Artillery 30k. The toll is 30k." in story(step, AMBER)


def test_5_3_a_media_report_needs_a_hidden_attack() -> None:
    """A report about nothing cannot be played."""
    state = position(hand=["media", "ground-10"], cities={"Inae": {"rows": (row("ground-10!"), ())}})
    assert "media" not in offers(state, "card")


def test_5_3_a_report_is_one_of_the_two_plays() -> None:
    """Reports count toward the limit."""
    state = position(hand=["media", "ground-10"], cities={"Inae": {"rows": ((), row("ground-10"))}})
    assert answer(state, card="media", at="Inae.teal.1").state.plays_left == 1


def test_5_4_an_atrocity_gives_jus_ad_bellum_to_the_other_side() -> None:
    """It goes to the opponent of him who played the attack, not of him who showed it."""
    there = {"Inae": {"rows": (row("artillery-40"), ())}}
    step = answer(position(hand=["media", "media"], cities=there), card="media", at="Inae.amber.1")
    assert (step.state.jab, step.state.jab_up) == (TEAL, False)
    assert "Jus ad bellum went to you, face down." in story(step, TEAL)


def test_5_4_an_owner_keeps_it_as_it_lies() -> None:
    """Receiving what one has is no event: it stays face up."""
    there = {"Inae": {"rows": ((), row("artillery-40"))}}
    state = position(hand=["media"], cities=there, jab=AMBER, jab_up=True)
    step = answer(state, card="media", at="Inae.teal.1")
    assert (step.state.jab, step.state.jab_up) == (AMBER, True)
    assert "Jus ad bellum" not in story(step)


def test_5_4_it_turns_up_at_the_start_of_the_next_own_turn() -> None:
    """It cannot be used in the turn in which it came."""
    there = {"Inae": {"rows": ((), row("artillery-40"))}}
    state = answer(position(hand=["media", "ground-10"], cities=there), card="media", at="Inae.teal.1").state
    assert state.jab == AMBER
    assert not [value for value in offers(state, "card") if value.startswith("jus:")]
    step = to_next_turn(ending(TEAL, jab=AMBER))
    assert step.state.jab_up
    assert "You turned Jus ad bellum face up" in story(step, AMBER)


def test_5_4_the_others_jus_ad_bellum_stays_down_in_my_turn() -> None:
    """Only its owner's turn turns it."""
    assert not to_next_turn(ending(TEAL, jab=TEAL)).state.jab_up


def test_5_4_one_effect_and_it_is_gone() -> None:
    """Whoever uses it up gives it away, face down."""
    step = answer(position(hand=["ground-10"], jab=AMBER, jab_up=True), card="jus:play+1")
    assert (step.state.jab, step.state.jab_up) == (TEAL, False)
    assert step.state.plays_left == 3
    assert not [value for value in offers(step.state, "card") if value.startswith("jus:")]


def test_5_4_it_can_give_a_card_after_the_last_play() -> None:
    """The player may wait until his two cards are played."""
    state = position(hand=["ground-10"], jab=AMBER, jab_up=True, plays_left=1)
    state = answer(state, card="ground-10", at="Inae").state
    assert offers(state, "card") == ["jus:play+1", "jus:draw2_now", "jus:ignore_friendly_fire_once", "done"]


def test_5_4_two_cards_at_once() -> None:
    """The draw goes on where the play stood."""
    state = answer(position(hand=["ground-10"], jab=AMBER, jab_up=True), card="jus:draw2_now").state
    state = after(state, {"deck": "left"}, {"deck": "right"})
    assert (state.step, len(state.sides[AMBER].hand), state.plays_left) == ("Play", 3, 2)


def test_5_4_it_can_be_used_among_the_extra_cards() -> None:
    """A bomber can fly before its owner gives the goodwill away."""
    state = position(step="Play extra", hand=["us_bombing"], jab=AMBER, jab_up=True)
    state = after(state, {"card": "us_bombing", "at": "Inae"}, {"card": "jus:draw2_now"}, {"deck": "left"})
    state = answer(state, deck="left").state
    assert state.jab == TEAL
    assert city(state, "Inae").marker == 1


def test_5_4_one_card_may_ignore_friendly_fire() -> None:
    """One card, not two; and a card that breaks no rule does not spend it."""
    there = {
        "Inae": {"rows": (row("ground-10"), ()), "marker": -1},
        "Nishka": {"rows": (row("ground-10"), ()), "marker": -1},
    }
    state = position(hand=["artillery-10"] * 3, cities=there, jab=AMBER, jab_up=True, plays_left=3)
    state = after(state, {"card": "jus:ignore_friendly_fire_once"}, {"card": "artillery-10", "at": "Adech"})
    assert state.friendly_pass
    step = answer(state, card="artillery-10", at="Inae")
    assert "in spite of friendly fire" in story(step)
    assert "Nishka" not in offers(step.state, "at.artillery-10")


def test_5_4_what_is_not_used_this_turn_is_lost() -> None:
    """The effects hold for the turn in which they are chosen."""
    state = position(hand=["artillery-10"], jab=AMBER, jab_up=True)
    state = after(state, {"card": "jus:ignore_friendly_fire_once"}, DONE)
    assert state.active == TEAL
    assert not state.friendly_pass


def test_5_4_nobody_has_it_at_first() -> None:
    """It begins at the side of the table."""
    state = attacks(position(hand=["ground-10"]), Inae=1)
    assert state.jab == NOBODY
    with pytest.raises(Illegal):
        answer(state, card="jus:play+1")
