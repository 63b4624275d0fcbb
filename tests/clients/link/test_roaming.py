"""A link whose arbiter may move to another machine.

It finds the leader soon, and never accepts a former one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import pytest
from warcouncil.clients.commands.join import join
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.link.base.wire import End
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.identity import keyring
from warcouncil.protocol.proofs.doors import Kind
from warcouncil.protocol.table.views import Notice, View
from warcouncil.protocol.wire.replies import Elsewhere, Fenced, Refusal, RefusalCode, Welcome

from tests.clients.link.far_end import TICKET, FakeWire, came, notice, soon, wire
from tests.waiting import until_true

HERE, THERE = "127.0.0.1:1", "10.0.0.7:5280"
FIRST, SECOND = ("127.0.0.1", 1), ("10.0.0.7", 5280)
TWO = TICKET.model_copy(update={"elsewhere": (THERE,)})


@pytest.fixture
async def link(far_end: None) -> AsyncIterator[Link]:
    """Yield a started link that knows two addresses."""
    made = Link(TWO).start()
    yield made
    made.close()


def at(each: FakeWire | None = None) -> tuple[str, int]:
    """Return the address of a connection: the newest, unless another is named."""
    address = (each or wire()).address
    return str(address["host"]), int(str(address["port"]))


async def moves_on(seconds: float) -> float:
    """Wait at most `seconds` until another connection is made, and return how long it took."""
    last, loop = wire(), asyncio.get_running_loop()
    began = loop.time()
    await until_true(lambda: wire() is not last, "another one is tried", seconds=seconds + 0.01)
    return loop.time() - began


async def test_one_that_refuses_gives_way_at_once(link: Link) -> None:
    """Every round loses a second at a laptop that is shut."""
    wire().on_end(End.GONE)
    assert await moves_on(0.01) <= 0.02
    assert at() == SECOND


async def test_one_that_hangs_costs_seven_tenths_of_a_second_of_the_first_round(link: Link) -> None:
    """A machine that is stopped accepts connections for ever, and the room waits for it while another one leads."""
    frozen = wire()
    assert await moves_on(0.7) >= 0.69
    assert not frozen.open
    assert at() == SECOND
    wire().on_end(End.GONE)  # the standby has not taken over yet
    for _ in range(2):
        await moves_on(0.4)
        assert at() == SECOND
        wire().on_end(End.GONE)
    await moves_on(0.8)
    assert at() == SECOND
    wire().on_end(End.GONE)
    await moves_on(0.01)
    assert at() == FIRST
    assert await moves_on(2.4) >= 1.4


async def test_the_pause_grows_with_rounds_and_not_with_addresses(link: Link) -> None:
    """A room that knows eight addresses is back seconds after its arbiter."""
    link._told_elsewhere([f"10.0.0.{number}:5280" for number in range(7, 14)], 0)
    tried: list[float] = []
    loop = asyncio.get_running_loop()
    for _ in range(3 * 8 + 1):
        last = wire()
        tried.append(loop.time())
        last.on_end(End.GONE)
        await moves_on(2.0)
    pauses = [later - earlier for earlier, later in pairwise(tried)]
    assert [pause for number, pause in enumerate(pauses) if number % 8 != 7] == pytest.approx(
        [0.0] * 21, abs=0.011
    )
    assert all(0.05 * 2**index <= pause <= 0.1 * 2**index + 0.011 for index, pause in enumerate(pauses[7::8]))


async def test_a_machine_that_answers_may_take_its_time(link: Link) -> None:
    """Four hundred seats that connect together are each disconnected before their turn, and begin again for
    ever.
    """
    wire().on_met()
    first = wire()
    assert await moves_on(3.0) >= 2.99
    assert (at(first), at()) == (FIRST, SECOND)
    wire().on_end(End.GONE)
    await moves_on(0.2)
    assert at() == SECOND  # who lets us in and says nothing rests like one that hangs


async def test_one_that_fell_silent_is_not_asked_before_another(link: Link) -> None:
    """An arbiter that is cut off from its database accepts every hello but never answers. The room waits for it
    once more.
    """
    wire().welcome(epoch=1)
    wire().answers = False
    silent = wire()
    assert await moves_on(3.2) > 2.5
    assert (silent.open, at()) == (False, SECOND)
    wire().on_end(End.GONE)
    await moves_on(0.01)
    assert at() == FIRST


async def test_there_is_one_connection_at_a_time_and_each_begins_with_hello(link: Link) -> None:
    """A seat has a session with each of two arbiters, and hears both."""
    for number in range(9):
        if number % 2:
            wire().on_end(End.GONE)
        await moves_on(4.0)
        assert [each for each in FakeWire.made if each.open] == [wire()]
    assert {len(each.sent) for each in FakeWire.made} == {1}


async def test_one_address_is_tried_as_ever(far_end: None) -> None:
    """A room without a standby loses its connection when its laptop is slow for a second."""
    link = Link(TICKET).start()
    assert await moves_on(3.2) >= 2.99
    link.close()


# --- who leads ------------------------------------------------------------------------------------------------------


async def test_a_welcome_of_an_earlier_epoch_is_none(link: Link) -> None:
    """A client trusts an arbiter that slept, and seals an answer there that will never be resolved."""
    wire().welcome(epoch=7)
    await came(link)
    wire().on_end(End.GONE)
    await moves_on(0.2)
    woken = wire()
    woken.welcome(epoch=6)
    assert not woken.open
    assert await came(link) == []
    await moves_on(0.01)
    assert at() == SECOND
    wire().welcome(epoch=8)
    assert [type(item) for item in await came(link)] == [LinkChange, Welcome, View]
    woken.reply(notice("I lead"))
    assert await came(link) == []


async def test_the_only_one_that_is_known_is_not_believed_either(far_end: None) -> None:
    """A seat that knows one address stays with the arbiter that no longer leads."""
    link = Link(TICKET.model_copy(update={"epoch": 3})).start()
    for _ in range(3):
        wire().welcome(epoch=2)
        assert not wire().open
        await moves_on(1.0)
    assert {type(item) for item in await came(link)} <= {LinkChange}
    wire().welcome(epoch=3)
    assert any(isinstance(item, View) for item in await came(link))
    link.close()


@pytest.mark.parametrize("goes_on", ["this client", "another start"])
async def test_the_epoch_is_kept_whatever_becomes_of_the_client(
    far_end: None, goes_on: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who closes the window and opens it again is admitted by the former arbiter."""
    monkeypatch.setenv(keyring.HOME_VARIABLE, str(tmp_path))
    link = Link(keyring.keep(TWO)).start()
    wire().welcome(epoch=7, elsewhere=(THERE, "10.0.0.8:5280"))
    if goes_on == "another start":
        link.close()
        (kept,) = keyring.tickets()
        assert (kept.epoch, kept.elsewhere) == (7, ("10.0.0.8:5280", THERE))
        link = Link(kept).start()
    else:
        wire().on_end(End.GONE)
        await moves_on(0.2)
    wire().welcome(epoch=6)
    assert not wire().open
    link.close()


