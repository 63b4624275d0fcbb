"""The service: it records before it sends, keeps its times, and reports every fault."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections.abc import AsyncIterator
from io import StringIO
from pathlib import Path
from uuid import uuid4

import pytest
from structlog import BoundLogger
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.outcome import Send
from warcouncil.arbiter.shell.base.clock import STALL_MS, ExerciseClock
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.base.log import open_log
from warcouncil.arbiter.shell.hosting.gateways import GatewayPlace, WebGateway
from warcouncil.arbiter.shell.network import sockets
from warcouncil.arbiter.shell.service.opening import take_up
from warcouncil.arbiter.shell.service.service import EXIT_FENCED, FAREWELL_TEXT, MACHINE_STOPS_TEXT, Leave
from warcouncil.arbiter.shell.service.stand_ins import BotSeat
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.link.connect.link import Link
from warcouncil.protocol.acts.acts import EndNow, GiveBack, GiveToBot
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import Wall
from warcouncil.protocol.wire.replies import Alive, Done, Farewell, Receipt
from warcouncil.protocol.wire.requests import Beat, Resync, Rule
from warcouncil.protocol.words import SeatId, TableId

from tests.arbiter.shell.running import BLACK_ARMY, RED_ARMY, ROOT, Running, arbiter, suggested, until
from tests.arbiter.shell.service.test_journal import told


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Running]:
    """Run an arbiter with one table."""
    async with arbiter(tmp_path / "exercise.warcouncil") as up:
        yield up


async def umpire(running: Running) -> Link:
    """Start an umpire's link."""
    link = running.link(running.ticket(""))
    await until(link, Wall)
    return link


async def rule(link: Link, act: EndNow | GiveToBot | GiveBack) -> None:
    """Send an umpire's ruling at table 1."""
    link.send(Rule(id=uuid4().hex, table=TableId(1), act=act, reason="the test goes on"))
    await until(link, Done)


async def test_a_failed_commit_is_never_acknowledged(running: Running) -> None:
    """F8, F9: a seat gets a receipt although the journal cannot be written, or the arbiter does not end with
    the cause.
    """
    link, view = await running.seated()
    told(running.opened.journal, "PRAGMA query_only=1")
    before = running.opened.journal.seq
    link.send(suggested(view))
    async with asyncio.timeout(60):
        assert await running.done == EXIT_FENCED
    assert (await until(link, LinkChange)).state is LinkState.DOWN
    assert running.opened.journal.seq == before
    assert running.log.getvalue().count("journal fenced") == 1


async def test_an_exercise_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """After an orderly stop and a resume at the same port, the link does not come back by itself, or a sealed
    answer is lost.
    """
    where = tmp_path / "exercise.warcouncil"
    async with arbiter(where) as running:
        ticket = running.ticket(RED_ARMY)
        link = Link(ticket, at_once=True).start()
        view = await until(link, View)
        declare = suggested(view)
        link.send(declare)
        await until(link, Receipt)
        assert await running.stop() == 0
    async with arbiter(where, resume=True, port=running.port):
        again = await until(link, View)
        assert again.sealed == declare.answer
    link.close()


@pytest.mark.parametrize("leave", [Leave.ENDED, Leave.MACHINE_STOPS])
async def test_a_farewell_is_the_same_for_all_and_reveals_nothing_of_any_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leave: Leave
) -> None:
    """The last reader, or a sniffer by its length, learns which seats had sealed when the exercise was ended."""
    async with arbiter(tmp_path / "exercise.warcouncil", tables=2) as running:
        sealed, view = await running.seated()
        waits, _ = await running.seated(BLACK_ARMY)
        other = running.link(running.ticket(RED_ARMY, 2))
        await until(other, View)
        console = await umpire(running)
        sealed.send(suggested(view))
        await until(sealed, Receipt)
        sizes: list[int] = []
        send = running.service._outbox.send

        def watched(frame: Send, after: float = 0.0) -> None:
            if b'"farewell"' in frame.frame:
                sizes.append(len(frame.frame))
            send(frame, after)

        monkeypatch.setattr(running.service._outbox, "send", watched)
        running.service.stop(leave=leave)
        goodbyes = [await _goodbye(link, leave) for link in (sealed, waits, other, console)]
        wanted = FAREWELL_TEXT if leave is Leave.ENDED else MACHINE_STOPS_TEXT
        assert set(goodbyes) == {wanted}
        assert len(sizes) == 4
        assert len(set(sizes)) == 1


