"""3.

Sealed questions: the asked seats, the answer of a team, the meaning of silence, and the readers of the
answer.
"""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.scenario.events.answers import AnswerTold
from warcouncil.games.scenario.file.text.vocabulary import TOLD_CHARS_MAX
from warcouncil.protocol.table.forms import Choice, Count, Pick, Rank, Sort, Words
from warcouncil.protocol.table.sheets import Prose, Rows
from warcouncil.protocol.words import SeatId

from tests.games.scenario.playing import SAIL, TALK, Table, asks, phase

OPTIONS = [
    {"name": "coast", "label": "Coast"},
    {"name": "hills", "label": "Hills"},
    {"name": "town", "label": "Town"},
]


def test_3_questions_are_sealed_and_asked_at_once() -> None:
    """The seat that answers last sees the other's answer."""
    table = Table()
    before = table.rows("blue.minister")
    table.declare(SeatId("red.minister"), SAIL)
    assert table.open.sealed
    assert table.rows("blue.minister") == before == []


def test_3_1_each_seat_with_a_question_is_asked() -> None:
    """A gate waits for a seat without a question, or asks a question whose conditions are false."""
    questions = [asks(), asks("fuel", of=["red.admiral"], only_if=["round is 2"])]
    table = Table(phases=[phase("Orders", *questions)])
    assert table.open.asked == ("blue.minister", "red.minister")
    table.answer()
    assert {*table.open.asked} == {"blue.minister", "red.minister", "red.admiral"}


def test_3_2_all_questions_of_a_seat_are_in_one_form() -> None:
    """Two forms at one gate cannot both be sealed."""
    kinds: list[dict[str, Any]] = [
        asks(),
        asks("aims", kind="several", options=OPTIONS, low=1, high=2),
        asks("bid", kind="amount", high="oil", options=[]),
        asks("ships", kind="allocation", options=OPTIONS, total=6),
        asks("wishes", kind="ranking", options=OPTIONS),
        asks("order", kind="order", chars=100, options=[]),
    ]
    table = Table(phases=[phase("Orders", *kinds)])
    form = table.game.form(table.state, SeatId("blue.minister"))
    assert [type(field) for field in form.fields] == [Choice, Pick, Count, Sort, Rank, Words]
    assert table.field("blue.minister", 2).high == 5  # what Blue has of oil
    answer: dict[str, Any] = {
        "move": "sail",
        "aims": ("coast",),
        "bid": 5,
        "ships": {"unit": {"coast": 4, "town": 1}},
        "wishes": ("town", "coast", "hills"),
        "order": "Hold the coast.",
    }
    with pytest.raises(Illegal):
        table.declare(SeatId("blue.minister"), {**answer, "bid": 6})
    table.answer({"blue.minister": answer})
    assert table.rows("blue.minister") == [
        ("Blue", "move", "Sail"),
        ("Blue", "aims", "Coast"),
        ("Blue", "bid", "5"),
        ("Blue", "ships", "Coast 4, Town 1"),
        ("Blue", "wishes", "1 Town, 2 Coast, 3 Hills"),
        ("Blue", "order", "Hold the coast."),
    ]


@pytest.mark.parametrize(
    ("by", "minister", "admiral", "counts"),
    [
        ("commander", SAIL, TALK, "sail"),
        ("majority", SAIL, SAIL, "sail"),
        ("majority", SAIL, None, "sail"),
        ("majority", SAIL, TALK, None),
        ("all", SAIL, SAIL, "sail"),
        ("all", SAIL, TALK, None),
        ("all", SAIL, None, None),
        ("majority", None, None, None),
    ],
)
def test_3_3_a_team_answers_as_the_file_says(
    by: str, minister: Any, admiral: Any, counts: str | None
) -> None:
    """A minority decides for a team, or its silence counts as a yes, against the file."""
    table = Table(phases=[phase("Orders", asks(by=by))])
    for seat, answer in (("blue.minister", minister), ("blue.admiral", admiral)):
        if answer and SeatId(seat) in table.open.asked:
            table.declare(SeatId(seat), answer)
    table.close()
    assert table.state.answers["move@blue"] == counts


