"""The rule of the link: it sends every request with an id until it is answered, for one seat, in one frame per
beat.
"""

from __future__ import annotations

import asyncio
from uuid import uuid4

import pytest
from warcouncil.clients.link.base.asked import ASKED_MAX, UNDER_WAY_MAX, id_of
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.link.base.reader import Reader
from warcouncil.clients.link.base.wire import End
from warcouncil.clients.link.connect import link as module
from warcouncil.clients.link.connect.link import Link
from warcouncil.protocol.acts.acts import Pause
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import Seen, Wall
from warcouncil.protocol.wire.replies import Done, Refusal, RefusalCode, Reply, Welcome
from warcouncil.protocol.wire.requests import (
    Beat,
    Call,
    Claim,
    Declare,
    Draft,
    HandOver,
    Hello,
    Look,
    Propose,
    Request,
    Respond,
    Rule,
    Say,
    SayReady,
    Watch,
    Write,
)
from warcouncil.protocol.words import ChannelId, GateNo, MessageId, Role, SeatId, TableId

from tests.clients.link.far_end import (
    BEAT_SECONDS,
    FakeWire,
    beats,
    came,
    declare,
    notice,
    say,
    soon,
    view,
    wire,
)

ID = MessageId("5" * 32)
NAMED: tuple[Request, ...] = (
    Declare(id=ID, gate=GateNo(1), answer={}),
    Say(id=ID, channel=ChannelId("red"), text="hello"),
    Propose(id=ID, to=SeatId("black.army"), text="peace"),
    Respond(id=ID, deal=1, accept=True),
    Call(id=ID, text="a ruling, please"),
    Write(id=ID, notice=1, text="we hold"),
    HandOver(id=ID),
    Claim(id=ID),
    Rule(id=ID, table=TableId(1), act=Pause(), reason="a break"),
    Look(id=ID, table=TableId(1), seat=SeatId("red.army")),
)
ANSWERS: tuple[Reply, ...] = (
    Done(id=ID),
    Refusal(id=ID, code=RefusalCode.CLOSED, text="This conversation is closed."),
    Seen(id=ID, table=TableId(1), seat=SeatId("red.army"), view=view()),
)
BUSY_REPEATS = 2 * module.REPEAT_SECONDS


async def renewed(role: Role = Role.SEAT) -> FakeWire:
    """Break the connection, and welcome the next."""
    first = wire()
    first.on_end(End.GONE)
    await soon(lambda: wire() is not first)
    wire().welcome(role=role)
    return wire()


def spoken(end: FakeWire) -> list[Request]:
    """Return the sent requests, except hellos and beats."""
    return [body for body in end.sent if not isinstance(body, Hello | Beat)]


# --- until it is answered -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("request_", NAMED, ids=lambda body: body.type)
async def test_every_request_is_sent_over_breaks_under_its_id_until_it_is_answered(
    link: Link, request_: Request
) -> None:
    """A line, a call or a ruling is lost with its connection, and its author believes that it was sent."""
    wire().welcome()
    link.send(request_)
    await soon(lambda: spoken(wire()) == [request_])
    await asyncio.sleep(BUSY_REPEATS)
    assert spoken(wire())[:2] == [request_] * 2
    again = await renewed()
    await soon(lambda: spoken(again) == [request_])
    again.reply(Done(id=ID))
    count = len(spoken(again))
    await asyncio.sleep(BUSY_REPEATS)
    assert len(spoken(again)) == count
    last = await renewed()
    await beats(4)
    assert spoken(last) == []


async def test_requests_that_wait_for_the_link_are_sent_in_order_when_it_is_up(link: Link) -> None:
    """Two lines of one speaker are read in the wrong order, or not at all."""
    first, second = say(), say()
    link.send(first)
    link.send(second)
    assert await came(link) == []
    wire().welcome()
    await soon(lambda: spoken(wire()) == [first, second])


async def test_a_request_that_waited_for_its_beat_at_a_break_is_not_lost(link: Link) -> None:
    """A request that was not sent yet is neither sent nor given back."""
    wire().welcome()
    words = [say() for _ in range(4)]
    for each in words:
        link.send(each)
    await soon(lambda: len(spoken(wire())) == 1)
    again = await renewed()
    await soon(lambda: len(spoken(again)) == 4)
    assert spoken(again) == words


