"""5.6: UN observers and securing a local victory; 6C.4: fewer Media Reports."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games.hard_war import GAME
from warcouncil.games.hard_war.state import AMBER, NOBODY, TEAL

from tests.games.hard_war.builder import (
    DICE,
    answer,
    attacks,
    city,
    ending,
    every_card,
    offers,
    options,
    position,
    quietly,
    row,
    story,
    to_next_turn,
)

OBSERVERS = {"un_observers": True}
SECURING = {"securing": True}


def test_5_6_the_advanced_rules_are_options() -> None:
    """A first game is played with the advanced rules."""
    rules = GAME.setup(options(), DICE).state.rules
    assert (rules.un_observers, rules.securing) == (False, False)


def test_5_6_1_observers_are_off_unless_chosen() -> None:
    """Observers are in the game although the option was not chosen."""
    state = position(hand=["media", "ground-10"])
    assert offers(state, "card") == ["ground-10", "done"]


def test_5_6_1_a_report_is_attached_for_one_play() -> None:
    """A report of either sort cannot be attached, is not one of the plays, or can be attached twice to one
    city.
    """
    for card in ("media", "media2"):
        state = position(hand=[card, card, "ground-10"], settings=OBSERVERS)
        state = answer(state, card=f"{card}+observers", at="Inae").state
        assert (city(state, "Inae").report, state.plays_left, state.step) == (card, 1, "Play")
        left = ["Adech", "Dedes", "Dunshe", "Korocas", "Nishka", "Palpero"]
        assert offers(state, f"at.{card}+observers") == left


def test_hw_a15_a_double_report_may_be_attached_and_shows_nothing_more() -> None:
    """A double report cannot be attached, does not show the attacks in that city, or shows another one."""
    there = {"Nishka": {"rows": ((), row("artillery-30"))}}
    state = position(hand=["media2", "ground-10"], cities=there, settings=OBSERVERS)
    state = answer(state, **{"card": "media2+observers", "at.media2+observers": "Inae"}).state
    assert (city(state, "Inae").report, state.step, state.plays_left) == ("media2", "Play", 1)
    state = answer(state, card="ground-10", at="Inae").state
    assert (state.toll, city(state, "Nishka").rows[TEAL]) == (10, row("artillery-30"))
    assert state.step != "Second report"


@pytest.mark.parametrize(
    ("there", "at"),
    [({"report": "media"}, "Inae"), ({"marker": 2}, "Inae+secure")],
    ids=["observed", "secured"],
)
def test_hw_a22_an_own_atrocity_played_face_up_gives_jus_ad_bellum_away(
    there: dict[str, Any], at: str
) -> None:
    """A player who plays their own Atrocity face up, under observers or to secure a city, keeps Jus ad
    bellum.
    """
    state = position(
        hand=["artillery-40", "media"],
        cities={"Inae": there},
        settings=OBSERVERS | SECURING,
        jab=AMBER,
        jab_up=True,
    )
    state = answer(state, card="artillery-40", at=at).state
    assert (state.active, state.jab, state.jab_up) == (AMBER, TEAL, False)


def test_5_6_1_attacks_there_are_played_face_up_by_anyone() -> None:
    """An attack on an observed city stays hidden, is shown before the marker moves, or shows earlier attacks
    too.
    """
    there = {"Inae": {"report": "media", "rows": ((), row("artillery-10")), "marker": -1}}
    state = position(active=TEAL, hand=["artillery-40"], cities=there, settings=OBSERVERS)
    step = answer(state, card="artillery-40", at="Inae")
    assert city(step.state, "Inae").marker == -2
    assert [laid.up for laid in city(step.state, "Inae").rows[TEAL]] == [False, True]
    assert (step.state.toll, step.state.jab) == (40, AMBER)
    told = story(step)
    assert told.index("The marker is on Teal's flag 2 of 2") < told.index("The toll is 40k")


def test_5_6_1_only_one_city_is_observed() -> None:
    """Observers are sent elsewhere, but the former report is not discarded."""
    state = position(hand=["media", "ground-10"], cities={"Inae": {"report": "media2"}}, settings=OBSERVERS)
    step = answer(state, card="media+observers", at="Nishka")
    assert (city(step.state, "Inae").report, city(step.state, "Nishka").report) == ("", "media")
    assert [out.card for out in step.state.discard] == ["media2"]
    assert "The observers left Inae." in story(step)


def test_5_6_1_while_the_report_lies_there_and_no_longer() -> None:
    """An attack is played face down on an observed city, or face up on a city that the observers have left."""
    there = {"Inae": {"report": "media"}}
    state = position(hand=["media2", "ground-10"], cities=there, settings=OBSERVERS)
    shown = answer(state, card="ground-10", at="Inae").state
    assert [laid.up for laid in city(shown, "Inae").rows[AMBER]] == [True]
    state = answer(state, card="media2+observers", at="Nishka").state
    hidden = answer(state, card="ground-10", at="Inae").state
    assert [laid.up for laid in city(hidden, "Inae").rows[AMBER]] == [False]


def test_5_6_1_any_city_may_be_observed() -> None:
    """Observers cannot go to a city that a side controls. Or they can, although the option `observers_at`
    excludes it.
    """
    there: dict[str, Any] = {"Adech": {"owner": TEAL, "marker": -2}, "Inae": {"report": "media2"}}
    state = position(hand=["media"], cities=there, settings=OBSERVERS)
    state = answer(state, card="media+observers", at="Adech").state
    assert (city(state, "Adech").report, city(state, "Inae").report) == ("media", "")
    few = position(hand=["media"], cities=there, settings=OBSERVERS | {"observers_at": "uncontrolled"})
    assert "Adech" not in offers(few, "at.media+observers")
    assert "Nishka" in offers(few, "at.media+observers")


def test_5_6_1_control_sends_the_observers_home() -> None:
    """The attached report stays on a city that was taken, or is not discarded."""
    state = to_next_turn(
        ending(TEAL, cities={"Adech": {"marker": 2, "report": "media"}}, settings=OBSERVERS)
    ).state
    assert city(state, "Adech").report == ""
    assert state.discard[-1].card == "media"


def test_5_6_2_an_atrocity_secures_from_the_own_outer_flag() -> None:
    """Another attack than an Atrocity can secure a city, or an Atrocity is not shown there. Or the opponent
    can attack or bomb the secured city, or it is not taken in the next check.
    """
    state = position(
        hand=["artillery-40", "artillery-30"],
        other_hand=["ground-10", "us_bombing"],
        cities={"Inae": {"marker": 2}, "Nishka": {"marker": -2}},
        settings=SECURING,
    )
    assert offers(state, "at.artillery-40")[-3:] == ["Korocas", "Nishka", "Palpero"]
    assert "Inae+secure" in offers(state, "at.artillery-40")
    assert "Inae+secure" not in offers(state, "at.artillery-30")
    step = answer(state, card="artillery-40", at="Inae+secure")
    assert "The marker is off the edge." in story(step)
    assert (city(step.state, "Inae").secured, step.state.toll, step.state.jab) == (AMBER, 40, TEAL)
    theirs = quietly(step.state, "Play", TEAL)
    assert "Inae" not in offers(theirs, "at.ground-10")
    extra = answer(theirs, card="done").state
    assert "Inae" not in offers(extra, "at.us_bombing")
    assert "Adech" in offers(extra, "at.us_bombing")
    taken = quietly(extra, "Draw", AMBER)
    assert (city(taken, "Inae").owner, city(taken, "Inae").secured) == (AMBER, NOBODY)


@pytest.mark.parametrize("securer", [AMBER, TEAL])
def test_hw_a16_no_bomber_flies_to_a_secured_city(securer: int) -> None:
    """A bomber flies to a secured city, although its marker is off the card."""
    there = {"Inae": {"secured": securer, "marker": 0}}
    state = position(step="Play extra", hand=["us_bombing"], cities=there, settings=SECURING, jab=AMBER)
    assert "Inae" not in offers(state, "at.us_bombing")
    assert "Adech" in offers(state, "at.us_bombing")


def test_5_6_2_a_secured_city_bars_its_securer_too() -> None:
    """The player who secured a city can attack it again before they take it."""
    state = position(
        hand=["artillery-40", "ground-10"],
        cities={"Inae": {"marker": 2}},
        settings=SECURING | {"overplay": "allow"},
    )
    assert "Inae" in offers(state, "at.ground-10")
    state = answer(state, card="artillery-40", at="Inae+secure").state
    assert "Inae" not in offers(state, "at.ground-10")
    assert "Adech" in offers(state, "at.ground-10")


def test_5_6_2_securing_is_one_of_the_plays() -> None:
    """An Atrocity that secures a city does not count toward the play limit."""
    state = position(
        hand=["ground-40", "media"], cities={"Inae": {"marker": 2}}, settings=SECURING, plays_left=1
    )
    state = answer(state, card="ground-40", at="Inae+secure").state
    assert (state.step, state.plays_left) == ("Play extra", 0)


def test_5_6_2_the_limits_hold_for_securing() -> None:
    """An Atrocity can secure a city against the attack limit or friendly fire."""
    there = {"Inae": {"marker": 2, "rows": (row("ground-10"), ())}}
    state = position(hand=["artillery-40", "ground-40"], cities=there, settings=SECURING)
    assert "Inae+secure" not in offers(state, "at.artillery-40")
    assert "Inae+secure" in offers(state, "at.ground-40")
    assert "Inae+secure" not in offers(attacks(state, Inae=2), "at.ground-40")


def test_5_6_2_securing_is_off_unless_chosen() -> None:
    """Without the option, an Atrocity can be played on the own outer flag."""
    state = position(hand=["artillery-40"], cities={"Inae": {"marker": 2}})
    assert not [value for value in offers(state, "at.artillery-40") if value.startswith("Inae")]


def test_5_6_2_a_secured_city_is_taken_only_by_the_player_who_secured_it() -> None:
    """The opponent's check takes the city."""
    there = {"Inae": {"marker": 2, "secured": AMBER}}
    state = to_next_turn(ending(AMBER, cities=there, settings=SECURING)).state
    assert city(state, "Inae").owner == NOBODY


def test_6c_4_media_reports_are_taken_out() -> None:
    """Single reports are not removed first and the double ones then, or other cards are removed."""
    full = every_card(GAME.setup(options(), DICE).state)
    fewer = every_card(GAME.setup(options(media_removed=10), DICE).state)
    assert len(full) - len(fewer) == 10
    assert (fewer.count("media"), fewer.count("media2")) == (0, 2)
    assert [card for card in full if not card.startswith("media")] == [
        card for card in fewer if not card.startswith("media")
    ]
