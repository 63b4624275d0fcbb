"""Bookmarks are kept beside an exercise, never in it.

A faulty file of them is reported in one line and never overwritten.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from warcouncil.arbiter.record.account import bookmarks
from warcouncil.arbiter.record.account.bookmarks import Bookmark, BookmarksFault
from warcouncil.arbiter.record.file.reading import Record, open_record
from warcouncil.arbiter.shell.base.entries import Papers
from warcouncil.protocol.words import TableId

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import PAPERS, keep

ONE = TableId(1)
MARKS = (
    Bookmark(table=ONE, record=3, at_ms=1_000, note='Why "attack"? \\ 日本 [[bookmark]] # no'),
    Bookmark(table=ONE, record=9, at_ms=2_000, note="here they parted"),
)


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    """A record of an exercise."""
    with open_record(keep(tmp_path / "jena", Room("sealed_bid").journal)) as opened:
        yield opened


def test_bookmarks_are_read_again_and_the_exercise_is_unchanged(record: Record) -> None:
    """A tutor's marks are missing in the debrief, or the exercise file was changed."""
    before = Path(record.name).read_bytes()
    bookmarks.write(record, reversed(MARKS))
    assert bookmarks.read(record) == MARKS
    assert Path(record.name).read_bytes() == before
    assert sorted(path.name for path in Path(record.name).parent.iterdir()) == [
        "jena",
        "jena-trail",
        "jena.bookmarks.toml",
    ]
    bookmarks.write(record, ())
    assert bookmarks.read(record) == ()


def test_nothing_that_a_terminal_obeys_is_kept_or_read(record: Record) -> None:
    """A printed report sends control characters to its reader's terminal."""
    bookmarks.write(record, [Bookmark(table=ONE, record=1, at_ms=1, note="a\x1b[2J\u202eb")])
    assert bookmarks.read(record)[0].note == "a[2Jb"
    file = bookmarks.beside(Path(record.name))
    file.write_text(file.read_text("utf-8").replace("a[2Jb", r"a\u001B[2Jb"), "utf-8")
    assert bookmarks.read(record)[0].note == "a[2Jb"


DAMAGED = [
    (b"\xff\xfe", "UTF-8"),
    (b"exercise = ", "the bookmarks cannot be read"),
    (b'exercise = "x"\n', "key is wrong"),
    (
        b'exercise = "x"\nkey = "k"\n[[bookmark]]\ntable = 0\nrecord = 1\nat_ms = 1\nnote = "n"\n',
        "bookmark.0.table",
    ),
    (
        b'exercise = "x"\nkey = "k"\n[[bookmark]]\ntable = 1\nrecord = 1\nat_ms = 1\nnote = ""\n',
        "bookmark.0.note",
    ),
    (b'exercise = "x"\nkey = "k"\nmore = 1\n', "more is wrong"),
    (b'exercise = "Auerstedt"\nkey = "k"\n', "another exercise (Auerstedt)"),
    (b"#" * (bookmarks.BYTES_MAX + 1), "too large"),
]


@pytest.mark.parametrize(("data", "says"), DAMAGED, ids=[says for _, says in DAMAGED])
def test_a_wrong_file_is_said_in_one_line_and_left_alone(record: Record, data: bytes, says: str) -> None:
    """A mistake overwrites the bookmarks of an afternoon."""
    file = bookmarks.beside(Path(record.name))
    file.write_bytes(data)
    for act in (lambda: bookmarks.read(record), lambda: bookmarks.write(record, MARKS)):
        with pytest.raises(BookmarksFault) as fault:
            act()
        assert says in str(fault.value)
        assert "\n" not in str(fault.value)
    assert file.read_bytes() == data


def test_bookmarks_of_another_exercise_of_the_same_name_are_not_taken(tmp_path: Path, record: Record) -> None:
    """Notes on one morning appear in the report of another."""
    bookmarks.write(record, MARKS)
    papers = Papers(PAPERS.exercise, "another key", "secret", b"\1" * 32, PAPERS.created)
    other = keep(tmp_path / "auerstedt", Room("sealed_bid").journal, papers=papers)
    bookmarks.beside(Path(record.name)).rename(bookmarks.beside(other))
    with open_record(other) as theirs, pytest.raises(BookmarksFault, match="another exercise"):
        bookmarks.read(theirs)


def test_a_folder_that_cannot_be_written_to_is_said(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a write-protected disk the window ends with a traceback."""

    def refuse(*_args: object, **_options: object) -> int:
        raise OSError(30, "Read-only file system")

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", refuse)
        with pytest.raises(BookmarksFault, match="cannot be saved"):
            bookmarks.write(record, MARKS)


def test_there_is_an_end_to_them(record: Record) -> None:
    """A key that is held down fills the disk with bookmarks."""
    many = [MARKS[0].model_copy(update={"record": n}) for n in range(bookmarks.BOOKMARKS_MAX + 1)]
    with pytest.raises(BookmarksFault, match=r"at most [0-9]+ bookmarks"):
        bookmarks.write(record, many)
