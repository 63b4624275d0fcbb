"""HeadlessUmpire: a console without a screen, for scripts and for plain lines.

It reports an act as done only after the arbiter has answered. Until then the link repeats the ruling with the
same id, so it never happens twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from warcouncil.clients.link.base.line import Line, LinkChange, LinkState, News
from warcouncil.clients.umpire.model.labels import opened_at
from warcouncil.clients.umpire.model.orders import Fate
from warcouncil.clients.wording.saying import refused, say
from warcouncil.protocol.acts.room_acts import Debrief, Reissue, Remove, Renew
from warcouncil.protocol.wire.consoles import (
    Alarm,
    Alarms,
    CodeIssued,
    Debriefing,
    Room,
    Seen,
    TableStatus,
    Wall,
)
from warcouncil.protocol.wire.replies import Alive, Done, Farewell, Fenced, Refusal, RefusalCode, Welcome
from warcouncil.protocol.wire.requests import Beat, Look, Rule, Watch
from warcouncil.protocol.words import Role, TableId

Answer = TypeVar("Answer", Seen, Room)

ROLES = (Role.UMPIRE, Role.OBSERVER, Role.TECHNICAL)


class HeadlessUmpireError(Exception):
    """The arbiter does not answer, and no answer will come. The text is one line."""


@dataclass(slots=True)
class RulingOutcome:
    """A ruling at one table, and its result. `approval` is its number, if it waits for a second umpire."""

    request: Rule
    fate: Fate = Fate.WAITING
    code: RefusalCode | None = None
    text: str = ""
    approval: int = 0
    new_code: str = ""
    opens: str = ""
    """The page where a browser enters the new code."""
    wing: str = ""
    """The wing of the ruling, or "" if there are no others."""

    @property
    def table(self) -> TableId:
        """The table of the ruling. It is 0 if the ruling is about the exercise."""
        return self.request.table

    def settle(self, answer: Done | Refusal) -> None:
        """Record the arbiter's answer."""
        self.fate = Fate.DONE
        if isinstance(answer, Refusal):
            self.fate, self.code, self.text = Fate.REFUSED, answer.code, refused(answer)


