"""A link connects, is lost, and reconnects by itself, or reports once why it cannot."""

from __future__ import annotations

import asyncio

import pytest
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.link.base.wire import End
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.wording.saying import say as catalogue
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.replies import Farewell, Fenced, Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Beat, Hello, Leave, Say
from warcouncil.protocol.wire.wire import REQUEST_BYTES
from warcouncil.protocol.words import ChannelId, MessageId

from tests.clients.link.far_end import (
    FakeWire,
    beats,
    break_and_heal,
    came,
    soon,
    wire,
)
from tests.waiting import until_true


async def test_a_leaving_client_says_good_bye_at_once_in_an_ordinary_frame(link: Link) -> None:
    """The umpire counts on a person who has closed the window, or the frame differs from others on the
    network.
    """
    wire().welcome()
    await soon(lambda: wire().those(Beat))
    link.leave()
    assert isinstance(wire().sent[-1], Leave)
    assert wire().sessions[-1] == wire().session
    assert set(wire().sizes) == {REQUEST_BYTES}
    assert wire().parting
    link.leave()
    assert len(wire().those(Leave)) == 1


async def test_a_good_bye_before_the_welcome_follows_the_hello(link: Link) -> None:
    """A client that closes before the arbiter has answered stays linked, for good if no umpire looks."""
    link.leave()
    assert [type(each) for each in wire().sent] == [Hello, Leave]
    assert wire().sessions == ["", ""]
    assert set(wire().sizes) == {REQUEST_BYTES}
    assert wire().parting


async def test_a_good_bye_after_a_lost_connection_uses_a_new_one(link: Link) -> None:
    """A window that is closed on a busy machine, just as its link was given up, leaves its person at the
    table.
    """
    wire().welcome()
    await came(link)
    first = wire()
    first.on_end(End.GONE)
    link.leave()
    assert wire() is not first
    assert [type(each) for each in wire().sent] == [Leave]
    assert wire().sessions == [first.session]
    assert wire().parting


@pytest.mark.parametrize("how", ["fenced", "ended"])
async def test_a_client_without_a_link_sends_no_good_bye(link: Link, how: str) -> None:
    """The good-bye reaches no arbiter.

    Or a client that no longer has the seat says it for a seat that was opened elsewhere.
    """
    wire().welcome()
    await came(link)
    match how:
        case "fenced":
            wire().reply(Refusal(code=RefusalCode.FENCED, text=""), n=0, session="")
        case _:
            wire().reply(Farewell(text=""), n=0)
            await soon(lambda: not wire().open)
    link.leave()
    assert not wire().those(Leave)
    assert not wire().parting


@pytest.mark.parametrize(("silent_seconds", "gives_up"), [(299, False), (301, False), (302, True)])
async def test_three_beats_without_a_word_are_silence(
    link: Link, silent_seconds: int, gives_up: bool
) -> None:
    """A link is closed because of one late frame, or a dead arbiter stays unnoticed for a beat too long."""
    wire().welcome(beat_seconds=100)
    first = wire()
    link._heard -= silent_seconds
    link._beat()
    assert first.open is not gives_up


async def test_silence_means_down_and_then_it_is_back(link: Link) -> None:
    """A pulled cable is not noticed within some beats, is reported twice, or the link does not reconnect by
    itself.
    """
    wire().welcome()
    await came(link)
    first = wire()
    first.answers = False
    await soon(lambda: wire() is not first)
    assert not first.open
    await soon(lambda: not link._reader.empty)
    assert [item.state for item in await came(link) if isinstance(item, LinkChange)] == [LinkState.DOWN]
    wire().welcome()
    assert [item.state for item in await came(link) if isinstance(item, LinkChange)] == [LinkState.UP]


async def test_a_short_break_is_not_worth_a_word(link: Link) -> None:
    """A connection that is renewed at once makes a banner appear for a moment."""
    await break_and_heal(link)
    assert not [item for item in await came(link) if isinstance(item, LinkChange)]


async def test_it_tries_again_and_again(link: Link) -> None:
    """An arbiter that was away for long is not found when it comes back, or a try uses an old connection."""
    for _ in range(6):
        last = wire()
        last.on_end(End.STRANGE)
        await until_true(lambda last=last: wire() is not last)  # type: ignore[misc]  # bound at once
    wire().welcome()
    assert any(isinstance(item, View) for item in await came(link))
    assert not any(each.open for each in FakeWire.made[:-1])


