"""7.1 Cards placed one by one: the order of the sides, the places of a card, and the view of the other side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from warcouncil.games.kashmir_crisis import GAME
from warcouncil.games.kashmir_crisis.cards import INDIA, PAKISTAN, SEAT_IDS
from warcouncil.games.kashmir_crisis.chart import FaceUp
from warcouncil.games.kashmir_crisis.events.finals import FrontRevealed
from warcouncil.games.kashmir_crisis.events.plays import CardLaid, CardsPlaced, CardsShown
from warcouncil.games.kashmir_crisis.state import KashmirState
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.events import told
from warcouncil.games.kit.game import Phase, Resolution
from warcouncil.protocol.table.forms import Answer, Choice
from warcouncil.protocol.words import SeatId

from tests.games.kashmir_crisis.builder import DICE, of_kind, opened, position

BLACK = ("2S", "4S", "6S", "8S", "10S")
RED = ("3H", "5H", "7H")


def up(side: str, *fronts: str) -> FaceUp:
    """Return the duty to play face up."""
    return FaceUp.model_validate({"side": side, "fronts": fronts})


def asked(state: KashmirState) -> tuple[str, ...]:
    """Return the seats that are asked now."""
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    assert (phase.name, phase.rule) == ("Card by card", "7.1")
    return phase.asked


def single(state: KashmirState, seat: SeatId, card: str, place: str) -> Answer:
    """Return the answer that lays one card, in the field that the form has for its place."""
    for field in GAME.form(state, seat).fields[1:]:
        assert isinstance(field, Choice)
        if field.when and card in field.when.values:
            return {"card": card, field.name: place}
    return {"card": card}


def lay(state: KashmirState, **moves: str) -> Resolution[KashmirState]:
    """Lay a card for each asked side, written as "8S D". "rest" keeps all other cards."""
    said = {}
    for seat in asked(state):
        card, _, place = moves[seat].partition(" ")
        said[SeatId(seat)] = GAME.read(state, SeatId(seat), single(state, SeatId(seat), card, place))
    return GAME.resolve(state, said, DICE)


def offered(state: KashmirState, seat: SeatId) -> dict[str, list[str]]:
    """Return the values on offer in each field of a seat's form."""
    fields = GAME.form(state, seat).fields
    return {
        field.name: [option.value for option in field.options]
        for field in fields
        if isinstance(field, Choice)
    }


def after(state: KashmirState, moves: Sequence[dict[str, str]]) -> KashmirState:
    """Return the state after several rounds of cards."""
    for move in moves:
        state = lay(state, **move).state
    return state


COVERED = (
    {"india": "8S D", "pakistan": "3H D"},
    {"india": "4S I", "pakistan": "5H I"},
    {"india": "6S M", "pakistan": "7H M"},
)


def test_kc_a20_one_by_one_both_lay_a_card_at_the_same_moment() -> None:
    """A side sees where the other's next card goes before it lays its own."""
    state = position(india=BLACK, pakistan=RED, placing="one_by_one")
    assert asked(state) == SEAT_IDS
    laid = lay(state, india="8S D", pakistan="3H M")
    assert [(event.seat, event.place, event.left) for event in of_kind(laid, CardLaid)] == [
        (INDIA, "D", 4),
        (PAKISTAN, "M", 2),
    ]
    assert asked(laid.state) == SEAT_IDS
    assert not of_kind(laid, FrontRevealed)


def test_7_1_one_by_one_every_front_gets_a_card_before_a_second_or_the_reserve() -> None:
    """Card by card, a side can lay a second card or keep one before every front has a card, or cannot do so
    afterwards.
    """
    state = position(india=BLACK, pakistan=RED, placing="one_by_one")
    assert offered(state, INDIA) == {"card": ["10S", "8S", "6S", "4S", "2S"], "place": ["D", "I", "M"]}
    state = after(state, COVERED[:1])
    assert offered(state, INDIA)["place"] == ["I", "M"]
    too_early: list[Answer] = [{"card": "2S", "place": "D"}, {"card": "2S", "place": "R"}, {"card": "rest"}]
    for answer in too_early:
        with pytest.raises(Illegal) as refused:
            GAME.read(state, INDIA, answer)
        assert refused.value.rule == "7.1"
    state = after(state, COVERED[1:])
    assert offered(state, INDIA) == {"card": ["10S", "2S", "rest"], "place": ["D", "I", "M", "R"]}


