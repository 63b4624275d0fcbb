"""An exercise file is read as far as possible, whatever its damage, and reading does not change it."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.core.words.stimuli import Began
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.file.wall_time import TimeLost
from warcouncil.arbiter.shell.base.entries import JournalError, head
from warcouncil.protocol.words import TableId

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import PAPERS, begin, keep


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    """The records of two tables that played for a while."""
    room = Room("nim", tables=2)
    room.sit_all()
    room.play(4)
    return room.journal


def test_all_records_or_those_of_a_table(rows: list[Row], tmp_path: Path) -> None:
    """A table's story has gaps, or contains lines of another table."""
    heard: list[tuple[int, int]] = []
    with open_record(keep(tmp_path / "jena", rows), lambda *done: heard.append(done)) as record:
        assert (record.whole, record.fault, record.in_use) == (len(rows), "", False)
        assert record.began.exercise == record.papers.exercise == "Jena"
        assert [*record.rows()] == rows
        assert [*record.rows((TableId(1),))] == [row for row in rows if row.table in (0, 1)]
        assert [*record.rows((TableId(1),), ("closed",))] == [
            row for row in rows if row.table == 1 and row.kind == "closed"
        ]
    assert heard[-1] == (len(rows), len(rows))


def _spoil(file: Path, statement: str) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    ("statement", "whole", "fault"),
    [
        ("delete from warcouncil_journal where seq > 5", 5, "records 6 to {last} are missing"),
        ("delete from warcouncil_journal where seq = 5", 4, "record 5 is missing"),
        ("delete from warcouncil_journal where seq in (5, 6, 7)", 4, "records 5 to 7 are missing"),
        ("update warcouncil_journal set at = at + 1 where seq = 5", 4, "record 5 is damaged or was changed"),
        ("update warcouncil_journal set body = 7 where seq = 5", 4, "record 5 cannot be read"),
        ("update warcouncil_journal set table_no = 99999999999 where seq = 5", 4, "record 5 cannot be read"),
        ("update warcouncil_journal set seq = 1000 where seq = 5", 4, "record 5 is missing"),
        (
            "insert into warcouncil_journal select seq + 1, at, kind, table_no, body, chain from"
            " warcouncil_journal order by seq desc limit 1",
            None,
            "record {next} comes after the last record of which the file knows ({last})",
        ),
        (
            "update warcouncil_exercise set last_chain = zeroblob(32)",
            None,
            "record {last} is not the last record",
        ),
    ],
)
def test_a_damaged_file_is_read_up_to_the_damage(
    rows: list[Row], tmp_path: Path, statement: str, whole: int | None, fault: str
) -> None:
    """Records after the damage are accepted, or correct records before it are not."""
    file = keep(tmp_path / "jena", rows)
    _spoil(file, statement)
    whole = len(rows) if whole is None else whole
    with open_record(file) as record:
        assert record.whole == whole
        assert record.fault.startswith(fault.format(last=len(rows), next=len(rows) + 1))
        assert [*record.rows()] == rows[:whole]


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("update warcouncil_exercise set format = 99", "a newer warcouncil"),
        ("update warcouncil_exercise set format = 1", "an older warcouncil"),
        ("drop table warcouncil_exercise", "not an exercise"),
        ("delete from warcouncil_exercise", "damaged"),
        ("delete from warcouncil_journal", "nothing of its exercise can be read"),
    ],
)
def test_a_file_of_another_kind_is_refused_in_a_line(
    rows: list[Row], tmp_path: Path, statement: str, words: str
) -> None:
    """A tutor sees a traceback in front of the class."""
    file = keep(tmp_path / "jena", rows)
    _spoil(file, statement)
    with pytest.raises(JournalError, match=words) as told, open_record(file):
        pass
    assert "\n" not in str(told.value)


