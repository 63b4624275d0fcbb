"""The page of metrics. It is for this machine only, its size is limited, its values are true, and it does not
disturb the arbiter.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from warcouncil.arbiter.shell.hosting import metrics
from warcouncil.arbiter.shell.hosting.metrics import HEAD_BYTES_MAX, VISITS_MAX, MetricsTaken, refusal
from warcouncil.protocol.wire.consoles import Wall
from warcouncil.protocol.wire.replies import Receipt

from tests.arbiter.shell.running import RED_ARMY, arbiter, suggested, until
from tests.arbiter.shell.scrape import PATIENCE_SECONDS, answered, scraped

LINE = b"GET /metrics HTTP/1.1\r\n"


# --- what is answered -------------------------------------------------------------------------------------------------


async def test_it_shows_the_state_of_the_arbiter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A remote operator sees a curve that has nothing to do with the room."""
    monkeypatch.setattr(metrics, "STEP_SECONDS", 0.0)
    async with arbiter(tmp_path / "exercise.warcouncil", tables=2, metrics_port=0) as running:
        seat, view = await running.seated(RED_ARMY)
        await until(running.link(running.ticket("")), Wall)
        first = await scraped(running.metrics_port)
        assert first["warcouncil_tables{state=running}"] == 2
        assert first["warcouncil_seats"] == 20
        assert first["warcouncil_links{role=seat}"] == first["warcouncil_links{role=console}"] == 1
        assert first["warcouncil_leads"] == 1
        seat.send(suggested(view))
        await until(seat, Receipt)
        second = await scraped(running.metrics_port)
        assert second["warcouncil_messages_received_total"] > first["warcouncil_messages_received_total"]
        assert second["warcouncil_journal_records_total"] > first["warcouncil_journal_records_total"]
        assert second["warcouncil_commit_seconds_count"] > first["warcouncil_commit_seconds_count"]
        assert second["warcouncil_tick_lag_seconds_count"] >= first["warcouncil_tick_lag_seconds_count"] > 0
        assert running.log.getvalue().count("level=error") == 0


