"""4 and 5.1: the setup and the five phases of a turn."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from warcouncil.games.hard_war import GAME, cards, manifest
from warcouncil.games.hard_war.state import AMBER, NOBODY, TEAL, to_draw
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import Illegal

from tests.games.hard_war.builder import (
    DICE,
    DONE,
    after,
    after_silence,
    answer,
    asked,
    city,
    ending,
    every_card,
    form,
    offers,
    options,
    position,
    quietly,
    row,
    story,
    to_next_turn,
)


def test_3_the_box_holds_what_the_designer_counts() -> None:
    """The pack has another size, or a city is missing."""
    house = manifest.house()
    pack = Counter(house.pack())
    assert sum(number for card, number in pack.items() if cards.is_attack(card)) == 60
    assert sum(number for card, number in pack.items() if not cards.is_attack(card)) == 20
    assert {cards.back(card) for card in pack} == {cards.ARTILLERY, cards.GROUND, cards.SPECIAL}
    assert {cards.toll(card) for card in pack if cards.is_attack(card)} == {10, 20, 30, 40}
    assert [card for card in pack if cards.is_atrocity(card)] == ["artillery-40", "ground-40"]
    assert {each.name: each.vp for each in house.cities} == {
        "Adech": 1,
        "Dedes": 1,
        "Dunshe": 1,
        "Inae": 1,
        "Korocas": 1,
        "Nishka": 1,
        "Palpero": 2,
    }


def test_4_1_the_cities_lie_in_line_with_their_markers_between_the_flags() -> None:
    """The cities have another order, or a city begins with an owner, an attack or its marker on a flag."""
    state = GAME.setup(options(), DICE).state
    assert [each.name for each in state.cities] == list(manifest.CITY_NAMES)
    assert [(each.marker, each.owner, each.rows) for each in state.cities] == [(0, NOBODY, ((), ()))] * 7


def test_4_2_three_cards_each_and_two_decks_of_one_shuffled_pack() -> None:
    """A table has another pack, hand or cut, or an unshuffled pack."""
    state = GAME.setup(options(), DICE).state
    assert [len(side.hand) for side in state.sides] == [3, 3]
    assert [len(pile) for pile in state.decks] == [37, 37]
    assert Counter(every_card(state)) == Counter(
        {card: number for card, number in manifest.house().pack().items() if number}
    )
    again = GAME.setup(options(), Dice(b"another evening" * 2)).state
    assert again.decks[0] != state.decks[0] != cards.in_order(state.decks[0])
    assert {cards.back(card) for card in state.decks[0]} == {*cards.BACKS}


@pytest.mark.parametrize(("removed", "decks"), [(0, [37, 37]), (1, [37, 36]), (2, [36, 36])])
def test_hw_a2_the_rest_is_cut_in_halves(removed: int, decks: list[int]) -> None:
    """The two decks differ by more than one card, or the right one has the odd card."""
    assert [len(pile) for pile in GAME.setup(options(media_removed=removed), DICE).state.decks] == decks


def test_4_3_the_toll_begins_outside_a_track_to_two_hundred() -> None:
    """A war begins with dead on the track, or its track does not end at 200 thousand."""
    state = GAME.setup(options(), DICE).state
    assert (state.toll, state.rules.toll_max) == (0, 200)


def test_4_4_neither_side_has_jus_ad_bellum_at_first() -> None:
    """A player has Jus ad bellum from the start, and can bomb in the first turn."""
    state = GAME.setup(options(), DICE).state
    assert (state.jab, state.jab_up) == (NOBODY, False)


def test_5_each_player_ends_their_turn_before_the_others_begins() -> None:
    """The turns do not alternate, or the other player is asked in between."""
    state = GAME.setup(options(), DICE).state
    asking: list[tuple[int, str]] = []
    while state.turn < 5:
        asking.append((state.turn, asked(state)))
        state = after_silence(state)
    assert list(dict.fromkeys(asking)) == [(1, "amber"), (2, "teal"), (3, "amber"), (4, "teal")]


def test_5_1_a_turn_has_five_phases_in_this_order() -> None:
    """Cards are drawn after the plays, or discards come before the extra cards."""
    hand = ("ground-10", "artillery-10", "local_support")
    won = {"Adech": {"marker": 2}, "Dunshe": {"marker": 2}}
    state = to_next_turn(ending(TEAL, other_hand=hand, cities=won)).state
    order = []
    while state.active == AMBER:
        order.append(state.step)
        state = after_silence(state)
    assert list(dict.fromkeys(order)) == ["Check control", "Draw", "Play", "Play extra", "Discard"]


def test_4_5_the_starting_player_is_drawn_by_lot() -> None:
    """One faction always begins, so its seat is worth more."""
    starters = {
        GAME.setup(options(starting="random"), Dice(b"lot" * 8, index)).state.active for index in range(20)
    }
    assert starters == {AMBER, TEAL}
    assert GAME.setup(options(starting="teal"), DICE).state.active == TEAL


def test_5_1_1_an_outer_flag_is_control() -> None:
    """A city whose marker is on a player's own outer flag does not fall to them as their turn begins."""
    step = to_next_turn(ending(TEAL, cities={"Adech": {"marker": 2}, "Inae": {"marker": -2}}))
    assert city(step.state, "Adech").owner == AMBER
    assert city(step.state, "Inae").owner == NOBODY
    assert step.state.sides[AMBER].vp == 1
    assert "You took control of Adech: 1 victory point, 1 in all." in story(step, AMBER)
    assert "Amber took control of Adech" in story(step, TEAL)


