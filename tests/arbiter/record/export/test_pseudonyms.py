"""Pseudonyms: no person is found by their name in an export, and each person has one pseudonym throughout."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from warcouncil.arbiter.core.words.plan import PersonPlan
from warcouncil.arbiter.record.export.pseudonyms import SOMEBODY, Pseudonyms
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.protocol.words import SeatId, TableId

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import keep

NAMES = ("Anna Schmidt", "Bert Schmidt", "Maj. Özgür de Vries", "李雷")
SECRET = b"\1" * 32


@pytest.fixture(scope="module")
def others() -> Pseudonyms:
    """The pseudonyms of four people."""
    return Pseudonyms(SECRET, NAMES)


@pytest.mark.parametrize(
    ("said", "gone"),
    [
        ("Anna Schmidt attacks", "anna"),
        ("ANNA, attack!", "anna"),
        ("Annas plan", "anna"),
        ("ask (özgür) or Vries", "vries"),
        ("O\N{COMBINING DIAERESIS}zgu\N{COMBINING DIAERESIS}r waits", "özgür"),
        ("我和李雷一起", "李雷"),
        ("Schmidt, the other one", "schmidt"),
        (json.dumps({"order": "Hold.\nAnna goes."}), "anna"),
    ],
)
def test_no_name_is_left_however_it_is_written(others: Pseudonyms, said: str, gone: str) -> None:
    """A report without names reveals a person in the lines of the talk."""
    told = others.text(said)
    assert gone not in told.lower()
    assert told != said


@pytest.mark.parametrize(
    "said", ["Nan", "O'Brien", "O’BRIENs", "Nan o‘brien", "Liam “Nan” O’Brien", 'Liam "Nan" O\'Brien']
)
@pytest.mark.parametrize("name", ['Liam "Nan" O\'Brien', "Liam «Nan» O’Brien", "Liam 'Nan' O’Brien"])
def test_apostrophes_and_nicknames_are_hidden_too(name: str, said: str) -> None:
    """A line from a phone, with another kind of apostrophe, reveals a person."""
    others = Pseudonyms(SECRET, (name,))
    for told in (others.text(said), others.text(json.dumps(said, ensure_ascii=False))):
        assert "brien" not in told.lower()
        assert "nan" not in told.lower()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("José García", "jose, JOSE GARCIA, Jose_Garcia, García's"),
        ("Łukasz Weiß", "Lukasz WEISS, lukasz.weiss@"),
        ("Søren Æbelø", "Soren Aebelo"),
        ("Jo Li", "Jo  Li, Jo\nLi, Jo\N{NO-BREAK SPACE}Li, jo.li"),
        ("Jo Li", json.dumps("We wait.\nJo\nLi goes.")),
        ("Liam O'Brien", "O´Brien and O`Brien"),
        ("Anna Schmidt", "An\N{ZERO WIDTH SPACE}na, anna_2, Ａｎｎａ, An\N{SOFT HYPHEN}na"),
        ("Anna\N{HYPHEN}Lena Li", "Anna goes; Lena waits"),
    ],
)
def test_any_spelling_of_a_name_is_hidden(name: str, said: str) -> None:
    """A name typed without accents, or with two blanks, stays in the text."""
    told = Pseudonyms(SECRET, (name,)).text(said)
    letters = "".join(re.findall(r"[^\W\d_]+", re.sub("P-[0-9A-Z]{5}", "", told))).lower()
    assert letters in ("", "s", "and", "goeswaits", "wewaitngoes")


def test_two_who_differ_in_an_accent_alone_are_told_apart() -> None:
    """Two people with similar names get one pseudonym."""
    others = Pseudonyms(SECRET, ("Änne Ost", "Anne West"))
    assert others.text("ÄNNE, anne") == f"{others.people['änne ost']}, {others.people['anne west']}"
    one = Pseudonyms(SECRET, ("José Ost", "Josè West"))
    assert one.text("Jose") == SOMEBODY


def test_a_figure_is_cut_out_of_no_other() -> None:
    """If people are numbered, years and counts are replaced, and the twelfth person is shown as the first."""
    numbered = Pseudonyms(SECRET, ("7", "Group 1", "Group 2"))
    seven, first = numbered.people["7"], numbered.people["group 1"]
    assert numbered.text("17 of 2027, Seat 7, Group 1") == f"17 of 2027, Seat {seven}, {first}"
    assert numbered.text("Group 12") == f"{SOMEBODY} 12"


def test_a_name_without_letters_hides_no_other_text() -> None:
    """A name without letters replaces every blank in a text."""
    assert Pseudonyms(SECRET, ("¨¨¨ Jo",)).text("we wait") == "we wait"


def test_a_word_that_is_no_name_stays(others: Pseudonyms) -> None:
    """Ordinary words are replaced by pseudonyms."""
    said = "de facto we attack savannah, annatto and 李"
    assert others.text(said) == said


def test_each_person_keeps_one_pseudonym(others: Pseudonyms) -> None:
    """Two people get one pseudonym, or one person gets two."""
    assert len({*others.people.values()}) == len(NAMES)
    assert others.text("Anna Schmidt") == others.text("anna") == others.people["anna schmidt"]
    assert others.text("Anna Schmidt, Bert Schmidt") == ", ".join(
        others.people[name] for name in ("anna schmidt", "bert schmidt")
    )
    assert others.text("Schmidt") == SOMEBODY


def test_those_of_another_exercise_are_others(others: Pseudonyms) -> None:
    """The same pseudonyms are used again, so a reader who knows one exercise can identify the people of the next."""
    assert {*others.people.values()}.isdisjoint({*Pseudonyms(b"\2" * 32, NAMES).people.values()})
    assert dict(Pseudonyms(SECRET, reversed(NAMES)).people) == dict(others.people)


def test_two_of_a_kind_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Among many people, two get one pseudonym."""
    monkeypatch.setattr("warcouncil.arbiter.record.export.pseudonyms.CHARS", 1)
    names = [f"person {n}" for n in range(400)]
    assert len({*Pseudonyms(SECRET, names).people.values()}) == len(names)


def test_without_names_no_text_changes() -> None:
    """A room of bots has no people, and its talk is changed all the same."""
    assert Pseudonyms(SECRET, ()).text("hold the line") == "hold the line"
    assert Pseudonyms(SECRET, ("", " ")).text("hold the line") == "hold the line"


def test_the_people_of_a_record(tmp_path: Path) -> None:
    """The names of the wrong people are hidden."""
    person = PersonPlan(name="Anna Schmidt", table=TableId(1), seat=SeatId("red.1"))
    room = Room("nim", exercise={"people": (person,)})
    with open_record(keep(tmp_path / "jena", room.journal)) as record:
        told = Pseudonyms.of(record)
    assert [*told.people] == ["anna schmidt"]
