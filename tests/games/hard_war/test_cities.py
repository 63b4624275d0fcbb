"""6A: the effects of the cities, and 6B: the Special cards."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games.hard_war.state import AMBER, NOBODY, TEAL, dead, to_draw

from tests.games.hard_war.builder import (
    after,
    after_silence,
    answer,
    asked,
    attacks,
    city,
    ending,
    form,
    offers,
    position,
    quietly,
    row,
    story,
    to_next_turn,
)


def test_6a_adech_gives_one_more_play_in_this_and_every_own_turn() -> None:
    """The owner of Adech cannot play one more card, in the turn of the conquest or later. Or the opponent
    can.
    """
    state = to_next_turn(ending(TEAL, cities={"Adech": {"marker": 2}})).state
    state = after(state, {"deck": "left"}, {"deck": "left"})
    assert state.plays_left == 3
    again = to_next_turn(ending(TEAL, cities={"Adech": {"owner": AMBER}})).state
    assert again.plays_left == 3
    other = to_next_turn(ending(AMBER, cities={"Adech": {"owner": AMBER}})).state
    assert other.plays_left == 2


@pytest.mark.parametrize(
    ("toll", "choice", "then"), [(100, "add", 130), (100, "subtract", 70), (30, "subtract", 0)]
)
def test_6a_dedes_moves_the_toll_once(toll: int, choice: str, then: int) -> None:
    """Dedes does not move the toll up or down by 30k."""
    state = to_next_turn(ending(TEAL, cities={"Dedes": {"marker": 2}}, toll=toll)).state
    assert state.step == "Dedes"
    state = answer(state, toll=choice).state
    assert (state.toll, state.step) == (then, "Draw")


def test_hw_a5_the_toll_stops_at_nothing_and_dedes_may_be_left() -> None:
    """Dedes lowers the toll below zero, or its owner must use it."""
    for toll in (0, 20):
        assert answer(position(step="Dedes", toll=toll), toll="subtract").state.toll == 0
    for left in (
        answer(position(step="Dedes", toll=100), toll="leave").state,
        after_silence(position(step="Dedes", toll=100)),
    ):
        assert (left.toll, left.step) == (100, "Draw")


def test_6a_dedes_can_end_the_war() -> None:
    """At 200k the United Nations do not intervene, because Dedes was the cause."""
    state = answer(position(step="Dedes", toll=170), toll="add").state
    assert state.result is not None
    assert state.result.reason == "intervention"


def test_6a_dunshe_may_draw_one_more() -> None:
    """The owner of Dunshe cannot draw a third card, or must draw it, or draws it without an answer."""
    state = to_next_turn(ending(TEAL, cities={"Dunshe": {"marker": 2}})).state
    state = after(state, {"deck": "left"}, {"deck": "left"})
    assert (state.step, offers(state, "deck")) == ("Draw", ["left", "right", "stop"])
    assert answer(state, deck="stop").state.step == "Play"
    assert len(answer(state, deck="left").state.sides[AMBER].hand) == 6
    silent = after_silence(state)
    assert (silent.step, len(silent.sides[AMBER].hand)) == ("Play", 5)


def test_6a_inae_draws_up_to_three_at_once() -> None:
    """The cards come after the draw phase, or there must be three."""
    state = to_next_turn(ending(TEAL, cities={"Inae": {"marker": 2}})).state
    assert to_draw(state) == (0, 3)
    state = after(state, {"deck": "left"}, {"deck": "stop"})
    assert (state.step, to_draw(state)) == ("Draw", (2, 0))
    assert len(state.sides[AMBER].hand) == 4


def test_6a_korocas_makes_the_opponents_hand_smaller_for_good() -> None:
    """The opponent does not discard at once, or cannot choose, or keeps more than two from then on."""
    state = position(
        active=TEAL,
        step="Play extra",
        hand=["local_support", "ground-20", "media"],
        other_hand=["ground-10"],
        cities={"Korocas": {"marker": 2}},
    )
    step = to_next_turn(state)
    assert (step.state.step, asked(step.state), form(step.state).rule) == ("Discard", "teal", "6A")
    assert "Your hand size is 2 from now on, because of Korocas." in story(step, TEAL)
    state = answer(step.state, cards=["media"]).state
    assert state.sides[TEAL].hand == ("ground-20", "local_support")
    assert (state.step, state.active) == ("Draw", AMBER)
    later = after_silence(quietly(state, "Discard", TEAL))
    assert len(later.sides[TEAL].hand) == 2


def test_6a_korocas_asks_no_seat_whose_hand_is_small_enough() -> None:
    """A player with two cards is asked to discard."""
    hand = ["ground-20", "local_support"]
    state = position(active=TEAL, step="Play extra", hand=hand, cities={"Korocas": {"marker": 2}})
    after_check = to_next_turn(state).state
    assert (after_check.step, len(after_check.sides[TEAL].hand)) == ("Draw", 2)


def test_6a_nishka_costs_the_opponent_the_whole_hand() -> None:
    """The opponent keeps a card, or discards face up."""
    step = to_next_turn(ending(TEAL, cities={"Nishka": {"marker": 2}}))
    assert step.state.sides[TEAL].hand == ()
    assert "Teal discarded Special, face down." in story(step, AMBER)
    assert "You discarded Local Support, face down." in story(step, TEAL)


def test_6a_nishka_and_inae_happen_once() -> None:
    """The effect of Inae, Nishka or Dedes comes again in a later turn of its owner."""
    there = {"Inae": {"owner": AMBER}, "Nishka": {"owner": AMBER}, "Dedes": {"owner": AMBER}}
    state = to_next_turn(ending(TEAL, cities=there)).state
    assert (state.step, to_draw(state)) == ("Draw", (2, 0))
    assert state.sides[TEAL].hand == ("local_support",)


def test_6a_palpero_does_nothing_but_count() -> None:
    """Palpero has an effect beside its two points."""
    state = to_next_turn(ending(TEAL, cities={"Palpero": {"marker": 3}})).state
    assert (state.step, state.plays_left, to_draw(state)) == ("Draw", 2, (2, 0))


def test_6b_1_the_double_report_shows_two_one_after_the_other() -> None:
    """A player must choose the second attack before they see the first."""
    there = {"Inae": {"rows": (row("ground-10"), row("artillery-20", "artillery-30"))}}
    state = answer(position(hand=["media2"], cities=there), card="media2", at="Inae.teal.1").state
    assert (state.step, state.toll) == ("Second report", 20)
    assert offers(state, "target") == ["Inae.amber.1", "Inae.teal.2", "done"]
    state = answer(state, target="Inae.teal.2").state
    assert state.toll == 50
    assert state.step != "Second report"


@pytest.mark.parametrize(("order", "owner"), [(("amber", "teal"), AMBER), (("teal", "amber"), TEAL)])
def test_hw_a8_two_atrocities_are_shown_in_the_order_that_is_chosen(
    order: tuple[str, str], owner: int
) -> None:
    """Of two Atrocities under one double report, the one that was shown first decides who has Jus ad bellum."""
    there = {"Inae": {"rows": (row("artillery-40"), row("artillery-40"))}}
    state = position(hand=["media2"], cities=there)
    first, second = (f"Inae.{name}.1" for name in order)
    state = after(state, {"card": "media2", "at": first}, {"target": second})
    assert (state.toll, state.jab) == (80, owner)


def test_hw_a8_one_target_is_enough() -> None:
    """A double report must show two attacks, or its second question comes although no attack is hidden."""
    there = {"Inae": {"rows": (row("ground-10"), row("artillery-20"))}}
    state = answer(position(hand=["media2", "media"], cities=there), card="media2", at="Inae.teal.1").state
    assert answer(state, target="done").state.step == "Play"
    alone = {"Inae": {"rows": ((), row("artillery-20"))}}
    state = answer(position(hand=["media2", "media"], cities=alone), card="media2", at="Inae.teal.1").state
    assert state.step == "Play"


def test_hw_a8_it_stops_when_the_first_ends_the_war() -> None:
    """A report still reveals an attack after the United Nations have come."""
    there = {"Inae": {"rows": (row("ground-10"), row("artillery-40"))}}
    state = answer(position(hand=["media2"], cities=there, toll=160), card="media2", at="Inae.teal.1").state
    assert state.result is not None
    assert state.toll == 200


def test_6b_2_us_bombing_needs_jus_ad_bellum_and_keeps_it() -> None:
    """US Bombing can be played without Jus ad bellum, costs it, or leaves a card on the city. Or the attack
    limit binds it.
    """
    state = position(step="Play extra", hand=["us_bombing"], jab=AMBER, cities={"Inae": {"marker": 1}})
    state = answer(attacks(state, Inae=2), card="us_bombing", at="Inae").state
    assert (city(state, "Inae").marker, state.jab) == (2, AMBER)
    assert city(state, "Inae").rows == ((), ())
    for owner in (TEAL, NOBODY):
        assert offers(position(step="Play extra", hand=["us_bombing"], jab=owner), "card") == ["done"]


@pytest.mark.parametrize("up", [False, True])
def test_hw_a10_us_bombing_asks_only_for_the_owner_of_jus_ad_bellum(*, up: bool) -> None:
    """Jus ad bellum is used up or turned, although it only has to be owned."""
    state = position(step="Play extra", hand=["us_bombing"], jab=AMBER, jab_up=up)
    state = answer(state, card="us_bombing", at="Inae").state
    assert city(state, "Inae").marker == 1
    assert (state.jab, state.jab_up) == (AMBER, up)


@pytest.mark.parametrize(("card", "jab"), [("us_bombing", AMBER), ("local_support", NOBODY)])
def test_hw_a9_an_option_lets_extra_cards_be_played_as_one_of_the_two(card: str, jab: int) -> None:
    """With the option, an extra card cannot be played as one of the two plays."""
    settings = {"extra_cards": "also_as_play"}
    state = position(hand=[card, "ground-10"], jab=jab, settings=settings)
    assert offers(state, "card") == ["ground-10", card, "done"]
    played = answer(attacks(state, Inae=2), card=card, at="Inae").state
    assert (city(played, "Inae").marker, played.plays_left, played.step) == (1, 1, "Play")
    assert (played.discard[-1].card, played.jab) == (card, jab)
    free = position(hand=[card], step="Play extra", jab=jab, settings=settings)
    assert answer(free, card=card, at="Inae").state.plays_left == free.plays_left
    assert offers(position(hand=[card, "ground-10"], jab=jab), "card") == ["ground-10", "done"]


def test_6b_2_us_bombing_as_a_play_is_none_of_the_two_attacks() -> None:
    """US Bombing as one of the plays counts toward the limit of two attacks on a city."""
    settings = {"extra_cards": "also_as_play"}
    hand = ["us_bombing", "ground-10"]
    state = position(hand=hand, jab=AMBER, settings=settings)
    state = answer(attacks(state, Palpero=1), card="us_bombing", at="Palpero").state
    assert "Palpero" in offers(state, "at.ground-10")


def test_6b_3_local_support_as_a_play_keeps_its_own_limits() -> None:
    """Local Support can be played on a city that its player attacked with the first card of this turn."""
    state = position(hand=["local_support", "ground-10"], settings={"extra_cards": "also_as_play"})
    state = answer(state, card="ground-10", at="Inae").state
    assert "Inae" not in offers(state, "at.local_support")
    assert "Nishka" in offers(state, "at.local_support")


def test_6c_3_bombs_do_not_raise_the_toll() -> None:
    """The dead of a superpower's bombs count, now or at the end."""
    state = position(step="Play extra", hand=["us_bombing"], jab=AMBER, toll=50)
    state = answer(state, card="us_bombing", at="Inae").state
    assert (state.toll, dead(state, AMBER), state.jab) == (50, 0, AMBER)


