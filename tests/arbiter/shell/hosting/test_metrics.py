"""The page of metrics: on this machine alone, bounded, true, and no danger to the arbiter that it tells of."""

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


async def test_it_tells_how_the_arbiter_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks after the room from afar would see a curve that has nothing to do with it."""
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


async def test_to_ask_often_tells_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """T38: whoever asks a hundred times a second would see in which moment somebody sealed."""
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
def test_only_who_asks_this_machine_for_this_page_is_answered(request_: bytes, status: int) -> None:
    """A page of elsewhere that leads its own name to 127.0.0.1 would read in the host's browser how the exercise goes."""
    head = request_.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
    assert (refusal(head) or 200) == status


@given(st.binary(max_size=200), st.sampled_from([b"", LINE, LINE + b"Host: "]))
def test_whatever_comes_is_answered_or_refused(rest: bytes, first: bytes) -> None:
    """Any program that is pointed at the wrong port would fill the log of the host."""
    assert refusal(first + rest + b"\r\n\r\n") in (None, 400, 403, 404, 405)
    if not first:
        assert refusal(rest + b"\r\n\r\n") is not None


async def test_a_refusal_is_one_line_and_costs_no_look(tmp_path: Path) -> None:
    """Whoever mistyped the address would get an empty page, and whoever may not look would find out when somebody does."""
    async with arbiter(tmp_path / "exercise.warcouncil", metrics_port=0) as running:
        port = running.metrics_port
        status, headers, text = await answered(port, LINE + b"Host: rebound.example\r\n\r\n")
        assert (status, text) == (403, "Only who asks for 127.0.0.1, localhost or [::1] is answered.\n")
        assert headers["X-Content-Type-Options"] == "nosniff"
        status, headers, text = await answered(port, b"PUT /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert (status, headers["Allow"], text.count("\n")) == (405, "GET", 1)
        assert (await answered(port, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))[0] == 404
        assert (await answered(port))[0] == 200


# --- what is bounded --------------------------------------------------------------------------------------------------


async def test_what_is_too_long_or_too_slow_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that writes without end, or never to an end, would keep memory and connections of the arbiter's process."""
    async with arbiter(tmp_path / "exercise.warcouncil", metrics_port=0) as running:
        monkeypatch.setattr(metrics, "VISIT_SECONDS", 3600.0)
        long = LINE + b"Host: localhost\r\nX: " + b"a" * 4 * HEAD_BYTES_MAX
        assert await answered(running.metrics_port, long) == (0, {}, "")
        monkeypatch.setattr(metrics, "VISIT_SECONDS", 0.3)
        assert await answered(running.metrics_port, LINE) == (0, {}, "")
        monkeypatch.setattr(metrics, "VISIT_SECONDS", 3600.0)
        assert (await answered(running.metrics_port))[0] == 200


async def test_so_many_visits_there_are_at_a_time_and_no_more(tmp_path: Path) -> None:
    """Connections that somebody forgot would pile up until the arbiter's process has no descriptor left for a seat."""
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
    """Anybody in the room could see when the journal grows, on his phone."""
    async with arbiter(tmp_path / "exercise.warcouncil", metrics_port=0) as running:
        port = running.metrics_port
        for host in ("127.0.0.2", _own_address()):
            with pytest.raises(OSError, match=r"."), socket.create_connection((host, port), timeout=1):
                pass
        assert (await answered(port))[0] == 200


def _own_address() -> str:
    """Give the address by which others would reach this machine; where it has none, one that is loopback too."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # says nothing to anybody
        except OSError:
            return "127.0.0.3"
        found = str(probe.getsockname()[0])
        return found if found != "127.0.0.1" else "127.0.0.3"


# --- no danger to the arbiter -----------------------------------------------------------------------------------------


async def test_a_fault_in_reading_costs_an_answer_and_not_the_exercise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four hundred people would lose their arbiter because somebody looked at a curve."""
    async with arbiter(tmp_path / "exercise.warcouncil", metrics_port=0) as running:
        with monkeypatch.context() as patch:
            patch.setattr(running.service, "counts", dict)
            status, _, text = await answered(running.metrics_port)
            assert (status, text) == (500, "The arbiter could not tell; its log says why.\n")
        assert "the metrics could not be told" in running.log.getvalue()
        assert "KeyError" in running.log.getvalue()
        assert (await answered(running.metrics_port))[0] == 200
        assert not running.done.done()


async def test_an_arbiter_that_stands_still_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks in that moment would hang with it, and be told of the hour in which it hung as if all had been well."""
    async with arbiter(tmp_path / "exercise.warcouncil", metrics_port=0) as running:
        with ThreadPoolExecutor(1) as elsewhere:
            monkeypatch.setattr(metrics, "VISIT_SECONDS", 0.3)
            asked = elsewhere.submit(asyncio.run, answered(running.metrics_port))
            assert asked.result() == (0, {}, ""), "while this waits, the arbiter's loop stands still"
        assert not running.done.done()


async def test_it_ends_with_the_arbiter_whoever_is_there(tmp_path: Path) -> None:
    """The next arbiter could not have its port; or Ctrl-C would wait for somebody who says nothing."""
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


async def test_a_port_that_is_taken_is_refused_before_anybody_is_told_of_the_exercise(tmp_path: Path) -> None:
    """The host would believe that it is watched; or the exercise run on, half begun, behind an error."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = rf"^port {port} is in use on 127\.0\.0\.1; stop the other program or give another --metrics$"
        with pytest.raises(MetricsTaken, match=said):
            async with arbiter(tmp_path / "exercise.warcouncil", metrics_port=port):
                pass
    async with arbiter(tmp_path / "exercise.warcouncil", resume=True, metrics_port=port):
        pass


async def test_whoever_takes_a_room_over_does_without_the_port_if_it_must(tmp_path: Path) -> None:
    """A standby would not lead, and a room be lost, because some program took a port that no seat needs."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        async with arbiter(tmp_path / "exercise.warcouncil", metrics_port=port, seats_first=True) as running:
            assert running.metrics_port == 0
            assert "no metrics" in running.log.getvalue()
            await running.seated(RED_ARMY)


async def test_nobody_listens_unless_it_is_asked_for(tmp_path: Path) -> None:
    """Every host would have one more port open, of which nobody knows."""
    async with arbiter(tmp_path / "exercise.warcouncil") as running:
        assert running.metrics_port == 0
        assert [one.name for one in threading.enumerate() if one.name == "metrics"] == []