class HeadlessUmpire:
    """One link to the arbiter, and the messages that came on it. Call `arrive` first."""

    def __init__(self, line: Line, *, wait_seconds: float = 10.0) -> None:
        self.wall = Wall(exercise="", tables=())
        self.tables: dict[TableId, TableStatus] = {}
        self.alarms: tuple[Alarm, ...] = ()
        """The alarms that belong to no table."""
        self.role = Role.UMPIRE
        self._line = line
        self._wait_seconds = wait_seconds
        self._codes: list[CodeIssued] = []
        self._debriefing: Debriefing | None = None

    async def arrive(self) -> None:
        """Wait until every table has been received. Raises HeadlessUmpireError."""
        try:
            async with asyncio.timeout(self._wait_seconds):
                while not isinstance(await self.news(), Welcome):
                    pass
                await self._catch_up()
        except TimeoutError:
            raise HeadlessUmpireError(say("acts.none_within", seconds=f"{self._wait_seconds:g}")) from None

    async def news(self) -> News:
        """Wait for the next news item, record it and return it.

        Raises HeadlessUmpireError if the link is closed permanently.
        """
        news = await self._line.receive()
        match news:
            case LinkChange(state=LinkState.SHUT | LinkState.ENDED) | Fenced() | Farewell():
                raise HeadlessUmpireError(news.text)
            case Welcome():
                if news.role not in ROLES:
                    raise HeadlessUmpireError(say("acts.no_umpires_key", role=news.role.value))
                self.role = news.role
            case Wall():
                self.wall, self.tables = news, {status.table: status for status in news.tables}
                self.alarms, self._debriefing = (), None
            case Alarms():
                self.alarms = news.alarms
            case TableStatus():
                self.tables[news.table] = news
            case Debriefing():
                self._debriefing = news
            case CodeIssued():
                self._codes.append(news)
            case _:
                pass
        return news

    async def carry_out(self, rulings: Sequence[Rule]) -> list[RulingOutcome]:
        """Send rulings to their tables and return the results in the same order.

        Raises HeadlessUmpireError.
        """
        outcomes = {ruling.id: RulingOutcome(ruling) for ruling in rulings}
        waiting = set(outcomes)
        loop = asyncio.get_running_loop()
        if any(isinstance(ruling.act, Debrief) for ruling in rulings):
            self._debriefing = Debriefing(state="writing")  # The state of an earlier debrief does not count
        for ruling in rulings:
            self._line.send(ruling)
        try:
            async with asyncio.timeout(self._wait_seconds) as limit:
                while waiting:
                    news = await self.news()
                    if isinstance(news, Done | Refusal) and news.id in waiting:
                        waiting.remove(news.id)
                        outcomes[news.id].settle(news)
                        limit.reschedule(loop.time() + self._wait_seconds)
                await self._catch_up()
        except TimeoutError:
            for request in waiting:
                outcomes[request].fate = Fate.UNKNOWN
                outcomes[request].text = say("acts.unanswered")
        for outcome in outcomes.values():
            self._complete(outcome)
        return list(outcomes.values())

    async def written_up(self) -> Debriefing:
        """Wait until the debrief is written or has failed. Raises HeadlessUmpireError."""
        while True:
            if self._debriefing is not None and self._debriefing.state != "writing":
                return self._debriefing
            news = await self.news()
            if isinstance(news, TableStatus) and self._debriefing is None:
                raise HeadlessUmpireError(say("acts.debrief_lost"))

    async def look(self, look: Look) -> Seen | Refusal:
        """Return exactly what a seat sees, or the refusal. Raises HeadlessUmpireError."""
        self._line.send(look)
        return await self._wait_for(Seen, look.id)

    async def room(self, table: TableId) -> Room | Refusal:
        """Return all data of one table, or the refusal. Raises HeadlessUmpireError."""
        self.follow(table)
        return await self._wait_for(Room, "")

    def follow(self, table: TableId) -> None:
        """Ask to follow a table closely. Its data (`Room`) comes as news."""
        self._line.send(Watch(table=table))

    async def _wait_for(self, kind: type[Answer], request: str) -> Answer | Refusal:
        try:
            async with asyncio.timeout(self._wait_seconds):
                while True:
                    news = await self.news()
                    if isinstance(news, kind) or (isinstance(news, Refusal) and news.id == request):
                        return news
        except TimeoutError:
            raise HeadlessUmpireError(
                say("acts.no_answer_within", seconds=f"{self._wait_seconds:g}")
            ) from None

    async def _catch_up(self) -> None:
        """Receive everything that the arbiter has sent so far. The answer to a beat comes after all of that."""
        self._line.send(Beat())
        while not isinstance(await self.news(), Alive):
            pass

    def _complete(self, outcome: RulingOutcome) -> None:
        """Add what came beside the answer: a new code, or the number of a ruling that needs a second umpire."""
        act = outcome.request.act
        if outcome.fate is not Fate.DONE:
            return
        if isinstance(act, Reissue | Remove):
            codes = [one for one in self._codes if (one.table, one.seat) == (outcome.table, act.seat)]
            outcome.new_code = codes[-1].code if codes else ""
            outcome.opens = opened_at(codes[-1], self.wall.web) if codes else ""
        if isinstance(act, Renew):
            outcome.new_code = next((one.code for one in reversed(self._codes) if not one.table), "")
        if self.wall.second_umpire and act.grave:
            alarms = self.tables[outcome.table].alarms if outcome.table in self.tables else ()
            outcome.approval = max((alarm.approval for alarm in alarms), default=0)
            outcome.fate = Fate.WAITING
