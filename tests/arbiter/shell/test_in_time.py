"""Tests of declarations in time.

A frame that came before the clock ran out counts, however long it waited. A later one does not.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import pytest
import zmq
from hypothesis import given, settings
from hypothesis import strategies as st
from warcouncil.arbiter.core.words.outcome import Outcome
from warcouncil.arbiter.core.words.plan import Silence
from warcouncil.arbiter.core.words.stimuli import Due, Grant, Stimulus
from warcouncil.arbiter.shell.network.sockets import TURN_MAX
from warcouncil.arbiter.shell.service import inbox
from warcouncil.arbiter.shell.service.inbox import HEARD_MAX, KEY_HEARD_MAX
from warcouncil.protocol.acts.acts import GiveToBot, Pause
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import Seen
from warcouncil.protocol.wire.replies import Alive
from warcouncil.protocol.wire.requests import Beat, Look, Request, Say, Watch
from warcouncil.protocol.words import ChannelId, GateNo, Role, SeatId, TableId

from tests.arbiter.shell.service.test_inbox import KEYS, LISTENER, OTHERS, SEALER, SEATS
from tests.arbiter.shell.timeddesk import (
    ENDS,
    UMPIRE,
    TimedDesk,
    counted,
    lived,
)
from tests.arbiter.shell.virtual import virtually


def test_a_declaration_that_waits_behind_many_counts(tmp_path: Path) -> None:
    """A room seals in the last second on a disk that takes half a second.

    Declarations after the first fifty are refused.
    """

    async def run() -> None:
        desk = TimedDesk(tmp_path / "exercise.warcouncil", 0.4)
        desk.at(0.69, desk.send, SEALER, desk.declaration(SEALER))
        for _ in range(TURN_MAX):
            desk.at(0.695, desk.send, LISTENER, Beat(seen=0))
        desk.at(0.7, desk.send, OTHERS[0], desk.declaration(OTHERS[0], 2))
        await lived(desk)
        assert counted(desk)

    virtually(run())


def test_a_declaration_that_waits_while_a_client_is_admitted_counts(tmp_path: Path) -> None:
    """A client joins while the disk is slow, and the clock is checked before the frames that had come."""

    async def run() -> None:
        desk = TimedDesk(tmp_path / "exercise.warcouncil", 0.4)
        desk.at(0.69, desk.send, SEALER, desk.declaration(SEALER))
        desk.at(0.7, desk.send, OTHERS[0], desk.declaration(OTHERS[0], 2))
        desk.at(1.02, desk.admit)
        await lived(desk)
        assert counted(desk)

    virtually(run())


def test_a_declaration_that_waits_behind_a_ruling_with_consequences_counts(tmp_path: Path) -> None:
    """A seat is given to a bot.

    The bot's key is recorded before frames that came earlier, so these are refused as late.
    """

    async def run() -> None:
        desk = TimedDesk(tmp_path / "exercise.warcouncil", 0.4)
        desk.at(0.69, desk.rule, GiveToBot(seat=LISTENER))
        desk.at(0.7, desk.send, OTHERS[0], desk.declaration(OTHERS[0], 2))
        await lived(desk)
        assert counted(desk)

    virtually(run())


def test_a_declaration_in_the_socket_of_a_stopped_arbiter_counts(tmp_path: Path) -> None:
    """An arbiter that was stopped for a moment first handles the finished disk write, or a client at the door."""

    async def run(*, many: int) -> None:
        desk = TimedDesk(tmp_path / f"{many}.warcouncil", 0.02)

        def stop() -> None:
            for _ in range(many):
                desk.lay(LISTENER, Beat(seen=0))
            desk.lay(OTHERS[0], desk.declaration(OTHERS[0], 2))
            desk.loop.pass_by(0.4)

        desk.at(0.8, desk.send, SEALER, desk.declaration(SEALER))
        desk.at(0.805, desk.send, LISTENER, Beat(seen=0))
        desk.at(0.81, stop)
        await lived(desk)
        assert counted(desk)

    virtually(run(many=0))
    virtually(run(many=2 * TURN_MAX))


def test_a_declaration_that_arrives_as_an_arbiter_wakes_counts(tmp_path: Path) -> None:
    """The arbiter was stopped while the clock ran out.

    A frame sent meanwhile is still with the system, and arrives a moment later.
    """

    async def run() -> None:
        desk = TimedDesk(tmp_path / "exercise.warcouncil", 0.02)
        desk.at(0.81, desk.loop.pass_by, 0.4)
        desk.at(1.215, desk.send, OTHERS[0], desk.declaration(OTHERS[0], 2))
        await lived(desk)
        assert counted(desk)

    virtually(run())


def test_a_declaration_after_the_time_does_not_count(tmp_path: Path) -> None:
    """A seat that seals late, while others' declarations are recorded, has more time than all others."""

    async def run() -> None:
        desk = TimedDesk(tmp_path / "exercise.warcouncil", 0.4)
        desk.at(0.9, desk.send, SEALER, desk.declaration(SEALER))
        desk.at(1.01, desk.send, OTHERS[0], desk.declaration(OTHERS[0], 2))
        await lived(desk)
        assert not counted(desk)

    virtually(run())


