"""Every rule that a game's book numbers has a test that bears its number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from warcouncil.games.kit.book import Book

from tests.games import found

HERE = Path(__file__).parent


def names_of_tests(name: str) -> str:
    """Give the names of the test functions in a game's folder, each on a line."""
    files = sorted((HERE / name).glob("test_*.py"))
    return "\n".join(
        re.findall(r"^(?:async )?def (test_\w+)", "\n".join(file.read_text() for file in files), re.M)
    )


def rules_of(name: str) -> tuple[str, ...]:
    """Give the rule numbers of a game's phases."""
    game = found.load(name)
    assert isinstance(game, Book), "a game that is no book says nowhere which rules it has"
    return tuple(dict.fromkeys(phase.rule for phase in game.phases))


def untested(rules: tuple[str, ...], names: str) -> list[str]:
    """Give the rules that no test's name carries."""
    return [
        rule
        for rule in rules
        if not re.search(
            rf"^test_{re.escape(rule).replace('.', '_').replace(chr(92), '')}(_|$)", names, re.M | re.I
        )
    ]


@pytest.mark.parametrize("name", found.REGISTERED)
def test_every_rule_has_a_test_of_its_number(name: str) -> None:
    """Whoever checks a ruling looks for the rule's number among the tests, and must find it."""
    assert untested(rules_of(name), names_of_tests(name)) == []


def test_a_rule_without_a_test_is_found() -> None:
    """A checker that finds nothing missing must be able to find something missing."""
    names = "test_3_1_moves\ntest_4_combat\ntest_10_1_ends"
    assert untested(("3.1", "4", "1", "3", "10", "0.1"), names) == ["1", "0.1"]
