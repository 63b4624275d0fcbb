"""The readings taken where the designer's text is not clear (KC-A…), as far as no test of the rule checks
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from warcouncil.games.kashmir_crisis import GAME, ending
from warcouncil.games.kashmir_crisis.cards import INDIA, PAKISTAN
from warcouncil.games.kashmir_crisis.chart import TotalMod
from warcouncil.games.kashmir_crisis.events.finals import FrontLost, MarkerMoved, ValuesAdded
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import Finish

from tests.games.kashmir_crisis.builder import answer, of_kind, play, position


def mod(side: str, front: str, n: int) -> TotalMod:
    """Return an event's modifier."""
    return TotalMod.model_validate({"side": side, "front": front, "n": n})


@pytest.mark.parametrize(
    ("fronts", "is_legal"),
    [
        ({"D": ["2S"], "I": ["4S"], "M": ["6S"]}, True),
        ({"D": ["2S", "8S"], "I": ["4S"], "M": ["6S"]}, True),
        ({"D": ["2S", "8S"], "I": ["4S", "3C"], "M": ["6S", "5C"]}, True),
        ({"D": ["2S", "8S"], "I": ["4S", "6S"]}, False),
        ({"D": ["2S", "8S", "3C"], "I": ["4S"], "M": ["6S"]}, False),
    ],
)
def test_kc_a4_one_or_two_cards_on_each_front_and_the_rest_in_the_reserve(
    fronts: Mapping[str, Sequence[str]], is_legal: bool
) -> None:
    """ "Three cards" limit a side, although they are only the least that must be played."""
    state = position(india=("2S", "4S", "6S", "8S"), reserves={INDIA: ("3C", "5C")})
    if is_legal:
        assert GAME.read(state, INDIA, answer(state, INDIA, fronts))
        return
    with pytest.raises(Illegal):
        GAME.read(state, INDIA, answer(state, INDIA, fronts))


@pytest.mark.parametrize(("last", "n", "is_scored"), [("3H", 9, False), ("4H", -9, True)])
def test_kc_a7_modifiers_do_not_count_towards_the_threshold(last: str, n: int, is_scored: bool) -> None:
    """An event's points count toward the threshold, so 39 become 40."""
    state = position(
        india=("10S", "9S", "8S"), pakistan=("7H", last, "2H"), event="QS", mods=[mod("IN", "I", n)]
    )
    after = play(state, {"D": ["10S"], "I": ["9S"], "M": ["8S"]}, {"D": ["7H"], "I": [last], "M": ["2H"]})
    (added,) = of_kind(after, ValuesAdded)
    assert (added.raw, added.front) == ((40, "I") if is_scored else (39, ""))


@pytest.mark.parametrize(("floor", "dead", "vp"), [(True, (), 5), (False, ("AH",), 4)])
def test_kc_a8_an_event_pushes_no_total_of_a_resolved_front_below_zero(
    floor: bool, dead: tuple[str, ...], vp: int
) -> None:
    """An empty front beats an Ace."""
    state = position(
        india=("2S", "3S"),
        pakistan=("2H", "3H", "AH"),
        event="JC",
        vp=(5, 5),
        mods=[mod("PK", "M", -2)],
        front_total_floor=floor,
        max_turns=1,
    )
    after = play(state, {"D": ["2S"], "I": ["3S"]}, {"D": ["2H"], "I": ["3H"], "M": ["AH"]}).state
    assert after.dead == dead
    assert after.vp == {INDIA: 4, PAKISTAN: vp}


def test_kc_a9_where_neither_side_has_a_card_each_loses_a_point_and_no_marker_moves() -> None:
    """If neither side has a card on a front, one side keeps its point or a marker moves."""
    state = position(india=("2S",), vp=(5, 5), sudden_death_2=True, max_turns=1)
    after = play(state, {"D": ["2S"]}, {})
    assert after.state.vp == {INDIA: 3, PAKISTAN: 2}
    assert [(event.front, event.boxes) for event in of_kind(after, MarkerMoved)] == [("D", 1)]
    assert after.state.tracks == {"D": 1, "I": 0, "M": 0}


def test_kc_a10_the_tracks_have_three_boxes_each_way() -> None:
    """By default, a Progress Track does not have three boxes each way, which changes how often a breakthrough
    comes.
    """
    assert GAME.options_type().track_half_length == 3


def test_kc_a14_both_cards_of_a_lost_front_die() -> None:
    """Only the lower of two cards is lost."""
    state = position(india=("10S", "9S", "8S"), pakistan=("2H", "3H", "4H", "5H"), event="JS", max_turns=1)
    after = play(
        state, {"D": ["8S"], "I": ["10S"], "M": ["9S"]}, {"D": ["2H"], "I": ["3H", "4H"], "M": ["5H"]}
    )
    assert [event.cards for event in of_kind(after, FrontLost)] == [("4H", "3H"), ("5H",)]
    assert set(after.state.dead) == {"3H", "4H", "5H"}


def test_kc_a16_a_breakthrough_on_the_last_turn_decides() -> None:
    """Three markers in one victory box do not win regardless of the points, because the Joker has ended the game
    as well.
    """
    state = position(
        india=("5S", "6S", "7S"),
        pakistan=("2H", "3H", "4H"),
        vp=(0, 30),
        joker="second",
        sudden_death_2=True,
        track_half_length=1,
    )
    after = play(
        state, {"D": ["5S"], "I": ["6S"], "M": ["7S"]}, {"D": ["2H"], "I": ["3H"], "M": ["4H"]}
    ).state
    assert after.ended == ending.BREAKTHROUGH
    end = GAME.phase(after)
    assert isinstance(end, Finish)
    assert end.winners == (INDIA,)