def test_pages_that_cannot_be_read_are_told_in_a_line(rows: list[Row], tmp_path: Path) -> None:
    """If a backup stick was pulled out too early, its reader sees a traceback."""
    file = keep(tmp_path / "jena", rows)
    whole = file.read_bytes()
    for length in range(4096, len(whole), 4096):
        file.write_bytes(whole[:length])
        with suppress(JournalError), open_record(file) as record:
            told = list(record.rows())
            assert told == rows[: len(told)]
            assert record.fault


def test_a_file_that_was_cut_within_a_page_is_read_up_to_there(rows: list[Row], tmp_path: Path) -> None:
    """After a cut, the rest of the last page contains records without a number, which are read behind the
    others.
    """
    file = keep(tmp_path / "jena", rows)
    whole = file.read_bytes()
    short = 0
    for cut in range(1, 4096, 61):
        file.write_bytes(whole[:-cut])
        with suppress(JournalError), open_record(file) as record:
            assert [*record.rows()] == [row for row, _ in record.links()] == rows[: record.whole]
            short += record.whole < len(rows)
    assert short


@pytest.mark.parametrize("percent", [40, 57, 80, 99])
def test_a_file_that_was_cut_is_read_up_to_the_cut(percent: int, tmp_path: Path) -> None:
    """If this fails, a file that was sent incompletely gives no report at all."""
    room = Room("escalate")  # its first record is on an early page of the file
    room.sit_all()
    room.play(8)
    file = keep(tmp_path / "jena", room.journal)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) * percent // 100])
    with open_record(file) as record:
        assert 0 < record.whole < len(room.journal)
        assert record.fault
        assert [*record.rows()] == room.journal[: record.whole]
    assert file.stat().st_size == len(whole) * percent // 100


def test_the_time_of_the_beginning_is_known(rows: list[Row], tmp_path: Path) -> None:
    """A report has no date."""
    with open_record(keep(tmp_path / "jena", rows)) as record:
        assert record.wall.at(0).isoformat() == PAPERS.created


@pytest.mark.parametrize(("kind", "lost"), [("ticked", ()), ("resumed", (TimeLost(60_000, 5_000),))])
def test_a_wall_time_during_the_setup_is_no_fault(
    kind: str, lost: tuple[TimeLost, ...], tmp_path: Path
) -> None:
    """Every debrief of a host with a slow setup says at the first question that no arbiter ran."""
    room = Room("nim")
    began = Began.model_validate_json(room.journal[0].body).model_copy(update={"wall_ms": 1_800_000_000_000})
    mark = b'{"kind":"%s","at":60000,"wall_ms":1800000065000}' % kind.encode()
    written = [
        room.journal[0]._replace(body=began.model_dump_json().encode()),
        Row(2, 60_000, kind, 0, mark),
    ]
    with open_record(keep(tmp_path / "jena", written)) as record:
        assert record.wall.losses() == lost
        assert record.wall.at(60_000).timestamp() == 1_800_000_065


def test_the_head_is_that_of_the_journal_and_changes_with_every_record(
    rows: list[Row], tmp_path: Path
) -> None:
    """A host who noted the head at the end cannot prove anything with it."""
    opened = begin(tmp_path / "jena", rows)
    noted = opened.head
    opened.close()
    with open_record(tmp_path / "jena") as record:
        assert record.head() == record.head(len(rows)) == noted
        assert noted.startswith(f"{len(rows)}-")
        letters = [record.head(seq).partition("-")[2] for seq in range(1, len(rows) + 1)]
        assert len({*letters}) == len(rows)
        with pytest.raises(KeyError):
            record.head(len(rows) + 1)


def test_a_record_with_its_value_in_the_chain(rows: list[Row], tmp_path: Path) -> None:
    """The trail's entry of one record is compared with another record."""
    with open_record(keep(tmp_path / "jena", rows)) as record:
        links = [*record.links()]
        assert [row for row, _ in links] == rows
        assert [head(row.seq, chain) for row, chain in links] == [record.head(row.seq) for row in rows]
        assert record.pages_fault() == ""
