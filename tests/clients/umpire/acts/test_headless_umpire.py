"""The headless umpire: it brings rulings to their tables, and reports none as done without an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

import pytest
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.umpire.acts.headless_umpire import HeadlessUmpire, HeadlessUmpireError
from warcouncil.clients.umpire.model.orders import Fate
from warcouncil.protocol.acts.acts import Act, Fiat, Pause
from warcouncil.protocol.acts.room_acts import Debrief, Reissue
from warcouncil.protocol.wire.consoles import Alarm, CodeIssued, Debriefing, Wall
from warcouncil.protocol.wire.replies import Alive, Done, Fenced, Refusal, RefusalCode, Reply, Welcome
from warcouncil.protocol.wire.requests import Beat, Request, Rule
from warcouncil.protocol.words import MessageId, Role, SeatId, TableId

from tests.clients.umpire.builders import FakeLine, calm_room, table, welcome

Answer = Callable[[Rule], list[Reply | LinkChange]]


def done(ruling: Rule) -> list[Reply | LinkChange]:
    """Answer that the act was done."""
    return [Done(id=ruling.id)]


class Arbiter(FakeLine):
    """Answers beats, and rulings as the test wants."""

    def __init__(self, answer: Answer = done, wall: Wall | None = None) -> None:
        wall = wall or Wall(exercise="Jena", tables=())
        super().__init__([LinkChange(LinkState.UP), welcome(), wall, *calm_room(3)])
        self.answer = answer

    def send(self, body: Request) -> None:
        """Answer."""
        super().send(body)
        if isinstance(body, Beat):
            self.news.put_nowait(Alive())
        elif isinstance(body, Rule):
            for reply in self.answer(body):
                self.news.put_nowait(reply)

    @property
    def rulings(self) -> list[Rule]:
        """The rulings that were sent."""
        return [body for body in self.sent if isinstance(body, Rule)]


def rulings(count: int = 2, act: Act | None = None) -> list[Rule]:
    """Make rulings for the first tables."""
    return [
        Rule(id=MessageId(f"{n:032x}"), table=TableId(n), act=act or Pause(), reason="a break")
        for n in range(1, count + 1)
    ]


async def umpire(line: FakeLine, wait_seconds: float = 5.0) -> HeadlessUmpire:
    """Return a headless umpire that has arrived."""
    found = HeadlessUmpire(line, wait_seconds=wait_seconds)
    await found.arrive()
    return found


async def test_a_refusal_is_reported_in_the_arbiters_words() -> None:
    """A script believes that a table is paused which plays on."""

    def answer(ruling: Rule) -> list[Reply | LinkChange]:
        if ruling.table == 2:
            return [Refusal(id=ruling.id, code=RefusalCode.OVER, text="The game is over.\x1b[2J")]
        return done(ruling)

    first, second = await (await umpire(Arbiter(answer))).carry_out(rulings())
    assert (first.fate, second.fate) == (Fate.DONE, Fate.REFUSED)
    assert (second.code, second.text) == (RefusalCode.OVER, "The game is over.[2J")


async def test_a_break_makes_no_ruling_refused_and_none_go_twice() -> None:
    """A ruling given in a short break counts as refused by the arbiter, or is carried out twice."""
    line = Arbiter(lambda ruling: [LinkChange(LinkState.DOWN), LinkChange(LinkState.UP), *done(ruling)])
    outcomes = await (await umpire(line)).carry_out(rulings(400))
    assert all(outcome.fate is Fate.DONE for outcome in outcomes)
    assert line.rulings == [outcome.request for outcome in outcomes]


async def test_a_ruling_without_an_answer_is_unknown() -> None:
    """A script waits for ever, or takes silence for consent."""
    line = Arbiter(lambda ruling: done(ruling) if ruling.table == 1 else [])
    first, second = await (await umpire(line, wait_seconds=0.05)).carry_out(rulings())
    assert (first.fate, second.fate) == (Fate.DONE, Fate.UNKNOWN)


async def test_a_new_code_comes_with_the_ruling_that_asked_for_it() -> None:
    """A person loses the seat and cannot join again."""
    act = Reissue(seat=SeatId("red.army"))

    def answer(ruling: Rule) -> list[Reply | LinkChange]:
        code = f"7K{ruling.table}-Q4MN-P2XT"
        issued = CodeIssued(table=ruling.table, seat=act.seat, seat_title="Red army commander", code=code)
        return [*done(ruling), issued]

    outcomes = await (await umpire(Arbiter(answer))).carry_out(rulings(2, act))
    assert [outcome.new_code for outcome in outcomes] == ["7K1-Q4MN-P2XT", "7K2-Q4MN-P2XT"]


async def test_a_ruling_that_waits_for_a_second_umpire_is_not_called_done() -> None:
    """A script believes in a ruling that no second umpire has approved."""
    number = Alarm(table=TableId(1), text="waits for a second umpire: fiat", approval=4)
    line = Arbiter(
        lambda ruling: [*done(ruling), table(1, alarms=(number,))],
        wall=Wall(exercise="Jena", tables=(), second_umpire=True),
    )
    (outcome,) = await (await umpire(line)).carry_out(rulings(1, Fiat(text="The bridge is down.")))
    assert (outcome.fate, outcome.approval) == (Fate.WAITING, 4)


@pytest.mark.parametrize(
    ("news", "said"),
    [
        (LinkChange(LinkState.SHUT, "The arbiter does not know this key."), "does not know"),
        (Fenced(text="Somebody else sits here."), "Somebody else"),
        (Welcome(exercise="Jena", role=Role.SEAT, session="s"), "for a seat"),
    ],
)
async def test_a_card_that_may_not_rule_is_refused_with_the_reason(
    news: Reply | LinkChange, said: str
) -> None:
    """A script waits at a door that stays closed."""
    with pytest.raises(HeadlessUmpireError, match=said):
        await HeadlessUmpire(FakeLine([news])).arrive()


async def test_an_arbiter_that_is_not_there_is_given_up() -> None:
    """A script waits for ever."""
    with pytest.raises(HeadlessUmpireError, match="no host answered"):
        async with asyncio.timeout(60):
            await HeadlessUmpire(FakeLine(), wait_seconds=0.02).arrive()


@pytest.mark.parametrize("state", ["analysing", "written"])
async def test_a_debrief_is_waited_for_until_it_is_written(state: Literal["analysing", "written"]) -> None:
    """If this fails, a script goes on to a report that is not written yet, or takes an earlier one for it."""
    line = Arbiter(lambda ruling: [*done(ruling), Debriefing(state="writing", percent=3)])
    line.news.put_nowait(Debriefing(state="written", text="an earlier one"))
    found = await umpire(line)
    await found.carry_out(rulings(1, Debrief()))
    line.news.put_nowait(Debriefing(state="writing", percent=50))
    line.news.put_nowait(Debriefing(state=state, text="/there"))
    assert (await found.written_up()).text == "/there"


async def test_an_arbiter_that_began_anew_writes_no_debrief() -> None:
    """A script waits for ever."""
    line = Arbiter()
    found = await umpire(line)
    await found.carry_out(rulings(1, Debrief()))
    anew: list[Reply] = [welcome(), Wall(exercise="Jena", tables=()), *calm_room(1)]
    for news in anew:
        line.news.put_nowait(news)
    with pytest.raises(HeadlessUmpireError, match="Order the debrief again"):
        await found.written_up()
