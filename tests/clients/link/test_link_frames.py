"""The frames that a link sends: their content and their times."""

from __future__ import annotations

import asyncio
from uuid import uuid4

import pytest
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.link.base.wire import End
from warcouncil.clients.link.connect.link import Link
from warcouncil.protocol.wire.replies import Done, Farewell
from warcouncil.protocol.wire.requests import Beat, Declare, Hello, Say
from warcouncil.protocol.words import GateNo

from tests.clients.link.far_end import TICKET, beats, came, declare, notice, receipt, say, soon, wire


@pytest.mark.parametrize("app", ["", "seat"])
async def test_a_hello_says_what_program_it_is(far_end: None, app: str) -> None:
    """The umpire reads that a projector is a seat, or does not learn which program it is."""
    made = Link(TICKET, app=app).start() if app else Link(TICKET).start()
    assert wire().sent == [Hello(app=app or "client", held=None)]
    made.close()


async def test_a_hello_names_the_newest_receipt(link: Link) -> None:
    """An arbiter has lost an answer, and no client notices it."""
    wire().welcome()
    sealing = declare()
    link.send(sealing)
    await soon(lambda: wire().those(Declare))
    first = wire()
    first.reply(receipt(sealing))
    first.on_end(End.GONE)
    await soon(lambda: wire() is not first)
    (hello,) = wire().those(Hello)
    assert isinstance(hello, Hello)
    assert hello.held is not None
    assert hello.held.gate == sealing.gate


@pytest.mark.parametrize("is_too_long", [False, True])
async def test_every_beat_says_how_far_one_has_heard(link: Link, is_too_long: bool) -> None:
    """The arbiter keeps messages that were received long ago, and sends them again."""
    wire().welcome(beat_seconds=0 if is_too_long else 0.5)
    wire().reply(notice("one"))
    wire().reply(notice("two"))
    if is_too_long:
        link.send(Declare(id=uuid4().hex, gate=GateNo(1), answer={"words": "\U0001f3b2" * 500}))
    await soon(lambda: wire().those(Beat))
    assert wire().n == 4
    assert wire().those(Beat)[0] == Beat(seen=4)


async def test_an_answer_makes_nothing_leave_before_its_beat(link: Link) -> None:
    """A network sniffer sees when a seat is answered, and can count its requests."""
    wire().welcome()
    one, two = say(), say()
    link.send(one)
    link.send(two)
    await soon(lambda: wire().those(Say))
    wire().reply(Done(id=one.id))
    assert wire().those(Say) == [one]
    await beats(2)
    assert wire().those(Say) == [one, two]


async def test_a_request_without_an_answer_for_four_seconds_is_sent_again(link: Link) -> None:
    """The client waits for an answer that was lost, or asks a slow arbiter again and again."""
    wire().welcome()
    link.send(say())
    await soon(lambda: wire().those(Say))
    await asyncio.sleep(3.9)
    assert len(wire().those(Say)) == 1
    await asyncio.sleep(0.8)
    assert len(wire().those(Say)) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [("Thank you all.", "Thank you all."), ("", "The umpire has ended the exercise.")],
)
async def test_a_farewell_is_told_in_the_umpires_words_or_in_ours(link: Link, text: str, said: str) -> None:
    """People are sent home without a message, or without the one that was meant for them."""
    wire().welcome()
    first = wire()
    first.reply(Farewell(text=text), n=0)
    await soon(lambda: not first.open)
    assert (await came(link))[-1] == LinkChange(LinkState.ENDED, said)
