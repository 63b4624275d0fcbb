"""7.1 Placing cards: the limits, the order when cards are shown, and the view of the other side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from warcouncil.games.kashmir_crisis import GAME
from warcouncil.games.kashmir_crisis.cards import FRONTS, INDIA, PAKISTAN, SEAT_IDS
from warcouncil.games.kashmir_crisis.chart import FaceUp
from warcouncil.games.kashmir_crisis.events.plays import CardsPlaced, CardsShown
from warcouncil.games.kashmir_crisis.state import KashmirState, Placement
from warcouncil.games.kit.answers import fill, judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.events import told
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.play import seed_of
from warcouncil.protocol.table.sheets import Fronts, Sheet

from tests.games.kashmir_crisis.builder import DICE, answer, of_kind, play, position

BLACK = ("2S", "4S", "6S", "8S")
RED = ("3H", "5H", "7H", "9H")
BLACK_LAID = {"D": ["2S"], "I": ["4S"], "M": ["6S", "8S"]}
RED_LAID = {"D": ["3H"], "I": ["5H"], "M": ["7H"]}


def up(side: str, *fronts: str) -> FaceUp:
    """Return the duty to play face up."""
    return FaceUp.model_validate({"side": side, "fronts": fronts})


def asked(state: KashmirState) -> tuple[str, ...]:
    """Return the seats that are asked now."""
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    assert phase.sealed
    return phase.asked


def read(state: KashmirState, fronts: Mapping[str, Sequence[str]]) -> Placement:
    """Place for India."""
    said = GAME.read(state, INDIA, answer(state, INDIA, fronts))
    assert isinstance(said, Placement)
    return said


def test_7_1_both_sides_place_at_once_under_seal() -> None:
    """Without a duty to show cards, a side sees the other's placement first."""
    assert asked(position(india=BLACK, pakistan=RED)) == SEAT_IDS


def test_7_1_all_that_is_not_on_a_front_lies_in_the_reserve() -> None:
    """A card is thrown away, or the Reserve has a limit."""
    state = position(india=("2S", "4S", "6S", "8S", "10S", "2C"), reserves={INDIA: ("3C",)})
    placement = read(state, {"D": ["2S"], "I": ["4S"], "M": ["6S"]})
    assert set(placement.reserve) == {"8S", "10S", "2C", "3C"}


def test_7_1_old_reserve_cards_may_be_second_cards() -> None:
    """A card of the Reserve cannot be added to a new one, although the example does it."""
    state = position(india=BLACK[:3], reserves={INDIA: ("9S",)})
    assert read(state, {"D": ["2S", "9S"], "I": ["4S"], "M": ["6S"]}).fronts["D"] == ("9S", "2S")


@pytest.mark.parametrize(
    "fronts",
    [
        {"D": ["2S", "4S", "6S"], "I": ["8S"]},
        {"D": ["2S", "4S"], "I": ["6S"]},
        {"D": ["2S"]},
        {},
        {"D": ["2S"], "I": ["4S"], "M": ["9S"]},
        {"D": ["2S"], "I": ["4S"], "M": ["7H"]},
    ],
)
def test_7_1_other_placements_are_refused(fronts: Mapping[str, Sequence[str]]) -> None:
    """A side can lay three cards on a front, none, or a card that it does not hold."""
    with pytest.raises(Illegal) as refused:
        read(position(india=BLACK, pakistan=RED), fronts)
    assert refused.value.rule == "7.1"


@pytest.mark.parametrize("moves", [{}, {"2S": {"D": 1}, "4S": {"I": 1}, "6S": {"M": 1}}])
def test_7_1_a_card_may_not_stay_in_hand(moves: dict[str, dict[str, int]]) -> None:
    """A received card can stay unplaced."""
    with pytest.raises(Illegal):
        GAME.read(position(india=BLACK), INDIA, {"cards": moves})


@pytest.mark.parametrize("cards", [(), ("2S",), ("2S", "4S")])
def test_7_1_fewer_than_three_cards_are_all_played(cards: tuple[str, ...]) -> None:
    """A side with fewer than three cards does not play all of them, each on its own front."""
    state = position(india=cards[:1], reserves={INDIA: cards[1:]})
    for index in range(20):
        said = GAME.read(state, INDIA, fill(GAME.form(state, INDIA), Dice(seed_of(str(index)))))
        assert isinstance(said, Placement)
        assert said.reserve == ()
        assert sorted(len(said.fronts[front]) for front in FRONTS) == [0] * (3 - len(cards)) + [1] * len(
            cards
        )