@pytest.mark.parametrize(
    ("asked", "one", "other", "counts"),
    [
        (
            {"kind": "allocation", "total": 6},
            {"unit": {"town": 1, "coast": 4}},
            {"unit": {"coast": 4, "hills": 0, "town": 1}},
            {"coast": 4, "town": 1},
        ),
        ({"kind": "several", "low": 1, "high": 2}, ("town", "coast"), ("coast", "town"), ("coast", "town")),
        ({"kind": "ranking"}, ("town", "coast", "hills"), ("coast", "town", "hills"), None),
    ],
)
def test_3_3_the_same_is_the_same_in_whatever_order_it_was_filled_in(
    asked: dict[str, Any], one: Any, other: Any, counts: Any
) -> None:
    """Two members who allocate the same ships do not agree, because one of them began with the other coast."""
    table = Table(phases=[phase("Orders", asks("ships", by="all", options=OPTIONS, **asked))])
    table.answer({"blue.minister": {"ships": one}, "blue.admiral": {"ships": other}})
    kept = table.state.answers["ships@blue"]
    assert kept == counts
    assert repr(kept) == repr(counts)


def test_3_3_the_file_defines_the_meaning_of_silence() -> None:
    """An absent minister sails or talks although the file does not say so."""
    rules = [
        {"only_if": ["move of blue is silent"], "change": ["tension + 1"]},
        {"only_if": ["move of blue is not sail, silent does not"], "change": ["tension + 2"]},
        {"only_if": ["move of blue is not sail, silent counts"], "change": ["tension + 4"]},
    ]
    table = Table(phases=[phase("Orders", asks(), follows=rules)])
    table.close()
    assert table.number("tension") == 3 + 1 + 4
    rules = [{"only_if": ["move of blue is not sail"], "change": ["tension + 1"]}]
    table = Table(phases=[phase("Orders", asks(silence="sail"), follows=rules)])
    table.close()
    assert table.number("tension") == 3


@pytest.mark.parametrize(
    ("known_to", "readers"),
    [
        ("own", {"blue.minister", "blue.admiral"}),
        ("none", {"blue.minister"}),
        ("all", {"blue.minister", "blue.admiral", "red.minister", "red.admiral", None}),
        (["red.admiral"], {"blue.minister", "red.admiral"}),
    ],
)
def test_3_4_an_answer_is_known_to_the_readers_of_the_file(known_to: Any, readers: set[str | None]) -> None:
    """An answer reaches a seat that the file does not name."""
    table = Table(phases=[phase("Orders", asks(of=["blue"], known_to=known_to))])
    table.answer({"blue.minister": SAIL})
    row = ("Blue", "move", "Sail")
    everybody = (*table.state.play.players, None)
    assert {seat for seat in everybody if row in table.rows(seat)} == readers
    assert row in table.rows("cell.head")
    told = {seat for seat in table.state.play.players if "Blue (move): Sail." in table.heard(seat)}
    assert told == (
        {*table.state.play.players}
        if known_to == "all"
        else {*known_to}
        if isinstance(known_to, list)
        else set()
    )


def test_3_5_bots_are_told_what_to_answer_out_of_what_their_seat_knows() -> None:
    """Rehearsals are random, and an empty seat acts without sense."""
    hints = [
        {"of": "blue", "question": "move", "answer": "talk", "only_if": ["tension < 4"]},
        {"of": "blue", "question": "move", "answer": "sail"},
    ]
    rise = [{"change": ["tension + 2"]}]
    table = Table(hints=hints, phases=[phase("Orders", asks(), follows=rise)])
    suggested = [table.game.form(table.state, SeatId("blue.minister")).suggested]
    table.close()
    suggested.append(table.game.form(table.state, SeatId("blue.minister")).suggested)
    assert suggested == [TALK, SAIL]
    assert table.game.form(table.state, SeatId("red.minister")).suggested is None
    assert table.field("blue.minister").weighty, "people begin with nothing chosen"


def test_3_5_a_hint_can_say_an_allocation_or_an_order_and_gives_out_no_more_than_there_is() -> None:
    """A bot that can get only a choice as a hint sends ships at random, in every exercise that has ships."""
    places = [{"name": "strait", "label": "Strait"}, {"name": "home", "label": "Home"}]
    hints = [
        {"of": "blue", "question": "ships", "answer": {"strait": 3, "home": 2}},
        {"of": "blue", "question": "first", "answer": ["home", "strait"]},
    ]
    asked = [
        asks("ships", kind="allocation", total=4, options=places),
        asks("first", kind="ranking", options=places),
        {"name": "notice", "ask": "What do you write?", "kind": "order"},
    ]
    table = Table(hints=hints, phases=[phase("Orders", *asked)])
    said = table.game.form(table.state, SeatId("blue.minister")).suggested
    assert said == {"ships": {"unit": {"strait": 3, "home": 1}}, "first": ("home", "strait"), "notice": ""}
    table.declare(SeatId("blue.minister"), said)
    table.close()
    assert table.state.answers["ships@blue"] == {"strait": 3, "home": 1}


