"""The link: one frame at every beat, all requests in order, and automatic reconnection."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from uuid import uuid4

import pytest
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.link.base.reader import WAITING_MAX
from warcouncil.clients.link.base.wire import End
from warcouncil.clients.link.connect.link import Link
from warcouncil.protocol.table.views import ClockView, View
from warcouncil.protocol.wire.consoles import Wall
from warcouncil.protocol.wire.replies import Alive, Done, Refusal, RefusalCode, Welcome
from warcouncil.protocol.wire.requests import Beat, Declare, Draft, Hello, Resync, Say
from warcouncil.protocol.wire.wire import REQUEST_BYTES
from warcouncil.protocol.words import GateNo, Role

from tests.clients.link.far_end import (
    BEAT_SECONDS,
    KEY,
    TICKET,
    came,
    declare,
    notice,
    receipt,
    say,
    soon,
    view,
    wire,
)


async def test_it_says_hello_and_passes_on(link: Link) -> None:
    """A link does not begin with hello, does not report that it is up, or does not pass on messages in order."""
    assert isinstance(wire().sent[0], Hello)
    wire().welcome()
    wire().reply(notice("first"))
    up, welcome, shown, first = await came(link)
    assert up == LinkChange(LinkState.UP)
    assert isinstance(welcome, Welcome)
    assert isinstance(shown, View)
    assert first == notice("first")


async def test_it_connects_to_where_the_ticket_says(link: Link) -> None:
    """The link seeks another arbiter, or uses a key that is not its seat's."""
    assert wire().address == {"host": "127.0.0.1", "port": 1, "server_key": KEY, "public": KEY, "secret": KEY}


async def test_a_link_that_may_sends_at_once_whatever_the_beat(far_end: None) -> None:
    """The requests of a console or of a rehearsed player wait for a beat, which hides nothing for them."""
    link = Link(TICKET, at_once=True).start()
    wire().welcome(beat_seconds=100)
    link.send(say())
    assert isinstance(wire().sent[-1], Say)
    link.close()


async def test_one_frame_of_one_size_at_every_beat(link: Link) -> None:
    """T14, T15: the network sees whether a seat speaks, seals or does nothing, because beats differ in number or
    size.
    """
    wire().welcome()
    moments = []
    loop = asyncio.get_running_loop()
    sending = wire().send

    def send(frame: bytes) -> bool:
        moments.append(loop.time())
        return sending(frame)

    wire().send = send  # type: ignore[method-assign]  # the test listens to the network
    await soon(lambda: len(moments) >= 3)
    for _ in range(3):
        link.send(say())
    link.send(declare())
    await soon(lambda: len(moments) >= 10)
    gaps = [later - earlier for earlier, later in pairwise(moments)]
    assert min(gaps) > BEAT_SECONDS * 0.6
    assert set(wire().sizes) == {REQUEST_BYTES}
    assert len(wire().those(Say)) == 3
    assert len(wire().those(Declare)) == 1
    assert len(wire().those(Beat)) >= 3


async def test_a_bots_link_sends_at_once(link: Link) -> None:
    """The link of a bot waits for a beat, so the bot cannot send as fast as it computes."""
    wire().welcome(beat_seconds=0)
    link.send(declare())
    assert isinstance(wire().sent[-1], Declare)
    assert wire().sessions[-1] == wire().session


async def test_a_request_that_does_not_fit_is_refused_here_and_its_beat_is_unused(link: Link) -> None:
    """A long text in a script of four bytes a letter breaks the screen, or leaves a beat without a frame."""
    wire().welcome(beat_seconds=0)
    await came(link)
    long = Declare(id=uuid4().hex, gate=GateNo(1), answer={"words": "\U0001f3b2" * 500})
    link.send(long)
    (refusal,) = await came(link)
    assert isinstance(refusal, Refusal)
    assert (refusal.id, refusal.code) == (long.id, RefusalCode.MALFORMED)
    assert isinstance(wire().sent[-1], Beat)
    assert not wire().those(Declare)


async def test_after_a_gap_the_whole_view_is_asked_for(link: Link) -> None:
    """E5: after a missing message the client shows later ones, although only a complete view contains everything."""
    wire().welcome()
    await came(link)
    wire().reply(notice("lost"), n=4)
    wire().reply(notice("after"), n=5)
    wire().reply(view(2, whole=False), n=6)
    assert await came(link) == []
    await soon(lambda: wire().those(Resync))
    wire().reply(view(2), n=7)
    wire().n = 7
    wire().reply(notice("next"))
    assert await came(link) == [view(2), notice("next")]
    await asyncio.sleep(BEAT_SECONDS * 3)
    assert len(wire().those(Resync)) == 1