def test_a_frame_behind_a_bots_does_not_reveal_the_time_of_a_commit(tmp_path: Path) -> None:
    """A frame behind a bot's has the time of its handling, and a clock in the reply reveals the disk's time."""

    async def run(role: Role) -> int:
        desk = TimedDesk(tmp_path / f"{role}.warcouncil", 0.04)
        bot = SeatId("bot")
        KEYS.setdefault(bot, zmq.curve_keypair())
        seat = OTHERS[1] if role is Role.STAND_IN else SeatId("")
        table = TableId(1 if seat else 0)
        desk.sit(bot, Grant(role=role, table=table, seat=seat))
        desk.at(0.5, desk.send, SEALER, desk.declaration(SEALER))
        desk.at(0.51, desk.send, bot, Beat(seen=0))
        desk.at(0.5105, desk.send, LISTENER, Beat(seen=0))
        await asyncio.sleep(0.9)
        (alive,) = [body for body in desk.sockets.bodies(LISTENER) if isinstance(body, Alive)]
        assert alive.clock is not None
        desk.close()
        return round(ENDS * 1000) - alive.clock.left_ms

    for role in (Role.STAND_IN, Role.DISPLAY, Role.OBSERVER, Role.TECHNICAL):
        assert virtually(run(role)) in (510, 511)


def test_time_does_not_go_back_for_a_client_admitted_during_the_commit_of_a_ruling(tmp_path: Path) -> None:
    """The consequences of a ruling have a later time than the client at the door that had to wait for it."""

    async def run() -> None:
        desk = TimedDesk(tmp_path / "exercise.warcouncil", 0.2)
        desk.rule(GiveToBot(seat=LISTENER))
        desk.admit()
        desk.check()
        desk.close()

    virtually(run())


def test_a_pause_in_time_stops_a_clock_though_it_waits_behind_many(tmp_path: Path) -> None:
    """An umpire stops the clock in time. The question closes all the same, and the next one is paused."""

    async def run() -> None:
        desk = TimedDesk(tmp_path / "exercise.warcouncil", 0.4)
        desk.at(0.69, desk.send, SEALER, desk.declaration(SEALER))
        for _ in range(TURN_MAX):
            desk.at(0.695, desk.send, LISTENER, Beat(seen=0))
        desk.at(0.7, desk.rule, Pause())
        gate = desk.table.gate
        await asyncio.sleep(3)
        desk.check()
        assert (desk.table.gate, bool(desk.table.now.stops)) == (gate, True)
        desk.close()

    virtually(run())


# --- whatever comes, and however slow the disk is ------------------------------------------------------------------

