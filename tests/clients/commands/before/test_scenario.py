"""`warcouncil scenario`: new, check, show and schema, as an author types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result
from warcouncil.clients.commands.before.scenario import Format, scenario
from warcouncil.games.kit.play.codec import digest
from warcouncil.games.scenario import shipped
from warcouncil.games.scenario.file.text.schema import text as schema_text

from tests.games.scenario.broad import BROAD


def run(*words: str | Path) -> Result:
    """Run the command with these words."""
    return CliRunner().invoke(scenario, [str(word) for word in words])


def test_a_new_one_checks_clean_and_is_never_written_over(tmp_path: Path) -> None:
    """One mistyped name overwrites a morning's work, or the first check reports mistakes of our template."""
    file = tmp_path / "ferry.toml"
    assert "It can be played now" in run("new", file).output
    checked = run("check", file)
    assert (checked.exit_code, checked.stderr) == (0, "")
    assert "2 sides, 5 seats, 3 rounds" in checked.stdout
    file.write_text("mine", encoding="utf-8")
    again = run("new", file)
    assert again.exit_code == 2
    assert "this file exists already. Name another file, or give --force" in again.stderr
    assert file.read_text("utf-8") == "mine"
    assert run("new", file, "--force").exit_code == 0
    assert run("check", file).exit_code == 0


def test_a_folder_that_is_not_is_one_line(tmp_path: Path) -> None:
    """An author sees forty lines of Python."""
    for words in (
        ("new", tmp_path / "no" / "a.toml"),
        ("schema", "--out", tmp_path / "no" / "a.json"),
        ("check", tmp_path / "no.toml"),
    ):
        done = run(*words)
        assert done.exit_code == 2
        assert done.stderr.count("\n") == 1


def test_mistakes_come_with_file_and_line_and_status_1(tmp_path: Path) -> None:
    """A script takes a broken exercise for a good one."""
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(BROAD, encoding="utf-8")
    bad.write_text(BROAD.replace('end = "deal"', 'end = "deel"'), encoding="utf-8")
    done = run("check", good, bad)
    assert done.exit_code == 1
    line = BROAD[: BROAD.index('end = "deal"')].count("\n") + 1
    assert f"{bad}: line {line}: there is no ending 'deel'. Did you mean 'deal'?" in done.stderr
    assert f"worth a look: {good}: line " in done.stderr
    assert "The broad strait: 2 sides, 6 seats" in done.stdout
    reports = [json.loads(report) for report in run("check", "--json", good, bad).stdout.splitlines()]
    assert [report["sound"] for report in reports] == [True, False]
    assert reports[0]["digest"] == digest(BROAD.encode()) != reports[1]["digest"]
    assert f"Digest {reports[0]['digest']}." in done.stdout
    assert reports[1]["mistakes"][0]["line"] == line
    assert reports[0]["worth_a_look"]


def test_mistakes_that_differ_only_in_quoted_words_are_reported_as_one(tmp_path: Path) -> None:
    """If this fails, forty lines of one cause hide the only other mistake."""
    file = tmp_path / "bad.toml"
    rules = [f'[[phases.follows]]\nonly_if = ["tension == {at}"]\n' for at in range(4)]
    file.write_text(
        BROAD.replace("[[endings]]", "".join(rules) + "\n[[endings]]", 1).replace(
            'end = "deal"', 'end = "deel"'
        ),
        encoding="utf-8",
    )
    done = run("check", file)
    lines = [line for line in done.stderr.splitlines() if "worth a look" not in line]
    first = file.read_text("utf-8").split("tension == 0")[0].count("\n") + 1
    assert f"{file}: line {first}: 'tension == 0': write one =, not ==" in lines
    assert f"{file}: 3 more like this, in lines {first + 2}, {first + 4}, {first + 6}" in lines
    assert [line for line in lines if "there is no ending 'deel'" in line]
    assert lines[-1] == f"5 mistakes in {file}."


def test_mistakes_in_a_table_name_the_table_and_its_rows(tmp_path: Path) -> None:
    """If this fails, an author looks for rows of a spreadsheet in the lines of another file."""
    file, table = tmp_path / "bad.toml", tmp_path / "mel.csv"
    file.write_text(f'injects = "mel.csv"\n{BROAD.split("[[injects]]")[0]}', encoding="utf-8")
    rows = [f"m{at},{at},nowhere{at},Words" for at in range(4)]
    table.write_text("\n".join(("name,minutes,to,text", *rows)) + "\n", encoding="utf-8")
    lines = run("check", file).stderr.splitlines()
    assert [line for line in lines if line.startswith(f"{table}: line 2: ") and "nowhere0" in line], lines
    assert f"{table}: 3 more like this, in lines 3, 4, 5" in lines
    assert [fault["file"] for fault in json.loads(run("check", "--json", file).stdout)["mistakes"]] == [
        str(table)
    ] * 4


