"""The lease guard.

An arbiter whose lease has lapsed accepts nothing, sends nothing, and its clocks do not run.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event

import pytest
import zmq
import zmq.asyncio
from warcouncil.arbiter.core.words.outcome import Outcome
from warcouncil.arbiter.core.words.stimuli import CodeCard, Grant, Resumed, Stimulus, Ticked
from warcouncil.arbiter.shell.base.codes import draw_code
from warcouncil.arbiter.shell.base.lease import TRUST_MS, LeaseKeeper
from warcouncil.arbiter.shell.file.file_store import FileStore
from warcouncil.arbiter.shell.network import sockets
from warcouncil.arbiter.shell.network.sockets import Incoming, Sockets
from warcouncil.arbiter.shell.service.service import EXIT_FENCED, EXIT_STOPPED, Leave
from warcouncil.protocol.wire.replies import Receipt, Welcome
from warcouncil.protocol.wire.requests import Hello
from warcouncil.protocol.words import Role

from tests.arbiter.shell.base.test_lease_keeper import Clock, Ledger
from tests.arbiter.shell.service.test_inbox import KEYS, LISTENER, PUBLIC, SEALER, SECRET, Desk, SlowDisk
from tests.arbiter.shell.virtual import AtOnce, virtually

PAUSE_SECONDS = 20.0
"""Longer than any timeout."""


class Room:
    """An arbiter that leads by a lease whose duration the test sets."""

    def __init__(self, where: Path, disk: AtOnce | SlowDisk) -> None:
        self.clock = Clock()
        self.keeper = LeaseKeeper(Ledger(), 3, self.clock)
        self.grant()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(FileStore, "keeper", self.keeper)
            self.desk = Desk(where, disk)
            self.service = self.desk.service
            self.service.start(resumed=False)
        self.desk.sockets.frames.clear()

    def grant(self) -> None:
        """Grant a beat."""
        self.keeper._lease.granted(self.clock.now)

    def lapse(self) -> None:
        """Advance the time until the lease lapses without an answer."""
        self.clock.now += TRUST_MS

    def supersede(self) -> None:
        """Make another arbiter lead, and report it to the keeper."""
        self.keeper.supersede("there")

    def said(self) -> list[type]:
        """Return the types of the messages that left for the two seats.

        Check that no frame was sent while sending was forbidden.
        """
        assert self.desk.sockets.unsaid == 0
        found = [type(body) for seat in (SEALER, LISTENER) for body in self.desk.sockets.bodies(seat)]
        self.desk.sockets.frames.clear()
        return found


@asynccontextmanager
async def room(where: Path, disk: AtOnce | SlowDisk | None = None) -> AsyncIterator[Room]:
    """Run an arbiter in virtual time."""
    made = Room(where, disk or AtOnce())
    yield made
    made.desk.close()


@pytest.fixture
def where(tmp_path: Path) -> Path:
    """Return a path for an exercise."""
    return tmp_path / "exercise.warcouncil"


def test_an_arbiter_that_wakes_after_its_lease_sends_and_writes_nothing(where: Path) -> None:
    """A laptop that was closed greets seats that another arbiter leads, or accepts their answers."""

    async def run() -> None:
        async with room(where) as led:
            await asyncio.sleep(1)
            led.lapse()
            before, at = led.desk.journal.seq, led.service.clock.now()
            led.desk.send(LISTENER, Hello())
            led.desk.send(SEALER, led.desk.declaration(SEALER))
            await asyncio.sleep(PAUSE_SECONDS)
            assert led.said() == []
            assert led.desk.journal.seq == before
            assert led.service.clock.now() == at, "its time stands"
            led.grant()
            await asyncio.sleep(1)
            said = led.said()
            assert {Welcome, Receipt} <= set(said)
            assert led.desk.journal.seq > before
            assert led.service.clock.now() - at < 1100
            assert led.service.clock.given_back_ms >= PAUSE_SECONDS * 1000 - 100

    virtually(run())


def test_a_receipt_written_as_the_lease_lapses_is_sent_when_the_lease_is_back(where: Path) -> None:
    """A receipt leaves from an arbiter that does not lead, or a recorded answer never gets its receipt."""

    async def run() -> None:
        async with room(where, SlowDisk(0.2)) as led:
            led.desk.send(SEALER, led.desk.declaration(SEALER))
            led.lapse()
            await asyncio.sleep(PAUSE_SECONDS)
            assert led.said() == []
            led.grant()
            await asyncio.sleep(1)
            assert Receipt in led.said()

    virtually(run())


def test_a_reply_that_waits_for_its_stroke_waits_for_the_lease_too(where: Path) -> None:
    """A reply that was made in time leaves after another arbiter has begun."""

    async def run() -> None:
        async with room(where) as led:
            led.desk.send(SEALER, led.desk.declaration(SEALER))
            await asyncio.sleep(0)
            led.lapse()
            await asyncio.sleep(PAUSE_SECONDS)
            assert led.said() == []
            led.grant()
            await asyncio.sleep(1)
            assert Receipt in led.said()

    virtually(run())


def test_a_superseded_arbiter_ends_and_names_the_new_leader(where: Path) -> None:
    """Two arbiters run beside each other, and a host watches the wrong one.

    Or a reply in progress is still sent.
    """

    async def run() -> None:
        async with room(where, SlowDisk(0.2)) as led:
            led.desk.send(SEALER, led.desk.declaration(SEALER))
            led.lapse()
            led.supersede()
            assert await led.service.stopped == EXIT_FENCED
            assert str(led.service.superseded) == (
                "another machine hosts this exercise now (there). The seats are connected to it"
            )
            await asyncio.sleep(PAUSE_SECONDS)
            assert led.desk.sockets.frames == []
            assert led.desk.journal.fenced

    virtually(run())


def test_stimuli_during_a_lapse_are_settled_afterwards_in_order(where: Path) -> None:
    """News of a debrief from those seconds is lost, and an umpire waits for it.

    Or an admitted client gets no reply.
    """

    async def run() -> None:
        async with room(where) as led:
            settled: list[int] = []
            handle = led.service.exercise.handle

            def noted(stimulus: Stimulus) -> Outcome:
                """Record what is settled."""
                settled.append(stimulus.at)
                return handle(stimulus)

            led.service.exercise.handle = noted  # type: ignore[method-assign]  # looked at
            led.lapse()
            at = led.service.clock.now()
            assert led.service.settle([Ticked(at=at)])
            assert led.service.settle([Ticked(at=at)])
            card = CodeCard(code=draw_code(set()), holder=Grant(role=Role.UMPIRE))
            assert not led.service.doorkeeper.admit("k" * 40, card, "10.0.0.7")
            await asyncio.sleep(PAUSE_SECONDS)
            assert not settled
            led.grant()
            await asyncio.sleep(1)
            assert settled[:2] == [at, at]
            assert "k" * 40 not in led.service.exercise.keys

    virtually(run())


def test_a_client_is_not_told_that_it_is_admitted_when_the_lease_lapses_at_that_moment(where: Path) -> None:
    """A client reconnects with a key that was not recorded, and is refused for good."""

    async def run() -> None:
        async with room(where) as led:
            card = CodeCard(code=draw_code(set()), holder=Grant(role=Role.UMPIRE))
            led.keeper.leads = iter((True, False)).__next__  # type: ignore[method-assign]  # it lapses between two looks
            assert not led.service.doorkeeper.admit("k" * 40, card, "")
            assert "k" * 40 not in led.service.exercise.keys
            del led.keeper.leads
            assert led.service.doorkeeper.admit("k" * 40, card, "")
            assert "k" * 40 in led.service.exercise.keys

    virtually(run())


def test_a_silent_arbiter_can_be_stopped(where: Path) -> None:
    """An operator presses Ctrl-C while the database is away, and it does not end, or sends a farewell."""

    async def run() -> None:
        async with room(where) as led:
            led.lapse()
            led.service.stop(leave=Leave.ENDED)
            assert await led.service.stopped == EXIT_STOPPED
            assert led.desk.sockets.frames == []

    virtually(run())


async def test_without_a_lease_no_frame_leaves_and_no_client_is_admitted() -> None:
    """A component sends without the sockets' check, or an admitted client waits for a welcome instead of
    seeking on.
    """
    key, secret = KEYS[LISTENER]
    made = Sockets(public=PUBLIC, secret=SECRET, keys={key.decode(): None})
    context = zmq.asyncio.Context()
    client = context.socket(zmq.DEALER)
    client.curve_publickey, client.curve_secretkey = key, secret
    client.curve_serverkey = PUBLIC.encode()
    got: list[Incoming] = []
    came, asked = asyncio.Event(), asyncio.Event()
    mouth = Event()
    """Set: frames may leave."""

    def hear() -> None:
        """Receive the frames that have come."""
        got.extend(sockets.take(made.seats))
        if got:
            came.set()

    def may_speak() -> bool:
        asked.set()
        return mouth.is_set()

    made.speaks = may_speak
    try:
        port, _ = made.bind("127.0.0.1", 0, 0)
        made.listen(hear, lambda: None)
        client.connect(f"tcp://127.0.0.1:{port}")
        await client.send(b"hello")
        await asked.wait()
        asked.clear()
        await asked.wait()  # it was refused silently, and tries again by itself
        assert not got
        mouth.set()
        await came.wait()
        made.send(made.seats, got[0].route, b"first")
        mouth.clear()
        made.send(made.seats, got[0].route, b"second")
        mouth.set()
        made.send(made.seats, got[0].route, b"third")
        assert [await client.recv(), await client.recv()] == [b"first", b"third"]
        assert (made.unsaid, made.denied) == (1, 0)
    finally:
        client.close(linger=0)
        made.close()
        context.term()


def test_pending_stimuli_are_settled_before_new_frames_when_it_leads_again(where: Path) -> None:
    """A resume is recorded after later answers and with an earlier time, so that the journal cannot be
    resumed.
    """

    async def run() -> None:
        async with room(where) as led:
            handled: list[Stimulus] = []
            handle = led.service.exercise.handle

            def watched(stimulus: Stimulus) -> Outcome:
                handled.append(stimulus)
                return handle(stimulus)

            led.service.exercise.handle = watched  # type: ignore[method-assign]  # of this one alone
            await asyncio.sleep(0.2)
            handled.clear()
            led.lapse()
            led.service.settle([Resumed(at=led.service.clock.now(), epoch=4)])
            assert handled == []
            led.grant()
            led.desk.loop.pass_by(0.02)
            led.desk.send(SEALER, led.desk.declaration(SEALER))
            assert [each.kind for each in handled[:2]] == ["resumed", "received"]
            rows = [*led.desk.journal.rows()]
            assert [row.kind for row in rows[-2:]] == ["resumed", "received"]
            assert [row.at for row in rows] == sorted(row.at for row in rows)

    virtually(run())
