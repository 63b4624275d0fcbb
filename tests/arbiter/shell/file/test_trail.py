"""The trail beside an exercise file, and its log.

Missing acknowledged records are named, and nothing else is.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from warcouncil.arbiter.shell.base.entries import (
    Entry,
    JournalError,
    JournalFenced,
    Papers,
    Receipted,
    closing_mark,
)
from warcouncil.arbiter.shell.file import trail, write_ahead_log
from warcouncil.arbiter.shell.file.data_loss import JournalInDoubt, Loss
from warcouncil.arbiter.shell.file.trail import SLOT_BYTES
from warcouncil.arbiter.shell.service import journal, salvage

from tests.arbiter.shell.forty import ENTRIES, PAPERS
from tests.arbiter.shell.service.test_journal import made, read, spoil

REMEDY = "Put back whole copies of the file, its -wal and its -trail. Or go on without them:"


@pytest.fixture
def where(tmp_path: Path) -> Path:
    """Return the path of a closed journal with forty records, in its own folder."""
    return made(tmp_path)


def killed(where: Path) -> Path:
    """Return a journal whose arbiter was killed after it had added five commits, with a receipt each."""
    opened = journal.resume(where)
    for number in range(5):
        opened.append([Entry(50, "received", 1, b"{}", Receipted(7, f"red.{number}"))])
    left = {path.name: path.read_bytes() for path in where.parent.iterdir()}
    opened.close()
    for name, data in left.items():
        (where.parent / name).write_bytes(data)
    return where


def refusal(where: Path) -> str:
    """Return the one line with which a journal is refused. Check that reading changes no file."""
    before = {path.name: path.read_bytes() for path in where.parent.iterdir() if path != where}
    with pytest.raises(JournalInDoubt) as caught:
        read(where)
    after = {path.name: path.read_bytes() for path in where.parent.iterdir() if path != where}
    assert before == after
    return str(caught.value)


def test_a_killed_journal_is_whole(where: Path) -> None:
    """A plain kill is reported as damage, or reading a killed journal removes records."""
    killed(where)
    assert len(read(where)) == 45
    assert len(read(where)) == 45
    opened = journal.resume(where)
    opened.append(ENTRIES[:1])
    opened.close()
    assert [path.name for path in where.parent.glob("*-wal*")] == []
    assert len(read(where)) == 46


def test_one_flipped_bit_in_the_log_is_named(where: Path) -> None:
    """SQLite ignores everything behind a damaged bit of its log, without any report."""
    log = write_ahead_log.beside(killed(where))
    data = bytearray(log.read_bytes())
    data[len(data) // 2] ^= 1
    log.write_bytes(data)
    said = refusal(where)
    assert "its newest acknowledged records are missing. In doubt: " in said
    assert "receipts (table 1 question 7: red." in said
    assert said.endswith(f"red.4). {REMEDY} warcouncil host --resume {where} --accept-loss")


def test_the_log_alone_tells_of_damage_in_its_middle(where: Path) -> None:
    """After a power cut the trail may be old.

    Two transactions behind a damaged frame still show that records are missing.
    """
    log = write_ahead_log.beside(killed(where))
    told = trail.beside(where)
    os.truncate(told, SLOT_BYTES * 41)
    data = bytearray(log.read_bytes())
    data[100] ^= 1
    log.write_bytes(data)
    assert "its log (-wal) is damaged. In doubt: the newest records" in refusal(where)


@pytest.mark.parametrize(
    ("lost", "said"), [("-wal", "its log (-wal) is missing"), ("-trail", "its trail is missing")]
)
def test_a_killed_journal_needs_its_log_and_its_trail(where: Path, lost: str, said: str) -> None:
    """A host who copies only the file of a dead laptop loses the last minutes."""
    killed(where)
    where.with_name(where.name + lost).unlink()
    if lost == "-wal":
        os.truncate(trail.beside(where), SLOT_BYTES * 41)
    assert f"it was not closed in order, and {said}" in refusal(where)
    assert f"it was not closed in order, and {said}" in refusal(where)


def test_a_file_closed_in_order_may_be_copied_alone(where: Path, tmp_path: Path) -> None:
    """An exercise that was stopped in order cannot be moved to another laptop, or is never recognised as
    complete.
    """
    alone = tmp_path / "elsewhere" / "copy.warcouncil"
    alone.parent.mkdir()
    alone.write_bytes(where.read_bytes())
    opened = journal.resume(alone)
    assert len(list(opened.rows())) == 40
    opened.append(ENTRIES[:1])
    opened.close()
    where.write_bytes(alone.read_bytes())  # and back, beside a trail that knows nothing of the other laptop
    assert len(read(where)) == 41


def test_an_older_copy_is_noticed(where: Path) -> None:
    """A host restores yesterday's copy, and later sealed answers are lost unnoticed."""
    old = where.read_bytes()
    opened = journal.resume(where)
    opened.append([Entry(50, "received", 2, b"{}", Receipted(3, "blue.army")), *ENTRIES[:2]])
    opened.close()
    where.write_bytes(old)
    assert "In doubt: 1 receipt (table 2 question 3: blue.army) and 2 other records" in refusal(where)


