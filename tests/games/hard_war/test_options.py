"""The options, each alone: their effects, and the refusal of wrong ones."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError
from warcouncil.games.hard_war import GAME, cards, manifest
from warcouncil.games.hard_war.options import HardWarOptions
from warcouncil.games.hard_war.state import AMBER, TEAL, HardWarState, Step
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.play import Playing, at_random, play_on, seed_of, silent
from warcouncil.protocol.table.sheets import Cards

from tests.games.hard_war.builder import (
    DICE,
    answer,
    city,
    ending,
    every_card,
    offers,
    options,
    position,
    row,
    story,
    to_next_turn,
)

HOUSE: dict[str, Any] = json.loads(manifest.house().model_dump_json())


def opened(**settings: Any) -> HardWarState:
    """Return the opening position under these options."""
    return GAME.setup(options(**settings), DICE).state


def refusal(**settings: Any) -> str:
    """Return the line with which options are refused."""
    with pytest.raises(BadOption) as refused:
        opened(**settings)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_every_option_is_described() -> None:
    """An option has no explanation, so an umpire cannot choose it."""
    assert all(field.description for field in HardWarOptions.model_fields.values())


@pytest.mark.parametrize(
    ("given", "flags"),
    [
        (None, [2, 2, 2, 2, 2, 2, 3]),
        (2, [2] * 7),
        (4, [4] * 7),
        ("3", [3] * 7),
        ({"Palpero": 4, "Inae": 1}, [2, 2, 2, 1, 2, 2, 4]),
    ],
)
def test_hw_a1_two_flags_on_either_side_and_three_at_the_capital_unless_chosen(
    given: object, flags: list[int]
) -> None:
    """By default a city has another number of flags than two on either side, or the capital than three. Or a
    chosen number is not played.
    """
    assert [each.flags for each in opened(flags_per_side=given).cities] == flags


def test_flags_of_a_city_that_is_not_there_are_refused() -> None:
    """A typing mistake is accepted as a setting."""
    assert refusal(flags_per_side={"Paris": 2}) == (
        "flags_per_side: there is no city Paris. Give one of Adech, Dedes, Dunshe, Inae, Korocas, Nishka, Palpero"
    )


def test_hw_a7_an_option_allows_an_attack_that_moves_nothing() -> None:
    """With the option the card cannot be laid there, or the marker moves."""
    state = position(hand=["ground-10"], cities={"Inae": {"marker": 2}}, settings={"overplay": "allow"})
    played = answer(state, card="ground-10", at="Inae").state
    assert city(played, "Inae").marker == 2
    assert len(city(played, "Inae").rows[AMBER]) == 1


def test_overplay_and_securing_offer_both() -> None:
    """With both options, an Atrocity on the own outer flag cannot be played face down, or cannot secure the
    city.
    """
    settings = {"overplay": "allow", "securing": True}
    state = position(hand=["ground-40"], cities={"Inae": {"marker": 2}}, settings=settings)
    assert [value for value in offers(state, "at.ground-40") if value.startswith("Inae")] == [
        "Inae",
        "Inae+secure",
    ]


@pytest.mark.parametrize(
    ("given", "effects"),
    [
        (None, ("play+1", "draw2_now", "ignore_friendly_fire_once")),
        ((), ()),
        ("draw2_now", ("draw2_now",)),
        (["play+1", "draw2_now"], ("play+1", "draw2_now")),
    ],
)
def test_hw_a23_three_effects_of_ours_unless_others_are_chosen(
    given: object, effects: tuple[str, ...]
) -> None:
    """By default Jus ad bellum has other effects than our three, or the option `jab_effects` does not change
    them.
    """
    state = position(hand=["ground-10"], jab=AMBER, jab_up=True, settings={"jab_effects": given})
    assert offers(state, "card") == ["ground-10", *(f"jus:{name}" for name in effects), "done"]


def test_a_jab_effect_named_twice_is_refused() -> None:
    """The effect is offered twice."""
    assert "is named twice" in refusal(jab_effects=("play+1", "play+1"))


def test_hidden_backs() -> None:
    """With hidden backs, a player sees those of decks or hands on the sheet, in a question or in an event. Or
    an event hides visible ones.
    """
    state = opened(backs_visible=False)
    piles = [
        element
        for element in GAME.sheet(state, None).elements
        if isinstance(element, Cards) and element.title in {"The left deck", "Amber's hand"}
    ]
    assert [card.back for pile in piles for card in pile.cards] == [""] * 4
    assert "a card on top" in GAME.form(state, GAME.seats(options())[0].id).model_dump_json()
    for visible in (True, False):
        events = GAME.setup(options(backs_visible=visible), DICE).events
        assert any(getattr(event, "backs", ()) for event in events) is visible
    thrown = position(step="Discard", hand=["artillery-40"] * 4, settings={"backs_visible": False})
    assert "Amber discarded 1 card, face down." in story(answer(thrown, cards=["artillery-40"]), TEAL)


def test_too_many_media_reports_removed_are_refused() -> None:
    """More reports are removed than the pack has."""
    assert refusal(media_removed=13) == "media_removed: 13 is too many. There are only 12 Media Reports"


@pytest.mark.parametrize(
    ("option", "step", "more"),
    [
        ("control_seconds", "Check control", {"cities": {"Adech": {"marker": 2}, "Inae": {"marker": 2}}}),
        ("control_seconds", "Dedes", {}),
        ("draw_seconds", "Draw", {}),
        ("play_seconds", "Play", {"hand": ["ground-10"]}),
        ("play_seconds", "Second report", {}),
        ("extra_seconds", "Play extra", {"hand": ["us_bombing"]}),
        ("discard_seconds", "Discard", {"hand": ["ground-10"] * 4}),
    ],
)
def test_clocks_are_options(option: str, step: Step, more: dict[str, Any]) -> None:
    """A question has another time limit than its option says."""
    phase = GAME.phase(position(step=step, settings={option: 7}, **more))
    assert isinstance(phase, Phase)
    assert (phase.name, phase.clock_seconds) == (step, 7)


@pytest.mark.parametrize(
    "settings",
    [{"max_turns": 0}, {"media_removed": -1}, {"flags_per_side": 0}, {"play_seconds": 0}, {"sniper": True}],
)
def test_values_out_of_bounds_are_refused(settings: dict[str, Any]) -> None:
    """A value out of its bounds, or an unknown option, is accepted."""
    with pytest.raises(ValidationError):
        options(**settings)


def test_silence_ends_too() -> None:
    """A table without any answer does not end when the decks are drawn."""
    playing = Playing(GAME, options(), seed_of("silent"))
    finish = play_on(playing, silent)
    assert finish.winners == ()
    assert playing.state.result.reason == "decks"


def whole_deal() -> dict[str, list[str]]:
    """Return a deal in the order of the pack."""
    pack = [card for card in cards.ALL for _ in range(manifest.house().pack()[card])]
    return {"amber": pack[:3], "teal": pack[-3:], "left": pack[3:40], "right": pack[40:-3]}


def test_a_deal_is_played_as_it_is_written() -> None:
    """A tutor cannot set a known position, so a ruling cannot be checked."""
    deal = whole_deal()
    state = opened(deal=deal)
    assert state.sides[0].hand == ("artillery-10",) * 3
    assert state.decks[0][:2] == tuple(deal["left"][:2])
    assert answer(state, deck="right").state.sides[0].hand[-1] == deal["right"][0]


@pytest.mark.parametrize(
    ("pile", "cards_there", "line"),
    [
        (
            "left",
            ["media"],
            "deal: artillery-10 is named only 3 times, but the pack has 6",
        ),
        ("amber", ["media"] * 2, "deal: amber has 2 cards. Give 3"),
        ("amber", ["tank"] * 3, "deal: there is no card 'tank'"),
        (
            "teal",
            ["us_bombing", "local_support", "local_support"],
            "deal: us_bombing is named 5 times, but the pack has 4",
        ),
        ("up", [], "deal: there is no pile 'up'"),
        ("right", None, "deal: the pile right is missing"),
    ],
)
def test_a_wrong_deal_is_refused(pile: str, cards_there: list[str] | None, line: str) -> None:
    """A deal with a wrong card, number or pile is accepted, or the refusal does not name what is wrong."""
    deal = whole_deal()
    if cards_there is None:
        del deal[pile]
    else:
        deal[pile] = cards_there
    assert refusal(deal=deal).startswith(line)


def test_a_deal_without_removed_reports() -> None:
    """A deal is accepted although it has a report that was removed from the pack."""
    assert refusal(deal=whole_deal(), media_removed=1).startswith("deal: media is named 8 times")


def changed(**fields: Any) -> dict[str, Any]:
    """Return the house manifest with parts replaced."""
    return HOUSE | fields


def test_the_house_manifest_can_be_written_out_and_read_in() -> None:
    """An umpire cannot write our manifest out and change it."""
    assert every_card(opened(manifest=HOUSE)) == every_card(opened())


def test_another_manifest_is_played() -> None:
    """Numbers of the manifest do not reach the table."""
    state = opened(
        manifest=changed(
            hand_size=4,
            military_vp=3,
            special=HOUSE["special"] | {"media": 12, "us_bombing": 0},
            cities=[CITIES[0] | {"effect": "none"}, *CITIES[1:]],
        )
    )
    assert [each.effect for each in state.cities].count("none") == 2
    assert len(state.sides[0].hand) == 4
    assert state.rules.military_vp == 3
    assert every_card(state).count("media") == 12


ATTACK: dict[str, Any] = HOUSE["attack"]
CITIES: list[dict[str, Any]] = HOUSE["cities"]


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        (
            {"attack": ATTACK | {"ground": ATTACK["ground"] | {"10": -1}}},
            "manifest: attack.ground.10: give 0 or more (rule 3",
        ),
        ({"attack": ATTACK | {"ground": ATTACK["ground"] | {"50": 1}}}, "manifest: attack.ground.50: "),
        (
            {"attack": ATTACK | {"ground": ATTACK["ground"] | {"10": 12}}},
            "manifest: attack: there are 59 cards, but rule 3 needs 60",
        ),
        (
            {"special": HOUSE["special"] | {"media": 9}},
            "manifest: special: there are 21 cards, but rule 3 needs 20",
        ),
        ({"special": {"media": 20}}, "manifest: special.media2: it is missing (rule 3"),
        (
            {"cities": [CITIES[0] | {"effect": "play+9"}, *CITIES[1:]]},
            "manifest: cities.0.effect: give 'none'",
        ),
        ({"cities": CITIES[1:]}, "manifest: cities: Adech is missing"),
        ({"cities": [CITIES[0] | {"name": "Paris"}, *CITIES]}, "manifest: cities: Paris is not one of"),
        ({"cities": [CITIES[0], *CITIES]}, "manifest: cities: Adech is named twice"),
        (
            {"cities": [CITIES[0] | {"vp": 2}, *CITIES[1:]]},
            "manifest: cities: their victory points add up to 9",
        ),
        (
            {"cities": [CITIES[0] | {"effect": "draw+1"}, *CITIES[1:]]},
            "manifest: cities: two cities have the effect draw+1",
        ),
        ({"jab_effects": [{"id": "win"}]}, "manifest: jab_effects.0.id: give 'play+1'"),
        ({"jab_effects": [{"id": "play+1"}] * 2}, "manifest: jab_effects: play+1 is named twice"),
        ({"toll_track": {"max": 195}}, "manifest: toll_track.max: "),
        ({"dice": 6}, "manifest: dice: this is not known. Leave it out"),
    ],
)
def test_a_wrong_manifest_is_refused(fields: dict[str, Any], line: str) -> None:
    """A wrong manifest is accepted, or the refusal does not name the wrong entry in one line."""
    assert refusal(manifest=changed(**fields)).startswith(line)


def test_talk_is_off_by_default() -> None:
    """The game has a negotiation that the designer's rules do not have."""
    phase = GAME.phase(opened())
    assert isinstance(phase, Phase)
    assert phase.name == "Draw"


