"""A scenario is input from a stranger: it is read, or refused in one clear line, with any content."""

from __future__ import annotations

import json

import pytest
from warcouncil.games.scenario.file.model.script import text_of
from warcouncil.games.scenario.file.reading import read, values
from warcouncil.games.scenario.file.text.faults import Unsound, told
from warcouncil.games.scenario.file.text.vocabulary import FILE_BYTES_MAX

from tests.games.scenario.small import SMALL, small


@pytest.mark.parametrize("text", [SMALL, SMALL.replace("\n", "\r\n"), "\ufeff" + SMALL, text_of(small())])
def test_the_same_scenario_is_read_however_it_was_written(text: str) -> None:
    """A file from another editor, or from an exercise, is refused or read differently."""
    assert read(text) == small()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"title": "a", "title": "b"}', "'title' is written twice. Write it once"),
        ('{"a": ' + "[" * 30_000, "this is nested too deeply"),
        ('{"a": ' + "9" * 5000 + "}", "a number in this is too long"),
        ('{"a": 1', "this is not JSON, column 8"),
        ('{"title": "\\ud800"}', "title: this text has a broken character. Write it again"),
        ("a = " + "[" * 30 + "]" * 30, "a 1 1 1 1 1 1 1 1 1: this is nested too deeply"),
        ("a = 99999999999999999999", "a: this number is too large"),
        ("a = nan", "a: this number is too large"),
        ("a = 1979-05-27", "a: 1979-05-27 is a date or an hour. Write it in quotation marks"),
        ("a = 1\na = 1", "line 2: this is not TOML: this is already in the file. Write it once"),
        ('a = "\0"', "this is not TOML, column 6: this character is not allowed here. Remove it"),
        (
            "format = 4",
            "format: this file has format 4, and this program reads formats up to 3. Use a newer program",
        ),
        (
            '[[tables]]\ngame = "x"',
            "this is a plan, not a scenario: `warcouncil plan check` reads it",
        ),
    ],
)
def test_a_file_that_is_no_scenario_is_refused_in_one_line(text: str, said: str) -> None:
    """A stranger's file stops the program, or holds it for minutes."""
    with pytest.raises(Unsound) as found:
        read(text)
    assert list(map(told, found.value.faults)) == [said]


HALVES = ("\\ud800", "\\udbff", "\\udc00", "\\udfff")
"""The first and the last of both halves of a character, as JSON writes them."""


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"title": "¤"}', "title: this text has a broken character. Write it again"),
        ('{"title": "a¤b"}', "title: this text has a broken character. Write it again"),
        ('{"rows": ["a", {"b": "¤"}]}', "rows 2, b: this text has a broken character. Write it again"),
        ('{"¤": "a"}', "a key of it is not possible: this text has a broken character. Write it again"),
    ],
)
def test_half_a_character_is_refused_everywhere(half: str, text: str, said: str) -> None:
    """A text that no file and no frame can encode stops the arbiter when it is first sent."""
    with pytest.raises(Unsound) as found:
        read(text.replace("¤", half))
    assert list(map(told, found.value.faults)) == [said]


@pytest.mark.parametrize("sign", ["\\ud7ff", "\\ue000", "\\ud83d\\udea2"])
def test_whole_characters_beside_the_halves_are_values_like_others(sign: str) -> None:
    """A ship in a title, or a letter of a rare script, is refused as broken."""
    assert values(f'{{"title": "{sign}", "{sign}": 1}}') == {
        "title": json.loads(f'"{sign}"'),
        json.loads(f'"{sign}"'): 1,
    }


def test_paragraphs_are_kept_however_often_a_scenario_is_written_and_read() -> None:
    """A brief of four paragraphs is one grey block at every seat."""
    text = SMALL.replace(
        'brief = "You want it shut."', 'brief = """\nYou want\nit shut.\n\nNobody knows why."""'
    )
    once = read(text)
    assert once.teams[1].brief == "You want it shut.\n\nNobody knows why."
    assert read(text_of(once)) == once


@pytest.mark.parametrize("size", [64, 65, 100])
def test_a_refused_length_names_the_limit(size: int) -> None:
    """An author does not know how much of a text they must remove."""
    with pytest.raises(Unsound) as found:
        read("x" * max(size * 1024, FILE_BYTES_MAX + 1))
    assert list(map(told, found.value.faults)) == [
        f"this has {size} KiB, and a scenario has at most 64 KiB. Shorten it"
    ]
