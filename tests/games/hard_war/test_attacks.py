"""5.2, 5.3 and 5.4: attacks, Media Reports and Jus ad bellum."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from warcouncil.games.hard_war import GAME
from warcouncil.games.hard_war.state import AMBER, TEAL, AgendaItem, Step, to_draw
from warcouncil.games.kit.text import pages

from tests.games.hard_war.builder import (
    DONE,
    after,
    answer,
    asked,
    attacks,
    city,
    ending,
    offers,
    position,
    quietly,
    row,
    story,
    to_next_turn,
)


@pytest.mark.parametrize("card", ["ground-10", "artillery-30", "artillery-40"])
def test_5_2_1_every_attack_moves_one_flag(card: str) -> None:
    """An attack with a higher toll moves the marker more flags, or an attack is shown when it is played."""
    step = answer(position(hand=[card]), card=card, at="Inae")
    assert city(step.state, "Inae").marker == 1
    assert "The marker is on Amber's flag 1 of 2." in story(step)
    assert [laid.up for laid in city(step.state, "Inae").rows[AMBER]] == [False]
    assert step.state.toll == 0


def test_5_2_1_the_start_space_is_used_once() -> None:
    """A marker on its way to the other side stops on the start space again. Or an attack changes other cards
    of the city.
    """
    there = {"Inae": {"marker": 1, "rows": (row("ground-20"), row("artillery-30"))}}
    state = position(active=TEAL, hand=["ground-10"], cities=there)
    attacked = city(answer(state, card="ground-10", at="Inae").state, "Inae")
    assert attacked.marker == -1
    assert attacked.rows == (row("ground-20"), row("artillery-30", "ground-10"))


def test_5_2_1_every_text_says_that_the_start_space_is_used_once() -> None:
    """A player counts two attacks from the opponent's first flag to their own, and lays one too many."""
    (play,) = (phase for phase in GAME.phases if phase.rule == "5.1.3")
    assert "from your opponent's first flag straight to yours" in play.text
    cities = pages.markdown(GAME, GAME.options_type()).partition("### Cities")[2].partition("###")[0]
    assert "on a space that is never used again" in cities


def test_5_2_1_the_opponent_sees_the_kind_and_not_the_toll() -> None:
    """The opponent does not read the kind of an attack, or reads its toll. Or its player does not read the
    toll.
    """
    step = answer(position(hand=["artillery-30"]), card="artillery-30", at="Inae")
    assert "Amber attacked Inae with Artillery, face down" in story(step, TEAL)
    assert "30k" not in story(step, TEAL)
    assert "Artillery 30k" in story(step, AMBER)


@pytest.mark.parametrize("settings", [{}, {"overplay": "illegal"}])
def test_hw_a7_no_attack_from_the_own_outer_flag(settings: dict[str, str]) -> None:
    """An attack can be played although its marker cannot move."""
    there = {"Inae": {"marker": 2}, "Nishka": {"marker": -2}}
    state = position(hand=["ground-10"], cities=there, settings=settings)
    assert "Inae" not in offers(state, "at.ground-10")
    assert "Nishka" in offers(state, "at.ground-10")


def test_5_2_2_two_attacks_a_city_and_turn() -> None:
    """A player can attack one city three times in a turn, or cannot play the third attack elsewhere."""
    state = position(hand=["ground-10"] * 3, plays_left=3, cities={"Palpero": {"marker": -3}})
    state = after(state, {"card": "ground-10", "at": "Palpero"}, {"card": "ground-10", "at": "Palpero"})
    assert "Palpero" not in offers(state, "at.ground-10")
    assert "Inae" in offers(state, "at.ground-10")


def test_5_2_2_the_count_begins_anew_each_turn() -> None:
    """The limit counts over the complete game, and not over a turn."""
    there = {"Palpero": {"marker": -1, "rows": (row("ground-10", "ground-10"), ())}}
    state = quietly(attacks(ending(TEAL, cities=there), Palpero=2), "Play", AMBER)
    state = replace(state, sides=(replace(state.sides[0], hand=("ground-10",) * 2), state.sides[1]))
    state = answer(state, card="ground-10", at="Palpero").state
    assert "Palpero" in offers(state, "at.ground-10")


@pytest.mark.parametrize("ground", ["ground-10", "ground-10!"])
def test_5_2_3_no_artillery_after_ones_own_ground(ground: str) -> None:
    """Friendly fire binds a player for less than the complete game, or binds the other player too. Or it depends
    on whether the Ground attack was shown.
    """
    there = {"Inae": {"rows": (row(ground), ()), "marker": 1}}
    mine = position(hand=["artillery-10"], cities=there)
    theirs = position(active=TEAL, hand=["artillery-10"], cities=there)
    assert "Inae" not in offers(mine, "at.artillery-10")
    assert "Inae" in offers(theirs, "at.artillery-10")