def test_7_1_one_by_one_a_front_takes_no_third_card() -> None:
    """A front takes a third card if the cards come one by one."""
    state = after(position(india=BLACK, pakistan=RED, placing="one_by_one"), COVERED)
    state = lay(state, india="2S D").state
    assert offered(state, INDIA)["place"] == ["I", "M", "R"]


def test_7_1_one_by_one_the_turn_ends_when_no_cards_remain() -> None:
    """A side without cards is asked again, or the fronts are revealed before both sides are done."""
    state = after(position(india=BLACK, pakistan=RED, placing="one_by_one", max_turns=1), COVERED)
    assert asked(state) == (INDIA,)
    last = lay(lay(state, india="10S M").state, india="rest")
    assert [event.india for event in of_kind(last, FrontRevealed)] == [("8S",), ("4S",), ("10S", "6S")]
    assert last.state.reserve == {INDIA: ("2S",), PAKISTAN: ()}
    assert [event.reserve for event in of_kind(last, CardsPlaced)] == [1, 0]


def test_7_1_one_by_one_the_old_reserve_may_be_laid_and_may_be_kept() -> None:
    """A side cannot lay cards of its old Reserve, or those that it does not lay do not return to the Reserve."""
    state = position(pakistan=RED, reserves={INDIA: BLACK}, placing="one_by_one", max_turns=1)
    state = after(state, COVERED)
    assert state.reserve[INDIA] == ()
    assert state.received[INDIA] == ("10S", "2S")
    assert lay(state, india="rest").state.reserve[INDIA] == ("10S", "2S")


def test_7_1_one_by_one_a_face_down_card_stays_secret() -> None:
    """The other side sees the face of a card that lies face down, or does not see its place."""
    laid = lay(position(india=BLACK, pakistan=RED, placing="one_by_one"), india="8S D", pakistan="3H M")
    event = of_kind(laid, CardLaid)[0]
    india, pakistan = GAME.seats(GAME.options_type())
    assert told(event, india) == "You laid 8♠ on the Diplomatic Front (4 left)."
    assert told(event, pakistan) == "India laid a card on the Diplomatic Front (4 left)."
    assert "8♠" in GAME.sheet(laid.state, INDIA).model_dump_json()
    for reader in (PAKISTAN, None):
        assert "8♠" not in GAME.sheet(laid.state, reader).model_dump_json()


def test_7_1_one_by_one_a_side_that_must_show_lays_all_cards_first() -> None:
    """The other side lays a card before the side with the duty is done, or does not see the open cards at
    once.
    """
    state = position(india=BLACK[:3], pakistan=RED, duties=[up("PK", "M")], placing="one_by_one")
    assert asked(state) == (PAKISTAN,)
    shown = lay(state, pakistan="7H M")
    assert [(event.front, event.cards) for event in of_kind(shown, CardsShown)] == [("M", ("7H",))]
    state = after(shown.state, [{"pakistan": "3H D"}, {"pakistan": "5H I"}])
    assert asked(state) == (INDIA,)


@pytest.mark.parametrize(("vp", "order"), [((2, 2), (INDIA, PAKISTAN)), ((2, 3), (PAKISTAN, INDIA))])
def test_7_1_by_turns_the_leader_begins_and_sides_alternate(
    vp: tuple[int, int], order: tuple[str, str]
) -> None:
    """The wrong side begins, or the sides do not lay their cards in turns."""
    state = position(india=BLACK[:3], pakistan=RED, vp=vp, placing="by_turns")
    cards = {INDIA: ["2S D", "4S I", "6S M"], PAKISTAN: ["3H D", "5H I", "7H M"]}
    seen = []
    while state.turn == 1:
        (seat,) = asked(state)
        seen.append(seat)
        state = lay(state, **{seat: cards[SeatId(seat)].pop(0)}).state
    assert seen == [*order] * 3


def test_7_1_by_turns_the_side_with_cards_left_goes_on() -> None:
    """A side without cards delays the other."""
    state = position(india=BLACK, pakistan=RED[:1], placing="by_turns")
    state = after(state, [{"india": "2S D"}, {"pakistan": "3H D"}, {"india": "4S I"}])
    assert asked(state) == (INDIA,)


