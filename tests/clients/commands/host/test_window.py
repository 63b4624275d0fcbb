"""The window of a host: a key hides the codes, the room is shown at every size, and it cannot be stopped by
mistake.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len
from warcouncil.clients.commands.host import standby
from warcouncil.clients.commands.host import window as host_window
from warcouncil.clients.commands.host.window import HostFacts, TableRow, status_lines
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.room.doctor.network import reach

from tests.clients.commands.host.test_host import COMMAND
from tests.profile import games

ROW = TableRow("1  West", "Turn 3 · Council of war", "Council of war", "1:20", 8, 10)
FACTS = HostFacts(
    exercise="Morning",
    addresses="192.0.2.1   or   192.0.2.2:5281",
    file="morning.warcouncil",
    rows=(ROW, replace(ROW, name="2  East", clock="over", linked=10)),
    up_ms=754_000,
    written_ms=3000,
    file_mb=1.25,
    free_mb=12_700,
)
CODE = re.compile(rb"[0-9A-Z]{3}-[0-9A-Z]{4}-[0-9A-Z]{4}")


def test_the_window_shows_the_room() -> None:
    """The host must open a console to see whether people have joined, or whether the disk is full."""
    assert status_lines(FACTS, 80, 24) == [
        "Morning · 18 of 20 seats connected                             running for 12:34",
        "Address   192.0.2.1   or   192.0.2.2:5281",
        "",
        "1  West  Turn 3 · Council of war  1:20   8/10",
        "2  East  Turn 3 · Council of war  over  10/10",
        "",
        "File      morning.warcouncil   1.2 MB   written 3 s ago",
        "Disk      12.4 GB free",
        "",
        "c  show codes     q  stop",
    ]


def test_the_address_for_browsers_is_shown_with_its_fingerprint() -> None:
    """A host cannot answer a guest who asks about the warning of the browser."""
    web = ("Browsers  https://192.0.2.1:5282", "          SHA-256   AB12", "                    CD34")
    large = status_lines(replace(FACTS, web=web), 80, 24)
    assert large[2:6] == [*web, ""]
    small = status_lines(replace(FACTS, web=web), 80, 12)
    assert (small[2], small[-1]) == (web[0], "c  show codes     q  stop")


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (20, 5), (200, 60)])
@pytest.mark.parametrize("tables", [1, 100])
def test_it_fits_every_window(size: tuple[int, int], tables: int) -> None:
    """Longer lines push the first ones out, and with them the question whether to stop."""
    rows = tuple(replace(ROW, name=f"{n}  Table 棋局 {n}") for n in range(1, tables + 1))
    lines = status_lines(replace(FACTS, rows=rows, news="event=started"), *size)
    assert len(lines) <= size[1]
    assert max(cell_len(line) for line in lines) <= size[0]


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        (host_window.WHICH, "yh"),
        (host_window.HAND, "y"),
        (host_window.SURE, "y"),
        (standby.LEAD, "y"),
        (standby.SURE, "y"),
    ],
)
def test_a_question_names_its_keys_in_a_narrow_window_whatever_the_standby_is_called(
    question: str, keys: str
) -> None:
    """A host is asked whether to hand over, but the keys are cut off."""
    last = status_lines(FACTS, 79, 24, question.format("a machine with quite a long name"))[-1]
    assert all(re.search(rf"   {key}  \w", last) for key in keys), last


def test_where_a_title_is_too_long_the_phase_is_named_whole() -> None:
    """ "Pakistan chooses: Friends of All Weathers" is cut, while columns beside it are empty."""
    title = "Turn 1 · Pakistan chooses: Friends of All Weathers"
    long = replace(ROW, name="2  South Asia · Kashmir Crisis", title=title, phase="Event choice")
    facts = replace(FACTS, rows=(ROW, long))
    assert "Event choice  " in status_lines(facts, 80, 24)[4]
    assert f"{title}  1:20" in status_lines(facts, 100, 24)[4]
    assert "…" not in "".join(status_lines(facts, 80, 24) + status_lines(facts, 100, 24))


def test_tables_that_are_over_give_way_to_those_that_are_played() -> None:
    """Of a hundred tables the window shows the finished ones."""
    over = tuple(replace(ROW, name=f"{n}  Done", clock="over") for n in range(1, 40))
    lines = status_lines(replace(FACTS, rows=(*over, replace(ROW, name="40  Late"))), 80, 24)
    assert lines[3].startswith("40  Late")
    assert [line for line in lines if re.fullmatch(r"and \d+ tables more", line)]


def test_a_full_disk_and_a_line_of_the_log_are_shown() -> None:
    """The first answer that cannot be kept ends the exercise in front of the room."""
    lines = status_lines(replace(FACTS, free_mb=40, news="level=error event=wall"), 80, 24)
    assert "Disk      40 MB free. Delete files: on a full disk no answer can be sealed" in lines
    assert "Log       level=error event=wall" in lines


def test_an_unknown_value_is_left_out() -> None:
    """A database elsewhere has no size, and its disk is not ours."""
    lines = status_lines(replace(FACTS, file_mb=None, written_ms=None, free_mb=None), 80, 24)
    assert "File      morning.warcouncil" in lines
    assert not [line for line in lines if line.startswith("Disk")]


if sys.platform == "linux":
    from tests.clients.commands.windows import PATIENCE_SECONDS, Window, ended, window

    def host(file: Path, *more: str) -> list[str]:
        """Return the command of a host on loopback."""
        where = ["--bind", "127.0.0.1", "--port", "0", "--file", str(file)]
        return [*COMMAND, "host", "kartenspiel", *where, "--no-announce", *more]

    def shown(opened: Window, keys: bytes, wanted: bytes) -> bytes:
        """Type a key, and return the output from then on until a text appears."""
        opened.shown = b""
        opened.type(keys)
        opened.until(wanted)
        return opened.shown

    def test_a_key_hides_the_codes_and_a_stop_needs_a_confirmation(tmp_path: Path) -> None:
        """The umpire's code is on the laptop that feeds the projector, and one key ends the morning."""
        file = tmp_path / "x.warcouncil"
        with window(*host(file)) as opened:
            opened.until(b"Enter hides the codes")
            assert len(CODE.findall(opened.shown)) == 12
            status = shown(opened, b"\n", b"0 of 10 seats connected")
            assert not CODE.findall(status)
            assert b"\x1b[3J" in status  # what has scrolled out of the window is hidden too
            assert len(CODE.findall(shown(opened, b"c", b"Enter hides the codes"))) == 12
            shown(opened, b"\n", b"seats connected")
            shown(opened, b"q", b"Stop the exercise?")
            opened.wait_out_the_guard()
            shown(opened, b"n", b"c  show codes")
            shown(opened, b"\x03", b"Stop the exercise?")
            assert opened.process.poll() is None
            opened.wait_out_the_guard()
            last = shown(opened, b"y", b"altered).")
            for does in ("host --resume", "debrief", "replay"):
                assert f" warcouncil {does} {file}\r\n".encode() in last, "copied, a line at a time"
            assert opened.process.wait(PATIENCE_SECONDS) == 0
        assert not Path(f"{file}-wal").exists()  # it was closed in order

    @pytest.mark.parametrize("keys", [b"\x03", b"qy"], ids=["ctrl-c", "letters"])
    def test_a_question_takes_no_answer_in_its_first_moment(tmp_path: Path, keys: bytes) -> None:
        """If this fails, a host that presses Ctrl-C twice to copy the address ends the exercise for all."""
        with window(*host(tmp_path / "x.warcouncil")) as opened:
            opened.until(b"Enter hides the codes")
            shown(opened, b"\n", b"seats connected")
            for _ in range(4):  # the second press, and a key that is held
                opened.type(keys)
                opened.wait(0.15)
            opened.wait_out_the_guard()
            assert opened.process.poll() is None
            assert b"Stopped" not in opened.shown
            assert b"Stop the exercise?" in opened.shown
            shown(opened, b"y", b"Stopped")

    def test_the_address_is_below_the_codes_whatever_their_number(tmp_path: Path) -> None:
        """Two tables' codes fill a window of thirty lines, and the address, which all must type, scrolls out
        at the top.
        """
        with window(*host(tmp_path / "x.warcouncil", "--tables", "2")) as opened:
            for _ in range(2):  # as it begins, and when the codes are asked for again
                opened.until(b"Enter hides the codes")
                below = opened.shown.rpartition(b"Black corps IV ")[2]
                assert b"Address   127.0.0.1:" in below
                assert b"warcouncil join" in below
                opened.type(b"\n")
                opened.until(b"seats connected")
                opened.shown = b""
                opened.type(b"c")

    def test_a_window_that_is_closed_stops_the_exercise_in_order(tmp_path: Path) -> None:
        """An invisible arbiter holds the file, and the next one is refused."""
        file = tmp_path / "x.warcouncil"
        with window(*host(file)) as opened:
            opened.until(b"Enter hides the codes")
            inmates = opened.inmates()
            opened.close()
            assert ended(inmates) == []
        assert not Path(f"{file}-wal").exists()

    def test_a_stop_in_the_window_sends_a_farewell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Every seat looks for an arbiter that was stopped, because only a host without a window sent a
        farewell.
        """
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        with window(*host(tmp_path / "x.warcouncil")) as opened:
            opened.until(b"Enter hides the codes")
            found = re.search(rb"Address +(127\.0\.0\.1:\d+)", opened.shown)
            code = re.search(rb"Red army commander +([0-9A-Z-]+)", opened.shown)
            assert found
            assert code
            with window(*COMMAND, "join", "--plain", found[1].decode(), code[1].decode()) as seat:
                seat.until(b"Nothing is dealt yet.")
                shown(opened, b"q", b"Stop the exercise?")
                opened.wait_out_the_guard()
                opened.type(b"y")
                seat.until(b"The umpire has ended the exercise.")

    @pytest.mark.parametrize("keys", [b"\n", b""][: games(1, 2)], ids=["status", "codes"][: games(1, 2)])
    def test_a_host_that_ignores_hang_ups_runs_on(tmp_path: Path, keys: bytes) -> None:
        """An exercise that should outlive its terminal ends, hangs, or takes a whole core."""
        file = tmp_path / "x.warcouncil"
        with window(*host(file), hearing="deaf") as opened:
            opened.until(b"Enter hides the codes")
            found = re.search(rb"Address +127\.0\.0\.1:(\d+)", opened.shown)
            assert found
            if keys:
                shown(opened, keys, b"seats connected")
            inmates = opened.inmates()
            opened.close()
            where = Address("127.0.0.1", int(found[1]))
            assert all(reach(where, "it").fine for _ in range(3))
            os.kill(opened.process.pid, signal.SIGTERM)
            assert ended(inmates) == []
            assert opened.process.wait(PATIENCE_SECONDS) == 0
        assert not Path(f"{file}-wal").exists()