def test_another_course_of_the_exercise_is_noticed(where: Path) -> None:
    """An older copy that was played on is accepted, although seats hold receipts for other records."""
    old = where.read_bytes()
    kept = trail.beside(where).read_bytes()
    opened = journal.resume(where)
    opened.append([Entry(50, "received", 2, b"{}", Receipted(3, "blue.army"))])
    opened.close()
    told = trail.beside(where).read_bytes()
    where.write_bytes(old)
    trail.beside(where).write_bytes(kept)
    opened = journal.resume(where)
    opened.append(ENTRIES[:2])
    opened.close()
    trail.beside(where).write_bytes(told)
    assert "from record 41 on, its trail has other records. In doubt: 1 receipt (table 2" in refusal(where)
    given_up = salvage.give_up(where, Loss(), lambda at, _: [Entry(at, "resumed", 0, b"{}")])
    assert [slot.receipt for slot in given_up.slots] == [Receipted(3, "blue.army")]
    assert len(read(where)) == 43


def test_a_file_that_would_spoil_its_records_is_not_written(where: Path) -> None:
    """Every record can be read, but the next one overwrites another."""
    data = bytearray(where.read_bytes())
    leaf = max(start for start in range(4096, len(data), 4096) if data[start] == 0x0D)
    data[leaf + 5 : leaf + 7] = (int.from_bytes(data[leaf + 5 : leaf + 7]) + 300).to_bytes(2)
    where.write_bytes(data)
    assert "every record is whole, but its pages are damaged. In doubt: no record" in refusal(where)
    assert salvage.give_up(where, Loss(), lambda at, _: [Entry(at, "resumed", 0, b"{}")]) == Loss()
    assert len(read(where)) == 41


def test_the_trail_of_another_exercise_is_not_written_over(where: Path, tmp_path: Path) -> None:
    """A file put beside another exercise's trail destroys it."""
    other = tmp_path / "other" / "exercise.warcouncil"
    other.parent.mkdir()
    journal.create(other, Papers("Other", "q" * 40, "t" * 40, b"\x02" * 32)).close()
    trail.beside(where).write_bytes(trail.beside(other).read_bytes())
    with pytest.raises(JournalError, match=r"closed in order, but its trail .* Move .*-trail away"):
        read(where)
    where.unlink()
    with pytest.raises(JournalError, match="this file belongs to another exercise"):
        journal.create(where, PAPERS)


def test_a_damaged_trail_harms_nothing(where: Path) -> None:
    """A trail whose slots cannot be read stops a whole exercise, or stays damaged."""
    told = trail.beside(killed(where))
    size = told.stat().st_size
    told.write_bytes(bytes(SLOT_BYTES * 3) + told.read_bytes()[SLOT_BYTES * 3 :])
    opened = journal.resume(where)
    opened.append(ENTRIES[:1])
    opened.close()
    assert told.stat().st_size == size + SLOT_BYTES
    found = trail.read(told, opened.papers.origin)
    assert found
    assert [slot.seq for slot in found.slots(1)] == list(range(1, 47))
    assert stat.S_IMODE(told.stat().st_mode) == (0o600 if os.name == "posix" else 0o666)


