"""`warcouncil verify`: an exercise file is verified with the receipts of its participants."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.clients.commands.afterwards.verify import EXIT_UNREPEATED
from warcouncil.clients.commands.cli import app
from warcouncil.clients.link.base import private_files
from warcouncil.clients.link.identity import keyring
from warcouncil.clients.link.identity.receipts import Receipts
from warcouncil.protocol.proofs.lots import KeptLot
from warcouncil.protocol.words import SeatId, TableId

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import keep
from tests.arbiter.record.forging import receipts_for


@pytest.fixture
def laptop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which this laptop keeps its receipts."""
    monkeypatch.setenv(keyring.HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home" / "seats"


@pytest.fixture
def file(tmp_path: Path, laptop: Path) -> Path:
    """An exercise that was played, with the receipts of one seat on this laptop."""
    room = Room("escalate")
    room.sit_all()
    room.play(4)
    given = [kept for _, kept in receipts_for(room.journal, room)]
    receipts = Receipts(laptop / "0a1b2c3d4e5f.receipts")
    for kept in given:
        if kept.seat == given[0].seat:
            receipts.keep(kept)
    return keep(tmp_path / "jena", room.journal)


def run(*words: object) -> Result:
    """Run a command."""
    return CliRunner().invoke(app, [str(word) for word in words])


def spoil(file: Path, statement: str) -> None:
    """Run a statement in the file, as any user can."""
    with sqlite3.connect(file) as connection:
        connection.execute(statement)
    connection.close()


def test_receipts_are_written_and_prove_what_they_were_given_for(file: Path, tmp_path: Path) -> None:
    """A loser brings the receipts of their laptop, and cannot see that they counted."""
    wrote = run("receipts", "--out", tmp_path / "brought")
    assert wrote.exit_code == 0, wrote.output
    (written,) = (tmp_path / "brought").glob("*")
    assert written.name.startswith("Jena-table-1-")
    assert f": 2 receipts in {written}" in wrote.output
    said = run("verify", file, "--receipts", tmp_path / "brought")
    assert said.exit_code == 0, said.output
    assert "holds  receipts  2 receipts of 1 seat" in said.output
    assert "holds  chance    1 table: the seed fits" in said.output
    assert "nothing is false" in said.output
    assert "proved up to  2 of 4 declarations, by receipts" in said.output
    assert "except those declarations" in said.output


def test_a_file_whose_game_was_renamed_does_not_pass_by_its_exit_status(tmp_path: Path) -> None:
    """If this fails, a script that reads the exit status alone believes results that no rules have repeated."""
    room = Room("escalate")
    room.sit_all()
    room.play(4)
    began, *rest = room.journal
    renamed = began._replace(body=began.body.replace(b'"game":"escalate"', b'"game":"escalates"'))
    assert renamed != began
    said = run("verify", keep(tmp_path / "renamed", [renamed, *rest]))
    assert said.exit_code == EXIT_UNREPEATED == 3, said.output
    assert "nothing is false, but 1 table could NOT be repeated" in said.output
    told = run("verify", keep(tmp_path / "again", [renamed, *rest]), "--json")
    assert told.exit_code == EXIT_UNREPEATED
    last = json.loads(told.output.splitlines()[-1])
    assert (last["false"], last["unrepeated"]) == (False, [1])


def test_a_head_proves_every_record_before_it(file: Path) -> None:
    """A host who noted the head is told that nothing is proved."""
    with open_record(file) as record:
        head = record.head()
    said = run("verify", file, "--head", head.lower())
    assert said.exit_code == 0
    assert "unproved      nothing" in said.output
    assert f"head          {head}" in said.output


def test_a_false_record_is_named_and_sets_the_status(file: Path) -> None:
    """A script takes a forged file for a true one."""
    spoil(file, "update warcouncil_journal set at = at + 1 where seq = 5")
    said = run("verify", file)
    assert said.exit_code == 1
    assert "FAILS  chain     record 5 is damaged or was changed" in said.output
    assert "Jena: 1 FALSE" in said.output, said.output
    checks = [json.loads(line) for line in run("verify", file, "--json").stdout.splitlines()]
    assert checks[0]["found"] == "FAILS"
    assert checks[0]["record"] == 5
    assert checks[-1]["false"] is True


def test_a_file_whose_beginning_is_gone_is_false_and_not_a_slip(file: Path) -> None:
    """Damage looks like a mistyped name."""
    spoil(file, "update warcouncil_exercise set exercise = 'Auerstedt'")
    said = run("verify", file)
    assert said.exit_code == 1
    assert "record 1 is damaged or was changed" in said.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nowhere",), "no such file"),
        (("jena", "--head", "812"), "this is not a head"),
        (("jena", "--receipts", "nowhere"), "--receipts nowhere"),
        (("jena", "--receipts", "."), "no files of receipts"),
        (("postgresql://anna:secret@127.0.0.1:1/jena",), "postgresql+psycopg://anna@127.0.0.1:1/jena: "),
    ],
)
def test_a_slip_is_answered_in_one_line(
    file: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], told: str
) -> None:
    """A typing mistake ends in a traceback."""
    monkeypatch.chdir(file.parent)
    said = run("verify", *words)
    assert said.exit_code == 2
    assert said.output.count("\n") == 1
    assert told in said.output
    assert "secret" not in said.output