def test_5_1_1_the_capital_is_worth_two() -> None:
    """The capital is not worth two points."""
    step = to_next_turn(ending(TEAL, cities={"Palpero": {"marker": 3}}))
    assert step.state.sides[AMBER].vp == 2


def test_5_1_1_control_is_for_good() -> None:
    """A taken city is taken again, wherever its marker was."""
    there = {"Adech": {"owner": TEAL, "marker": 2}, "Inae": {"owner": AMBER, "marker": 2}}
    step = to_next_turn(ending(TEAL, cities=there, vp=(1, 1)))
    assert [side.vp for side in step.state.sides] == [1, 1]
    assert (city(step.state, "Adech").owner, city(step.state, "Inae").owner) == (TEAL, AMBER)


def test_hw_a3_several_cities_come_in_the_order_that_their_taker_chooses() -> None:
    """A player who wins Inae and Dedes cannot take Inae first, to see its cards before moving the toll."""
    state = to_next_turn(ending(TEAL, cities={"Dedes": {"marker": 2}, "Inae": {"marker": 2}})).state
    assert state.step == "Check control"
    assert asked(state) == "amber"
    assert offers(state, "city") == ["Dedes", "Inae"]
    state = answer(state, city="Inae").state
    assert (state.step, state.agenda[0].cause) == ("Draw", "city")
    state = answer(state, deck="stop").state
    assert state.step == "Dedes"


def test_5_1_1_attacks_on_a_controlled_city_stay_and_no_new_ones_are_allowed() -> None:
    """Fighting goes on for a city under control, or its attacks no longer count."""
    there = {"Adech": {"owner": AMBER, "marker": 1, "rows": (row("ground-20"), row("artillery-30"))}}
    state = position(hand=["ground-10", "media"], cities=there)
    assert "Adech" not in offers(state, "at.ground-10")
    assert "Adech.teal.1" in offers(state, "at.media")
    assert answer(state, card="media", at="Adech.teal.1").state.toll == 30
    with pytest.raises(Illegal):
        answer(state, card="ground-10", at="Adech")


