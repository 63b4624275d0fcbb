"""The cursor in a field whose value is chosen, counted or written."""

from __future__ import annotations

from warcouncil.clients.seat.answer.filling import KeyResult
from warcouncil.protocol.table.forms import Choice, Count, Option, Words

from tests.clients.seat.answer.test_filling import ORDER, TARGETS, of, press


def test_a_pick_takes_no_fewer_and_no_more_than_it_may() -> None:
    """The client offers an answer that the rules refuse."""
    filling = of(ORDER, TARGETS, suggested={"order": "attack", "targets": ()})
    assert press(filling, "enter", "enter") is KeyResult.MOVED
    assert filling.fault == "Pick 1 more."
    press(filling, "1", "2", "3")
    assert filling.answer["targets"] == ("north", "east")
    press(filling, "1", "3")
    assert filling.answer["targets"] == ("east", "south")


def test_a_digit_that_is_a_key_means_that_option_and_no_other() -> None:
    """A player who presses 2 on a scale answers 1, because "no answer" comes before the scale."""
    steps = tuple(Option(value=step, label=step, key=step) for step in ("1", "2"))
    scale = Choice(
        name="fair", label="How fair?", options=(Option(value="none", label="No answer", key="0"), *steps)
    )
    filling = of(scale, suggested={"fair": "none"})
    for pressed, stands in (("3", "none"), ("2", "2"), ("3", "2"), ("1", "1"), ("0", "none")):
        press(filling, pressed)
        assert filling.answer == {"fair": stands}


def test_a_number_stays_within_its_limits() -> None:
    """Only the arbiter refuses a typed number that is out of range."""
    filling = of(Count(name="bid", label="Your bid", low=2, high=30))
    assert filling.answer == {"bid": 2}
    press(filling, "down")
    assert filling.answer == {"bid": 2}
    press(filling, "1", "7")
    assert filling.answer == {"bid": 17}
    press(filling, "9", "up")
    assert filling.answer == {"bid": 10}
    press(filling, "end", "up")
    assert filling.answer == {"bid": 30}


def test_words_are_written_cleaned_and_cut() -> None:
    """A pasted escape sequence is in the answer, or a long text is refused."""
    filling = of(Words(name="why", label="Why", chars_max=8))
    press(filling, "w", "e", "space")
    filling.press("space", " ")
    filling.write("h\x1bold on")
    assert filling.answer == {"why": "we hold"}
    press(filling, "backspace")
    assert filling.answer == {"why": "we hol"}
    assert press(filling, "ctrl+u", "enter") is KeyResult.FINISHED
