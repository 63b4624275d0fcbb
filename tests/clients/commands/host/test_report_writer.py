"""The report writer of a host: a process beside the arbiter, one debrief at a time, also when the host is
stopped.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from queue import Queue

import psutil  # type: ignore[import-untyped]  # it comes without types
import pytest
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.judging import analysis
from warcouncil.clients.commands.host.report_writer import CUT_SHORT, ChildReportWriter
from warcouncil.protocol.wire.consoles import Debriefing

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import keep
from tests.clients.commands.folders import names_in
from tests.clients.commands.sight import in_sight
from tests.waiting import wait_until_true

PATIENCE_SECONDS = 120


@pytest.fixture
def file(file: Path) -> Path:
    """An exercise with the beginning of an analysis that needs little work."""
    return begun(file, playouts=2)


@pytest.fixture
def long(room: Room, tmp_path: Path) -> Path:
    """An exercise with the beginning of an analysis that takes hours."""
    return begun(keep(tmp_path / "long.warcouncil", room.journal), playouts=100_000)


def begun(file: Path, playouts: int) -> Path:
    """Begin an analysis beside a file."""
    with open_record(file) as record:
        accounts = gather(record)
        basis = analysis.basis_of(record.began.exercise, accounts.values(), seed="0", playouts=playouts)
    analysis.Findings(analysis.beside(file), basis)
    return file


class Ear:
    """Records the progress of the report writer."""

    def __init__(self) -> None:
        self.news: Queue[Debriefing] = Queue()

    def __call__(self, news: Debriefing) -> None:
        self.news.put(news)

    def until(self, *states: str) -> Debriefing:
        """Wait until a condition holds."""
        while True:
            news = self.news.get(timeout=PATIENCE_SECONDS)
            if news.state in states:
                return news


def pages(folder: Path) -> list[str]:
    """Return the pages that a debrief has left in a folder, complete or partial."""
    return [name for name in names_in(folder) if "debrief" in name]


def started(file: Path) -> subprocess.Popen[str]:
    """Start the process that writes, as the host does."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "warcouncil.clients.commands.afterwards.report_process", str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_process_of_its_own_writes_everything_and_a_host_that_stops_waits_for_it(file: Path) -> None:
    """The arbiter stops while the report is drawn.

    Or a host who stops it right after the key has no debrief, and does not know it.
    """
    ear, writer, said = Ear(), ChildReportWriter(file), list[str]()
    writer.write(ear)
    writer.write(ear)  # a second key is no second debrief
    writer.finish(said.append)
    assert "still being written" in said[0]
    assert str(file.parent / "jena-debrief") in said[1]
    assert pages(file.parent) == ["jena-debrief"]
    assert not writer.writes
    done = ear.until("written", "failed")
    assert done.text.startswith(str(file.parent / "jena-debrief"))
    assert "nothing is false" in done.text
    assert done.text.endswith("with the analysis")


def cut_short(file: Path) -> bool:
    """Order a quick end once, and return whether the debrief was cut short. On a busy machine it may have been
    done before.
    """
    before = pages(file.parent)
    ear, writer, said = Ear(), ChildReportWriter(file), list[str]()
    writer.write(ear)
    ear.until("writing")

    def hurried(text: str) -> None:
        said.append(text)
        if len(said) == 1:
            raise KeyboardInterrupt

    writer.finish(hurried)
    assert not writer.writes
    fresh = {*pages(file.parent)} - {*before}
    was_cut = "No part of it was kept" in said[1]
    assert fresh == set() if was_cut else all(str(file.parent / name) in said[1] for name in fresh)
    return was_cut


def test_an_interrupted_debrief_leaves_no_partial_files(file: Path) -> None:
    """Ctrl-C is ignored, or leaves half a folder of secrets."""
    assert any(cut_short(file) for _ in range(5))


def test_the_process_does_not_outlive_a_host_that_was_killed(file: Path) -> None:
    """An unknown process goes on, and writes secrets to a disk that is being cleared.

    Or the list of processes shows a key.
    """
    with started(file) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        assert json.loads(child.stdout.readline())["state"] == "writing"
        with open_record(file) as record:
            keys = record.papers.curve_secret, record.papers.signing_seed.hex(), record.began.tables[0].seed
        assert in_sight([child.pid], keys) == []
        child.stdin.close()
        child.stdout.close()
        assert child.wait(PATIENCE_SECONDS) != 0
    assert pages(file.parent) == []


def test_a_new_debrief_ends_the_analysis_of_the_one_before(long: Path) -> None:
    """If this fails, a second key is refused for an hour, or two analyses share the processors of a room that plays."""
    ear, writer, said = Ear(), ChildReportWriter(long), list[str]()
    writer.write(ear)
    assert ear.until("analysing", "failed").text.startswith(str(long.parent / "long-debrief:"))
    writer.write(ear)
    again = ear.until("analysing", "written", "failed")
    while again.text.startswith(str(long.parent / "long-debrief:")):  # heard before the second key
        again = ear.until("analysing", "written", "failed")
    assert again.state == "analysing"
    assert again.text.startswith(str(long.parent / "long-debrief-2:"))

    def hurried(text: str) -> None:
        said.append(text)
        if len(said) == 1:
            raise KeyboardInterrupt

    writer.finish(hurried)
    assert "the analysis still runs" in said[0]
    assert f"The debrief is in {long.parent / 'long-debrief-2'}" in said[1]
    assert "Its analysis stopped at 0 %" in said[1]
    assert pages(long.parent) == ["long-debrief", "long-debrief-2"]
    assert ear.until("written", "failed").text in said[1]


@pytest.mark.parametrize("killed", [False, True])
def test_the_workers_of_an_analysis_end_with_its_process(long: Path, *, killed: bool) -> None:
    """If this fails, a machine computes for hours after the exercise, and no window shows why."""
    with started(long) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        while json.loads(child.stdout.readline())["state"] != "analysing":
            pass
        its = psutil.Process(child.pid)
        workers = wait_until_true(lambda: its.children(recursive=True), "workers")
        if killed:
            child.kill()
        child.stdin.close()
        assert child.wait(PATIENCE_SECONDS) != 0
        assert psutil.wait_procs(workers, PATIENCE_SECONDS)[1] == []
    assert pages(long.parent) == ["long-debrief"]
    assert names_in(long.parent / "long-debrief") == ["debrief.html", "tables", "verification.txt"]


def test_the_process_ends_well_when_it_is_done(file: Path) -> None:
    """The system stores a memory dump with every secret, as for a process that crashed."""
    with started(file) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        assert json.loads([*child.stdout][-1])["state"] == "written"
        assert child.wait(PATIENCE_SECONDS) == 0
        assert child.stderr.read() == ""


def test_a_failed_report_is_one_line(tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wall shows no progress for ever, or a traceback."""
    ear = Ear()
    ChildReportWriter(tmp_path / "gone").write(ear)
    failed = ear.until("failed")
    assert "no such file" in failed.text
    assert "\n" not in failed.text
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no python"))
    ChildReportWriter(file).write(ear)
    assert "The report writer could not be started" in ear.until("failed").text
    monkeypatch.setattr(sys, "executable", "true")
    if os.name == "posix":  # a process that says nothing and ends
        ChildReportWriter(file).write(ear)
        assert ear.until("failed") == CUT_SHORT