async def test_frequent_requests_reveal_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """T38: a visitor who asks a hundred times a second sees the moment in which a seat sealed."""
    async with arbiter(tmp_path / "exercise.warcouncil", metrics_port=0) as running:
        seat, view = await running.seated(RED_ARMY)
        monkeypatch.setattr(metrics, "STEP_SECONDS", 3600.0)
        before = await answered(running.metrics_port)
        seat.send(suggested(view))
        await until(seat, Receipt)
        assert await answered(running.metrics_port) == before
        monkeypatch.setattr(metrics, "STEP_SECONDS", 0.0)
        assert await answered(running.metrics_port) != before


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (LINE + b"Host: 127.0.0.1:9\r\n\r\n", 200),
        (LINE + b"host:LOCALHOST\r\nAccept: */*\r\n\r\n", 200),
        (b"GET /metrics HTTP/1.0\r\nHost: [::1]:9280\r\n\r\n", 200),
        (LINE + b"Host: rebound.example:9280\r\n\r\n", 403),
        (LINE + b"Host: 127.0.0.1.example\r\n\r\n", 403),
        (LINE + b"Host: 192.168.1.20:9280\r\n\r\n", 403),
        (LINE + b"Host: 127.0.0.1\r\nHost: rebound.example\r\n\r\n", 403),
        (LINE + b"Host : 127.0.0.1\r\n\r\n", 403),
        (LINE + b"X-Host: 127.0.0.1\r\n\r\n", 403),
        (LINE + b"\r\n", 403),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
        (b"GET /metrics/../etc HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
        (b"GET http://rebound.example/metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
        (b"POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx", 405),
        (b"HEAD /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
        (b"\x16\x03\x01\x02\x00\r\n\r\n", 400),
        (b"GET /metrics\r\n\r\n", 400),
    ],
)
def test_only_a_request_to_this_machine_for_this_page_is_answered(request_: bytes, status: int) -> None:
    """A web site that resolves its own name to 127.0.0.1 reads the progress of the exercise in the host's
    browser.
    """
    head = request_.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
    assert (refusal(head) or 200) == status


@given(st.binary(max_size=200), st.sampled_from([b"", LINE, LINE + b"Host: "]))
def test_any_request_is_answered_or_refused(rest: bytes, first: bytes) -> None:
    """Any program that is pointed at the wrong port fills the log of the host."""
    assert refusal(first + rest + b"\r\n\r\n") in (None, 400, 403, 404, 405)
    if not first:
        assert refusal(rest + b"\r\n\r\n") is not None


async def test_a_refusal_is_one_line_and_costs_no_look(tmp_path: Path) -> None:
    """A user who mistyped the address gets an empty page, or a refused user learns the moment of a reading."""
    async with arbiter(tmp_path / "exercise.warcouncil", metrics_port=0) as running:
        port = running.metrics_port
        status, headers, text = await answered(port, LINE + b"Host: rebound.example\r\n\r\n")
        assert (status, text) == (403, "Only requests for 127.0.0.1, localhost or [::1] are answered.\n")
        assert headers["X-Content-Type-Options"] == "nosniff"
        status, headers, text = await answered(port, b"PUT /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert (status, headers["Allow"], text.count("\n")) == (405, "GET", 1)
        assert (await answered(port, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))[0] == 404
        assert (await answered(port))[0] == 200


# --- what is bounded --------------------------------------------------------------------------------------------------


async def test_a_request_that_is_too_long_or_too_slow_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that writes without end, or never completes its request, keeps memory and connections of the
    arbiter's process.
    """
    async with arbiter(tmp_path / "exercise.warcouncil", metrics_port=0) as running:
        monkeypatch.setattr(metrics, "VISIT_SECONDS", 3600.0)
        long = LINE + b"Host: localhost\r\nX: " + b"a" * 4 * HEAD_BYTES_MAX
        assert await answered(running.metrics_port, long) == (0, {}, "")
        monkeypatch.setattr(metrics, "VISIT_SECONDS", 0.3)
        assert await answered(running.metrics_port, LINE) == (0, {}, "")
        monkeypatch.setattr(metrics, "VISIT_SECONDS", 3600.0)
        assert (await answered(running.metrics_port))[0] == 200


async def test_concurrent_visits_are_limited(tmp_path: Path) -> None:
    """Forgotten connections pile up until the arbiter's process has no descriptor left for a seat."""
    async with arbiter(tmp_path / "exercise.warcouncil", metrics_port=0) as running:
        port = running.metrics_port
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(VISITS_MAX)]
        assert await answered(port) == (0, {}, "")
        for _, writer in silent:
            writer.close()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while (await answered(port))[0] != 200:
                pass


async def test_it_is_reached_from_this_machine_alone(tmp_path: Path) -> None:
    """Any person in the room can see on a phone when the journal grows."""
    async with arbiter(tmp_path / "exercise.warcouncil", metrics_port=0) as running:
        port = running.metrics_port
        for host in ("127.0.0.2", _own_address()):
            with pytest.raises(OSError, match=r"."), socket.create_connection((host, port), timeout=1):
                pass
        assert (await answered(port))[0] == 200


def _own_address() -> str:
    """Return the address by which others would reach this machine.

    Without one, return another loopback address.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
        except OSError:
            return "127.0.0.3"
        found = str(probe.getsockname()[0])
        return found if found != "127.0.0.1" else "127.0.0.3"


# --- no danger to the arbiter -----------------------------------------------------------------------------------------


async def test_a_fault_in_reading_costs_an_answer_and_not_the_exercise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four hundred people lose their arbiter because an operator looked at a curve."""
    async with arbiter(tmp_path / "exercise.warcouncil", metrics_port=0) as running:
        with monkeypatch.context() as patch:
            patch.setattr(running.service, "counts", dict)
            status, _, text = await answered(running.metrics_port)
            assert (status, text) == (500, "The metrics could not be made. The log of the host says why.\n")
        assert "the metrics could not be made" in running.log.getvalue()
        assert "KeyError" in running.log.getvalue()
        assert (await answered(running.metrics_port))[0] == 200
        assert not running.done.done()


async def test_a_blocked_arbiter_keeps_no_visitor_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A visitor hangs together with the arbiter, and the page hides the time in which it was blocked."""
    async with arbiter(tmp_path / "exercise.warcouncil", metrics_port=0) as running:
        with ThreadPoolExecutor(1) as elsewhere:
            monkeypatch.setattr(metrics, "VISIT_SECONDS", 0.3)
            asked = elsewhere.submit(asyncio.run, answered(running.metrics_port))
            assert asked.result() == (0, {}, ""), "while this waits, the arbiter's loop stands still"
        assert not running.done.done()


async def test_it_ends_with_the_arbiter_whatever_visitors_are_connected(tmp_path: Path) -> None:
    """The next arbiter cannot use its port, or Ctrl-C waits for a silent visitor."""
    async with arbiter(tmp_path / "exercise.warcouncil", metrics_port=0) as running:
        port = running.metrics_port
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert (await answered(port))[0] == 200
        assert await running.stop() == 0
        assert await reader.read() == b""
        writer.close()
        with pytest.raises(OSError, match=r"."):
            await asyncio.open_connection("127.0.0.1", port)
        assert "level=error" not in running.log.getvalue()
    assert [one.name for one in threading.enumerate() if one.name == "metrics"] == []
    async with arbiter(tmp_path / "exercise.warcouncil", resume=True, metrics_port=port) as running:
        assert running.metrics_port == port


# --- where it listens -------------------------------------------------------------------------------------------------


async def test_a_port_that_is_taken_is_refused_before_the_exercise_is_announced(tmp_path: Path) -> None:
    """The host believes that the exercise is monitored, or the exercise runs although its setup has failed."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = rf"^port {port} is in use on 127\.0\.0\.1\. Stop the other program or give another --metrics$"
        with pytest.raises(MetricsTaken, match=said):
            async with arbiter(tmp_path / "exercise.warcouncil", metrics_port=port):
                pass
    async with arbiter(tmp_path / "exercise.warcouncil", resume=True, metrics_port=port):
        pass


async def test_an_arbiter_that_takes_over_does_without_the_port_if_it_must(tmp_path: Path) -> None:
    """A program took a port that no seat needs. For this reason a standby does not lead, and a room is lost."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        async with arbiter(tmp_path / "exercise.warcouncil", metrics_port=port, seats_first=True) as running:
            assert running.metrics_port == 0
            assert "no metrics" in running.log.getvalue()
            await running.seated(RED_ARMY)


async def test_no_port_is_open_unless_it_is_asked_for(tmp_path: Path) -> None:
    """Every host has one more open port without knowing it."""
    async with arbiter(tmp_path / "exercise.warcouncil") as running:
        assert running.metrics_port == 0
        assert [one.name for one in threading.enumerate() if one.name == "metrics"] == []
