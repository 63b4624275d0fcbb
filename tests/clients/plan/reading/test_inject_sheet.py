"""Injects as a spreadsheet: they come back as they were, and a fault in a cell is named with its row and
column.
"""

from __future__ import annotations

import csv
import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner
from warcouncil.clients.commands.before.plan import plan as plan_commands
from warcouncil.clients.plan.reading.check import check, check_file
from warcouncil.clients.plan.reading.inject_sheet import digest_of, read_sheet, sheet_of, time_words
from warcouncil.clients.plan.reading.layout import InjectRoom
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.protocol.words import clean

from tests.profile import games

TWO = '[exercise]\nstart = "now"\n[[tables]]\ngame = "kashmir_crisis"\nnames = ["north", "south"]\n'
HEADING = "text,at,phase,occasion,after,name,at_hand,label,over,tables,seat,team,reply"


def toml(parts: list[dict[str, Any]]) -> str:
    """Return a plan with these injects."""
    rows = [
        "\n".join(["[[injects]]", *(f"{key} = {_value(value)}" for key, value in part.items())])
        for part in parts
    ]
    return TWO + "\n".join(rows)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_value(each)}" for key, each in value.items()) + "}"
    return json.dumps(value).replace("\x7f", "\\u007f")


def room_of(text: str, folder: Path) -> tuple[InjectRoom, ...]:
    """Return the injects of a plan without faults."""
    checked = check(text, folder / "plan.toml")
    assert checked.room is not None, [str(fault) for fault in checked.faults]
    return checked.room.injects


def back(injects: tuple[InjectRoom, ...], folder: Path, separator: str = ",") -> tuple[InjectRoom, ...]:
    """Send injects through a spreadsheet file."""
    (folder / "injects.csv").write_text(sheet_of(injects, separator), "utf-8")
    return room_of(TWO.replace('"now"', '"now"\ninjects = "injects.csv"', 1), folder)


def said(cells: str, folder: Path, heading: str = HEADING) -> list[str]:
    """Return the faults of a sheet, then its hints."""
    (folder / "injects.csv").write_text(f"{heading}\n{cells}", "utf-8")
    checked = check(TWO.replace('"now"', '"now"\ninjects = "injects.csv"', 1), folder / "plan.toml")
    return [
        str(each).removeprefix(f"{folder / 'injects.csv'}: ") for each in (*checked.faults, *checked.hints)
    ]


# --- there and back -----------------------------------------------------------------------------------------------

WORDS = st.text(st.sampled_from("=+-@'\"`,;|\t\n\r ab1雨ü\u202e:"), min_size=1, max_size=12).map(str.strip)
TEXT = st.one_of(
    WORDS.filter(clean), st.sampled_from(["=1+1", "'=x", "''=x", "'", "-5", "yes", "12:30", '"', "a,b;c\td"])
)
SECONDS = st.integers(0, 90_000)
PARTS = st.lists(
    st.one_of(
        st.fixed_dictionaries(
            {"text": TEXT, "at": SECONDS}, optional={"reply": st.booleans(), "seat": st.just("india")}
        ),
        st.fixed_dictionaries(
            {"text": TEXT, "phase": st.just("Card play")},
            optional={
                "occasion": st.integers(1, 9),
                "at": SECONDS,
                "tables": st.sampled_from([[1], [2, 1], ["south"]]),
            },
        ),
        st.fixed_dictionaries(
            {"text": TEXT, "when": st.fixed_dictionaries({"label": TEXT, "over": st.integers(-99, 99)})},
            optional={"team": st.just("pakistan")},
        ),
        st.fixed_dictionaries({"text": TEXT, "at_hand": st.just(True)}),
        st.fixed_dictionaries({"text": TEXT, "after": st.just("=first")}, optional={"at": SECONDS}),
    ),
    max_size=6,
)