async def test_a_hello_without_an_answer_is_given_up(link: Link) -> None:
    """An arbiter that accepts a hello but never answers keeps the client on the same connection for ever."""
    first = wire()
    await soon(lambda: wire() is not first)
    assert isinstance(wire().sent[0], Hello)


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("denied", "Join again with the code"),
        ("unknown", "Join again with the code"),
        ("fenced", "given a new code"),
        ("fenced_refusal", "This seat was opened elsewhere"),  # a console or a projector too
        ("version", "another version"),
        ("version_refusal", "another version"),
    ],
)
async def test_a_final_error_closes_the_link(link: Link, what: str, text: str) -> None:
    """An unknown key, a lost seat (with its reason) or another version is reported more than once, or the link
    tries again.
    """
    wire().welcome()
    await came(link)
    match what:
        case "denied":
            wire().on_end(End.DENIED)
        case "fenced":
            wire().reply(Fenced(text="Your card was given a new code."))
        case "version":
            wire().on_frame(b'{"v":99,"body":{}}')
        case _:
            code = {
                "unknown": RefusalCode.UNKNOWN_KEY,
                "fenced_refusal": RefusalCode.FENCED,
                "version_refusal": RefusalCode.WRONG_VERSION,
            }[what]
            wire().reply(Refusal(code=code, text=""), n=0, session="")
    await soon(lambda: not wire().open)
    change = (await came(link))[-1]
    assert isinstance(change, LinkChange)
    assert change.state is LinkState.SHUT
    assert text in change.text
    assert change.text.endswith(".")
    tries = len(FakeWire.made)
    await asyncio.sleep(12)
    assert len(FakeWire.made) == tries


async def test_an_arbiter_that_forgot_us_is_greeted_anew(link: Link) -> None:
    """After a restart of the arbiter that the connection outlived, the arbiter asks for hello and does not get it."""
    wire().welcome()
    first = wire()
    first.reply(Refusal(code=RefusalCode.STALE, text=""), n=0, session="")
    await soon(lambda: wire() is not first)
    assert isinstance(wire().sent[0], Hello)


async def test_after_a_farewell_nothing_is_sought_until_the_user_asks(link: Link) -> None:
    """Twenty windows knock for ever at a machine that was put away, or never reconnect when it is back."""
    wire().welcome()
    await came(link)
    first = wire()
    first.reply(Farewell(text="The umpire has ended the exercise."), n=0)
    await soon(lambda: not first.open)
    assert await came(link) == [
        Farewell(text="The umpire has ended the exercise."),
        LinkChange(LinkState.ENDED, "The umpire has ended the exercise."),
    ]
    assert not first.open
    await beats(20)
    assert wire() is first
    link.send(Say(id=MessageId("0" * 32), channel=ChannelId("red"), text="hello?"))
    (refused,) = await came(link)
    assert isinstance(refused, Refusal)
    assert refused.code is RefusalCode.CLOSED
    link.again()
    assert wire() is not first
    assert [item.state for item in await came(link) if isinstance(item, LinkChange)] == [LinkState.DOWN]
    wire().welcome()
    assert LinkChange(LinkState.UP) in await came(link)


@pytest.mark.parametrize("text", ["The machine stops.", ""])
async def test_a_host_whose_machine_stops_says_so_and_is_looked_for(link: Link, text: str) -> None:
    """If this fails, players read that the umpire ended the exercise, and stay away when the machine is back."""
    wire().welcome()
    await came(link)
    words = Say(id=MessageId("0" * 32), channel=ChannelId("red"), text="wait for us")
    link.send(words)
    first = wire()
    first.reply(Farewell(text=text, returns=True), n=0)
    await soon(lambda: not first.open)
    assert await came(link) == [LinkChange(LinkState.DOWN, text or catalogue("link.host_stops"))]
    await soon(lambda: wire() is not first)
    wire().welcome()
    assert LinkChange(LinkState.UP) in await came(link)
    await soon(lambda: words in wire().those(Say))


async def test_a_request_on_its_way_at_a_farewell_is_refused(link: Link) -> None:
    """A player waits for ever for the reply to a message that no arbiter can answer, or the message is sent
    in the next exercise.
    """
    wire().welcome()
    await came(link)
    words = Say(id=MessageId("0" * 32), channel=ChannelId("red"), text="wait for us")
    link.send(words)
    wire().reply(Farewell(text="The umpire has ended the exercise."), n=0)
    await soon(lambda: not wire().open)
    (refused,) = [item for item in await came(link) if isinstance(item, Refusal)]
    assert (refused.id, refused.code) == (words.id, RefusalCode.CLOSED)
    first = wire()
    link.again()
    assert wire() is not first
    wire().welcome()
    await beats(3)
    assert words not in wire().sent


async def test_seeking_again_does_nothing_while_the_link_is_up(link: Link) -> None:
    """A key pressed once too often disconnects a seat."""
    wire().welcome()
    first = wire()
    link.again()
    assert wire() is first
    assert first.open
