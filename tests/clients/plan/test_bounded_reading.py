"""The kind and the size of a file from outside are checked before it is read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from warcouncil.clients.link.base.bounded_files import read_bounded
from warcouncil.clients.plan.reading.check import check_file
from warcouncil.clients.plan.reading.inject_sheet import read_sheet
from warcouncil.clients.plan.text.option_text import TEXT_BYTES_MAX, BadInput, read_text
from warcouncil.clients.plan.text.roster import ROWS_MAX, TOO_MANY, read_roster
from warcouncil.clients.web.certificate import BadCertificate, _bytes

READERS = [lambda path: read_text(str(path)), read_sheet, _bytes, check_file]


@pytest.mark.parametrize("read", READERS, ids=["text", "sheet", "certificate", "plan"])
@pytest.mark.skipif(os.name != "posix", reason="Windows has neither of them in its file system")
def test_a_pipe_or_a_device_is_refused_at_once(read, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """If this fails, a command hangs for ever, or takes all memory of the host."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises((BadInput, BadCertificate)) as caught:
            read(path)
        assert str(path) in str(caught.value)


@pytest.mark.skipif(os.name != "posix", reason="needs /dev/zero")
@pytest.mark.parametrize("key", ['roster = "/dev/zero"', 'injects = "/dev/zero"'])
def test_a_plan_that_names_a_device_is_refused(key: str, tmp_path: Path) -> None:
    """If this fails, a plan from outside takes all memory of the host."""
    plan = tmp_path / "p.toml"
    plan.write_text(f'[exercise]\nname = "X"\nchance = "host"\n{key}\n[[tables]]\ngame = "escalate"\n')
    assert check_file(plan).faults


def test_the_size_is_looked_at_before_a_byte_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, a file of gigabytes is read before it is refused."""
    large = tmp_path / "large.toml"
    with large.open("wb") as file:
        file.truncate(TEXT_BYTES_MAX + 1)

    class NoReading:
        def __init__(self, number: int, _: str) -> None:
            self._number = number

        def __enter__(self) -> NoReading:
            return self

        def __exit__(self, *_: object) -> None:
            os.close(self._number)

        def fileno(self) -> int:
            return self._number

    monkeypatch.setattr("os.fdopen", NoReading)
    with pytest.raises(OSError, match="too large"):
        read_bounded(large, TEXT_BYTES_MAX)


def test_a_file_of_just_the_size_is_read(tmp_path: Path) -> None:
    """If this fails, the limit in the message is not the real limit."""
    (tmp_path / "x").write_bytes(b"1234")
    assert read_bounded(tmp_path / "x", 4) == b"1234"
    with pytest.raises(OSError, match="too large"):
        read_bounded(tmp_path / "x", 3)


def test_a_plan_of_many_tables_is_refused_soon(tmp_path: Path) -> None:
    """If this fails, a plan with 20,000 tables keeps `plan check` busy for a minute without a message."""
    plan = tmp_path / "plan.toml"
    plan.write_text('[exercise]\nname = "Many"\n' + '[[tables]]\ngame = "escalate"\n' * 20_000)
    checked = check_file(plan)
    assert checked.room is None
    said = [fault.text for fault in checked.faults]
    assert "[[tables]] is there 20000 times. Write it at most 10000 times" in said
    assert "there are more than 400 tables. Give at most 400" in said


def test_a_roster_of_many_rows_is_refused_soon() -> None:
    """If this fails, a roster with 2,000,000 rows keeps `plan check` busy for a minute without a message."""
    roster = read_roster("name\n" + "".join(f"P {number}\n" for number in range(200_000)), "people.csv")
    assert [(fault.line, fault.text) for fault in roster.faults] == [(ROWS_MAX + 2, TOO_MANY)]