def test_talk_before_each_turn_of_the_starting_player() -> None:
    """Negotiation does not open before each turn of the starting player. Or it opens before the other
    player's turn, or although it is off.
    """
    state = opened(talk="public", talk_seconds=30)
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    assert (phase.name, phase.clock_seconds, len(phase.asked)) == ("Negotiation", 30, 2)
    assert [channel.title for channel in phase.channels] == ["Everyone"]
    state = ready(state)
    assert (state.turn, state.step) == (1, "Draw")
    other = to_next_turn(ending(AMBER, settings={"talk": "public"})).state
    assert (other.step, other.turn) == ("Draw", 6)
    again = to_next_turn(ending(TEAL, settings={"talk": "public"})).state
    assert (again.step, again.turn) == ("Negotiation", 6)
    off = {"talk": "public", "talk_turns": False, "talk_tolls": [60]}
    assert to_next_turn(ending(TEAL, settings=off)).state.step == "Draw"


def ready(state: HardWarState) -> HardWarState:
    """End a talk."""
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    declared = {seat: GAME.read(state, seat, {"ready": "ready"}) for seat in phase.asked}
    return GAME.resolve(state, declared, DICE).state


@pytest.mark.parametrize("toll", [30, 40])
def test_talk_when_the_toll_passes_a_threshold(toll: int) -> None:
    """Negotiation does not open once when the toll reaches or passes a threshold, or the turn does not go on
    unchanged.
    """
    settings = {"talk": "public", "talk_turns": False, "talk_tolls": [60, 120]}
    there = {"Inae": {"rows": ((), row("artillery-30"))}}
    state = position(hand=["media", "ground-10"], cities=there, toll=toll, settings=settings)
    state = answer(state, card="media", at="Inae.teal.1").state
    assert (state.step, state.talk_tolls) == ("Negotiation", (120,))
    state = ready(state)
    assert (state.step, state.plays_left) == ("Play", 1)


