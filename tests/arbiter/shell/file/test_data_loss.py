"""No acknowledged record vanishes silently, whatever happens to an exercise file, its log and its trail."""

from __future__ import annotations

import sqlite3
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from warcouncil.arbiter.core.words.stimuli import STIMULUS, Received, Resumed
from warcouncil.arbiter.shell.base.entries import JournalError, closing_mark
from warcouncil.arbiter.shell.file.data_loss import JournalInDoubt
from warcouncil.arbiter.shell.file.trail import SLOT_BYTES
from warcouncil.arbiter.shell.service.opening import Opened, take_up
from warcouncil.protocol.wire.requests import Declare

from tests.arbiter.shell.damage import KINDS, PARTS, Damage, Files, Moment, Morning, Receipt, spoil
from tests.profile import games

FRAME_BYTES = 24 + 4096
MOMENT_MIN = 6


@pytest.fixture(scope="module")
def moments(tmp_path_factory: pytest.TempPathFactory) -> list[Moment]:
    """Return every moment of a morning at which its arbiter may be killed."""
    return Morning(tmp_path_factory.mktemp("morning") / "exercise.warcouncil").moments


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """Return the files of another exercise."""
    return Morning(tmp_path_factory.mktemp("other") / "exercise.warcouncil", "Another").moments[-2].files


@pytest.fixture
def where(tmp_path: Path) -> Path:
    """Return the path of an exercise file in its own folder."""
    (tmp_path / "here").mkdir()
    return tmp_path / "here" / "exercise.warcouncil"


def declared(opened: Opened) -> set[str]:
    """Return the ids of the declarations that a journal holds."""
    bodies = [STIMULUS.validate_json(row.body) for row in opened.journal.rows() if row.kind == "received"]
    return {body.body.id for body in bodies if isinstance(body, Received) and isinstance(body.body, Declare)}


def plain(files: Files, where: Path) -> tuple[int, bool]:
    """Return what SQLite alone reads from a file and its log: the number of records, and whether it was
    closed.
    """
    replace(files, trail=None).write(where)
    try:
        with sqlite3.connect(where) as database:
            row = database.execute("SELECT last_seq, last_chain, closed FROM warcouncil_exercise").fetchone()
        return int(row[0]), row[2] == closing_mark(row[1])
    except (sqlite3.Error, TypeError, ValueError):
        return -1, False
    finally:
        database.close()