@settings(derandomize=True, database=None, deadline=None, max_examples=games(15, 600))
@given(parts=PARTS, separator=st.sampled_from(",;\t"))
def test_injects_come_back_from_a_spreadsheet_as_they_went_out(
    parts: list[dict[str, Any]], separator: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """An inject from the spreadsheet comes at another time, to others, or in other words."""
    folder = tmp_path_factory.mktemp("sheet")
    injects = room_of(toml([{"text": "First.", "name": "=first", "at": 1}, *parts]), folder)
    assert digest_of(back(injects, folder, separator)) == digest_of(injects)
    cells = [
        cell
        for row in csv.reader(StringIO(sheet_of(injects, separator)), delimiter=separator)
        for cell in row
    ]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@")) or re.match(r"-\D", cell)]


def test_another_time_word_or_addressee_is_another_digest(tmp_path: Path) -> None:
    """A list that was changed by mistake is taken for the same."""
    whole: dict[str, Any] = {"text": "x", "at": 3, "name": "n", "seat": "india", "tables": [1], "reply": True}
    others: list[dict[str, Any]] = [
        {"text": "y"},
        {"at": 4},
        {"name": "m"},
        {"seat": "pakistan"},
        {"tables": [2]},
        {"reply": False},
    ]
    digests = {digest_of(room_of(toml([whole | other]), tmp_path)) for other in ({}, *others)}
    assert len(digests) == 1 + len(others)


@pytest.mark.parametrize("seconds", [0, 45, 60, 750, 3600, 90_061])
def test_a_time_is_written_as_no_hour_of_the_day(seconds: int, tmp_path: Path) -> None:
    """A spreadsheet turns 12:30 into 12:30:00, and the news comes at night."""
    assert ":" not in time_words(seconds)
    (tmp_path / "i.csv").write_text(f"text,at\nx,{time_words(seconds)}\n", "utf-8")
    assert read_sheet(tmp_path / "i.csv").rows == [(2, {"text": "x", "at": seconds})]


# --- as people write it -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        b"Text;At hand;Time\nRain.;;750\nA spy.;Yes;\n",
        "\ufefftext,AT,at_hand\nRain.,12 min 30 s,\nA spy.,,TRUE\n".encode(),
        b"sep=;\r\nMessage;at;At-Hand\r\nRain.;12:30;no\r\n\r\nA spy.;;x\r\n",
        "text\tat\tat_hand\r\nRain.\t0:12:30\t\r\nA spy.\t\t1\r\n".encode("utf-16"),
        b'at,text,athand,"no, text"\n750,"Rain.",,\n,A spy.,y,\n',
    ],
)
def test_a_sheet_is_read_however_the_spreadsheet_wrote_it(data: bytes, tmp_path: Path) -> None:
    """A user of another program, or of another language of it, must type everything again."""
    (tmp_path / "injects.csv").write_bytes(data)
    found = room_of(TWO.replace('"now"', '"now"\ninjects = "injects.csv"', 1), tmp_path)
    assert [(each.text, each.at_seconds, each.at_hand) for each in found] == [
        ("Rain.", 750, False),
        ("A spy.", None, True),
    ]


@pytest.mark.parametrize(
    ("cells", "wrong"),
    [
        (",5", "line 2: text is missing"),
        ("x,5\ny,1.5", 'line 3: at: "1.5" is not valid'),
        ("x,5,,two", 'line 2: occasion: "two" is not valid'),
        ("x,,,,,,maybe", 'line 2: at_hand: "maybe" is not valid'),
        ("x,5,,,,,,,,9", "line 2: there is no table 9"),
        ("x,5,,,,,,,,,indai", "line 2: there is no seat 'indai' there. Did you mean 'india'?"),
        ("x,,Card plya", "line 2: there is no phase 'Card plya' there. Did you mean 'Card play'?"),
        ("x,,,,,,,,3", "line 2: when.label is missing"),
        ("x", "line 2: the inject has no moment"),
        ("x,5\ny,,,,rain", "line 3: no inject is called 'rain'"),
        ("x,5,,,,,,,,,,,,9", "line 2: row 2 has more cells than the heading has columns"),
        ("x,12:30:00", "line 2: at: 12:30:00 is 12 hours. A spreadsheet writes 12:30 like this"),
    ],
)
def test_a_fault_in_a_cell_is_named_with_its_row_and_column(cells: str, wrong: str, tmp_path: Path) -> None:
    """In two hundred rows a user does not find the fault."""
    found = said(cells, tmp_path)
    assert [line for line in found if line.startswith(wrong)], found


