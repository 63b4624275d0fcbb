"""The cursor among things that are sorted into places."""

from __future__ import annotations

from warcouncil.clients.seat.answer.filling import KeyResult

from tests.clients.seat.answer.test_filling import CARDS, of, press
from tests.clients.seat.words.test_answer_words import TROOPS


def test_many_equal_things_are_sent_by_typing_how_many() -> None:
    """An army commander must press a key for each of twenty divisions."""
    filling = of(TROOPS, suggested={"moves": {}})
    press(filling, "1", "0", "right", "1", "right", "down", "2")
    press(filling, "plus", "minus")
    assert filling.answer == {"moves": {"inf": {"I": 10, "II": 1}, "cav": {"II": 2}}}
    press(filling, "up", "backspace")
    assert filling.answer == {"moves": {"inf": {"I": 10}, "cav": {"II": 2}}}


def test_no_more_can_be_sent_than_there_is() -> None:
    """A player learns only from a refusal that the reserve is spent."""
    filling = of(TROOPS, suggested={"moves": {}})
    press(filling, "9", "right", "9")
    assert filling.answer == {"moves": {"inf": {"I": 9, "II": 3}}}


def test_single_things_go_to_a_place_by_arrow_or_digit_and_back() -> None:
    """A player needs a mouse to lay out a hand of cards."""
    filling = of(CARDS)
    assert filling.fault == "In hand: 2 too many."
    press(filling, "1", "2")
    assert filling.answer == {"cards": {"8S": {"D": 1}, "2S": {"R": 1}}}
    press(filling, "left")
    assert filling.fault == "Diplomatic: 1 too many."
    assert press(filling, "enter") is KeyResult.MOVED
    press(filling, "0")
    assert filling.answer == {"cards": {"8S": {"D": 1}}}
