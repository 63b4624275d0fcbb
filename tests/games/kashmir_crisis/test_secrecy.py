"""The secrets of a side: a new deal changes nothing that the side sees, and does change the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from warcouncil.games.kashmir_crisis import GAME
from warcouncil.games.kashmir_crisis.cards import (
    EVENT_CARDS,
    INDIA,
    JOKER,
    PAKISTAN,
    SEAT_IDS,
    SEATS,
    label,
    other,
    owner,
)
from warcouncil.games.kashmir_crisis.chart import FaceUp
from warcouncil.games.kashmir_crisis.state import RESOURCE, KashmirState
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import told
from warcouncil.games.kit.play.play import Playing, at_random, seed_of
from warcouncil.protocol.words import SeatId

from tests import profile
from tests.games.kashmir_crisis.builder import (
    DICE,
    answer,
    everywhere,
    opened,
    options,
    order,
    own_chart,
    owners_are_right,
    position,
)

BAN = {"type": "unusable", "side": "PK", "cards": ["10", "H"]}
WORLDS: list[dict[str, Any]] = [
    {},
    {"event_chart": "house"},
    {"event_chart": "house", "open_draw": True},
    {"event_chart": "house", "red_and_black": True},
    {"event_chart": "house", "red_and_black": True, "open_draw": True, "talk": "public"},
    {"event_chart": "house", "deck_edit": {"10S": 2, "AH": 2}, "sudden_death_2": True},
    {"event_chart": "house", "deal": {"reshuffle": [order()]}},
    {"event_chart": "house", "placing": "one_by_one"},
    {"event_chart": "house", "placing": "by_turns", "open_draw": True, "reserve_duty": "whole"},
    {"event_chart": own_chart(**{card: [BAN] for card in EVENT_CARDS}), "placing": "one_by_one"},
]


def moments(settings: dict[str, Any], games: int = 6) -> Iterator[Playing]:
    """Return every gate of some random games."""
    for index in range(games):
        playing = Playing(GAME, options(**settings), seed_of(f"secret {index}"))
        for phase in playing.gates():
            yield playing
            for seat in phase.asked:
                said = at_random(playing, seat)
                assert said is not None
                playing.declare(seat, said)
            playing.close()


@pytest.mark.parametrize("settings", WORLDS, ids=str)
@pytest.mark.parametrize("seat", SEAT_IDS)
def test_the_view_of_a_seat_does_not_depend_on_secrets(settings: dict[str, Any], seat: SeatId) -> None:
    """A sheet or form changes with the other's cards or a deck's order, and so reveals them."""
    for playing in moments(settings, profile.games(2, 6)):
        state = playing.state
        dealt = GAME.rehide(state, seat, Dice(seed_of("anew"), playing.gate))
        assert GAME.sheet(dealt, seat) == GAME.sheet(state, seat)
        assert GAME.sheet(dealt, None) == GAME.sheet(state, None)
        assert GAME.phase(dealt) == playing.phase
        if seat in getattr(playing.phase, "asked", ()):
            assert GAME.form(dealt, seat) == GAME.form(state, seat)
        assert everywhere(dealt) == everywhere(state)
        assert owners_are_right(dealt)
        assert (dealt.received[seat], dealt.reserve[seat]) == (state.received[seat], state.reserve[seat])


@pytest.mark.parametrize("seat", SEAT_IDS)
def test_dealing_anew_changes_the_other_hand_its_reserve_and_the_decks(seat: SeatId) -> None:
    """A deal keeps a secret where it was, so it proves nothing about that secret."""
    foe = other(seat)
    seen: set[str] = set()
    for playing in moments({}):
        dealt = GAME.rehide(playing.state, seat, Dice(seed_of("anew"), playing.gate))
        for name in ("received", "reserve"):
            if getattr(dealt, name)[foe] != getattr(playing.state, name)[foe]:
                seen.add(name)
        seen |= {name for name, deck in dealt.decks.items() if deck != playing.state.decks[name]}
    assert seen == {"received", "reserve", "resource", "events"}


def shown_first(**settings: Any) -> KashmirState:
    """Return a position in which India has placed, with open military cards, and Pakistan is to place."""
    up = FaceUp.model_validate({"side": "IN", "fronts": ["M"]})
    state = position(
        india=("2S", "4S", "6S", "8S"),
        pakistan=("3H", "5H", "7H"),
        duties=[up],
        reserves={INDIA: ("AC",)},
        **settings,
    )
    laid = {"D": ["2S"], "I": ["4S"], "M": ["8S"]}
    return GAME.resolve(state, {INDIA: GAME.read(state, INDIA, answer(state, INDIA, laid))}, DICE).state


def test_face_down_cards_of_the_side_that_placed_first_are_dealt_anew() -> None:
    """The open cards change in a new deal, or the face-down cards and the Reserve do not."""
    state = shown_first()
    worlds = [GAME.rehide(state, PAKISTAN, Dice(seed_of(str(index)))) for index in range(20)]
    assert {world.placed[INDIA].fronts["M"] for world in worlds} == {("8S",)}
    assert len({world.placed[INDIA].fronts["D"] for world in worlds}) > 3
    assert len({world.reserve[INDIA] for world in worlds}) > 3


def test_the_second_side_does_not_read_face_down_cards_on_its_sheet() -> None:
    """The other side's sheet or the public one names a face-down card."""
    state = shown_first()
    for reader in (PAKISTAN, None):
        text = GAME.sheet(state, reader).model_dump_json()
        assert label("8S") in text
        assert not [card for card in ("2S", "4S", "6S", "AC") if f'"{label(card)}"' in text]