def test_no_talk_within_a_double_report() -> None:
    """A talk separates the two halves of one card."""
    settings = {"talk": "public", "talk_turns": False, "talk_tolls": [60]}
    there = {"Inae": {"rows": (row("artillery-30"), row("artillery-30"))}}
    state = position(hand=["media2", "ground-10"], cities=there, toll=40, settings=settings)
    state = answer(state, card="media2", at="Inae.teal.1").state
    assert state.step == "Second report"
    assert answer(state, target="Inae.amber.1").state.step == "Negotiation"


def test_no_talk_between_the_halves_when_jus_ad_bellum_is_used_there() -> None:
    """Negotiation separates the two halves of a double report when its player draws cards by Jus ad bellum
    between them.
    """
    settings = {"talk": "public", "talk_turns": False, "talk_tolls": [60]}
    there = {"Inae": {"rows": (row("artillery-30"), row("artillery-30"))}}
    state = position(
        hand=["media2", "ground-10"], cities=there, toll=40, settings=settings, jab=AMBER, jab_up=True
    )
    state = answer(state, card="media2", at="Inae.teal.1").state
    state = answer(state, target="jus:draw2_now").state
    assert state.step == "Draw"


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"talk_tolls": [60]}, "talk_tolls: negotiation is off"),
        ({"talk": "public", "talk_tolls": [200]}, "talk_tolls: 200 is not between 0 and 200"),
        ({"talk": "public", "talk_tolls": [0]}, "talk_tolls: 0 is not between 0 and 200"),
        ({"talk": "public", "talk_turns": False}, "talk_turns: negotiation never opens"),
        ({"talk": "team"}, "talk: no team has two seats"),
    ],
)
def test_contradictory_talk_is_refused(settings: dict[str, Any], line: str) -> None:
    """A negotiation that can never open, or a toll outside the track, is accepted."""
    assert refusal(**settings).startswith(line)


