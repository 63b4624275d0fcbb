"""Orders of several lines and rankings, written by lines."""

from __future__ import annotations

import pytest
from warcouncil.clients.plain.seat.answering import Answering, LineMeaning
from warcouncil.protocol.table.answers import fault
from warcouncil.protocol.table.forms import FormField, Rank, Words
from warcouncil.protocol.words import WRITTEN_LINES_MAX

from tests.clients.seat.papers import ORDERS, RANKING, REASON, WAYS, form
from tests.clients.seat.tables import playing, view


def read(answering: Answering, *lines: str) -> LineMeaning:
    """Write lines, and return the result of the last one."""
    return [answering.read(line) for line in lines][-1]


def test_a_text_of_lines_ends_with_a_dot() -> None:
    """A script's second line answers the next question, or its first line is sealed as the complete order."""
    answering = Answering(form(ORDERS))
    assert answering.asks() == (
        "your orders to the fleet (at most 1200 characters, line by line; a single dot ends it) >",
    )
    assert read(answering, "Hold the strait.").lines == ("1184 characters left; a single dot ends it >",)
    assert read(answering, "Wait.", ".").answer == {"orders": "Hold the strait.\nWait."}


def test_a_text_that_must_be_written_is_asked_for_again() -> None:
    """A dot alone seals an empty order."""
    assert read(Answering(form(ORDERS)), ".").lines == (
        "Write something.",
        "your orders to the fleet (at most 1200 characters, line by line; a single dot ends it) >",
    )
    free = Words(name="w", label="words", lines=True)
    assert read(Answering(form(free)), "-").answer == {"w": ""}
    assert Answering(form(free)).asks() == (
        "words (at most 200 characters, line by line; a single dot ends it; - leaves it empty) >",
    )


def test_a_line_that_is_too_much_is_not_taken_and_the_rest_stays() -> None:
    """Half a line is sealed, or all earlier lines are lost."""
    answering = Answering(form(Words(name="w", label="words", chars_max=10, lines=True)))
    assert read(answering, "12345", "67890").lines == (
        "That line is 1 character too long. It was not used.",
        "5 characters left; a single dot ends it >",
    )
    assert read(answering, "6789", ".").answer == {"w": "12345\n6789"}
    many = Answering(form(ORDERS))
    said = read(many, *"x" * (WRITTEN_LINES_MAX + 1)).lines[0]
    assert said == "At most 40 lines are allowed. This one was left out."
    greek = Answering(form(ORDERS))
    assert read(greek, "Ω" * 700, "Ω" * 300).lines[0] == "That is too long to send. The line was not used."
    assert fault(greek.form, read(greek, ".").answer or {}) == ""


def test_a_text_begins_anew_when_one_comes_back_to_it() -> None:
    """The old text is above the new one that should replace it."""
    answering = Answering(form(ORDERS, REASON))
    read(answering, "Hold.", ".", "/back", "Sail.", ".", "because")
    assert read(answering, "seal").answer == {"orders": "Sail.", "reason": "because"}


def test_an_escape_in_a_line_is_gone_before_it_is_sealed() -> None:
    """A script can send characters that control other terminals."""
    answer = read(Answering(form(ORDERS)), "a\x1b[2J\u202eb\r", ".").answer
    assert answer == {"orders": "a[2Jb"}


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("m e l t", ("mines", "escort", "leave", "talk")),
        ("3 1 4 2", ("mines", "escort", "leave", "talk")),
        ("sweep, escort, leave, go", ("mines", "escort", "leave", "talk")),
    ],
)
def test_things_are_put_in_order_on_one_line(line: str, order: tuple[str, ...]) -> None:
    """Aims are sealed in the order in which they were offered."""
    assert read(Answering(form(RANKING)), line).answer == {"aims": order}


@pytest.mark.parametrize(
    ("field", "line", "why"),
    [
        (RANKING, "m e", "You ranked 2. Rank 4."),
        (RANKING, "m e x t", "“x” is not one of these."),
        (Rank(name="r", label="r", options=WAYS, low=0, high=2), "m e t", "You ranked 3. Rank 0 to 2."),
        (ORDERS.model_copy(update={"lines": False}), "-", "Write something."),
        (ORDERS.model_copy(update={"lines": False}), "Ω" * 1000, "That is too long to send."),
    ],
)
def test_a_wrong_answer_is_refused_with_a_reason(field: FormField, line: str, why: str) -> None:
    """A player is asked the same again without a reason."""
    assert read(Answering(form(field)), line).lines[0] == why


def test_how_things_are_ranked_is_said() -> None:
    """A player does not know how to write a ranking."""
    assert Answering(form(RANKING)).asks() == (
        "E Escort the convoy: two squadrons, from midnight",
        "T Go on talking: the ambassador gets two days",
        "M Sweep the mines: under fire, if it comes to that",
        "L Leave the strait: the coasters go round the cape",
        "your aims. Rank 4, the best first, such as T E: E / T / M / L >",
    )
    assert Answering(form(RANKING)).words({"aims": ("talk", "escort", "mines", "leave")}) == (
        "1. Go on talking, 2. Escort the convoy, 3. Sweep the mines, 4. Leave the strait"
    )


def test_an_order_that_the_game_warns_of_is_sealed_by_a_second_word() -> None:
    """If this fails, a player who types `seal` too early loses the battle with four empty corps."""
    deploying = view(playing("kartenspiel"), "red.army").form
    assert deploying is not None
    answering = Answering(deploying)
    first = answering.read("seal")
    assert first.answer is None
    assert (
        "Corps I, Corps II, Corps III and Corps IV: an empty corps breaks when it attacks or is attacked."
        in "".join(first.lines)
    )
    assert answering.read("seal").answer == {"moves": {}}