async def test_a_gap_at_the_end_is_seen_by_the_next_beat(link: Link) -> None:
    """A lost last message stays unseen until something else happens."""
    wire().welcome()
    wire().reply(Alive(clock=ClockView(left_ms=1, total_ms=2, running=True)), n=0, last=wire().n + 1)
    await soon(lambda: wire().those(Resync))


async def test_a_lost_call_for_the_whole_view_is_repeated(link: Link) -> None:
    """If the answer to a request for the complete view is lost too, the request is not repeated."""
    wire().welcome()
    wire().reply(notice("lost"), n=4)
    await soon(lambda: len(wire().those(Resync)) == 3)


async def test_repeats_strangers_and_noise_are_dropped(link: Link) -> None:
    """A repeated number, another session's message or a frame that cannot be opened changes something."""
    wire().welcome()
    await came(link)
    wire().reply(notice("again"), n=2)
    wire().reply(notice("other"), n=3, session="0" * 32)
    wire().on_frame(b"?noise")
    wire().on_frame(b"not json")
    wire().reply(notice("next"))
    assert await came(link) == [notice("next")]
    assert link.lost_frames == 2


async def test_an_unanswered_declaration_is_sent_again_under_its_id(link: Link) -> None:
    """F17: after a lost receipt or a lost connection, the same declaration is not sent again until it is answered."""
    wire().welcome()
    sealed = declare()
    link.send(sealed)
    await soon(lambda: wire().those(Declare) == [sealed, sealed])
    first = wire()
    first.on_end(End.GONE)
    await soon(lambda: wire() is not first)
    wire().welcome()
    await soon(lambda: wire().those(Declare))
    assert wire().sessions[-1] == wire().session != first.session
    wire().reply(receipt(sealed))
    count = len(wire().those(Declare))
    await asyncio.sleep(12)
    assert len(wire().those(Declare)) == count


async def test_only_the_last_declaration_is_kept(link: Link) -> None:
    """An earlier answer is sent again, although only the last of several answers counts."""
    old, new = declare(), declare()
    link.send(old)
    link.send(new)
    wire().welcome()
    await soon(lambda: wire().those(Declare))
    assert wire().those(Declare) == [new]


async def test_drafts_do_not_queue(link: Link) -> None:
    """An old draft is sent, or one after the answer that it was for, or the player reads about a lost draft."""
    link.send(Draft(gate=GateNo(1), answer={"n": 0}))
    assert await came(link) == []
    wire().welcome()
    for number in range(5):
        link.send(Draft(gate=GateNo(1), answer={"n": number}))
    await soon(lambda: wire().those(Draft))
    link.send(Draft(gate=GateNo(1), answer={"n": 5}))
    sealed = declare()
    link.send(sealed)
    await soon(lambda: wire().those(Declare))
    assert wire().those(Draft) == [Draft(gate=GateNo(1), answer={"n": 4})]


async def test_a_console_starts_afresh_from_the_wall(link: Link) -> None:
    """After a gap, an umpire's console or a projector continues with a view alone, and does not wait for the wall."""
    session = wire().session = uuid4().hex
    wire().reply(Welcome(exercise="Exercise", role=Role.DISPLAY, session=session, beat_seconds=BEAT_SECONDS))
    wall = Wall(exercise="Exercise", tables=())
    wire().reply(wall)
    await came(link)
    wire().reply(notice("lost"), n=5)
    wire().reply(view(2), n=6)
    assert await came(link) == []
    wire().reply(wall, n=7)
    wire().reply(view(2), n=8)
    assert await came(link) == [wall, view(2)]


async def test_a_declaration_whose_question_closed_is_sent_until_the_arbiter_answers(
    link: Link,
) -> None:
    """An answer sealed within the last beat, or while the link was down, disappears at the next question
    without notice.
    """
    wire().welcome()
    sealed = declare(1)
    link.send(sealed)
    wire().reply(view(2))
    await soon(lambda: wire().those(Declare) == [sealed, sealed])
    wire().reply(Refusal(id=sealed.id, code=RefusalCode.STALE, text="closed"))
    count = len(wire().those(Declare))
    await asyncio.sleep(12)
    assert len(wire().those(Declare)) == count


async def test_a_reader_far_behind_starts_afresh(link: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unread messages pile up for ever, because the link does not discard them and ask for the complete view."""
    wire().welcome(beat_seconds=0)
    for number in range(WAITING_MAX + 5):
        wire().reply(notice(str(number)))
    assert len(await came(link)) < 10
    assert wire().those(Resync)


async def test_other_answers_pass(link: Link) -> None:
    """A reply to a request outside the numbering is not passed on."""
    wire().welcome()
    await came(link)
    wire().reply(Done(id="0" * 32))
    wire().reply(Refusal(code=RefusalCode.TOO_FAST, text="slowly"), n=0, session="")
    done, refused = await came(link)
    assert isinstance(done, Done)
    assert isinstance(refused, Refusal)