def test_5_1_2_two_cards_one_at_a_time_from_either_deck() -> None:
    """The player cannot look at the backs on top before each card."""
    state = to_next_turn(ending(TEAL)).state
    top_left, top_right = state.decks[0][0], state.decks[1][0]
    assert form(state).question == "From which deck do you draw? You must draw 2 cards."
    assert cards.back_words(cards.back(top_left)) in form(state).fields[0].model_dump_json()
    state = answer(state, deck="right").state
    assert top_right in state.sides[AMBER].hand
    assert (state.step, to_draw(state)) == ("Draw", (1, 0))
    state = answer(state, deck="left").state
    assert state.step == "Play"
    assert top_left in state.sides[AMBER].hand


def test_5_1_2_only_the_drawer_learns_the_card() -> None:
    """The opponent reads the face of a drawn card, or its player does not. Or the player reads the next card
    too.
    """
    step = answer(to_next_turn(ending(TEAL)).state, deck="left")
    card = cards.words(step.state.decks[0][0])
    drawn = step.events[0]
    assert cards.words(getattr(drawn, "card", "")) in story(step, AMBER)
    assert f"drew {cards.back_words(getattr(drawn, 'back', ''))} from" in story(step, TEAL)
    assert card not in story(step, AMBER)


def test_5_1_2_an_empty_deck_leaves_the_other() -> None:
    """With one deck empty, a player must choose a deck for a compulsory card, or is not asked about an
    optional one.
    """
    state = ending(TEAL, decks=((), ("ground-10",) * 5))
    step = to_next_turn(state)
    assert step.state.step == "Play"
    assert [len(pile) for pile in step.state.decks] == [0, 3]
    inae = to_next_turn(ending(TEAL, cities={"Inae": {"marker": 2}}, decks=((), ("ground-10",) * 5))).state
    assert (inae.agenda[0].cause, offers(inae, "deck")) == ("city", ["right", "stop"])


def test_5_1_2_the_first_turn_draws_one_card() -> None:
    """The first player is ahead by a card."""
    state = GAME.setup(options(), DICE).state
    assert answer(state, deck="left").state.step == "Play"
    later = quietly(state, "Draw", TEAL)
    assert to_draw(state) == (1, 0)
    assert to_draw(later) == (2, 0)


def test_5_1_3_two_cards_are_the_limit() -> None:
    """A player can play a third card in a turn."""
    assert quietly(to_next_turn(ending(TEAL)).state, "Play", AMBER).plays_left == 2
    state = position(hand=["ground-10"] * 3 + ["media"])
    state = after(state, {"card": "ground-10", "at": "Inae"}, {"card": "ground-10", "at": "Nishka"})
    assert state.step == "Play extra"


def test_5_1_3_the_first_turn_plays_one_card() -> None:
    """The first player is ahead by an attack."""
    state = answer(GAME.setup(options(), DICE).state, deck="left").state
    assert state.plays_left == 1
    second = quietly(state, "Play", TEAL)
    assert (second.turn, second.plays_left) == (2, 2), "only the first turn has a lower limit"


def test_5_1_3_one_or_several_cities_in_a_turn() -> None:
    """Both cards cannot go to one city, or not to two."""
    state = position(hand=["ground-10"] * 2)
    for places in (("Inae", "Inae"), ("Inae", "Nishka")):
        done = after(state, *({"card": "ground-10", "at": place} for place in places))
        assert sum(len(each.rows[AMBER]) for each in done.cities) == 2


def test_5_1_3_playing_is_optional() -> None:
    """A player is forced to kill."""
    state = answer(position(hand=["ground-10"]), **DONE).state
    assert state.step != "Play"
    assert state.sides[AMBER].hand == ("ground-10",)


def test_5_1_4_extra_cards_are_free_and_any_number() -> None:
    """Extra cards count toward the limit of two."""
    state = position(step="Play extra", hand=["local_support", "local_support", "us_bombing"], jab=AMBER)
    state = after(
        state,
        {"card": "local_support", "at": "Inae"},
        {"card": "local_support", "at": "Inae"},
        {"card": "us_bombing", "at": "Nishka"},
    )
    assert (city(state, "Inae").marker, city(state, "Nishka").marker) == (2, 1)
    assert len([out for out in state.discard if out.by == NOBODY]) == 3