async def test_a_request_without_room_in_the_socket_is_sent_on_the_next(link: Link) -> None:
    """A request is neither sent nor refused, and its author waits for ever."""
    wire().welcome(beat_seconds=0)
    full = wire()
    full.send = lambda frame: False  # type: ignore[method-assign]  # the socket is full
    words = say()
    link.send(words)
    await soon(lambda: wire() is not full)
    wire().welcome()
    await soon(lambda: spoken(wire()) == [words])
    assert not [item for item in await came(link) if isinstance(item, Refusal)]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda body: body.type)
async def test_an_answer_comes_through_while_a_number_is_missing(link: Link, answer: Reply) -> None:
    """A refusal is lost, and "on its way" is shown until the clock has run out."""
    wire().welcome()
    link.send(NAMED[1])
    await soon(lambda: spoken(wire()))
    await came(link)
    wire().reply(notice("after a gap"), n=5)
    wire().reply(answer, n=6)
    wire().reply(answer, n=6)
    assert await came(link) == [answer]
    wire().reply(view(), n=7)
    assert await came(link) == [view()]


async def test_an_answer_to_nothing_that_was_asked_waits_for_its_number(link: Link) -> None:
    """A reply to another request is passed on out of order."""
    wire().welcome()
    await came(link)
    wire().reply(Done(id="9" * 32), n=5)
    assert await came(link) == []


# --- one frame a beat ---------------------------------------------------------------------------------------------


async def test_exactly_one_frame_leaves_at_every_beat_whatever_becomes_of_what_waits(link: Link) -> None:
    """A beat without a frame, or with two, reveals to the network that a player has sealed or changed an
    answer.
    """
    wire().welcome()
    await soon(lambda: len(wire().sent) == 2)
    counts: list[int] = []
    first, second = declare(), declare()
    words = say()
    too_long = Declare(id=uuid4().hex, gate=GateNo(2), answer={"words": "\U0001f3b2" * 500})
    steps: list[tuple[Request | View | Done, ...]] = [
        (first,),
        (second,),  # the first is superseded after it left
        (declare(), declare()),  # and one before it could leave
        (declare(), view(2)),  # the question has passed meanwhile
        (words, Done(id=words.id)),
        (Draft(gate=GateNo(2), answer={}),),
        (too_long,),
    ]
    steps += [()] * 20
    for step in steps:
        before = len(wire().sent)
        for each in step:
            if isinstance(each, View | Done):
                wire().reply(each)
            else:
                link.send(each)
        assert len(wire().sent) == before, "nothing leaves between the beats"
        await asyncio.sleep(BEAT_SECONDS)
        counts.append(len(wire().sent) - before)
    assert counts == [1] * len(counts)


async def test_a_declaration_leaves_once_until_it_is_late(link: Link) -> None:
    """A declaration that leaves twice is visible to an observer of the network, and delays another request by
    a beat.
    """
    wire().welcome()
    sealed, words = declare(), say()
    link.send(sealed)
    link.send(sealed)
    link.send(words)
    await beats(6)
    assert spoken(wire()) == [sealed, words]


async def test_a_link_that_sends_at_once_never_rushes_the_arbiter(link: Link) -> None:
    """Four hundred orders overflow the socket, and break the link."""
    wire().welcome(beat_seconds=0)
    rules = [Rule(id=uuid4().hex, table=TableId(n), act=Pause(), reason="a break") for n in range(400)]
    for rule in rules:
        link.send(rule)
    while len(spoken(wire())) < len(rules):
        under_way = [body for body in spoken(wire()) if id_of(body) in link._asked]
        assert len(under_way) == UNDER_WAY_MAX
        wire().reply(Done(id=id_of(under_way[0])))
    assert spoken(wire()) == rules


async def test_too_much_without_an_answer_is_refused_here(link: Link) -> None:
    """A client's memory grows for as long as its arbiter is silent."""
    for _ in range(ASKED_MAX):
        link.send(say())
    assert await came(link) == []
    over = say()
    link.send(over)
    (refusal,) = await came(link)
    assert isinstance(refusal, Refusal)
    assert (refusal.id, refusal.code) == (over.id, RefusalCode.TOO_FAST)
    wire().welcome()
    await beats(3)
    assert over not in spoken(wire())


# --- for this seat alone ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("beat_seconds", [BEAT_SECONDS, 0.0])
@pytest.mark.parametrize("place", [{"seat": "black.army"}, {"table": 2}, {"seat": "black.army", "table": 2}])
async def test_a_request_of_one_seat_is_never_sent_at_another(
    link: Link, beat_seconds: float, place: dict[str, object]
) -> None:
    """A declaration made for one seat is sealed and signed at the seat to which its author was moved."""
    wire().welcome(beat_seconds)
    sealed, words = declare(), say()
    link.send(sealed)
    link.send(words)
    link.send(Draft(gate=GateNo(1), answer={}))
    first = wire()
    first.on_end(End.GONE)
    await soon(lambda: wire() is not first)
    await came(link)
    wire().welcome(beat_seconds, **place)  # type: ignore[arg-type]  # a table or a seat
    await beats(20)
    assert spoken(wire()) == []
    news = await came(link)
    assert isinstance(news[0], Welcome)
    told = [(item.id, item.code) for item in news if isinstance(item, Refusal)]
    assert told == [(sealed.id, RefusalCode.STALE), (words.id, RefusalCode.STALE)]