@pytest.mark.parametrize(
    ("settings", "phase", "sentence"),
    [
        ({"backs_visible": False}, "Draw", "The backs are hidden."),
        ({"deck_end": "end_of_turn"}, "Draw", "the game ends after that turn"),
        ({"deck_end": "failed_draw"}, "Draw", "When you must draw a card and both are empty"),
        ({"overplay": "allow"}, "Play", "where the marker is on your outer flag already does not move it."),
        ({"jab_when": "plays"}, "Play", "you may use one of its effects now."),
        ({"extra_cards": "also_as_play"}, "Play", "US Bombing and Local Support may be played too."),
        ({"un_observers": True}, "Play", "where attacks are then played face up (observers)."),
        ({"securing": True}, "Play", "until you take the city (securing)."),
    ],
)
def test_the_rules_of_a_table_say_what_its_options_change(
    settings: dict[str, Any], phase: str, sentence: str
) -> None:
    """A player reads the default rule although the table plays another one, or reads of a rule that it does not play."""
    (rules,) = (each for each in GAME.phases if each.name == phase)
    assert sentence in rules.text_under(options(**settings))
    assert sentence in rules.text_at(position(settings=settings))
    assert sentence not in rules.text_under(options())
    assert sentence not in rules.text_at(position())


def test_options_in_random_combination() -> None:
    """Some mixture of options does not play to its end."""
    choices: dict[str, tuple[Any, ...]] = {
        "un_observers": (False, True),
        "observers_at": ("any", "uncontrolled"),
        "extra_cards": ("extra_phase", "also_as_play"),
        "jab_when": ("turn", "plays"),
        "securing": (False, True),
        "overplay": ("illegal", "allow"),
        "deck_end": ("immediate", "end_of_turn", "failed_draw"),
        "backs_visible": (True, False),
        "media_removed": (0, 4, 12),
        "flags_per_side": (None, 1, 3, {"Adech": 5}),
        "jab_effects": (None, (), ("draw2_now",)),
        "starting": ("random", "teal"),
        "max_turns": (None, 9),
        "talk": ("off", "public"),
    }
    ended = set()
    for number in range(24):
        dice = DICE.stream("mix", number)
        settings = {name: dice.pick(values) for name, values in choices.items()}
        playing = Playing(GAME, HardWarOptions.model_validate(settings), seed_of(f"mix {number}"))
        play_on(playing, at_random)
        ended.add(playing.state.result.reason)
    assert ended >= {"military", "intervention", "turns"}