moments = st.integers(600, 1150).filter(lambda ms: abs(ms - 1000) > 3).map(lambda ms: ms / 1000 + 0.0005)
beats = st.tuples(moments, st.integers(1, 2 * TURN_MAX))


async def sealed(
    disk: float, seals: list[float], bursts: list[tuple[float, int]], knocks: list[float]
) -> list[bool]:
    """Return which declarations counted, when seats seal, the listener beats and clients knock at these moments.
    The listener never seals.
    """
    with TemporaryDirectory() as folder:
        desk = TimedDesk(Path(folder) / "exercise.warcouncil", disk)
        desk.expect(
            [
                (moment, seat, desk.declaration(seat))
                for seat, moment in zip((SEALER, *OTHERS), seals, strict=False)
            ]
            + [(moment, LISTENER, Beat(seen=0)) for moment, many in bursts for _ in range(many)]
        )
        for moment in knocks:
            desk.at(moment, desk.admit)
        await lived(desk)
        return [counted(desk, seat) for seat, _ in zip((SEALER, *OTHERS), seals, strict=False)]


@settings(max_examples=20)
@given(
    disk=st.sampled_from((0.01, 0.06, 0.2, 0.4)),
    seals=st.lists(moments, min_size=1, max_size=len(SEATS) - 1),
    bursts=st.lists(beats, max_size=4),
    knocks=st.lists(moments, max_size=2),
)
def test_a_slow_disk_does_not_change_which_declarations_count(
    disk: float, seals: list[float], bursts: list[tuple[float, int]], knocks: list[float]
) -> None:
    """Whether a declaration is in time depends on the other records and on the other seats."""
    counts = virtually(sealed(disk, seals, bursts, knocks))
    in_time = [moment < ENDS for moment in seals]
    assert [one for one, came in zip(counts, in_time, strict=True) if came] == [True] * sum(in_time)
    assert (
        knocks or counts == in_time
    )  # an admission is recorded at once: frames that come meanwhile have no time of their own


def test_a_declaration_that_arrives_as_an_arbiter_wakes_counts_though_a_commit_ended_meanwhile(
    tmp_path: Path,
) -> None:
    """The commit ended while the arbiter was stopped, and its consequences scheduled the next tick at once."""

    async def run() -> None:
        desk = TimedDesk(tmp_path / "exercise.warcouncil", 0.02)
        desk.at(0.785, desk.send, SEALER, desk.declaration(SEALER))
        desk.at(0.801, desk.loop.pass_by, 0.4)
        desk.at(1.235, desk.send, OTHERS[0], desk.declaration(OTHERS[0], 2))
        await lived(desk)
        assert counted(desk)

    virtually(run())


class Lapses:
    """A keeper whose lease lapses between two looks, and is renewed a while later."""

    def __init__(self) -> None:
        self.leader = ""
        self.looks = 0
        self.until = 0.0

    def leads(self) -> bool:
        """Return whether the lease holds at this moment."""
        self.looks -= 1
        if self.looks == 0:
            self.until = asyncio.get_running_loop().time() + 0.3
        return asyncio.get_running_loop().time() >= self.until


def test_time_goes_on_after_a_lease_that_lapsed_in_the_middle_of_a_tick(tmp_path: Path) -> None:
    """The clock is not checked until a frame comes, and a question stays open in an empty room."""

    async def run(look: int) -> None:
        desk = TimedDesk(tmp_path / f"{look}.warcouncil", 0.02)
        keeper = Lapses()
        desk.service._lease_guard._keeper = cast(Any, keeper)
        gate = desk.table.gate
        desk.at(0.4, setattr, keeper, "looks", look)
        await asyncio.sleep(3)
        assert desk.table.gate > gate
        desk.close()

    for look in range(1, 6):
        virtually(run(look))


