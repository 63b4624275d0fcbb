"""Stopping a long command: the user reads what is left of it, and the system gets the right exit status."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner
from warcouncil.arbiter.record.judging import analysis
from warcouncil.clients.commands.cli import app
from warcouncil.clients.commands.common.errors import stoppable
from warcouncil.clients.debrief.draw import writing

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import keep
from tests.clients.commands.folders import names_in

HOW = pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
STATUS = {signal.SIGINT: 130, signal.SIGTERM: 143}


@pytest.fixture(autouse=True)
def unended() -> Iterator[None]:
    """Keep SIGTERM from ending a test, and check that its handler is restored."""

    def unheard(*_: object) -> None:
        """Ignore the signal. Workers do not start while another handler is set."""

    before = signal.signal(signal.SIGTERM, unheard)
    interrupted = signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # who runs in the background ignores it
    yield
    signal.signal(signal.SIGINT, interrupted)
    assert signal.signal(signal.SIGTERM, before) is unheard


def stopped_in(told: signal.Signals, do: Any) -> None:
    """Do a task that can be stopped, and stop it."""
    with stoppable(lambda: " in the middle"):
        do()
        signal.raise_signal(told)
        pytest.fail("it was not heard")


@HOW
def test_it_says_so_in_a_line_and_leaves_with_the_status_of_it(
    told: signal.Signals, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command ends without a message, and a script takes it for done, or for a fault."""
    with pytest.raises(typer.Exit) as left:
        stopped_in(told, lambda: None)
    assert left.value.exit_code == STATUS[told]
    assert capsys.readouterr().err == "warcouncil: stopped in the middle\n"


@pytest.mark.skipif(not hasattr(signal, "pause"), reason="nothing waits so for a signal there")
@HOW
def test_workers_end_at_once_where_they_are_left(told: signal.Signals) -> None:
    """A user who stops an analysis waits a silent minute for its workers.

    After SIGTERM, Python leaves a warning about leaked semaphores in the terminal.
    """
    in_hand: list[Future[None]] = []

    def begin_and_stop() -> None:
        with analysis.pool(1) as processes:
            assert processes.submit(os.getpid).result() != os.getpid()
            in_hand.append(processes.submit(signal.pause))
            signal.raise_signal(told)
            pytest.fail("it was not heard")

    with pytest.raises(typer.Exit) as left:
        stopped_in(told, begin_and_stop)
    assert left.value.exit_code == STATUS[told]
    assert in_hand[0].exception() is not None


@pytest.mark.parametrize(
    ("words", "step"),
    [
        (["verify", "jena"], "afterwards.verify.recorded"),
        (["export", "jena", "--out", "tables"], "afterwards.export.recorded"),
        (["debrief", "jena"], "afterwards.debrief.politely"),
        (["plan", "check", "jena.toml"], "before.plan.politely"),
        (["demo", "--headless"], "before.demo._plays"),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else "",
)
def test_a_command_that_says_nothing_itself_ends_with_a_line_too(
    words: list[str], step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a minute of work ends without a line, and the user does not know whether the key was noticed or
    the command failed.
    """

    def stops(*_: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(f"warcouncil.clients.commands.{step}", stops)
    said = CliRunner().invoke(app, words)
    assert (said.exit_code, said.stdout, said.stderr) == (130, "", "warcouncil: stopped\n")


@HOW
@pytest.mark.parametrize("whole", [0, 1])
def test_a_debrief_says_what_is_written_and_leaves_no_folder_where_nothing_is(
    told: signal.Signals, whole: int, room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tutor takes one page of three, or an empty folder, for the report."""
    file = keep(tmp_path / "jena", room.journal)
    out = tmp_path / "out"
    write = writing.write
    written: list[Path] = []

    def stops(path: Path, *page: Any) -> int:
        if len(written) == whole:
            signal.raise_signal(told)
        written.append(path)
        return write(path, *page)

    monkeypatch.setattr(writing, "write", stops)
    said = CliRunner().invoke(app, ["debrief", str(file), "--out", str(out), "--audience", "all"])
    assert said.exit_code == STATUS[told]
    what = f"these files are complete: {out / 'debrief.html'}" if whole else "nothing was written"
    assert (said.stdout, said.stderr) == ("", f"warcouncil: stopped; {what}\n")
    assert (names_in(out) if whole else out.exists()) == (["debrief.html"] if whole else False)