def test_with_open_draw_nothing_in_hand_is_hidden() -> None:
    """Cards that all saw are dealt anew, which contradicts what they saw."""
    state = opened(open_draw=True, event_chart="house").state
    assert not state.placed
    dealt = GAME.rehide(state, PAKISTAN, DICE)
    assert (dealt.received, dealt.reserve) == (state.received, state.reserve)
    assert dealt.decks != state.decks


def test_with_open_draw_the_places_of_placed_cards_are_hidden() -> None:
    """The same cards are in the same places in every world."""
    state = shown_first(open_draw=True)
    worlds = [GAME.rehide(state, PAKISTAN, Dice(seed_of(str(index)))) for index in range(60)]
    assert {tuple(sorted(laid_by_india(world))) for world in worlds} == {("2S", "4S", "6S", "8S", "AC")}
    assert {world.placed[INDIA].fronts["M"] for world in worlds} == {("8S",)}
    assert {world.placed[INDIA].fronts["D"] for world in worlds} == {("2S",), ("4S",), ("6S",), ("AC",)}


def laid_by_india(state: KashmirState) -> list[str]:
    """Return all cards that India has placed, with its Reserve."""
    placement = state.placed[INDIA]
    return [*placement.reserve, *(card for cards in placement.fronts.values() for card in cards)]


def test_a_card_is_exchanged_only_with_cards_last_seen_at_the_same_moment() -> None:
    """All saw the discards go back into the deck, but in some world an older Reserve has one of them."""
    checked = 0
    for playing in moments({}, games=12):
        state = playing.state
        if not state.returned:
            continue
        again = set(state.returned[-1])
        dealt = GAME.rehide(state, INDIA, Dice(seed_of("again"), playing.gate))
        for name in ("received", "reserve"):
            true, anew = getattr(state, name)[PAKISTAN], getattr(dealt, name)[PAKISTAN]
            assert sum(card in again for card in true) == sum(card in again for card in anew)
        checked += 1
    assert checked > 5


def test_the_joker_and_both_colours_stay_where_their_number_is_known() -> None:
    """The size of the deck, or the number of cards of a side, changes although both are public."""
    state = position(india=("2S", "4S", "6S"), pakistan=("3H", "5H", "7H"))
    dealt = GAME.rehide(state, INDIA, DICE)
    assert JOKER in dealt.decks[RESOURCE]
    black = [card for card in state.decks[RESOURCE] if card != JOKER and owner(card) == INDIA]
    assert sorted(black) == sorted(c for c in dealt.decks[RESOURCE] if c != JOKER and owner(c) == INDIA)


def test_the_story_tells_a_side_only_its_own_cards() -> None:
    """The events of a complete game, read by one side, name a card that it has not seen."""
    for playing in moments({"event_chart": "house"}, games=2):
        state = playing.state
        hidden = {label(card) for card in (*state.received[PAKISTAN], *state.reserve[PAKISTAN])}
        seen = {
            label(card)
            for card in (*state.discard, *state.dead, *(c for cards in state.returned for c in cards))
        }
        story = " ".join(told(happened.event, SEATS[0]) for happened in playing.events)
        words = set(story.replace(",", " ").replace(".", " ").replace("(", " ").split())
        assert not (hidden - seen) & words


def test_7_1_cards_that_must_be_laid_are_dealt_anew_alike() -> None:
    """A new deal reveals which cards of a hand are the old Reserve, although only their number is known."""
    state = position(
        india=("2S", "9S"),
        pakistan=("3H", "5H", "7H"),
        reserves={INDIA: ("10S", "4S", "6C")},
        reserve_duty="whole",
        placing="one_by_one",
    )
    state = GAME.resolve(state, dict.fromkeys(SEAT_IDS), DICE).state
    assert 0 < len(state.forced[INDIA]) < len(state.received[INDIA])
    for index in range(10):
        one, two = (Dice(seed_of(f"{which} {index}")) for which in ("one", "two"))
        other_deal = GAME.rehide(state, PAKISTAN, one)
        assert GAME.rehide(other_deal, PAKISTAN, two) == GAME.rehide(state, PAKISTAN, two)