def test_7_1_one_by_one_a_silent_side_lays_its_lowest_cards_and_keeps_the_rest() -> None:
    """Card by card, a silent side does not lay its lowest card on each front, or does not keep the others."""
    state = position(india=BLACK, pakistan=RED, placing="one_by_one", max_turns=1)
    for _ in range(4):
        assert GAME.form(state, INDIA).suggested is not None
        state = GAME.resolve(state, dict.fromkeys(SEAT_IDS), DICE).state
    assert state.ended
    assert state.reserve[INDIA] == ("10S", "8S")
    assert {line.front: line.cards[INDIA] for line in state.last} == {
        "D": ("2S",),
        "I": ("4S",),
        "M": ("6S",),
    }


def test_7_1_one_by_one_without_any_card_the_turn_is_played_at_once() -> None:
    """A turn in which neither side has a card stops the table."""
    state = position(placing="one_by_one")
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    assert (phase.name, phase.asked, phase.clock_seconds) == ("Card play", SEAT_IDS, 30)


def test_7_1_one_by_one_forced_cards_keep_room_on_the_fronts() -> None:
    """A free card takes the place that a forced one needs, or a forced one is kept."""
    state = position(
        india=("2S", "4S"),
        pakistan=RED,
        reserves={INDIA: ("6S", "8S", "10S", "2C", "4C")},
        placing="one_by_one",
        reserve_duty="whole",
    )
    state = lay(state, india="2S D", pakistan="3H D").state
    assert offered(state, INDIA)["card"] == ["10S", "8S", "6S", "4C", "2C"]
    state = after(state, [{"india": "10S I", "pakistan": "5H I"}])
    assert offered(state, INDIA)["front"] == ["M"]


def test_7_1_by_turns_a_card_to_the_reserve_is_a_turn() -> None:
    """If this fails, a side that keeps a card lays another one before its enemy has answered."""
    state = position(india=BLACK, pakistan=(*RED, "9H"), placing="by_turns")
    for move in COVERED:
        state = after(state, [{seat: card} for seat, card in move.items()])
    assert asked(state) == (INDIA,)
    state = lay(state, india="2S R").state
    assert asked(state) == (PAKISTAN,)
    state = lay(state, pakistan="9H D").state
    assert asked(state) == (INDIA,)


@pytest.mark.parametrize("placing", ["one_by_one", "by_turns"])
@pytest.mark.parametrize("bare", ["D", "I", "M"])
def test_7_1_no_card_goes_to_the_reserve_while_a_front_is_empty(bare: str, placing: str) -> None:
    """If this fails, a side covers two fronts and keeps the rest, whichever front it leaves empty."""
    first, second = (front for front in ("D", "I", "M") if front != bare)
    state = position(india=BLACK, pakistan=RED, placing=placing)
    for india, pakistan in ((f"8S {first}", f"3H {first}"), (f"4S {second}", f"5H {second}")):
        moves = {"india": india, "pakistan": pakistan}
        together = placing == "one_by_one"
        state = after(state, [moves] if together else [{seat: card} for seat, card in moves.items()])
    assert offered(state, INDIA) == {"card": ["10S", "6S", "2S"], "place": [bare]}
    refused: list[Answer] = [{"card": "2S", "place": "R"}, {"card": "rest"}]
    for answer in refused:
        with pytest.raises(Illegal):
            GAME.read(state, INDIA, answer)


@pytest.mark.parametrize("placing", ["one_by_one", "by_turns"])
@pytest.mark.parametrize("talk", [{"talk": "public"}, {"talk": "bilateral"}, {"talk_deals": True}], ids=str)
def test_6_0_after_negotiation_cards_are_placed_as_agreed(placing: str, talk: dict[str, Any]) -> None:
    """If this fails, a table that has agreed on both talks, and then places all cards at once."""
    state = opened(placing=placing, **talk).state
    assert state.step == "Negotiation"
    state = GAME.resolve(state, {seat: GAME.default(state, seat) for seat in SEAT_IDS}, DICE).state
    assert state.step == "Card by card"