def backlog(where: Path, disk: float, *, per_second: int, seals: int) -> float:
    """Deliver many beats and some declarations each second, and return how much later than its clock a
    question closes.
    """

    async def run() -> float:
        desk = TimedDesk(where, disk)
        for number in range(per_second):
            desk.at(number / per_second, desk.send, SEATS[number % len(SEATS)], Beat(seen=0))
        for number in range(seals):
            seat = OTHERS[number % len(OTHERS)]
            desk.at((number + 0.01) / seals, desk.send, seat, desk.declaration(seat, number + 2))
        closed: list[float] = []
        handle = desk.service.exercise.handle

        def watched(stimulus: Stimulus) -> Outcome:
            if isinstance(stimulus, Due):
                closed.append(desk.loop.time() - desk.begun)
            return handle(stimulus)

        desk.service.exercise.handle = watched  # type: ignore[method-assign]  # of this one alone
        await asyncio.sleep(20)
        desk.close()
        return closed[0] - ENDS

    return virtually(run())


def test_a_full_room_closes_in_time_on_a_slow_disk(tmp_path: Path) -> None:
    """With fifty records in each commit, four hundred people wait longer for the end of each question than for
    that of the one before.
    """
    late = backlog(tmp_path / "exercise.warcouncil", 0.4, per_second=400, seals=10)
    assert late < 0.9


def test_a_flood_of_one_key_displaces_no_other_frames(tmp_path: Path) -> None:
    """While a disk hangs, one key fills the queue of all, and frames that others sent in time are discarded."""

    async def run() -> None:
        desk = TimedDesk(tmp_path / "exercise.warcouncil", 0.4)
        desk.at(0.55, desk.send, SEALER, desk.declaration(SEALER))
        for _ in range(HEARD_MAX):
            desk.at(0.6, desk.send, LISTENER, Beat(seen=0))
        desk.at(0.9, desk.send, OTHERS[0], desk.declaration(OTHERS[0], 2))
        await lived(desk)
        assert desk.told(OTHERS[0]) == [f"{2:032x}"]
        assert desk.service.counters.too_many == HEARD_MAX - KEY_HEARD_MAX

    virtually(run())


def test_a_declaration_sent_in_time_to_a_dead_arbiter_counts_when_it_is_repeated(tmp_path: Path) -> None:
    """The clock runs out before any client can be back, so the fault takes time from a seat without a receipt."""

    async def run(died: float, seconds: float) -> None:
        desk = TimedDesk(tmp_path / f"{died}.warcouncil", seconds)
        mine = desk.declaration(OTHERS[0], 2)
        desk.at(0.69, desk.send, SEALER, desk.declaration(SEALER))
        desk.at(0.7, desk.send, OTHERS[0], mine)
        desk.at(died, desk.die)
        desk.at(died + 2, desk.greet, OTHERS[0])
        desk.at(died + 2.1, desk.send, OTHERS[0], mine)
        await asyncio.sleep(died + 8)
        assert desk.told(OTHERS[0]) == [mine.id]
        assert desk.table.gate > mine.gate
        desk.close()

    virtually(run(0.9, 0.4))
    virtually(run(1.05, 0.4))
    virtually(run(1.6, 1.0))