def test_7_1_a_side_without_cards_is_asked_all_the_same() -> None:
    """The gate skips a side without cards, although no rule says so."""
    state = position(pakistan=RED)
    assert asked(state) == SEAT_IDS
    assert GAME.form(state, INDIA).question == "You have no card to place."


def test_7_1_the_suggestion_is_legal_and_is_the_default_of_the_clock() -> None:
    """The suggestion is refused, or a silent side does not play its three lowest cards and keep the others."""
    state = position(india=("10S", "2S", "9S", "AC", "5S"))
    form = GAME.form(state, INDIA)
    assert form.suggested is not None
    judge(form, form.suggested)
    placement = GAME.default(state, INDIA)
    assert placement == GAME.read(state, INDIA, form.suggested)
    assert placement == Placement({"D": ("AC",), "I": ("2S",), "M": ("5S",)}, ("10S", "9S"))


def test_7_1_a_voided_placement_becomes_the_mildest() -> None:
    """If the umpire voids a placement, the side does not play its three lowest cards."""
    state = position(india=BLACK, pakistan=RED, max_turns=1)
    after = GAME.resolve(state, dict.fromkeys(SEAT_IDS), DICE)
    assert after.state.reserve == {INDIA: ("8S",), PAKISTAN: ("9H",)}


def test_7_1_a_side_that_must_show_cards_places_first() -> None:
    """The other side places before it sees the open cards."""
    state = position(india=BLACK, pakistan=RED, duties=[up("PK", "M")])
    assert asked(state) == (PAKISTAN,)
    first = GAME.resolve(
        state, {PAKISTAN: GAME.read(state, PAKISTAN, answer(state, PAKISTAN, RED_LAID))}, DICE
    )
    assert asked(first.state) == (INDIA,)
    assert [(shown.seat, shown.front, shown.cards) for shown in of_kind(first, CardsShown)] == [
        (PAKISTAN, "M", ("7H",))
    ]


@pytest.mark.parametrize(("vp", "first"), [((3, 2), INDIA), ((2, 3), PAKISTAN), ((2, 2), INDIA)])
def test_7_1_if_both_show_cards_the_leader_places_first(vp: tuple[int, int], first: str) -> None:
    """The side with fewer points goes first, or Pakistan on a tie."""
    state = position(india=BLACK, pakistan=RED, vp=vp, duties=[up("PK", "M"), up("IN", "D")])
    assert asked(state) == (first,)


def fronts_of(sheet: Sheet) -> Fronts:
    """Return the fronts of a sheet."""
    return next(element for element in sheet.elements if isinstance(element, Fronts))


def test_kc_a6_the_second_side_sees_open_cards_and_only_numbers_of_the_rest() -> None:
    """The side that places second sees the face of a face-down card, or does not see that of an open one."""
    state = position(india=BLACK, pakistan=RED, duties=[up("IN", "M")])
    after = GAME.resolve(
        state, {INDIA: GAME.read(state, INDIA, answer(state, INDIA, BLACK_LAID))}, DICE
    ).state
    seen = {front.label: front.right for front in fronts_of(GAME.sheet(after, PAKISTAN)).fronts}
    assert [card.face for card in seen["Military"].cards] == ["8♠", "6♠"]
    assert [card.face for card in seen["Diplomatic"].cards] == [None]
    own = {front.label: front.left for front in fronts_of(GAME.sheet(after, INDIA)).fronts}
    assert [(card.face, card.secret) for card in own["Diplomatic"].cards] == [("2♠", True)]
    assert [(card.face, card.secret) for card in own["Military"].cards] == [("8♠", False), ("6♠", False)]


def test_kc_a5_the_reserve_is_told_to_its_owner_only() -> None:
    """The Reserve is revealed before it is played."""
    after = play(position(india=BLACK, pakistan=RED), {"D": ["2S"], "I": ["4S"], "M": ["6S"]}, RED_LAID)
    placed = of_kind(after, CardsPlaced)[0]
    india, pakistan = GAME.seats(GAME.options_type())
    assert (
        told(placed, india)
        == "You placed cards: 1 on Diplomatic, 1 on Information, 1 on Military, 1 in Reserve (8♠)."
    )
    assert (
        told(placed, pakistan)
        == "India placed cards: 1 on Diplomatic, 1 on Information, 1 on Military, 1 in Reserve."
    )
