"""A scenario with tables beside it: the same exercise as in one file, and each mistake at its row."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from warcouncil.clients.plan.new.scenario_check import look_through
from warcouncil.clients.plan.new.scenario_export import tables_of
from warcouncil.clients.plan.reading.played import played
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.text.toml_text import parse_toml
from warcouncil.games.scenario import GAME, shipped
from warcouncil.games.scenario.file.checks.limits import view_bytes
from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.scenario import Scenario
from warcouncil.games.scenario.options import ScenarioOptions
from warcouncil.protocol.table.papers import PaperPicture
from warcouncil.protocol.table.sheets import Sheet, documents_of
from warcouncil.protocol.wire.wire import dump
from warcouncil.protocol.words import SeatId

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
    """Return a scenario whose bonuses have one order, with the start value of every number written out."""
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
    options = options_in(file)
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


DRAWN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><script>evil</script><circle r="9"/></svg>'
)
PICTURED = f"""{FERRY.replace("format = 1", "format = 3", 1)}
[[documents]]
name = "sketch"
title = "A sketch"
text = "Drawn in haste."
known_to = ["upper"]
picture = "sketch.svg"
alt = "A round pond."
"""


def pictured(folder: Path, data: bytes = DRAWN.encode(), text: str = PICTURED) -> Path:
    """Write a scenario with a picture beside it."""
    (folder / "sketch.svg").write_bytes(data)
    file = folder / "ferry.toml"
    file.write_text(text, "utf-8")
    return file


def test_a_picture_beside_the_file_travels_in_the_exercise(tmp_path: Path) -> None:
    """If this fails, a replay on another machine has an empty document, or a script of a stranger."""
    file = pictured(tmp_path)
    assert look_through(file).faults == ()
    options = options_in(file)
    (tmp_path / "sketch.svg").unlink()
    state = GAME.setup(options, Dice(b"7" * 16)).state
    ((_, found),) = pictures_of(GAME.sheet(state, SeatId("upper")))
    assert (found.alt, found.width) == ("A round pond.", 40)
    assert b"circle" in b64decode(found.data)
    assert b"evil" not in b64decode(found.data)


def test_only_its_readers_get_a_picture(tmp_path: Path) -> None:
    """If this fails, a player reads the map of the other side."""
    options = options_in(pictured(tmp_path))
    state = GAME.setup(options, Dice(b"7" * 16)).state
    assert [title for title, _ in pictures_of(GAME.sheet(state, SeatId("upper")))] == ["A sketch"]
    assert [*pictures_of(GAME.sheet(state, SeatId("lower")))] == []
    assert [*pictures_of(GAME.sheet(state, None))] == []
    other = GAME.rehide(state, SeatId("lower"), Dice(b"8" * 16))
    assert dump(GAME.sheet(other, SeatId("lower"))) == dump(GAME.sheet(state, SeatId("lower")))
    assert [*pictures_of(GAME.truth(other))] == []


def pictures_of(sheet: Sheet) -> Iterator[tuple[str, PaperPicture]]:
    """Yield the pictures of a sheet, each with the title of its document."""
    for document in documents_of(sheet):
        yield from ((document.title, piece) for piece in document.pieces if isinstance(piece, PaperPicture))


@pytest.mark.parametrize(
    ("data", "old", "new", "why"),
    [
        (DRAWN.encode(), 'alt = "A round pond."', "", "sketch has no alt"),
        (DRAWN.encode(), 'picture = "sketch.svg"', "", "alt describes a picture, but there is no picture"),
        (DRAWN.encode(), "format = 3", "format = 2", "pictures need format = 3"),
        (DRAWN.encode(), "sketch.svg", "../sketch.svg", "is not a picture"),
        (DRAWN.encode(), "sketch.svg", "sketch.gif", "is not a picture"),
        (DRAWN.encode(), "sketch.svg", ".svg", "is not a picture"),
        (DRAWN.encode(), "sketch.svg", "none.svg", "the file cannot be read"),
        (b"<svg", "", "", "cannot be read at line 1"),
        (b"\x89PNG\r\n\x1a\n\0\0", "", "", "cut off"),
        (b"\xff\xd8\xff", "", "", "neither a PNG nor an SVG"),
        (b" " * 90_000, "", "", "the file cannot be read"),
    ],
)
def test_a_picture_that_cannot_be_shown_is_named_at_its_line(
    tmp_path: Path, data: bytes, old: str, new: str, why: str
) -> None:
    """If this fails, an author learns from the players that a picture is missing."""
    assert not old or old in PICTURED
    text = PICTURED.replace(old, new, 1) if old else PICTURED
    (fault, *others) = look_through(pictured(tmp_path, data, text)).faults
    assert why in fault.text, fault
    assert not others
    assert fault.line > PICTURED.split("[[documents]]", maxsplit=1)[0].count("\n")


def test_pictures_count_in_the_size_of_a_view(tmp_path: Path) -> None:
    """If this fails, a document with pictures fits into no frame, and its table stops."""
    noise = "".join(f'<path d="M{at} 1L9 {at}"/>' for at in range(500))
    large = DRAWN.replace("<circle", f"{noise}<circle")
    more = PICTURED.split("[[documents]]")[1].replace('picture = "sketch.svg"', f"picture = '{large}'")
    copies = "".join(f"[[documents]]{more}".replace('"sketch"', f'"s{at}"') for at in range(2))
    few = options_in(pictured(tmp_path))
    many = options_in(pictured(tmp_path, text=f"{PICTURED}{copies}"))
    sheet = GAME.sheet(GAME.setup(many, Dice(b"7" * 16)).state, SeatId("upper"))
    drawn = sum(len(found.data) for _, found in pictures_of(sheet))
    assert drawn > len(large)
    assert len(dump(sheet)) < GAME.view_bytes_of(many)
    most = [view_bytes(Script(options.written), SeatId("upper")) for options in (few, many)]
    assert most[1] - most[0] > drawn - len(DRAWN) * 2


def options_in(file: Path) -> ScenarioOptions:
    """Return the options of a table that plays a file."""
    options = played(str(file)).options()
    assert isinstance(options, ScenarioOptions)
    return options