def test_5_2_3_ground_bars_artillery_also_under_later_cards() -> None:
    """One Artillery attack that Jus ad bellum permitted opens the city for others."""
    there = {"Inae": {"rows": (row("ground-10!", "artillery-20"), ()), "marker": 1}}
    state = position(hand=["artillery-10"], cities=there)
    assert "Inae" not in offers(state, "at.artillery-10")


def test_5_2_3_ground_after_artillery_is_fine() -> None:
    """Artillery excludes Ground, or Ground excludes Ground, although the rule works in one direction."""
    there = {"Inae": {"rows": (row("artillery-10"), ())}, "Adech": {"rows": (row("ground-20"), ())}}
    state = position(hand=["ground-10"], cities=there)
    assert {"Inae", "Adech"} <= set(offers(state, "at.ground-10"))


def test_5_3_a_media_report_shows_any_hidden_attack() -> None:
    """A report cannot show an attack of some side or depth, or the attack is removed. Or the report stays, or the
    toll does not rise.
    """
    there = {"Inae": {"rows": (row("ground-10", "artillery-30", "ground-20!"), row("artillery-20"))}}
    state = position(hand=["media"], cities=there)
    assert offers(state, "at.media") == ["Inae.amber.1", "Inae.amber.2", "Inae.teal.1"]
    step = answer(state, card="media", at="Inae.amber.2")
    assert [laid.up for laid in city(step.state, "Inae").rows[AMBER]] == [False, True, True]
    assert step.state.toll == 30
    assert step.state.discard[-1].card == "media"
    assert "The world saw your attack on Inae: Artillery 30k. The toll is 30k." in story(step, AMBER)


def test_5_3_a_media_report_needs_a_hidden_attack() -> None:
    """A report can be played although no attack is hidden."""
    state = position(hand=["media", "ground-10"], cities={"Inae": {"rows": (row("ground-10!"), ())}})
    assert "media" not in offers(state, "card")


def test_5_3_the_toll_rises_by_steps_of_ten_to_the_end_of_its_track() -> None:
    """Thirty thousand dead are not three steps on the track, or the toll passes its end."""
    there = {"Inae": {"rows": ((), row("artillery-30"))}}
    for toll, then in ((50, 80), (190, 200)):
        state = position(hand=["media"], cities=there, toll=toll)
        assert answer(state, card="media", at="Inae.teal.1").state.toll == then


def test_5_3_a_report_is_one_of_the_two_plays() -> None:
    """Reports do not count toward the limit."""
    state = position(hand=["media", "ground-10"], cities={"Inae": {"rows": ((), row("ground-10"))}})
    assert answer(state, card="media", at="Inae.teal.1").state.plays_left == 1


@pytest.mark.parametrize(("name", "other"), [("amber", TEAL), ("teal", AMBER)])
def test_hw_a19_the_first_atrocity_gives_jus_ad_bellum_to_the_other_side(name: str, other: int) -> None:
    """The first Atrocity gives Jus ad bellum to the side that played it, or gives it face up."""
    there = {"Inae": {"rows": (row("artillery-40"), row("artillery-40"))}}
    state = answer(position(hand=["media", "media"], cities=there), card="media", at=f"Inae.{name}.1").state
    assert (state.jab, state.jab_up) == (other, False)


def test_5_4_an_atrocity_gives_jus_ad_bellum_to_the_other_side() -> None:
    """An owner of Jus ad bellum keeps it after their own Atrocity was shown, or it arrives face up. Or the
    new owner does not read of it.
    """
    there = {"Inae": {"rows": (row("artillery-40"), ())}}
    state = position(hand=["media", "media"], cities=there, jab=AMBER, jab_up=True)
    step = answer(state, card="media", at="Inae.amber.1")
    assert (step.state.jab, step.state.jab_up) == (TEAL, False)
    assert "Jus ad bellum went to you, face down." in story(step, TEAL)


def test_5_4_an_owner_keeps_it_as_it_lies() -> None:
    """Jus ad bellum that was face up is turned face down when its owner receives it again."""
    there = {"Inae": {"rows": ((), row("artillery-40"))}}
    state = position(hand=["media"], cities=there, jab=AMBER, jab_up=True)
    step = answer(state, card="media", at="Inae.teal.1")
    assert (step.state.jab, step.state.jab_up) == (AMBER, True)
    assert "Jus ad bellum" not in story(step)


def test_5_4_it_turns_up_at_the_start_of_the_next_own_turn() -> None:
    """Jus ad bellum can be used in the turn in which it came, or is still face down in the owner's next turn."""
    there = {"Inae": {"rows": ((), row("artillery-40"))}}
    state = answer(position(hand=["media", "ground-10"], cities=there), card="media", at="Inae.teal.1").state
    assert state.jab == AMBER
    assert not [value for value in offers(state, "card") if value.startswith("jus:")]
    step = to_next_turn(ending(TEAL, jab=AMBER))
    assert step.state.jab_up
    assert "You turned Jus ad bellum face up" in story(step, AMBER)