def test_a_file_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    """An author who checks a folder believes that the files after it were checked."""
    good, bad, none = tmp_path / "good.toml", tmp_path / "bad.toml", tmp_path / "none.toml"
    good.write_text(BROAD, encoding="utf-8")
    bad.write_text("x = 1", encoding="utf-8")
    done = run("check", none, good, bad)
    assert done.exit_code == 2
    assert f"{none}: the file cannot be read" in done.stderr
    assert "The broad strait: 2 sides" in done.stdout
    assert f"in {bad}." in done.stderr
    done = run("check", "--json", none, good, bad)
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(report["file"], report["sound"]) for report in reports] == [
        (str(none), False),
        (str(good), True),
        (str(bad), False),
    ]
    assert "the file cannot be read" in reports[0]["mistakes"][0]["text"]


def test_a_plan_is_told_from_a_scenario(tmp_path: Path) -> None:
    """A user who confuses the two reads forty mistakes."""
    plan = tmp_path / "plan.toml"
    plan.write_text('[[tables]]\ngame = "kartenspiel"\n', encoding="utf-8")
    done = run("check", plan)
    assert done.exit_code == 1
    assert "this is a plan" in done.stderr
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.parametrize("how", [[], ["--markdown"]])
def test_show_prints_the_secrets_and_says_so(tmp_path: Path, how: list[str]) -> None:
    """A user leaves the secrets open on the projector."""
    file = tmp_path / "strait.toml"
    file.write_text(BROAD, encoding="utf-8")
    said = run("show", file, *how).stdout
    assert "This page contains every secret of the exercise" in said
    assert "What each side knows, and when" in said
    assert "The fleet sails at dawn." in said


def test_a_scenario_that_ships_is_shown_and_checked_by_its_name(tmp_path: Path) -> None:
    """If this fails, an instructor must look for the program's folder to read what it ships."""
    assert "The underwriters withdraw" in run("show", "strait").stdout
    assert "The Sarn Narrows" in run("show", "Strait", "--markdown").stdout
    assert run("show", "two-couriers", "--html", tmp_path / "page.html").exit_code == 0
    assert "The Sarn Narrows: 3 sides" in run("check", "strait").stdout
    unknown = run("show", "straits")
    assert unknown.exit_code == 2
    assert "no scenario of this name ships. Did you mean 'strait'?" in unknown.stderr


def test_show_prints_messages_points_and_hints(tmp_path: Path) -> None:
    """If this fails, the page of the white cell has only the first half of the file."""
    file = tmp_path / "strait.toml"
    file.write_text(BROAD, encoding="utf-8")
    said = run("show", file).stdout
    for words in ("A tanker is late.", "The embargo", "tension < 4", "veto of red.minister", "gives away"):
        assert words in said


def test_show_writes_a_page_to_print(tmp_path: Path) -> None:
    """The white cell has nothing on paper."""
    file, page = tmp_path / "strait.toml", tmp_path / "strait.html"
    file.write_text(BROAD, encoding="utf-8")
    assert "every secret" in run("show", file, "--html", page).stdout
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")
    broken = tmp_path / "broken.toml"
    broken.write_text("x = 1", encoding="utf-8")
    assert run("show", broken).exit_code == 2


def test_tables_are_exported_once_and_the_file_is_told_how_to_name_them(tmp_path: Path) -> None:
    """If this fails, a spreadsheet of an author is overwritten, or its author does not know how to use it."""
    file = tmp_path / "strait.toml"
    file.write_text(BROAD, encoding="utf-8")
    done = run("export-tables", file)
    assert done.exit_code == 0
    assert 'injects = "injects.csv"   (take out every [[injects]])' in done.stdout
    assert "The tables contain secrets." in done.stdout
    assert "A tanker is late." in (tmp_path / "injects.csv").read_text("utf-8")
    again = run("export-tables", file)
    assert (again.exit_code, again.stderr.count("\n")) == (2, 1)
    assert "this file exists already" in again.stderr
    assert run("export-tables", file, "--force", "--separator", ";").exit_code == 0
    assert "move;sail" in (tmp_path / "hints.csv").read_text("utf-8")
    assert run("export-tables", file, "--folder", tmp_path / "no").exit_code == 2


def test_the_schema_is_printed_or_written(tmp_path: Path) -> None:
    """An editor cannot check or complete the keys."""
    assert run("schema").stdout == schema_text()
    run("schema", "--out", tmp_path / "scenario.schema.json")
    assert (tmp_path / "scenario.schema.json").read_text("utf-8") == schema_text()


@pytest.mark.parametrize("name", shipped.FORMATS)
def test_one_like_a_known_format_asks_nothing_and_checks_clean(name: str, tmp_path: Path) -> None:
    """If this fails, an author who wants a resolution begins with six questions about a ferry, or with mistakes."""
    file = tmp_path / "my.toml"
    assert "It can be played now" in run("new", "--like", name, file).output
    assert file.read_text("utf-8").endswith(shipped.like(name))
    checked = run("check", file)
    assert (checked.exit_code, checked.stderr) == (0, "")


def test_a_format_that_is_not_there_is_one_line_with_all_formats(tmp_path: Path) -> None:
    """If this fails, an author must guess the names of the formats."""
    done = run("new", "--like", "chess", tmp_path / "my.toml")
    assert done.exit_code == 2
    assert all(name in done.output for name in shipped.FORMATS)
    assert [each.value for each in Format] == list(shipped.FORMATS)