def may_go_unseen(moment: Moment, damages: dict[str, Damage], files: Files, where: Path) -> bool:
    """Return whether all remaining data agrees on one earlier moment.

    Then only the receipts of the seats reveal the loss.
    """
    seq, is_closed = plain(files, where)
    if files.trail is None:
        return is_closed
    if -(-len(files.trail) // SLOT_BYTES) - 1 > seq:
        return False
    log = damages.get("log")
    in_place = log is not None and log.kind in ("flip", "zero", "double", "swap")
    behind = [end for end in moment.ends if log and end - FRAME_BYTES >= log.last]
    return not (in_place and len(behind) > 1)


def spoilt(moments: list[Moment], foreign: Files, chance: Random) -> tuple[Moment, dict[str, Damage], Files]:
    """Damage one, two or all of the files of some moment."""
    at = chance.randrange(MOMENT_MIN, len(moments))
    moment, older = moments[at], moments[chance.randrange(MOMENT_MIN, at + 1) - 1]
    damages: dict[str, Damage] = {}
    files = moment.files
    for part in chance.sample(PARTS, chance.choice((1, 1, 1, 2, 2, 3))):
        kind = chance.choice(KINDS)
        data = getattr(files, part)
        within = moment.ends[-1] if part == "log" and moment.ends and chance.random() < 0.7 else 1 << 40
        if kind in ("older", "foreign"):
            bytes_, damage = getattr(older.files if kind == "older" else foreign, part), Damage(kind)
        else:
            bytes_, damage = spoil(kind, data, within, chance)
        damages[part] = damage
        files = replace(files, **{part: bytes_})
    return moment, damages, files


def test_no_damage_goes_unseen(moments: list[Moment], foreign: Files, where: Path, tmp_path: Path) -> None:
    """A flipped bit, a cut, a stale or missing file removes declarations for which seats hold receipts."""
    seen: Counter[str] = Counter()
    aside = tmp_path / "aside" / "plain"
    aside.parent.mkdir()
    tried = games(30, 3000)
    for seed in range(tried):
        moment, damages, files = spoilt(moments, foreign, Random(seed))
        files.write(where)
        case = f"{seed}: {damages}"
        came_of_it = resumed(where, moment, case, trail=damages.get("trail"))
        seen[came_of_it] += 1
        if came_of_it == "silent":
            assert may_go_unseen(moment, damages, files, aside), case
    assert seen["refused"] > tried // 5
    assert seen["whole"] > tried // 10


def resumed(where: Path, moment: Moment, case: str, *, trail: Damage | None) -> str:
    """Resume, and return the result: refused, complete, or silent about a loss."""
    try:
        opened = take_up(where)
    except JournalError as refusal:
        said = str(refusal)
    else:
        lost = set(moment.told) - declared(opened)
        opened.journal.close()
        return "silent" if lost else "whole"
    assert "\n" not in said, case
    given_up(where, moment, case, is_short=trail is not None and trail.kind in ("cut", "older"))
    return "refused"


def given_up(where: Path, moment: Moment, case: str, *, is_short: bool) -> None:
    """Resume with an accepted loss, and check that the journal records every lost receipt.

    `is_short`: the trail has lost its end, and cannot name all.
    """
    before = {path.name for path in where.parent.iterdir()}
    try:
        opened = take_up(where, accept_loss=True)
    except JournalInDoubt as doubt:
        raise AssertionError(case) from doubt
    except JournalError:
        return  # nothing can be read, or another exercise's file must be moved away
    lost = [moment.told[one] for one in set(moment.told) - declared(opened)]
    rows = [row for row in opened.journal.rows() if row.kind == "resumed"]
    opened.journal.close()
    record = STIMULUS.validate_json(rows[-1].body)
    assert isinstance(record, Resumed)
    assert record.accepted, case
    named: Counter[Receipt] = Counter(
        {(one.table, one.gate, one.seat): one.records for one in record.lost if one.seat}
    )
    nameless = sum(one.records for one in record.lost if not one.table)
    unnamed = sum((Counter(lost) - named).values())
    assert is_short or record.is_open or unnamed <= nameless, (
        f"{case}: {unnamed} receipts are not accounted for"
    )
    for table in opened.exercise.tables.values():
        assert any("went on without" in line.words() for line in table.story.record), case
    assert before <= {path.name.replace(".damaged", "") for path in where.parent.iterdir()}, case
    take_up(where).journal.close()


def test_no_alarm_without_damage(moments: list[Moment], where: Path) -> None:
    """A room is warned of a loss after a plain kill, an orderly stop, or a power cut that cost no person
    anything.
    """
    for number, moment in [*enumerate(moments[2:])][:: games(8, 1)]:
        for files in (moment.files, *after_a_power_cut(moment, Random(number))):
            files.write(where)
            opened = take_up(where)
            assert set(moment.told) <= declared(opened)
            opened.journal.close()


def after_a_power_cut(moment: Moment, chance: Random) -> list[Files]:
    """Remove from a moment's files what was not synced: the end of the trail, and an unreported transaction."""
    files = moment.files
    found: list[Files] = []
    if files.trail and len(files.trail) > moment.synced:
        keep = chance.randrange(moment.synced, len(files.trail))
        found.append(replace(files, trail=files.trail[:keep]))
        found.append(replace(files, trail=files.trail[:keep] + bytes(len(files.trail) - keep)))
    if moment.is_untold and files.log:
        start, end = (32, *moment.ends)[-2:]
        place = chance.randrange(start, end)
        found.append(replace(files, log=files.log[:place]))
        found.append(replace(files, log=files.log[:place] + chance.randbytes(end - place) + files.log[end:]))
        found.append(replace(files, log=files.log[:start] + bytes(place - start) + files.log[place:]))
    return found