@pytest.mark.parametrize(
    ("heading", "told"),
    [
        ("text,at,Remarks", "line 1: the column 'Remarks' is not used. The columns are text, at,"),
        ("text,at,Occassion", "line 1: the column 'Occassion' is used as occasion"),
        ("text,at,Time", "line 1: two columns could be at. Rename 'Time', or take it out"),
        ("what,at,seat", "line 1: the heading must have the column text. It has what, at, seat"),
    ],
)
def test_a_column_that_is_not_known_is_said(heading: str, told: str, tmp_path: Path) -> None:
    """A complete column is ignored, and no message says so."""
    assert [line for line in said("x,5,", tmp_path, heading) if line.startswith(told)]


@pytest.mark.parametrize(
    ("name", "data", "wrong"),
    [
        ("i.csv", b"PK\x03\x04\x14", "this is a spreadsheet file, not CSV"),
        ("i.xls", b"\xd0\xcf\x11\xe0\xa1", "this is a spreadsheet file, not CSV"),
        (
            "i.xls",
            b"text,at\nx,5\n",
            "its name is that of a spreadsheet file, but it is text. Call it i.csv",
        ),
        ("i.csv", "text\nMünchen".encode("latin-1"), "this is not a text in UTF-8"),
        ("i.csv", b"text\nx\0y", "this is not a text"),
        ("i.csv", b"text\n" + b"x" * 1_000_000, "this file is too large"),
        ("none.csv", None, "the file cannot be read"),
    ],
)
def test_a_file_that_is_no_csv_is_refused_in_one_line(
    name: str, data: bytes | None, wrong: str, tmp_path: Path
) -> None:
    """Random bytes are read as news, or a tutor looks for the fault in the texts."""
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(BadInput, match=wrong) as refused:
        read_sheet(tmp_path / name)
    assert "\n" not in str(refused.value)
    (tmp_path / "plan.toml").write_text(TWO.replace('"now"', f'"now"\ninjects = "{name}"', 1), "utf-8")
    assert [fault.line for fault in check_file(tmp_path / "plan.toml").faults] == [3]


def test_a_quotation_mark_that_is_not_closed_is_named_with_its_row(tmp_path: Path) -> None:
    """The rest of the morning's news comes as one message, and not at its times."""
    (tmp_path / "i.csv").write_text('at,text\n5,"a"\n6,"b\n7,c\n', "utf-8")
    sheet = read_sheet(tmp_path / "i.csv")
    assert [row["text"] for _, row in sheet.rows] == ["a"]
    assert [(fault.line, "Is a quotation mark not closed?" in fault.text) for fault in sheet.faults] == [
        (3, True)
    ]


def test_two_lists_at_once_are_refused(tmp_path: Path) -> None:
    """Each inject comes twice."""
    (tmp_path / "i.csv").write_text("text,at\nx,5\n", "utf-8")
    both = toml([{"text": "x", "at": 5}]).replace('"now"', '"now"\ninjects = "i.csv"', 1)
    checked = check(both, tmp_path / "plan.toml")
    assert [fault.text for fault in checked.faults] == [
        (
            "this list and [[injects]] are both given, so each inject would come twice. Take one of"
            " the two lists out"
        )
    ]


def test_the_command_brings_injects_out_and_back_and_says_that_they_are_the_same(tmp_path: Path) -> None:
    """A user cannot tell whether the round trip has changed anything."""
    plan, sheet = tmp_path / "plan.toml", tmp_path / "i.csv"
    plan.write_text(toml([{"text": "Rain.", "at": 750}, {"text": "=spy", "at_hand": True}]), "utf-8")
    out = CliRunner().invoke(plan_commands, ["injects", str(plan), "--out", str(sheet)])
    assert out.exit_code == 0, out.output
    again = CliRunner().invoke(plan_commands, ["injects", str(plan), "--from", str(sheet)])
    assert "They are the same as in the plan." in again.output
    digest = next(line for line in out.output.splitlines() if "digest" in line)
    assert digest in again.output.splitlines()
    assert CliRunner().invoke(plan_commands, ["injects", str(plan), "--out", str(sheet)]).exit_code == 2
    sheet.write_text(sheet.read_text("utf-8").replace("Rain.", "Snow."), "utf-8")
    other = CliRunner().invoke(plan_commands, ["injects", str(plan), "--from", str(sheet)])
    assert "They differ from those in the plan." in other.output
    sheet.write_text("text,at\nx,soon\n", "utf-8")
    assert CliRunner().invoke(plan_commands, ["injects", str(plan), "--from", str(sheet)]).exit_code == 1