def test_a_laptop_without_receipts_says_so(laptop: Path, tmp_path: Path) -> None:
    """A participant brings an empty folder in good faith."""
    for words in ((), ("--exercise", "Jena")):
        said = run("receipts", "--out", tmp_path / "out", *words)
        assert said.exit_code == 2
        assert "no receipts" in said.output
    assert not (tmp_path / "out").exists()


def test_a_laptop_that_sealed_nothing_brings_its_number_in_the_chance_and_reads_so(
    file: Path, laptop: Path, tmp_path: Path
) -> None:
    """A player brings a file, reads that they brought none, and is asked to make it again."""
    (laptop / "0a1b2c3d4e5f.receipts").unlink()
    lot = KeptLot(
        exercise="Jena", table=TableId(1), seat=SeatId("one"), lot="ab" * 32, commitment="", verify_key=""
    )
    Receipts(laptop / "ffffffffffff.receipts").keep_lot(lot)
    wrote = run("receipts", "--out", tmp_path / "brought")
    assert wrote.output.startswith(f"Jena, table 1, one: its number for the draw in {tmp_path}")
    said = run("verify", file, "--receipts", tmp_path / "brought")
    assert "receipts  the files have no receipt" in said.output
    assert "warcouncil receipts" not in said.output


def test_receipts_that_cannot_be_read_are_named_and_the_others_are_written(
    file: Path, laptop: Path, tmp_path: Path
) -> None:
    """A loser reads that there are no receipts, or brings some of them and believes that these are all."""
    (laptop / "ffffffffffff.receipts").mkdir()
    said = run("receipts", "--out", tmp_path / "brought")
    assert said.exit_code == 2
    assert len([*(tmp_path / "brought").iterdir()]) == 1
    (line,) = said.stderr.splitlines()
    assert "ffffffffffff.receipts: the receipts of this laptop cannot be read (" in line
    (laptop / "0a1b2c3d4e5f.receipts").unlink()
    assert "this laptop has no receipts" not in run("receipts", "--out", tmp_path / "none").output


def test_only_those_of_one_exercise(file: Path, tmp_path: Path) -> None:
    """A player hands over answers from other exercises."""
    assert run("receipts", "--out", tmp_path / "out", "--exercise", "auerstedt").exit_code == 2
    assert run("receipts", "--out", tmp_path / "out", "--exercise", "jen").exit_code == 0


def test_a_folder_that_cannot_be_written_is_said_in_a_line(file: Path, tmp_path: Path) -> None:
    """A full stick causes a traceback."""
    (tmp_path / "out").write_text("a file")
    said = run("receipts", "--out", tmp_path / "out")
    assert said.exit_code == 2
    assert said.output.count("\n") == 1
    assert private_files.OWNER_ONLY == 0o600
