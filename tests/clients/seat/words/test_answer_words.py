"""An answer in the players' words."""

from __future__ import annotations

import pytest
from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.forms import (
    Answer,
    Form,
    Place,
    Sort,
    Thing,
)

from tests.clients.seat.answer.test_filling import ORDER

TROOPS = Sort(
    name="moves",
    label="Your divisions",
    things=(
        Thing(name="inf", label="infantry", count=12, at="reserve", to=("I", "II")),
        Thing(name="cav", label="cavalry", count=3, at="reserve", to=("I", "II")),
    ),
    places=(
        Place(name="reserve", label="Reserve"),
        Place(name="I", label="Corps I", holds="4 inf 1 cav"),
        Place(name="II", label="Corps II", holds="nothing"),
    ),
)


def test_an_answer_is_said_in_the_players_words() -> None:
    """The sealed answer is shown by its codes."""
    form = Form(question="?", rule="1", fields=(ORDER, TROOPS))
    answer: Answer = {"order": "attack", "moves": {"inf": {"II": 3}, "cav": {"II": 1}}}
    assert (
        answer_words(form, answer) == "The order: Attack; Your divisions: 3 infantry, 1 cavalry to Corps II"
    )
    assert answer_words(Form(question="?", rule="1", fields=(ORDER,)), {"order": "defend"}) == "Defend"


@pytest.mark.parametrize(
    "key",
    [
        "company.bot_plays_takes",
        "company.seat_from_bot",
        "web.seat_take_yes",
        "plain.how_take",
        "help.key_seat",
    ],
)
def test_a_latecomers_key_takes_the_seat_and_does_not_take_it_back(key: str) -> None:
    """The card, the box and the help describe the same rule differently."""
    assert "take" in say(key).lower()
    assert " back" not in say(key)
    assert "bot" in say(key) or key.endswith(("_yes", "how_take"))


def test_a_label_that_asks_has_no_colon_after_its_question_mark() -> None:
    """If this fails, players read "Which sign do you put up?: Red"."""
    asked = ORDER.model_copy(update={"label": "Which order?"})
    form = Form(question="?", rule="1", fields=(asked, TROOPS))
    assert answer_words(form, {"order": "attack", "moves": {}}).startswith("Which order? Attack; ")


def test_pieces_of_one_kind_are_counted_without_their_name() -> None:
    """If this fails, a plan says "1 infantry" or "1 units" at every place, though there is only one kind."""
    alone = TROOPS.model_copy(update={"things": TROOPS.things[:1]})
    form = Form(question="?", rule="1", fields=(alone,))
    assert answer_words(form, {"moves": {"inf": {"I": 1, "II": 3}}}) == "1 to Corps I; 3 to Corps II"