async def _goodbye(link: Link, leave: Leave) -> str:
    """Return the text of a farewell. Clients of a host whose machine stops reconnect at once."""
    if leave is Leave.ENDED:
        return (await until(link, Farewell)).text
    while (change := await until(link, LinkChange)).state is LinkState.UP:
        pass
    assert change.state is LinkState.DOWN
    return change.text


async def test_two_arbiters_never_share_a_file(running: Running, tmp_path: Path) -> None:
    """F29: a second arbiter on the file of a running one is accepted."""
    with pytest.raises(JournalError, match="another host or command uses"):
        take_up(tmp_path / "exercise.warcouncil")
    assert await running.seated()


async def test_a_fault_holds_one_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """F23: rules that fail do not hold their own table, do not report the place to the operator, or stop the other
    table.
    """
    close = Table.close

    def failing(table: Table, at: int, *, ended: bool = False) -> object:
        if table.number == 1:
            raise RuntimeError("secret state of the rules")
        return close(table, at, ended=ended)

    monkeypatch.setattr(Table, "close", failing)
    async with arbiter(tmp_path / "exercise.warcouncil", tables=2) as running:
        first = running.link(running.ticket(RED_ARMY, 1))
        second = running.link(running.ticket(RED_ARMY, 2))
        await until(first, View)
        await until(second, View)
        link = await umpire(running)
        for table in (1, 2):
            link.send(Rule(id=uuid4().hex, table=TableId(table), act=EndNow(), reason="the test goes on"))
        assert (await until(first, View)).held
        assert (await until(second, View)).gate == 2
    assert "the rules failed" in running.log.getvalue()
    assert "RuntimeError" in running.log.getvalue()
    assert "secret state" not in running.log.getvalue()


class Bots:
    """Bots that only record calls."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.berths: list[BotSeat] = []

    def sit(self, berth: BotSeat) -> None:
        """Record a seat that a bot takes."""
        self.notes.append(f"sit {berth.seat} {berth.kind}")
        self.berths.append(berth)

    def rise(self, table: TableId, seat: SeatId) -> None:
        """Record a seat that a bot leaves."""
        self.notes.append(f"rise {seat}")

    def close(self) -> None:
        """Record the end."""
        self.notes.append("close")


async def test_a_seat_is_handed_to_a_bot_and_back(tmp_path: Path) -> None:
    """A bot plays before its own keys are in the journal, or does not play again after a resume."""
    where, bots = tmp_path / "exercise.warcouncil", Bots()
    async with arbiter(where, stand_ins=bots) as running:
        link = await umpire(running)
        await rule(link, GiveToBot(seat=RED_ARMY, kind="random"))
        assert bots.notes == ["sit red.army random"]
        berth = bots.berths[0]
        assert berth.secret not in repr(berth)
        bot = running.link(running.key_ticket(berth.public, berth.secret))
        bot.send(suggested(await until(bot, View)))
        await until(bot, Receipt)
    again = Bots()
    async with arbiter(where, stand_ins=again, resume=True) as running:
        assert again.notes == ["sit red.army random"]
        assert again.berths[0].public != berth.public
        link = await umpire(running)
        await rule(link, GiveBack(seat=RED_ARMY))
        assert again.notes[-1] == "rise red.army"
        assert again.berths[0].public not in running.opened.exercise.keys


async def test_the_log_holds_no_secrets(running: Running) -> None:
    """T23: codes, keys or answers reach the operator's log."""
    link, view = await running.seated()
    declare = suggested(view)
    link.send(declare)
    await until(link, Receipt)
    papers = running.opened.journal.papers
    await running.stop()
    text = running.log.getvalue()
    secrets = [card.code.secret for card in running.opened.exercise.codes]
    secrets += [papers.curve_secret, papers.signing_seed.hex(), link.ticket.secret, declare.id]
    assert text
    assert not [secret for secret in secrets if secret in text]
    with pytest.raises(AssertionError, match="may not be logged"):
        open_log(StringIO()).info("a careless line", code="7K3-Q4MN-P2XT")