async def test_an_answer_supersedes_those_to_the_same_question_alone(link: Link) -> None:
    """The answer to a question that is still open is dropped for one to another question."""
    old, other, new = declare(1), declare(2), declare(1)
    for each in (old, other, new):
        link.send(each)
    wire().welcome()
    await soon(lambda: spoken(wire()) == [other, new])


# --- what has no id -----------------------------------------------------------------------------------------------


async def test_the_newest_draft_and_what_is_followed_are_told_on_every_connection(link: Link) -> None:
    """A silent seat's draft is lost with a cable, or a console shows an outdated room."""
    wire().welcome()
    watches = [Watch(table=TableId(n)) for n in (1, 2)]
    drafts = [Draft(gate=GateNo(1), answer={"n": n}) for n in (1, 2)]
    told: tuple[Request, ...] = (*watches, *drafts)
    for each in told:
        link.send(each)
    await soon(lambda: len(spoken(wire())) == 2)
    assert spoken(wire()) == [watches[1], drafts[1]]
    again = await renewed()
    await beats(6)
    assert spoken(again) == [watches[1], drafts[1]]
    again.reply(view(2))
    last = await renewed()
    await beats(6)
    assert spoken(last) == [watches[1]]


async def test_a_client_that_became_a_watcher_sends_no_draft(link: Link) -> None:
    """A player who has handed over the seat reads that a request is not allowed."""
    wire().welcome()
    link.send(SayReady())
    link.send(Draft(gate=GateNo(1), answer={"n": 1}))
    await soon(lambda: len(spoken(wire())) == 2)
    again = await renewed(role=Role.WATCHER)
    await beats(6)
    assert spoken(again) == [SayReady()]


async def test_a_draft_that_cannot_be_sent_is_refused_once(link: Link) -> None:
    """Each new connection reports again that the draft is too long."""
    answer: Answer = {"words": "\U0001f3b2" * 500}
    wire().welcome()
    link.send(Draft(gate=GateNo(1), answer=answer))
    await beats(2)
    await renewed()
    await beats(4)
    assert len([item for item in await came(link) if isinstance(item, Refusal)]) == 1


# --- the reader, and the end --------------------------------------------------------------------------------------


async def test_a_reader_far_behind_still_gets_its_answers(
    link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer is discarded as old news, and its request is shown as under way for ever."""
    monkeypatch.setattr(link, "_reader", Reader(20))
    wire().welcome(beat_seconds=0)
    words = say()
    link.send(words)
    wire().reply(Done(id=words.id))
    for number in range(30):
        wire().reply(notice(str(number)))
    news = await came(link)
    assert Done(id=words.id) in news
    assert LinkChange(LinkState.UP) in news
    assert not any(isinstance(item, View | Wall) for item in news)


async def test_on_a_shut_link_nothing_seems_to_be_on_its_way(link: Link) -> None:
    """A window that was replaced shows a call for the umpire as sent."""
    wire().welcome()
    wire().on_end(End.DENIED)
    await came(link)
    words = say()
    link.send(words)
    (refusal,) = await came(link)
    assert isinstance(refusal, Refusal)
    assert (refusal.id, refusal.code) == (words.id, RefusalCode.CLOSED)


async def test_a_console_that_comes_back_keeps_its_orders(link: Link) -> None:
    """An umpire's orders are dropped as if the umpire had been moved, because consoles have no seat."""
    rule = Rule(id=ID, table=TableId(1), act=Pause(), reason="a break")
    link.send(rule)
    for _ in range(2):
        session = wire().session = uuid4().hex
        wire().reply(
            Welcome(exercise="Exercise", role=Role.UMPIRE, session=session, beat_seconds=BEAT_SECONDS)
        )
        wire().reply(Wall(exercise="Exercise", tables=()))
        end = wire()
        await soon(lambda end=end: spoken(end) == [rule])  # type: ignore[misc]  # bound at once
        end.on_end(End.GONE)
        await soon(lambda end=end: wire() is not end)  # type: ignore[misc]  # bound at once