@pytest.mark.parametrize("settings", [{}, {"overplay": "allow"}])
def test_6b_2_us_bombing_spares_controlled_cities_and_the_own_edge(settings: dict[str, str]) -> None:
    """US Bombing can be played on a controlled city, or with the marker on the own outer flag."""
    there = {"Inae": {"owner": TEAL}, "Nishka": {"marker": 2}}
    state = position(step="Play extra", hand=["us_bombing"], jab=AMBER, cities=there, settings=settings)
    assert offers(state, "at.us_bombing") == ["Adech", "Dedes", "Dunshe", "Korocas", "Palpero"]


def test_6b_3_local_support_needs_a_city_without_attacks() -> None:
    """Local Support can be played on a city with an attack of either side or an owner, or from the own outer
    flag.
    """
    there: dict[str, Any] = {
        "Inae": {"rows": (row("ground-10"), ())},
        "Nishka": {"rows": ((), row("ground-10!"))},
        "Adech": {"owner": TEAL},
        "Dedes": {"marker": 2},
    }
    state = position(step="Play extra", hand=["local_support"], cities=there)
    assert offers(state, "at.local_support") == ["Dunshe", "Korocas", "Palpero"]
    assert city(answer(state, card="local_support", at="Dunshe").state, "Dunshe").marker == 1


def test_hw_a11_local_support_may_be_played_twice_on_one_city() -> None:
    """Local support spoils a city for a second one, although only Attack cards do."""
    state = position(step="Play extra", hand=["local_support"] * 2)
    state = answer(state, card="local_support", at="Inae").state
    assert "Inae" in offers(state, "at.local_support")
    assert city(answer(state, card="local_support", at="Inae").state, "Inae").marker == 2