async def test_a_slow_client_gets_the_truth(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """E5, T32: frames that do not fit into a stopped client's queue are dropped.

    If this fails, the client does not see the true state after that.
    """
    ticket = running.ticket(BLACK_ARMY)
    follower = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.arbiter.shell.follow",
        ticket.model_dump_json(),
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
    )
    assert follower.stdout
    async with asyncio.timeout(60):
        assert (await follower.stdout.readline()).split() == [b"1", b"whole"]
    follower.send_signal(signal.SIGSTOP)
    link = await umpire(running)
    session = running.opened.exercise.sessions.get(ticket.public)
    assert session
    from warcouncil.arbiter.core.words.stimuli import Received

    flood = Received(at=0, key=ticket.public, body=Resync(), session=session.token, route=session.route)
    for _ in range(5000):
        at = running.service.clock.now()
        running.service.settle([flood.model_copy(update={"at": at})])
        if running.service.counts()["undeliverable"] > 3:
            break
        await asyncio.sleep(0)
    assert running.service.counts()["undeliverable"] > 3
    await rule(link, EndNow())
    await rule(link, EndNow())
    follower.send_signal(signal.SIGCONT)
    gate = (await until(link_of(running), View)).gate
    async with asyncio.timeout(60):
        while (await follower.stdout.readline()).split() != [str(gate).encode(), b"whole"]:
            pass
    follower.kill()
    await follower.wait()


def link_of(running: Running) -> Link:
    """Start another seat's link, to know the state of the game."""
    return running.link(running.ticket(RED_ARMY))


async def test_the_arbiter_answers_while_many_come(running: Running) -> None:
    """A burst of many links delays the answer to a seat."""
    link, _ = await running.seated()
    others = [
        running.ticket(card.holder.seat)
        for card in running.opened.exercise.codes
        if card.holder.seat != RED_ARMY
    ]
    for ticket in others:
        running.link(ticket)
    asked = (
        time.process_time()
    )  # arbiter and links are one process; what else the machine does is not counted
    link.send(Beat())
    await until(link, Alive)
    assert time.process_time() - asked < 1


class NeverThere(WebGateway):
    """A gateway that never finishes its start."""

    def __init__(self) -> None:
        self.places: list[GatewayPlace] = []

    async def start(self, place: GatewayPlace) -> int:
        """Start, for ever."""
        raise AssertionError("it is waited for")

    def later(self, place: GatewayPlace) -> None:
        """Start, on request."""
        self.places.append(place)

    async def watch(self, log: BoundLogger) -> None:
        """Report that it is still starting."""
        await asyncio.Future()

    def stop(self) -> None:
        """End."""


async def test_seats_that_wait_for_a_new_leader_do_not_wait_for_its_gateway(tmp_path: Path) -> None:
    """A whole room sees a lost link for the seconds in which the gateway for browsers starts."""
    gateway = NeverThere()
    async with arbiter(tmp_path / "exercise.warcouncil", gateway=gateway, seats_first=True) as up:
        await up.seated()
        assert [place.port for place in gateway.places] == [up.web_port]
        assert up.web_port


def test_the_time_of_a_stall_is_returned_to_the_clocks() -> None:
    """F20, F22: a suspended laptop or a slow disk takes time from a player."""
    now = 1000
    clock = ExerciseClock(500, lambda: now)
    now += 250
    assert clock.now() == 500
    clock.start()
    now += 250
    assert clock.now() == 750
    now += 300_000
    came = clock.moment()  # a message, while a record is written
    now += 300_000
    assert clock.now() == 750 + STALL_MS
    assert clock.since(came) == 300_000
    assert clock.given_back_ms == 600_000 - STALL_MS


def test_queues_are_bounded() -> None:
    """The queue of one connection grows without a limit."""
    assert 0 < sockets.QUEUE_IN <= 100
    assert 0 < sockets.QUEUE_OUT <= 1000