def test_3_4_a_long_order_is_printed_as_far_as_there_is_room() -> None:
    """A text that prints three long orders is too long for a line of the story, and the table stops."""
    told = "They wrote: {order of blue} {order of red} {order of blue} {order of red} {order of blue}"
    order = asks("order", kind="order", chars=1200, options=[], known_to="all")
    table = Table(phases=[phase("Orders", order, follows=[{"tell": told, "establish": told}])])
    table.answer(order="Two\nlines. " + "w" * 1000 + " {patience}")
    line = next(text for text in table.heard("blue.minister") if text.startswith("They wrote: "))
    assert line.startswith("They wrote: Two / lines. www")
    assert line.endswith("…")
    assert len(line) == TOLD_CHARS_MAX
    (fact,) = table.state.facts
    shown = [each.text for each in table.game.sheet(table.state, None).elements if isinstance(each, Prose)]
    assert shown == [fact]


@pytest.mark.parametrize(
    ("known_to", "to"),
    [
        (["red"], ("red.minister", "red.admiral")),
        (["blue.admiral", "red.admiral"], ("blue.admiral", "red.admiral")),
        (["red", "cell"], ("red.minister", "red.admiral")),
    ],
)
def test_3_4_an_answer_is_told_to_its_readers_and_to_the_white_cell(
    known_to: list[str], to: tuple[str, ...]
) -> None:
    """Only the commander of a named team reads the answer, or another team reads it too."""
    table = Table(phases=[phase("Orders", asks(known_to=known_to))])
    table.answer({"blue.minister": SAIL, "red.minister": TALK})
    told = [each.event for each in table.events if isinstance(each.event, AnswerTold)]
    assert [(each.who, each.question, each.said, each.to, each.cell) for each in told] == [
        ("Blue", "move", "Sail", to, ("cell.head",)),
        ("Red", "move", "Talk", to, ("cell.head",)),
    ]


def test_3_4_the_sheet_says_that_these_are_the_last_answers() -> None:
    """An answer of the last round looks like one that is being given now."""
    table = Table(phases=[phase("Orders", asks(known_to="all", title="Course"))])
    table.answer({"blue.minister": SAIL})
    shown = [each for each in table.game.sheet(table.state, None).elements if isinstance(each, Rows)]
    assert shown == [
        Rows(
            title="Last answers",
            head=("who", "question", "answer"),
            rows=(("Blue", "Course", "Sail"), ("Red", "Course", "no answer in time")),
        )
    ]


def test_3_3_one_of_three_is_enough_for_a_team_not_to_agree() -> None:
    """Two of three answer for a team that needs one voice."""
    seats = [{"name": f"blue.{name}", "team": "blue", "title": name} for name in ("a", "b", "c")]
    others = [
        {"name": "red", "team": "red", "title": "Red"},
        {"name": "cell", "team": "cell", "title": "Cell"},
    ]
    for by, counts in (("all", None), ("majority", "sail")):
        table = Table(seats=[*seats, *others], phases=[phase("Orders", asks(by=by))])
        table.answer({"blue.a": SAIL, "blue.b": SAIL, "blue.c": TALK})
        assert table.state.answers["move@blue"] == counts


@pytest.mark.parametrize(
    ("keys", "counts", "said"),
    [
        ({"kind": "several", "low": 0, "silence": "nothing"}, (), "none"),
        ({"kind": "several", "low": 0, "silence": ["sail"]}, ("sail",), "Sail"),
        ({"kind": "ranking", "silence": ["sail", "talk"]}, ("sail", "talk"), "1 Sail, 2 Talk"),
        (
            {"kind": "order", "options": [], "silence": "Hold your fire."},
            "Hold your fire.",
            "Hold your fire.",
        ),
        ({"kind": "allocation", "silence": "nothing"}, {}, "nothing"),
    ],
)
def test_3_3_each_kind_of_question_says_what_silence_means(
    keys: dict[str, Any], counts: Any, said: str
) -> None:
    """A condition covers two kinds of silence, or a silent seat stops a file that has no answer for it."""
    table = Table(phases=[phase("Orders", asks("plan", known_to="all", **keys))], format=2)
    assert f"“{said}” counts." in table.game.unanswered(table.state, table.open.asked[0])
    table.close()
    assert table.state.answers["plan@blue"] == counts
    assert any(text.startswith("Blue (plan): no answer in time.") for text in table.heard("red.minister"))
