"""A scenario with tables beside it: the same exercise as in one file, and each mistake at its row."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import tomlkit
from warcouncil.clients.plan.new.scenario_check import look_through
from warcouncil.clients.plan.new.scenario_export import tables_of
from warcouncil.clients.plan.reading.played import played
from warcouncil.games.kit.text.toml_text import parse_toml
from warcouncil.games.scenario import GAME, shipped
from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.scenario import Scenario

from tests.clients.room.preview.writing import FERRY
from tests.games.scenario.broad import BROAD
from tests.games.scenario.test_every_kind import FILE

SCORED = FERRY.replace(
    "[[endings]]",
    """[scores]
sum = ["purse of own"]
sheet = [
    { issue = "gift of upper", option = "day", points = { upper = 40, lower = -5 }, words = "the day" },
    { issue = "gift of lower", option = "none_yet", points = { lower = 7 } },
]
bonus = [
    { to = "upper", points = 1, only_if = ["bridge >= 4", "round is 2"], words = "in time" },
]

[[endings]]""",
    1,
)


def with_tables(text: str, folder: Path) -> Path:
    """Write a scenario and its tables, and return the file."""
    data = parse_toml(text)
    for table in tables_of(read(text)):
        (folder / table.file).write_text(table.text(), "utf-8")
        name = table.line.partition(" ")[0]
        (data["scores"] if name in ("sheet", "bonus") else data)[name] = table.file
    file = folder / "ferry.toml"
    file.write_text(tomlkit.dumps(data), "utf-8")
    return file


def alike(scenario: Scenario) -> dict[str, Any]:
    """Return a scenario with its bonuses in one order, and with every number's beginning written out."""
    script = Script(scenario)
    found = scenario.model_dump()
    for number, part in zip(found["numbers"], scenario.numbers, strict=True):
        owners = script.owners(part.name)
        number["starts"] = {owner: part.starts.get(owner, part.start) for owner in owners}
    if found["scores"]:
        found["scores"]["bonus"] = sorted(found["scores"]["bonus"], key=str)
    return found


@pytest.mark.parametrize("name", ["ferry", "broad", "every_kind", *shipped.names()])
def test_exported_tables_make_the_same_exercise(name: str, tmp_path: Path) -> None:
    """If this fails, an author who moves to a spreadsheet plays another exercise."""
    texts = {"ferry": SCORED, "broad": BROAD, "every_kind": FILE.read_text("utf-8")}
    text = texts.get(name) or shipped.text(name)
    found = look_through(with_tables(text, tmp_path))
    assert found.faults == ()
    assert found.scenario is not None
    assert alike(found.scenario) == alike(read(text))


def test_a_game_is_played_from_a_file_with_tables(tmp_path: Path) -> None:
    """If this fails, an exercise that was checked cannot be hosted."""
    file = with_tables(SCORED, tmp_path)
    options = played(str(file)).options()
    assert [seat.title for seat in played(str(file)).game.seats(options)] == [
        "Mayor of Upper",
        "Mayor of Lower",
    ]
    for table in tmp_path.glob("*.csv"):
        table.unlink()
    assert GAME.options_type.model_validate(options.model_dump()) == options


def test_a_payoff_sheet_is_a_table_of_issues_options_and_parties(tmp_path: Path) -> None:
    """If this fails, a score-sheet negotiation needs a hundred parts in the file."""
    with_tables(SCORED, tmp_path)
    assert (tmp_path / "payoffs.csv").read_text("utf-8").splitlines() == [
        "\ufeffissue,option,words,upper,lower",
        "gift of upper,day,the day,40,'-5",
        "gift of lower,none_yet,,,7",
    ]
    assert (tmp_path / "bonuses.csv").read_text("utf-8").splitlines() == [
        "\ufeffto,points,only_if,words",
        "upper,1,bridge >= 4 | round is 2,in time",
    ]


@pytest.mark.parametrize(
    ("table", "text", "row", "said"),
    [
        (
            "injects.csv",
            "text,to\nRain.,all\nSnow.,uper\n",
            3,
            "there is no team or seat 'uper'. Did you mean 'upper'",
        ),
        (
            "injects.csv",
            "text;minuts;to\nRain.;3;all\n",
            1,
            "there is no key 'minuts'. Did you mean 'minutes'",
        ),
        ("injects.csv", 'text,to\n"Rain.,all\n', 2, "cannot be read as CSV"),
        ("injects.csv", "text,to\nRain, and snow.,all\n", 2, "more cells than the heading"),
        ("allocations.csv", "who,purse\nupper,3\nlower,99\n", 3, "99"),
        ("allocations.csv", "who,purze\nupper,3\n", 1, "there is no number 'purze'. Did you mean 'purse'"),
        ("allocations.csv", "purse\n3\n", 1, "must have the column who"),
        ("payoffs.csv", "issue,option,upper\ngift of upper,dya,4\n", 2, "dya"),
        ("payoffs.csv", "issue,option,uper\ngift of upper,day,4\n", 2, "uper"),
        ("payoffs.csv", "issue,option,upper\ngift of upper,day,many\n", 2, "many"),
        ("payoffs.csv", "issue,upper\ngift of upper,4\n", 1, "There is no option"),
    ],
)
def test_a_mistake_in_a_table_names_its_row(
    table: str, text: str, row: int, said: str, tmp_path: Path
) -> None:
    """If this fails, an author searches the file for a mistake that is in the spreadsheet."""
    (tmp_path / table).write_text(text, "utf-8")
    key = {"injects.csv": "injects", "allocations.csv": "allocations", "payoffs.csv": "sheet"}[table]
    line = f'{key} = "{table}"\n'
    body = FERRY.partition("[[injects]]")[0]
    file = tmp_path / "ferry.toml"
    file.write_text(body + f"[scores]\n{line}" if key == "sheet" else line + body, "utf-8")
    faults = look_through(file).faults
    assert [(Path(fault.file).name, fault.line) for fault in faults[:1]] == [(table, row)]
    assert said in faults[0].text


@pytest.mark.parametrize(
    "name",
    ["/etc/passwd", "../mel.csv", "a/b.csv", "mel.txt", ".csv", "", "no.csv", "mel\0.csv", "C:\\mel.csv"],
)
def test_a_table_is_a_csv_file_in_the_same_folder(name: str, tmp_path: Path) -> None:
    """If this fails, a scenario of a stranger reads any file of the host."""
    (tmp_path.parent / "mel.csv").write_text("text,to\nRain.,all\n", "utf-8")
    file = tmp_path / "ferry.toml"
    file.write_text(tomlkit.dumps(parse_toml(FERRY) | {"injects": name}), "utf-8")
    found = look_through(file)
    assert found.scenario is None
    assert len(found.faults) == 1
    assert found.faults[0].text.startswith("injects: ")


def test_cells_of_a_spreadsheet_are_read_as_the_file_would_be(tmp_path: Path) -> None:
    """If this fails, an author must know how the program writes values."""
    (tmp_path / "injects.csv").write_bytes(
        "\ufefftext;to;minutes;reply;phase;round\r\n'=Rain;all;1,5;Ja;Work;2\r\n;;;;;\r\n".encode()
    )
    file = tmp_path / "ferry.toml"
    file.write_text('injects = "injects.csv"\n' + FERRY.partition("[[injects]]")[0], "utf-8")
    scenario = look_through(file).scenario
    assert scenario is not None
    (inject,) = scenario.injects
    assert (inject.text, inject.minutes, inject.reply, inject.round) == ("=Rain", 1.5, True, 2)
