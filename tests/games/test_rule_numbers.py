"""Every numbered paragraph of a game has a test with its number, and no test has another.

A game's paragraphs are in `games/<game>/paragraphs.txt`, one on each line: the number, a space, and its
meaning in a line of our own words; its page shows them. For a game without such a file the rules of its
phases count.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from warcouncil.games.kit.book import Book

from tests.games import found

HERE = Path(__file__).parent
RUN = re.compile(r"test_(\d+[a-z]?(?:_\d+[a-z]?)*|(?:[a-z]{2}_)?a\d+)(?:_|$)")
"""How a test's name begins when it bears a number: test_8_31_…, test_6b_1_…, or test_kc_a8_… for a reading of ours."""

every_game = pytest.mark.parametrize("name", found.REGISTERED)


def names_of_tests(name: str) -> tuple[str, ...]:
    """Return the names of the test functions in a game's folder."""
    files = sorted((HERE / name).glob("test_*.py"))
    text = "\n".join(file.read_text("utf-8") for file in files)
    return tuple(re.findall(r"^(?:async )?def (test_\w+)", text, re.M))


def phase_rules(name: str) -> tuple[str, ...]:
    """Return the rule numbers of a game's phases."""
    game = found.load(name)
    if isinstance(game, Book):
        return tuple(dict.fromkeys(phase.rule for phase in game.phases))
    return tuple(dict.fromkeys(moment.phase.rule for moment in found.sample(name)))


def paragraph_lines(name: str) -> tuple[str, ...]:
    """Return the lines of a game's list of paragraphs. A game without one fails here."""
    return tuple((HERE.parents[1] / "games" / name / "paragraphs.txt").read_text("utf-8").splitlines())


def paragraphs(name: str) -> tuple[str, ...]:
    """Return the numbers of a game's paragraphs."""
    return tuple(line.partition(" ")[0] for line in paragraph_lines(name))


def mark(number: str) -> str:
    """Return a number as it is in a test's name: 8.31 as 8_31, KC-A8 as kc_a8."""
    return re.sub(r"[^a-z0-9]+", "_", number.lower())


def borne(test: str) -> str:
    """Return the complete number in a test's name, or "" for none."""
    run = RUN.match(test.lower())
    return run[1] if run else ""


def untested(numbers: tuple[str, ...], tests: tuple[str, ...]) -> list[str]:
    """Return the numbers without a test: a test of 8.31 or of 8.3.1 does not count for 8.3."""
    return [
        number
        for number in numbers
        if not any(
            re.match(rf"test_{mark(number)}(_|$)", test.lower()) and borne(test) in ("", mark(number))
            for test in tests
        )
    ]


def strays(numbers: tuple[str, ...], tests: tuple[str, ...]) -> list[str]:
    """Return the tests with a number which is none of these, nor that of a whole section, such as 8 of 8.1."""
    known = {""}
    for number in numbers:
        parts = mark(number).split("_")
        known |= {"_".join(parts[:count]) for count in range(1, len(parts) + 1)}
    return [test for test in tests if borne(test) not in known]


@every_game
def test_every_paragraph_has_a_test_of_its_number(name: str) -> None:
    """A reader who checks a ruling finds no test with the rule's number."""
    assert paragraphs(name), "a game must say which rules it has"
    assert untested(paragraphs(name), names_of_tests(name)) == []


@every_game
def test_each_number_in_a_test_name_has_a_paragraph(name: str) -> None:
    """The number of a test sends its reader to a rule that does not exist."""
    if paragraph_lines(name):
        assert strays(paragraphs(name), names_of_tests(name)) == []


@every_game
def test_every_phase_names_a_paragraph(name: str) -> None:
    """Players read a number above a question that is not in the list of rules."""
    numbered = [rule for rule in phase_rules(name) if any(char.isdigit() for char in rule)]
    assert [rule for rule in numbered if rule not in paragraphs(name)] == []


@every_game
def test_paragraphs_are_listed_once_each_with_their_meaning(name: str) -> None:
    """A number occurs twice, or has no text, and cannot be looked up."""
    lines = paragraph_lines(name)
    assert [line for line in lines if not re.fullmatch(r"\S+ \S.*\S", line)] == []
    assert [number for number, times in Counter(map(mark, paragraphs(name))).items() if times > 1] == []


def test_a_paragraph_without_a_test_is_found() -> None:
    """The check cannot find a missing test."""
    tests = (
        "test_3_1_moves",
        "test_4_combat",
        "test_10_11_ends",
        "test_kc_a18_empties",
        "test_6B_1_moves",
        "test_t",
    )
    numbers = ("3.1", "4", "10.11", "KC-A18", "6B.1", "T", "1", "3", "10.1", "10", "KC-A1", "6B")
    assert untested(numbers, tests) == ["1", "3", "10.1", "10", "KC-A1", "6B"]


def test_a_test_without_a_paragraph_is_found() -> None:
    """The check cannot find a test whose rule no longer exists."""
    tests = (
        "test_3_1_moves",
        "test_3_2_moves",
        "test_31_moves",
        "test_kc_a2_hides",
        "test_random_play",
        "test_3_order",
    )
    assert strays(("3.1", "KC-A20"), tests) == ["test_3_2_moves", "test_31_moves", "test_kc_a2_hides"]