def test_hw_a20_received_in_the_others_turn_it_waits_for_the_own() -> None:
    """Jus ad bellum is face up before its owner's turn begins, or cannot be used in that turn."""
    there = {"Inae": {"rows": ((), row("artillery-40"))}}
    state = position(active=TEAL, hand=["media", "ground-10"], cities=there)
    state = answer(state, card="media", at="Inae.teal.1").state
    assert (state.active, state.jab, state.jab_up) == (TEAL, AMBER, False)
    state = quietly(state, "Draw", AMBER)
    assert state.jab_up
    assert "jus:draw2_now" in offers(state, "deck")


def test_5_4_the_others_jus_ad_bellum_stays_down_in_my_turn() -> None:
    """Jus ad bellum is turned face up in the other player's turn."""
    assert not to_next_turn(ending(TEAL, jab=TEAL)).state.jab_up


def test_5_4_every_text_says_when_it_can_be_used() -> None:
    """A new owner of Jus ad bellum looks for its effects at once, or waits for an event that turns it up."""
    (play,) = (phase for phase in GAME.phases if phase.rule == "5.1.3")
    assert (
        "goes to the opponent of the player who played it. It lies face down until that opponent's next turn begins"
        in play.text
    )
    told = pages.markdown(GAME, GAME.options_type()).partition("### Jus ad bellum")[2].partition("###")[0]
    assert "gets Jus ad bellum, face down" in told
    assert "turns face up as its owner's next turn begins" in told


@pytest.mark.parametrize(("owner", "other"), [(AMBER, TEAL), (TEAL, AMBER)])
def test_5_4_one_effect_and_it_is_gone(owner: int, other: int) -> None:
    """A player who uses Jus ad bellum keeps it, or gives it away face up."""
    step = answer(position(active=owner, hand=["ground-10"], jab=owner, jab_up=True), card="jus:play+1")
    assert (step.state.jab, step.state.jab_up) == (other, False)
    assert step.state.plays_left == 3
    assert not [value for value in offers(step.state, "card") if value.startswith("jus:")]


def test_5_4_it_can_give_a_card_after_the_last_play() -> None:
    """A player cannot wait with Jus ad bellum until they have played both cards, or can play a third card
    without it.
    """
    state = position(hand=["ground-10", "ground-20"], jab=AMBER, jab_up=True, plays_left=1)
    state = answer(state, card="ground-10", at="Inae").state
    assert offers(state, "card") == ["jus:play+1", "jus:draw2_now", "jus:ignore_friendly_fire_once", "done"]


@pytest.mark.parametrize(
    ("step", "field", "more"),
    [
        ("Check control", "city", {"cities": {"Adech": {"marker": 2}, "Dedes": {"marker": 2}}}),
        ("Dedes", "toll", {}),
        ("Draw", "deck", {}),
        ("Play", "card", {}),
        ("Second report", "target", {"cities": {"Inae": {"rows": ((), row("ground-10"))}}}),
    ],
)
def test_5_4_its_owner_may_use_it_at_any_question_of_their_turn(
    step: Step, field: str, more: dict[str, Any]
) -> None:
    """A player cannot use Jus ad bellum at some question of their own turn. Or its use changes or answers the
    question.
    """
    state = position(step=step, hand=["ground-10"], jab=AMBER, jab_up=True, **more)
    assert [value for value in offers(state, field) if value.startswith("jus:")] == [
        "jus:play+1",
        "jus:draw2_now",
        "jus:ignore_friendly_fire_once",
    ]
    drawn = after(state, {field: "jus:draw2_now"}, {"deck": "left"}, {"deck": "right"})
    assert (drawn.step, len(drawn.sides[AMBER].hand), drawn.jab) == (step, 3, TEAL)
    assert not [value for value in offers(drawn, field) if value.startswith("jus:")]
    assert (to_draw(drawn), drawn.plays_left) == (to_draw(state), state.plays_left)
    more_plays = answer(state, **{field: "jus:play+1"}).state
    assert (more_plays.step, more_plays.plays_left) == (step, state.plays_left + 1)
    assert answer(state, **{field: "jus:ignore_friendly_fire_once"}).state.friendly_pass