# --- where it is ------------------------------------------------------------------------------------------------------


async def test_a_new_address_is_known_at_once_and_after_a_restart(
    far_end: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seats do not find a standby that came after them. Or after a restart they look for the dead machine."""
    monkeypatch.setenv(keyring.HOME_VARIABLE, str(tmp_path))
    link = Link(keyring.keep(TICKET)).start()
    wire().welcome()
    wire().reply(Elsewhere(addresses=(THERE,)))
    wire().reply(notice("after it"))
    assert [type(item) for item in await came(link)][-2:] == [View, Notice]
    assert keyring.tickets()[0].elsewhere == (THERE,)
    wire().on_end(End.GONE)
    await moves_on(0.2)
    wire().on_end(End.GONE)
    await moves_on(0.01)
    assert at() == SECOND
    wire().welcome(epoch=1, elsewhere=(HERE,))
    link.close()
    (kept,) = keyring.tickets()
    assert (kept.host, kept.port, kept.elsewhere, kept.epoch) == (*SECOND, (HERE,), 1)
    again = Link(kept).start()
    assert at() == SECOND
    again.close()


async def test_another_machine_is_tried_before_another_address_of_the_lost_one(far_end: None) -> None:
    """Each other address of a dead laptop costs the room a timeout, before a seat tries the standby."""
    link = Link(TICKET).start()
    wire().welcome(epoch=1, elsewhere=(HERE, "172.17.0.1:1", "192.168.122.1:1", THERE))
    wire().on_end(End.GONE)
    await moves_on(0.2)
    wire().on_end(End.GONE)
    await moves_on(0.01)
    assert at() == SECOND
    link.close()


async def test_a_joining_client_keeps_the_epoch_and_addresses_of_its_welcome(
    far_end: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who joined after the take-over and opens the window again is admitted by the arbiter that
    slept.
    """

    async def joined(*_: object, **__: object) -> keyring.Ticket:
        return TICKET

    monkeypatch.setattr(join, "join_any", joined)
    coming = asyncio.ensure_future(join.come_in("127.0.0.1", "7K3-Q4MN-P2XT", Kind.SEAT))
    await soon(lambda: FakeWire.made)
    wire().welcome(epoch=7, elsewhere=(THERE,))
    ticket = await coming
    assert (ticket.kind, ticket.epoch, ticket.elsewhere) == ("seat", 7, (THERE,))


async def test_a_stand_in_stays_with_its_own_arbiter(far_end: None) -> None:
    """Bots of a machine that was frozen join the other machine, beside its own."""
    link = Link(TICKET, roams=False).start()
    wire().welcome(elsewhere=(THERE,))
    wire().reply(Elsewhere(addresses=(THERE,)))
    for _ in range(4):
        wire().on_end(End.GONE)
        await moves_on(1.1)
        assert at() == FIRST
    link.close()


async def test_a_move_is_told_once_and_a_restart_is_none(link: Link) -> None:
    """A player does not know the new address for the next line on the card.

    Or the line appears without a cause.
    """
    wire().welcome(epoch=1)
    assert [item.text for item in await came(link) if isinstance(item, LinkChange)] == [""]
    wire().on_end(End.GONE)
    await moves_on(0.2)
    wire().welcome(epoch=2)  # the same machine, resumed
    assert not [item for item in await came(link) if isinstance(item, LinkChange)]
    wire().on_end(End.GONE)
    await moves_on(0.2)
    wire().on_end(End.GONE)
    await moves_on(0.01)
    wire().welcome(epoch=3)
    (told,) = [item for item in await came(link) if isinstance(item, LinkChange)]
    assert told.state is LinkState.UP
    assert THERE in told.text
    wire().on_end(End.GONE)
    await moves_on(0.2)
    wire().welcome(epoch=3)
    assert not [item for item in await came(link) if isinstance(item, LinkChange)]


# --- who is not known -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["at the handshake", "in words"])
async def test_one_of_several_is_not_believed_at_once_that_a_key_is_unknown(link: Link, how: str) -> None:
    """A seat that joined after the take-over is locked out for good by the arbiter that slept through it."""

    def denies() -> None:
        if how == "in words":
            wire().reply(Refusal(code=RefusalCode.UNKNOWN_KEY, text=""), n=0, session="")
        else:
            wire().on_end(End.DENIED)

    denies()
    await moves_on(0.01)
    assert at() == SECOND
    wire().on_end(End.GONE)
    await moves_on(0.2)
    denies()
    await moves_on(0.01)
    wire().welcome(epoch=1)
    assert any(isinstance(item, View) for item in await came(link))


async def test_a_refusal_repeated_for_three_seconds_is_believed(link: Link) -> None:
    """A player whose card has a new code sees a banner for ever, and is never told to join again."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    shut: list[LinkChange] = []
    async with asyncio.timeout(60):
        while not shut:
            if wire().open:
                wire().on_end(End.DENIED)
            await asyncio.sleep(0.01)
            news = [item for item in await came(link) if isinstance(item, LinkChange)]
            shut = [item for item in news if item.state is LinkState.SHUT]
    assert 3 <= loop.time() - began < 5
    assert "Join again" in shut[0].text


async def test_an_arbiter_that_welcomed_us_is_believed_at_once(link: Link) -> None:
    """A seat that was given to another person goes on for seconds."""
    wire().welcome(epoch=1)
    await came(link)
    wire().reply(Refusal(code=RefusalCode.UNKNOWN_KEY, text=""), n=0, session="")
    assert [item.state for item in await came(link) if isinstance(item, LinkChange)] == [LinkState.SHUT]
    assert not link._timers._running


async def test_a_client_that_lost_its_seat_seeks_no_other_machine(link: Link) -> None:
    """A window that was removed knocks at the standby."""
    wire().welcome(epoch=1)
    wire().reply(Fenced(text="Your card was given a new code."))
    await soon(lambda: not wire().open)
    tries = len(FakeWire.made)
    await asyncio.sleep(10)
    assert len(FakeWire.made) == tries


# --- a whole room -----------------------------------------------------------------------------------------------------


async def test_a_room_that_comes_back_does_not_knock_all_at_once(far_end: None) -> None:
    """Four hundred hellos at one moment are too many for the machine that has just taken over."""
    links = [Link(TWO).start() for _ in range(400)]
    for each in FakeWire.made:
        each.welcome(beat_seconds=100, epoch=1)
    lost, FakeWire.made = FakeWire.made, []
    loop = asyncio.get_running_loop()
    for each in lost:
        each.on_end(End.GONE)
    led_at, refused, back = loop.time() + 3.3, 0, list[float]()
    async with asyncio.timeout(60):
        while len(back) < 400:
            await asyncio.sleep(0.005)
            for each in FakeWire.made[refused:]:
                refused += 1
                if at(each) == SECOND and loop.time() > led_at:
                    each.welcome(beat_seconds=100, epoch=2)
                    back.append(loop.time() - led_at)
                else:
                    loop.call_soon(each.on_end, End.GONE)
    assert max(back) < 1.05
    assert max(sum(low <= moment < low + 0.05 for moment in back) for low in back) < 60
    for link in links:
        link.close()