def _swapped(slots: list[bytes]) -> list[bytes]:
    return [*slots[:20], slots[21], slots[20], *slots[22:]]


def _cut_out(slots: list[bytes]) -> list[bytes]:
    return [*slots[:20], *slots[21:], slots[-1]]


def _doubled(slots: list[bytes]) -> list[bytes]:
    return [*slots[:20], slots[19], *slots[21:]]


@pytest.mark.parametrize("shuffled", [_swapped, _cut_out, _doubled])
def test_a_slot_at_the_place_of_another_is_not_taken_for_it(
    where: Path, shuffled: Callable[[list[bytes]], list[bytes]]
) -> None:
    """A slot at a wrong place counts as proof of a record that it does not know, and stops a complete exercise."""
    told = trail.beside(where)
    data = told.read_bytes()
    slots = [data[start : start + SLOT_BYTES] for start in range(0, len(data), SLOT_BYTES)]
    told.write_bytes(b"".join(shuffled(slots)))
    assert len(read(where)) == 40
    opened = journal.resume(where)
    opened.append(ENTRIES[:1])
    opened.close()
    assert told.read_bytes()[: len(data)] == data


def test_a_file_of_the_same_length_with_another_course_is_noticed(where: Path) -> None:
    """Of two copies that were both played on, one replaces the other although seats hold receipts of the other.

    The numbers of records, the lengths and each file's own chain agree. Only the trail's chain values differ.
    """
    old, kept = where.read_bytes(), trail.beside(where).read_bytes()
    told: list[bytes] = []
    for body in (b'{"n":1}', b'{"n":2}'):
        where.write_bytes(old)
        trail.beside(where).write_bytes(kept)
        opened = journal.resume(where)
        opened.append([Entry(50, "received", 2, body, Receipted(3, "blue.army"))])
        opened.close()
        assert len(read(where)) == 41
        told.append(trail.beside(where).read_bytes())
    trail.beside(where).write_bytes(told[0])
    said = refusal(where)
    assert "from record 41 on, its trail has other records. In doubt: 1 receipt (table 2 question 3" in said


def test_a_mark_that_does_not_fit_the_records_is_noticed(where: Path) -> None:
    """The next record is chained to one that never existed, and all later records are lost at the next
    resume.
    """
    mark = bytes(32)
    spoil(
        where,
        f"UPDATE warcouncil_exercise SET last_chain = x'{mark.hex()}', closed = x'{closing_mark(mark).hex()}'",
    )
    assert "record 41 is damaged or missing. In doubt: no record" in refusal(where)


def test_a_trail_that_cannot_be_written_fences_the_journal(
    where: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A receipt is sent that only the log can prove."""
    opened = journal.resume(where)
    opened.append(ENTRIES[:1])
    monkeypatch.setattr(os, "write", lambda file, data: len(data) // 2)
    with pytest.raises(JournalFenced, match="the disk is full"):
        opened.append(ENTRIES[:1])
    monkeypatch.undo()
    opened.close()
    assert len(read(where)) == 42


def test_a_log_is_read_as_sqlite_reads_it(where: Path) -> None:
    """A log is called damaged that SQLite reads completely, or the other way round."""
    log = write_ahead_log.beside(killed(where))
    data = log.read_bytes()
    assert write_ahead_log.scan(log) == write_ahead_log.Log(is_there=True)
    seen = []
    for start in range(32, len(data), 24 + 4096):
        flipped = bytearray(data)
        flipped[start + 30] ^= 1
        log.write_bytes(flipped)
        seen.append(write_ahead_log.scan(log).behind)
    assert seen[0] > seen[-1] > 0
    assert seen == sorted(seen, reverse=True)
    log.write_bytes(b"\0" + data[1:])
    assert not write_ahead_log.scan(log).is_readable


def test_a_log_that_was_kept_comes_back(where: Path) -> None:
    """A second kill, while the journal of the first is being released, deletes the log."""
    log = write_ahead_log.beside(killed(where))
    log.rename(log.with_name(log.name + ".kept"))
    assert len(read(where)) == 45
