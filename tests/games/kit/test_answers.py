"""Answers against forms: a complete answer passes, and no other."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from warcouncil.games.kit.answers import fill, judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import Illegal
from warcouncil.protocol.table.answers import applies, held
from warcouncil.protocol.table.forms import (
    Answer,
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

AB = (Option(value="a", label="A"), Option(value="b", label="B"), Option(value="c", label="C"))
HAND = Thing(name="inf", label="infantry", count=5, at="reserve", to=("I", "II"))
HORSE = Thing(name="cav", label="cavalry", count=2, at="reserve", to=("I",))
PLACES = (
    Place(name="reserve", label="Reserve", low=1),
    Place(name="I", label="Corps I", low=1, high=3),
    Place(name="II", label="Corps II"),
)
SORT = Sort(name="x", label="divisions", things=(HAND, HORSE), places=PLACES)


def form(*fields: FormField) -> Form:
    """Return a form of these fields."""
    return Form(question="What?", rule="3.1", fields=fields)


def verdict(answer: Answer, *fields: FormField) -> str:
    """Return the verdict on an answer, or "" if it passes."""
    try:
        judge(form(*fields), answer)
    except Illegal as illegal:
        return str(illegal)
    return ""


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        (Choice(name="x", label="X", options=AB), ("a", "c"), ("d", "", 1, ("a",), {})),
        (
            Pick(name="x", label="X", options=AB, low=1, high=2),
            (("a",), ("c", "a")),
            ((), ("a", "b", "c"), ("a", "a"), ("d",), "a", 1, {}),
        ),
        (Count(name="x", label="X", low=2, high=4), (2, 4), (1, 5, -2, "3", (3,), {})),
        (
            Words(name="x", label="X", chars_max=5),
            ("", "hello", "hi"),
            ("hello!", 1, ("a",), {}, "\x1b[31m", "a\x00b", "\u202eabc", "hi ", "hi\n", "\x1fhi", "a\nb"),
        ),
        (
            Words(name="x", label="X", chars_max=9, lines=True, required=True),
            ("hello", "a\nb", "a\n\nb", "123456789"),
            ("", "a\n", "a\n\n\nb", "a\r\nb", "a \nb", "a\x0bb", "a\u2028b", "a\n\u202eb", "12345\n7890", 1),
        ),
        (
            Rank(name="x", label="X", options=AB, low=1, high=2),
            (("a",), ("c", "a"), ("a", "c")),
            ((), ("a", "b", "c"), ("a", "a"), ("d",), "a", 1, {}),
        ),
        (
            SORT,
            ({"inf": {"I": 1}}, {"inf": {"I": 2, "II": 2}, "cav": {"I": 1}}, {"cav": {"I": 2}}),
            (
                {},
                {"inf": {"II": 1}},
                {"inf": {"I": 4}},
                {"inf": {"I": 1, "II": 6}},
                {"inf": {"I": 1, "II": -1}},
                {"inf": {"I": 3, "II": 2}, "cav": {"II": 1}},
                {"elephants": {"I": 1}},
                {"inf": {"reserve": 1, "I": 1}},
                "a",
                3,
                ("inf",),
            ),
        ),
    ],
    ids=["choice", "pick", "count", "words", "lines", "rank", "sort"],
)
def test_a_field_takes_what_it_offers_and_nothing_else(
    field: FormField, good: tuple[object, ...], bad: tuple[object, ...]
) -> None:
    """A modified client breaks the rules, because the form accepts any other answer."""
    for value in good:
        assert verdict({"x": value}, field) == ""  # type: ignore[dict-item]  # the values are what a wire may bring
    for value in bad:
        assert verdict({"x": value}, field).startswith("rule 3.1: "), value  # type: ignore[dict-item]  # the same


def test_a_field_is_asked_only_after_the_choice_that_calls_for_it() -> None:
    """A player who passes can name a number of cards to escalate with, or one who escalates need not."""
    act = Choice(name="act", label="act", options=AB)
    many = Count(name="n", label="how many", low=1, high=2, when=When(field="act", values=("a", "b")))
    assert verdict({"act": "a", "n": 1}, act, many) == ""
    assert verdict({"act": "c"}, act, many) == ""
    assert verdict({"act": "a"}, act, many) == "rule 3.1: answer 'how many'"
    assert "leave out" in verdict({"act": "c", "n": 1}, act, many)
    assert applies(many.when, {"act": "b"})
    assert not applies(many.when, {})


def test_a_field_outside_the_form_is_refused() -> None:
    """An answer to another question passes as an answer to this one."""
    assert "no field 'y'" in verdict({"x": "a", "y": 1}, Choice(name="x", label="X", options=AB))


def test_places_hold_what_is_moved_to_them_and_what_stays() -> None:
    """The limits of a place count the moved things, and not those that are there afterwards."""
    assert held(SORT, {"inf": {"I": 2, "II": 1}, "cav": {"I": 1}}) == {"reserve": 3, "I": 3, "II": 1}


FIELDS: st.SearchStrategy[FormField] = st.one_of(
    st.just(Choice(name="x", label="X", options=AB)),
    st.tuples(st.integers(0, 3), st.integers(0, 3)).map(
        lambda span: Pick(name="x", label="X", options=AB, low=min(span), high=max(span))
    ),
    st.tuples(st.integers(-9, 9), st.integers(-9, 9)).map(
        lambda span: Count(name="x", label="X", low=min(span), high=max(span))
    ),
    st.integers(0, 30).map(lambda most: Words(name="x", label="X", chars_max=most)),
    st.integers(1, 30).map(
        lambda most: Words(name="x", label="X", chars_max=most, lines=True, required=True)
    ),
    st.tuples(st.integers(0, 3), st.integers(0, 3)).map(
        lambda span: Rank(name="x", label="X", options=AB, low=min(span), high=max(span))
    ),
    st.tuples(st.integers(1, 9), st.integers(0, 4), st.integers(0, 3)).map(
        lambda given: Sort(
            name="x",
            label="X",
            things=(Thing(name="inf", label="inf", count=given[0], at="r", to=("I", "II")),),
            places=(
                Place(name="r", label="R"),
                Place(name="I", label="I", low=min(given[0], given[1]), high=9),
                Place(name="II", label="II", high=given[2]),
            ),
        )
    ),
)


@settings(derandomize=True, deadline=None, database=None, max_examples=200)
@given(FIELDS, st.integers(0, 1000))
def test_whatever_is_filled_in_at_random_passes(field: FormField, seed: int) -> None:
    """A random answer is illegal, so bots and tests fail instead of playing."""
    asked = form(field)
    judge(asked, fill(asked, Dice(b"0123456789abcdef", seed)))


def test_from_a_place_that_is_too_full_as_many_go_as_must_and_perhaps_more() -> None:
    """A bot that fills at random empties every place that holds too much, and never tests the rest."""
    thing = Thing(name="foot", label="foot", count=4, at="A", to=("B",))
    places = (Place(name="A", label="A", high=2), Place(name="B", label="B"))
    form = Form(
        question="Where?",
        rule="1",
        fields=(Sort(name="moves", label="moves", things=(thing,), places=places),),
    )
    left = set()
    for number in range(40):
        filled = fill(form, Dice(bytes([number]) * 16))["moves"]
        assert isinstance(filled, dict)
        left.add(4 - filled["foot"]["B"])
    assert left == {0, 1, 2}


def test_words_filled_in_at_random_are_a_person_s_words_and_no_longer_than_allowed() -> None:
    """A bot is refused for a text that is too long, or fills every table with one word."""

    def words(chars_max: int) -> set[object]:
        field = Words(name="words", label="words", chars_max=chars_max)
        form = Form(question="What do you say?", rule="1", fields=(field,))
        return {fill(form, Dice(bytes([number]) * 16))["words"] for number in range(40)}

    assert words(200) == {"", "agreed", "no", "hold until nightfall"}
    assert words(3) == {"", "agr", "no", "hol"}