def test_5_4_it_may_be_used_before_the_discards() -> None:
    """A player who must discard cannot use Jus ad bellum first, or need not discard the two cards that it
    drew.
    """
    state = position(step="Discard", hand=["ground-10"] * 4, jab=AMBER, jab_up=True)
    assert offers(state, "act") == ["discard", "jus:draw2_now"]
    drawn = after(state, {"act": "jus:draw2_now"}, {"deck": "left"}, {"deck": "left"})
    assert (drawn.step, len(drawn.sides[AMBER].hand)) == ("Discard", 6)
    done = answer(state, act="discard", cards=["ground-10"])
    assert (len(done.state.sides[AMBER].hand), done.state.active) == (3, TEAL)


def test_5_4_it_is_for_its_owners_turn_only() -> None:
    """A player can use Jus ad bellum in the opponent's turn. Or the opponent who must discard for Korocas can
    use it.
    """
    theirs = position(step="Draw", hand=["ground-10"], jab=TEAL, jab_up=True)
    assert offers(theirs, "deck") == ["left", "right"]
    for owner in (AMBER, TEAL):
        state = position(hand=["ground-10"], other_hand=["ground-10"] * 3, jab=owner, jab_up=True)
        state = replace(state, agenda=(AgendaItem("Discard", TEAL), *state.agenda))
        state = replace(state, cities=tuple(replace(each, owner=AMBER) for each in state.cities))
        assert (asked(state), offers(state, "act")) == ("teal", [])


def test_5_4_an_option_keeps_it_to_the_plays() -> None:
    """With jab_when=plays, Jus ad bellum can be used at a question outside the play and play extra phases. Or
    not in them.
    """
    settings = {"jab_when": "plays"}
    elsewhere: tuple[tuple[Step, str], ...] = (("Dedes", "toll"), ("Draw", "deck"), ("Discard", "act"))
    for step, field in elsewhere:
        state = position(step=step, hand=["ground-10"] * 4, jab=AMBER, jab_up=True, settings=settings)
        assert not [value for value in offers(state, field) if value.startswith("jus:")]
    state = position(hand=["ground-10"], jab=AMBER, jab_up=True, settings=settings)
    assert "jus:play+1" in offers(state, "card")
    assert offers(replace(state, agenda=state.agenda[1:]), "card") == ["jus:draw2_now", "done"]


def test_5_4_one_more_card_is_for_this_turn_only() -> None:
    """The additional play of Jus ad bellum is there again in the owner's next turn."""
    state = answer(position(hand=["ground-10"], jab=AMBER, jab_up=True), card="jus:play+1").state
    later = quietly(quietly(state, "Play", TEAL), "Play", AMBER)
    assert later.plays_left == 2


def test_5_4_a_draw_of_its_that_finds_no_more_cards_is_no_failed_draw() -> None:
    """A draw by Jus ad bellum that finds no cards ends the war, although only a failed draw phase may."""
    settings = {"deck_end": "failed_draw"}
    decks = (("ground-10",), ())
    state = position(hand=["ground-20"], jab=AMBER, jab_up=True, decks=decks, settings=settings)
    state = answer(state, card="jus:draw2_now").state
    assert (state.result, state.step, state.sides[AMBER].hand) == (None, "Play", ("ground-10", "ground-20"))


def test_5_4_it_can_be_used_among_the_extra_cards() -> None:
    """A player cannot play US Bombing first and then use Jus ad bellum in the same play extra phase."""
    state = position(step="Play extra", hand=["us_bombing"], jab=AMBER, jab_up=True)
    state = after(state, {"card": "us_bombing", "at": "Inae"}, {"card": "jus:draw2_now"}, {"deck": "left"})
    state = replace(state, decks=(("local_support", "ground-10"), ("ground-10",)))
    state = answer(state, deck="left").state
    assert (state.jab, state.step) == (TEAL, "Play extra")
    assert offers(state, "card") == ["local_support", "done"]
    assert city(state, "Inae").marker == 1


def test_5_4_one_card_may_ignore_friendly_fire() -> None:
    """Two cards can ignore friendly fire, or a card that breaks no rule uses the effect up."""
    there = {
        "Inae": {"rows": (row("ground-10"), ()), "marker": -1},
        "Nishka": {"rows": (row("ground-10"), ()), "marker": -1},
    }
    state = position(hand=["artillery-10"] * 3, cities=there, jab=AMBER, jab_up=True, plays_left=3)
    state = after(state, {"card": "jus:ignore_friendly_fire_once"}, {"card": "artillery-10", "at": "Adech"})
    assert state.friendly_pass
    step = answer(state, card="artillery-10", at="Inae")
    assert "despite friendly fire" in story(step)
    assert "Nishka" not in offers(step.state, "at.artillery-10")


def test_5_4_an_unused_effect_ends_with_the_turn() -> None:
    """The effects last longer than the turn in which they are chosen."""
    state = position(hand=["artillery-10"], jab=AMBER, jab_up=True)
    state = after(state, {"card": "jus:ignore_friendly_fire_once"}, DONE)
    assert state.active == TEAL
    assert not state.friendly_pass
