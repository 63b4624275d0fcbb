"""What a side cannot know: dealing it anew changes nothing that the side sees, and does change the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.kashmir_crisis import GAME
from games.kashmir_crisis.cards import INDIA, JOKER, PAKISTAN, SEAT_IDS, SEATS, label, other, owner
from games.kashmir_crisis.chart import FaceUp
from games.kashmir_crisis.state import RESOURCE, KashmirState
from games.kit.dice import Dice
from games.kit.events import told
from games.kit.play import Playing, at_random, seed_of
from protocol.words import SeatId
from tests.games.kashmir_crisis.builder import (
    DICE,
    answer,
    everywhere,
    opened,
    options,
    order,
    owners_are_right,
    position,
)

WORLDS: list[dict[str, Any]] = [
    {},
    {"event_chart": "house"},
    {"event_chart": "house", "open_draw": True},
    {"event_chart": "house", "red_and_black": True},
    {"event_chart": "house", "red_and_black": True, "open_draw": True, "talk": "public"},
    {"event_chart": "house", "deck_edit": {"10S": 2, "AH": 2}, "sudden_death_2": True},
    {"event_chart": "house", "deal": {"reshuffle": [order()]}},
]


def moments(settings: dict[str, Any], games: int = 6) -> Iterator[Playing]:
    """Give every gate of some random games."""
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
def test_what_a_seat_sees_does_not_depend_on_what_it_cannot_know(
    settings: dict[str, Any], seat: SeatId
) -> None:
    """A sheet or form that changes with the other's cards or a deck's order betrays them."""
    for playing in moments(settings):
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
    """A deal that leaves a secret where it was proves nothing about that secret."""
    foe = other(seat)
    seen: set[str] = set()
    for playing in moments({}):
        dealt = GAME.rehide(playing.state, seat, Dice(seed_of("anew"), playing.gate))
        for name in ("received", "reserve"):
            if getattr(dealt, name)[foe] != getattr(playing.state, name)[foe]:
                seen.add(name)
        seen |= {name for name, deck in dealt.decks.items() if deck != playing.state.decks[name]}
    assert seen == {"received", "reserve", "resource", "events"}


def shown_first() -> KashmirState:
    """Give a position in which India has placed, its military cards face up, and Pakistan is to place."""
    up = FaceUp.model_validate({"side": "IN", "fronts": ["M"]})
    state = position(
        india=("2S", "4S", "6S", "8S"), pakistan=("3H", "5H", "7H"), duties=[up], reserves={INDIA: ("AC",)}
    )
    laid = {"D": ["2S"], "I": ["4S"], "M": ["8S"]}
    return GAME.resolve(state, {INDIA: GAME.read(state, INDIA, answer(state, INDIA, laid))}, DICE).state


def test_face_down_cards_of_whoever_placed_first_are_dealt_anew() -> None:
    """The open cards stay, the face-down ones and the Reserve could be any."""
    state = shown_first()
    fronts = [
        GAME.rehide(state, PAKISTAN, Dice(seed_of(str(index)))).placed[INDIA].fronts for index in range(20)
    ]
    assert {front["M"] for front in fronts} == {("8S",)}
    assert len({front["D"] for front in fronts}) > 3


def test_the_second_side_does_not_read_face_down_cards_on_its_sheet() -> None:
    """Neither the sheet of the other side nor the public one may name a face-down card."""
    state = shown_first()
    for reader in (PAKISTAN, None):
        text = GAME.sheet(state, reader).model_dump_json()
        assert label("8S") in text
        assert not [card for card in ("2S", "4S", "6S", "AC") if f'"{label(card)}"' in text]


def test_with_open_draw_only_the_places_are_hidden() -> None:
    """All saw the cards dealt, so the same cards lie there, though nobody knows where."""
    state = opened(open_draw=True, event_chart="house").state
    assert not state.placed
    dealt = GAME.rehide(state, PAKISTAN, DICE)
    assert (dealt.received, dealt.reserve) == (state.received, state.reserve)


def test_a_reserve_from_before_the_reshuffle_holds_no_card_that_was_discarded_then() -> None:
    """The side saw those cards go back into the deck: a deal that puts them into the Reserve is impossible."""
    checked = 0
    for playing in moments({}, games=12):
        state = playing.state
        if not state.returned or state.turn == 1:
            continue
        again = set(state.returned[-1])
        kept = [card for card in state.reserve[PAKISTAN] if card not in again]
        dealt = GAME.rehide(state, INDIA, Dice(seed_of("again"), playing.gate))
        held = (*state.received[PAKISTAN], *state.reserve[PAKISTAN])
        held_anew = (*dealt.received[PAKISTAN], *dealt.reserve[PAKISTAN])
        fresh = [card for card in held if card not in again]
        assert len([card for card in held_anew if card not in again]) == len(fresh) >= len(kept)
        checked += 1
    assert checked > 5


def test_the_joker_and_both_colours_stay_where_their_number_is_known() -> None:
    """The size of the deck and the number of cards a side holds are public."""
    state = position(india=("2S", "4S", "6S"), pakistan=("3H", "5H", "7H"))
    dealt = GAME.rehide(state, INDIA, DICE)
    assert JOKER in dealt.decks[RESOURCE]
    black = [card for card in state.decks[RESOURCE] if card != JOKER and owner(card) == INDIA]
    assert sorted(black) == sorted(c for c in dealt.decks[RESOURCE] if c != JOKER and owner(c) == INDIA)


def test_the_story_tells_a_side_only_its_own_cards() -> None:
    """The events of a whole game, read by one side, name no card that it has not seen."""
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
