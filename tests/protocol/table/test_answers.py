"""The reasons why an answer does not fill a form: their words, and the place of each limit."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.protocol.table.answers import applies, fault, field_fault, held, misfit, spare_bytes
from warcouncil.protocol.table.forms import (
    Choice,
    Count,
    Form,
    FormField,
    Option,
    Pick,
    Place,
    Rank,
    Sort,
    Thing,
    When,
    Words,
)
from warcouncil.protocol.words import WRITTEN_CHARS_MAX

AB = (Option(value="a", label="A"), Option(value="b", label="B"), Option(value="c", label="C"))
CHOICE = Choice(name="order", label="your order", options=AB)
SORT = Sort(
    name="moves",
    label="divisions",
    things=(
        Thing(name="inf", label="infantry", count=5, at="reserve", to=("I", "II")),
        Thing(name="cav", label="cavalry", count=2, at="reserve", to=("I",)),
    ),
    places=(
        Place(name="reserve", label="Reserve", low=1),
        Place(name="I", label="Corps I", low=1, high=3),
        Place(name="II", label="Corps II", low=2, high=2),
    ),
)
OK = {"inf": {"I": 1, "II": 2}}


def pick(low: int, high: int) -> Pick:
    """Return a field that takes `low` to `high` of a, b and c."""
    return Pick(name="cards", label="cards", options=AB, low=low, high=high)


def rank(low: int, high: int) -> Rank:
    """Return a field that takes `low` to `high` of a, b and c in order."""
    return Rank(name="aims", label="aims", options=AB, low=low, high=high)


def words(*, chars_max: int = 5, lines: bool = False, required: bool = False) -> Words:
    """Return a text field with a limit of characters."""
    return Words(name="w", label="order", chars_max=chars_max, lines=lines, required=required)


AT_MOST_5 = "write at most 5 plain characters for 'order', with no spaces before or after them"
AT_MOST_5_ON_LINES = (
    "write at most 5 plain characters on 40 lines for 'order', with no spaces before or after them"
)


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        (CHOICE, "a", ""),
        (CHOICE, "d", "choose one of the options offered for 'your order'"),
        (pick(1, 2), ("a",), ""),
        (pick(1, 2), ["a", "c"], ""),
        (pick(1, 2), (), "pick 1 to 2 for 'cards'"),
        (pick(1, 2), ("a", "b", "c"), "pick 1 to 2 for 'cards'"),
        (pick(2, 2), ("a",), "pick 2 for 'cards'"),
        (
            pick(1, 2),
            ("a", "a"),
            "pick only options that are offered for 'cards'. Pick each of them at most once",
        ),
        (
            pick(1, 2),
            ("a", "d"),
            "pick only options that are offered for 'cards'. Pick each of them at most once",
        ),
        (pick(1, 2), "a", "pick only options that are offered for 'cards'. Pick each of them at most once"),
        (Count(name="n", label="cards", low=2, high=4), 2, ""),
        (Count(name="n", label="cards", low=2, high=4), 4, ""),
        (Count(name="n", label="cards", low=2, high=4), 1, "give a number from 2 to 4 for 'cards'"),
        (Count(name="n", label="cards", low=2, high=4), 5, "give a number from 2 to 4 for 'cards'"),
        (Count(name="n", label="cards", low=2, high=4), "3", "give a number from 2 to 4 for 'cards'"),
        (rank(1, 2), ("c", "a"), ""),
        (rank(1, 2), (), "rank 1 to 2 for 'aims'"),
        (rank(3, 3), ("b", "a"), "rank 3 for 'aims'"),
        (
            rank(3, 3),
            ("b", "a", "b"),
            "rank only options that are offered for 'aims'. Rank each of them at most once",
        ),
        (
            rank(3, 3),
            ("b", "a", "d"),
            "rank only options that are offered for 'aims'. Rank each of them at most once",
        ),
        (rank(1, 2), "a", "rank only options that are offered for 'aims'. Rank each of them at most once"),
        (words(), "hello", ""),
        (words(), "", ""),
        (words(required=True), "", "write something for 'order'"),
        (words(), "hello!", AT_MOST_5),
        (words(), "a\x07b", AT_MOST_5),
        (words(), "\x1ca\n", AT_MOST_5),
        (words(), " a", AT_MOST_5),
        (words(), "a\nb", AT_MOST_5),
        (words(), 5, AT_MOST_5),
        (words(lines=True), "a\nb", ""),
        (words(lines=True), "a\n\nb", ""),
        (words(lines=True), "a\n\n\nb", AT_MOST_5_ON_LINES),
        (words(lines=True), "a\r\nb", AT_MOST_5_ON_LINES),
        (words(lines=True), "a\n\u202eb", AT_MOST_5_ON_LINES),
        (words(lines=True), "\na", AT_MOST_5_ON_LINES),
        (words(lines=True), "abc\nde", AT_MOST_5_ON_LINES),
        (
            words(lines=True, chars_max=200),
            "\n".join("a" * 41),
            "write at most 200 plain characters on 40 lines for 'order', with no spaces before or after them",
        ),
        (SORT, OK, ""),
        (SORT, "x", "give the number for each place of 'divisions'"),
        (SORT, {"inf": 3}, "give the number for each place of 'divisions'"),
        (SORT, {"inf": {"I": True}}, "give the number for each place of 'divisions'"),
        (SORT, {"inf": {"I": 1.0}}, "give the number for each place of 'divisions'"),
        (SORT, {"elephants": {"I": 1}}, "there is no 'elephants' to move"),
        (SORT, {"cav": {"II": 1}}, "cavalry cannot go to 'II'"),
        (SORT, {"inf": {"I": -1}}, "the number for infantry cannot be below 0"),
        (SORT, {"inf": {"I": 0, "II": 2}, "cav": {"I": 1}}, ""),
        (SORT, {"inf": {"I": 3, "II": 3}}, "you have only 5 of infantry to move"),
        (SORT, {"inf": {"II": 2}}, "Corps I must have 1 to 3, but has 0"),
        (SORT, {"inf": {"I": 3, "II": 2}, "cav": {"I": 1}}, "Corps I must have 1 to 3, but has 4"),
        (SORT, {"inf": {"I": 3, "II": 1}}, "Corps II must have 2, but has 1"),
        (SORT, {}, "Corps I must have 1 to 3, but has 0"),
    ],
)
def test_a_fault_names_what_the_field_takes(field: FormField, value: Any, why: str) -> None:
    """A player is refused and does not know what to write instead."""
    assert field_fault(field, value) == why


def test_all_of_a_thing_may_go() -> None:
    """The last division can never be moved."""
    free = SORT.model_copy(
        update={"places": (Place(name="I", label="Corps I"), Place(name="II", label="Corps II"))}
    )
    assert field_fault(free, {"inf": {"I": 3, "II": 2}, "cav": {"I": 2}}) == ""
    assert (
        field_fault(free, {"inf": {"I": 3, "II": 2}, "cav": {"I": 3}}) == "you have only 2 of cavalry to move"
    )


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        (OK, None),
        ({"inf": {"I": 3, "II": 2}, "cav": {"I": 2}}, ("reserve", 0, -1)),
        ({"inf": {"II": 2}}, ("I", 0, -1)),
        ({"inf": {"I": 3, "II": 1}, "cav": {"I": 2}}, ("I", 5, 2)),
        ({"inf": {"I": 1, "II": 4}}, ("II", 4, 2)),
        ({"inf": {"I": 1}}, ("II", 0, -2)),
    ],
)
def test_the_first_place_that_does_not_fit_is_named_and_by_how_much(
    moves: dict[str, dict[str, int]], found: tuple[str, int, int] | None
) -> None:
    """The form marks the wrong place, or reports one too few where it is one too many."""
    misfits = misfit(SORT, moves)
    assert (misfits and (misfits[0].name, *misfits[1:])) == found


def test_things_in_a_place_that_the_field_does_not_show_are_no_fault() -> None:
    """Things that come from the map, which has no box of its own, cannot be placed at all."""
    away = SORT.model_copy(
        update={
            "things": (Thing(name="inf", label="infantry", count=3, at="map", to=("I", "wood")),),
            "places": (Place(name="I", label="Corps I", low=1, high=3),),
        }
    )
    assert held(away, {"inf": {"I": 1, "wood": 1}}) == {"I": 1, "map": 1, "wood": 1}
    assert held(away, {}) == {"I": 0, "map": 3}
    assert misfit(away, {"inf": {"I": 1, "wood": 1}}) is None


def test_a_form_is_filled_when_each_field_that_is_asked_is() -> None:
    """A later field is accepted unread, or one that was not asked."""
    number = Count(name="n", label="how many", low=1, high=2, when=When(field="order", values=("a", "b")))
    last = Choice(name="last", label="last", options=AB)
    form = Form(question="What?", rule="3.1", fields=(CHOICE, number, last))
    assert fault(form, {"order": "a", "n": 1, "last": "c"}) == ""
    assert fault(form, {"order": "c", "last": "c"}) == ""
    assert fault(form, {"order": "c", "n": 1, "last": "c"}) == (
        "leave out 'how many'. It is not asked with your other choices"
    )
    assert fault(form, {"order": "a", "last": "c"}) == "answer 'how many'"
    assert fault(form, {"order": "a", "n": 3, "last": "c"}) == "give a number from 1 to 2 for 'how many'"
    assert fault(form, {"order": "a", "n": 1, "last": "d"}) == "choose one of the options offered for 'last'"
    assert fault(form, {"order": "a", "n": 1}) == "answer 'last'"
    assert (
        fault(form, {"order": "d", "n": 1, "last": "c", "more": "x"}) == "there is no field 'more' to answer"
    )


def test_a_field_is_asked_unless_its_choice_says_otherwise() -> None:
    """A question without a condition is left out, or one is asked whose condition is false."""
    when = When(field="order", values=("a", "b"))
    assert applies(None, {})
    assert applies(when, {"order": "b"})
    assert not applies(when, {"order": "c"})
    assert not applies(when, {"else": "a"})


def test_an_answer_may_be_as_long_as_a_request_holds_and_no_longer() -> None:
    """A seat writes what cannot be sent, or is refused the last letter that there is room for."""
    fields = (
        words(chars_max=WRITTEN_CHARS_MAX).model_copy(update={"name": "v"}),
        words(chars_max=WRITTEN_CHARS_MAX),
    )
    form = Form(question="What do you write?", rule="1", fields=fields, suggested={"v": "", "w": ""})
    rest = "v" * spare_bytes({"v": "", "w": "w" * 800})
    assert fault(form, {"v": rest, "w": "w" * 800}) == ""
    assert fault(form, {"v": rest + "v", "w": "w" * 800}).startswith("write less")


def test_an_answer_of_many_picks_is_no_longer_than_a_written_one() -> None:
    """The receipt is longer than any other, and its length reveals to a sniffer how much was picked.

    Or it cannot be sent at all.
    """
    options = tuple(Option(value=f"{'o' * 26}{number:02}", label="An option") for number in range(60))
    form = Form(
        question="Which?",
        rule="1",
        fields=(Pick(name="p", label="Picks", options=options, low=0, high=60),),
    )
    picked = tuple(option.value for option in options)
    assert fault(form, {"p": picked[:40]}) == ""
    assert fault(form, {"p": picked}).startswith("choose less")