def test_a_seat_whose_beats_wait_behind_others_stays_linked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With more than four seconds of records to write, umpires see people as gone who beat each second.

    The console then offers bots for them.
    """
    monkeypatch.setattr(inbox, "SLOW_TURN_MAX", 10)
    monkeypatch.setattr(inbox, "TURN_MAX", 10)

    async def run() -> None:
        desk = TimedDesk(tmp_path / "exercise.warcouncil", 0.4, clock_seconds=3600)
        session = desk.service.exercise.sessions.get(desk.key(LISTENER))
        assert session
        linked: list[tuple[float, bool]] = []
        for number in range(150):
            seat = OTHERS[number % len(OTHERS)]
            desk.at(0.5, desk.send, seat, desk.declaration(seat, number + 2))
        for number in range(8):
            desk.at(number + 0.7, desk.send, LISTENER, Beat(seen=0))
        for number in range(600):
            desk.at(number / 40, lambda: linked.append((desk.loop.time() - desk.begun, session.linked)))
        await asyncio.sleep(20)
        gone = [round(moment, 1) for moment, there in linked if not there]
        assert gone
        assert min(gone) == pytest.approx(7.7 + 4, abs=0.1)
        desk.close()

    virtually(run())


@pytest.mark.parametrize("role", [Role.DISPLAY, Role.UMPIRE])
def test_a_newly_watched_table_is_shown_with_its_present_clock_however_slow_the_disk_is(
    role: Role, tmp_path: Path
) -> None:
    """A projector shows a whole room too much time as long as the question is open, because no beat corrects
    its clock.
    """

    async def run() -> None:
        desk = TimedDesk(tmp_path / "exercise.warcouncil", 0.8, clock_seconds=3600)
        desk.sit(UMPIRE, Grant(role=role))
        asked: Request = Watch(table=TableId(1))
        if role is Role.UMPIRE:
            asked = Look(id=f"{7:032x}", table=TableId(1), seat=SEALER)
        assert desk.table.clock
        left = desk.table.clock.left(desk.service.clock.now())
        desk.at(0, desk.send, SEALER, desk.declaration(SEALER))
        desk.at(0.1, desk.send, UMPIRE, asked)
        desk.at(0.2, desk.send, OTHERS[0], desk.declaration(OTHERS[0], 2))
        await asyncio.sleep(3)
        views = [
            body.view if isinstance(body, Seen) else body
            for body in desk.sockets.bodies(UMPIRE)
            if isinstance(body, Seen | View)
        ]
        assert views[-1].clock
        assert left - views[-1].clock.left_ms == 800 - inbox.WAITED_MS_MAX
        desk.check()
        desk.close()

    virtually(run())


def talked(where: Path, seconds: float, said: dict[float, bool], **more: Any) -> None:
    """Seal and beat shortly before each of these moments, and send a line then.

    Check that exactly the lines in time are accepted.
    """

    async def run() -> None:
        desk = TimedDesk(where, seconds, **more)
        channel = ChannelId("black") if "talk" not in more.get("options", {}) else ChannelId("all")
        for number, moment in enumerate(said):
            desk.at(moment - 0.02, desk.send, SEALER, desk.declaration(SEALER, number + 1))
            desk.at(moment - 0.01, desk.send, UMPIRE, Beat(seen=0))
            desk.at(moment - 0.005, desk.send, UMPIRE, Watch(table=TableId(1)))
            words = Say(id=f"{number + 50:032x}", channel=channel, gate=GateNo(1), text=f"{moment}")
            desk.at(moment, desk.send, OTHERS[0], words)
        await asyncio.sleep(12)
        desk.check()
        assert [line.text for line in desk.table.talk.lines] == [
            f"{at}" for at, heard in said.items() if heard
        ]
        desk.close()

    virtually(run())


def test_lines_sent_in_time_are_accepted_however_slow_the_disk_is(tmp_path: Path) -> None:
    """On a disk of 0.4 s the last lines before a question closes, or before a quiet time, are refused.

    Or a late one is accepted.
    """
    talk = {"talk": "public", "talk_seconds": 5, "talk_closes_early": False}
    for seconds in (0.01, 0.4, 0.9):
        for silence in (Silence.DEFAULT, Silence.WAIT):
            where = tmp_path / f"{seconds}{silence}"
            talked(Path(f"{where}.warcouncil"), seconds, {0.99: True}, silence=silence)
            talked(Path(f"{where}late.warcouncil"), seconds, {1.01: False}, silence=silence)
            quiet = {**talk, "talk_quiet_seconds": 2}
            talked(
                Path(f"{where}quiet.warcouncil"),
                seconds,
                {2.99: True, 3.01: False},
                options=quiet,
                silence=silence,
            )
