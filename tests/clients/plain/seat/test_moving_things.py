"""Moves typed as lines: in words that a person uses, or in short."""

from __future__ import annotations

import pytest
from warcouncil.clients.plain.seat.moving_things import MoveFault, example, moved, sort_lines
from warcouncil.protocol.table.forms import Place, Sort, Thing

CORPS = ("I", "II", "III", "IV")
FIELD = Sort(
    name="moves",
    label="Your divisions",
    things=(
        Thing(name="inf", label="infantry", count=20, at="reserve", to=CORPS),
        Thing(name="cav", label="cavalry", count=6, at="reserve", to=CORPS),
    ),
    places=(
        Place(name="reserve", label="Reserve"),
        *(Place(name=name, label=f"Corps {name}", holds="nothing") for name in CORPS),
    ),
)
CARDS = Sort(
    name="cards",
    label="Your cards",
    things=(
        Thing(name="media", label="Media Report", at="hand", to=("left", "right")),
        Thing(name="toll", label="Toll", at="hand", to=("left", "right")),
    ),
    places=(
        Place(name="hand", label="In hand"),
        Place(name="left", label="Left city"),
        Place(name="right", label="Right city"),
    ),
)


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("5 infantry to corps I", {"inf": {"I": 5}}),
        ("5 infantry into Corps II", {"inf": {"II": 5}}),
        ("5 infantry to II", {"inf": {"II": 5}}),
        ("2 of cavalry to d", {"cav": {"III": 2}}),
        ("5 of 1 to c", {"inf": {"II": 5}}),
        ("5 inf to c, 2 cav to d", {"inf": {"II": 5}, "cav": {"III": 2}}),
        ("all cavalry to Corps IV", {"cav": {"IV": 6}}),
        ("1 b 1", {"inf": {"I": 1}}),
        ("infantry c 3", {"inf": {"II": 3}}),
    ],
)
def test_counted_pieces_are_moved_by_words_or_in_short(line: str, moves: dict[str, dict[str, int]]) -> None:
    """If this fails, a player writes a plain order, is refused, and then seals that nothing moves."""
    assert moved(FIELD, {}, line) == moves


@pytest.mark.parametrize("line", ["Media Report to Left city", "media to left", "1 to b", "1 b"])
def test_single_things_are_moved_by_their_name(line: str) -> None:
    """If this fails, a card can be placed only by two codes."""
    assert moved(CARDS, {}, line) == {"media": {"left": 1}}


def test_a_single_kind_needs_no_name() -> None:
    """If this fails, five buses cannot be sent by "5 to Hill"."""
    alone = FIELD.model_copy(update={"things": FIELD.things[:1]})
    assert moved(alone, {}, "5 to Corps II") == {"inf": {"II": 5}}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("bananas", "“bananas” was not understood."),
        ("to Corps I", "“to Corps I” was not understood."),
        ("5 infantry to", "“5 infantry to” was not understood."),
        ("5 bananas to Corps I", "There is nothing called “bananas” to move."),
        ("infantry to Corps I", "How many infantry?"),
        ("5 infantry to Corps V", "There is no place called “Corps V”."),
        ("21 infantry to Corps I", "Only 20 infantry can still move there."),
    ],
)
def test_a_refused_line_names_what_was_wrong_and_shows_both_ways(line: str, why: str) -> None:
    """If this fails, a player reads that the line moves nothing, which sounds like a harmless order."""
    with pytest.raises(MoveFault) as refused:
        moved(FIELD, {}, line)
    assert str(refused.value) == f"{why} Write 3 infantry to Corps I, or shorter 1 b 3."


@pytest.mark.parametrize("field", [FIELD, CARDS], ids=["pieces", "cards"])
def test_both_examples_do_the_same(field: Sort) -> None:
    """If this fails, the program refuses its own example, or the two ways differ."""
    words, short = example(field)
    assert moved(field, {}, words) == moved(field, {}, short) != {}


def test_a_place_says_what_it_holds_and_what_it_gets() -> None:
    """If this fails, a player hears "0 here, beside nothing"."""
    lines = sort_lines(FIELD, {"inf": {"I": 5}})
    assert "a Reserve: 21 here" in lines
    assert "b Corps I: holds nothing, you send 5" in lines