def test_hw_a6_the_first_turns_limit_holds_its_plays_alone() -> None:
    """The limit of one play in the first turn also binds the extra cards."""
    state = position(turn=1, plays_left=1, hand=["ground-10", "local_support", "local_support"])
    state = answer(state, **{"card": "ground-10", "at.ground-10": "Adech"}).state
    assert (state.step, asked(state)) == ("Play extra", "amber")
    state = after(state, *({"card": "local_support", "at": place} for place in ("Inae", "Nishka")))
    assert [city(state, name).marker for name in ("Inae", "Nishka")] == [1, 1]


@pytest.mark.parametrize("settings", [{}, {"extra_cards": "extra_phase"}])
def test_hw_a9_extra_cards_wait_for_their_phase(settings: dict[str, str]) -> None:
    """Extra cards can be played before their phase, which comes after the plays."""
    state = position(hand=["local_support", "us_bombing", "ground-10"], jab=AMBER, settings=settings)
    assert offers(state, "card") == ["ground-10", "done"]


@pytest.mark.parametrize("overplay", ["illegal", "allow"])
@pytest.mark.parametrize(("marker", "open_there"), [(2, False), (1, True), (-2, True), (0, True)])
def test_hw_a25_no_extra_card_is_played_from_the_own_outer_flag(
    marker: int, open_there: bool, overplay: str
) -> None:
    """If this fails, an extra card is spent where its marker has no flag to go to."""
    state = position(
        step="Play extra",
        hand=["local_support", "us_bombing"],
        jab=AMBER,
        cities={"Inae": {"marker": marker}},
        settings={"overplay": overplay},
    )
    for card in ("local_support", "us_bombing"):
        assert ("Inae" in offers(state, f"at.{card}")) is open_there


def test_5_1_4_the_question_is_no_tell() -> None:
    """The question reveals which Special card is in hand, because not every one causes it."""
    base = position(hand=["ground-10", "media"], plays_left=1)
    without = answer(base, **DONE).state
    twin = replace(base, sides=(replace(base.sides[0], hand=("ground-10", "us_bombing")), base.sides[1]))
    assert without.step == answer(twin, **DONE).state.step == "Play extra"


def test_5_1_4_hidden_backs_hide_the_special_cards_too() -> None:
    """With hidden backs, a skipped question reveals a hand without a Special card."""
    state = position(hand=["ground-10"], plays_left=1, settings={"backs_visible": False})
    assert answer(state, **DONE).state.step == "Play extra"


def test_5_1_5_down_to_three_by_the_owners_choice() -> None:
    """The owner cannot choose which cards to keep."""
    state = position(step="Play extra", hand=["ground-10", "ground-20", "artillery-40", "media", "media"])
    state = answer(state, **DONE).state
    assert (state.step, asked(state)) == ("Discard", "amber")
    with pytest.raises(Illegal):
        answer(state, cards=["media"])
    step = answer(state, cards=["artillery-40", "media.2"])
    assert step.state.sides[AMBER].hand == ("ground-10", "ground-20", "media")
    assert step.state.active == TEAL


def test_hw_a12_a_discarded_atrocity_is_no_reveal() -> None:
    """A discard lies face up, moves the toll or Jus ad bellum, or shows the opponent more than its back."""
    state = position(step="Discard", hand=["artillery-40"] * 4, toll=50, jab=AMBER)
    step = answer(state, cards=["artillery-40"])
    assert (step.state.toll, step.state.jab) == (50, AMBER)
    assert "Amber discarded Artillery, face down." in story(step, TEAL)
    assert "You discarded Artillery 40k (Atrocity), face down." in story(step, AMBER)
