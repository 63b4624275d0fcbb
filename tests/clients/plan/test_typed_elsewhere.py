"""A plan or a roster that was typed by the habits of other programs: the message names the cause, or it is accepted."""

from __future__ import annotations

from pathlib import Path

import pytest
from warcouncil.clients.plan.reading.check import check_file
from warcouncil.clients.plan.text.roster import read_roster
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.games.kit.text.toml_text import NotToml, parse_toml

ROOM = (
    '[exercise]\nname = "X"\nchance = "host"\nroster = "r.csv"\n[[tables]]\ngame = "kartenspiel"\ncount = 2\n'
)


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("name = “Jena”", "straight quotation marks"),
        ("name = „Jena“", "straight quotation marks"),
        ("name = ‘Jena’", "straight quotation marks"),
        ('name == "Jena"', "write one ="),
        ("hints = yes", "write true, in small letters"),
        ("hints = True  # they like it", "write true, in small letters"),
        ("names = False", "write false, in small letters"),
        ("grace = None", "leave the line out"),
        ("grace_seconds = 1,5", "a number has a point"),
        ("count = 02", "Write 2 and not 02"),
        ("seconds = –30", "the hyphen"),
        ('roster = "C:\\Users\\me.csv"', "single quotes"),
        ('roster = "C:\\people\\me.csv"', "single quotes"),
        ("name: Jena", "have = between them"),
        ("// a remark", "a remark begins with #"),
    ],
)
def test_the_message_names_the_habit(line: str, cause: str) -> None:
    """If this fails, a person reads that words need quotation marks, and types the same again."""
    with pytest.raises(NotToml) as caught:
        parse_toml(f'first = "one"\n{line}\n')
    assert cause in str(caught.value)
    assert caught.value.line == 2


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ('[[Tables]]\ngame = "escalate"\n', "Write it in small letters: tables"),
        ('[tables]\ngame = "escalate"\n', "[[tables]]"),
        ('[[tables]]\ngame = "escalate"\n[[injects]]\ntext = "y"\nat = 00:12:30\n', 'at = "00:12:30"'),
    ],
)
def test_a_plan_names_what_is_written_otherwise(text: str, cause: str, tmp_path: Path) -> None:
    """If this fails, a plan is called a scenario, or a person reads the name of a Python class."""
    (tmp_path / "p.toml").write_text(text, encoding="utf-8")
    said = " ".join(map(str, check_file(tmp_path / "p.toml").faults))
    assert cause in said
    assert "datetime" not in said


@pytest.mark.parametrize(
    ("table", "seat", "at"),
    [
        ("1", "RED.ARMY", "red.army"),
        ("1.0", "red.corps.I", "red.corps.1"),
        ("Table 1", "Red corps II", "red.corps.2"),
        ("01", "red army commander", "red.army"),
        ("1,0", "BLACK CORPS IV", "black.corps.4"),
    ],
)
def test_a_roster_takes_the_titles_and_capitals_of_cards(
    table: str, seat: str, at: str, tmp_path: Path
) -> None:
    """If this fails, a roster that was copied from the cards is refused."""
    (tmp_path / "p.toml").write_text(ROOM, encoding="utf-8")
    (tmp_path / "r.csv").write_text(f"name;table;seat\nAnna;{table};{seat}\n", encoding="utf-8")
    checked = check_file(tmp_path / "p.toml")
    assert checked.faults == ()
    assert checked.room
    assert checked.room.tables[0].people == {at: ["Anna"]}


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("red.corps.V", ""),
        ("red.corps.9", ""),
        ("rad.army", "red.army"),
        ("RED.ARMI", "red.army"),
        ("red.corp.2", "red.corps.2"),
        ("red.corp.II", "red.corps.2"),
    ],
)
def test_nothing_is_suggested_rather_than_something_wrong(given: str, meant: str) -> None:
    """If this fails, a person is sent to the seat of another."""
    said = unknown("no", given, ["red.army", "red.corps.1", "red.corps.2", "red.corps.4"], "seats are")
    assert ("Did you mean" in said) is bool(meant)
    assert not meant or f"Did you mean {meant!r}?" in said


def test_a_column_that_is_named_twice_is_reported() -> None:
    """If this fails, people get the cells of another column, and no message says so."""
    read = read_roster("name,name,table,seat\nAnna,Bea,1,red.army\n", "people.csv")
    assert [person.name for person in read.people] == ["Bea"]
    assert [hint.text for hint in read.hints] == [
        "the column 'name' is named twice here. The last one counts"
    ]
