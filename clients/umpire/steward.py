"""The steward: an umpire without a screen. It brings rulings to tables and says what became of each.

Laws: every ruling keeps its id until it is answered, so a broken link never makes it happen twice; nothing is called
done that the arbiter has not answered.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from warcouncil.clients.link.line import Line, LinkChange, LinkState
from warcouncil.clients.link.link import UNSENT_TEXT
from warcouncil.clients.umpire.orders import Fate
from warcouncil.protocol.acts import Reissue, Remove, Renew
from warcouncil.protocol.replies import (
    Alive,
    CodeIssued,
    Done,
    Fenced,
    Refusal,
    RefusalCode,
    Reply,
    Room,
    Seen,
    TableStatus,
    Wall,
    Welcome,
)
from warcouncil.protocol.requests import Beat, Look, Rule, Watch
from warcouncil.protocol.words import Role, TableId, clean

Answer = TypeVar("Answer", Seen, Room)

AT_ONCE_MAX = 16
"""So many rulings are under way together; the arbiter reads so many frames of one link ahead."""
ROLES = (Role.UMPIRE, Role.OBSERVER, Role.TECHNICAL)


class StewardError(Exception):
    """The arbiter cannot be asked. The text is one line."""


@dataclass(slots=True)
class Outcome:
    """A ruling at one table, and what became of it there. `approval`: it waits for a second umpire by this number."""

    request: Rule
    fate: Fate = Fate.WAITING
    code: RefusalCode | None = None
    text: str = ""
    approval: int = 0
    new_code: str = ""

    @property
    def table(self) -> TableId:
        """The table that it was for; 0: the exercise."""
        return self.request.table


@dataclass(slots=True)
class _Errand:
    """Rulings under way: those to send, those sent and not answered."""

    unsent: deque[Rule]
    outcomes: dict[str, Outcome]
    under_way: dict[str, Rule] = field(default_factory=dict)


class Steward:
    """One link to the arbiter and what has been heard on it. `arrive` first."""

    def __init__(self, line: Line, *, wait_seconds: float = 10.0) -> None:
        self.wall = Wall(exercise="", tables=())
        self.tables: dict[TableId, TableStatus] = {}
        self.role = Role.UMPIRE
        self._line = line
        self._wait_seconds = wait_seconds
        self._codes: list[CodeIssued] = []

    async def arrive(self) -> None:
        """Wait until every table was heard of. Raises StewardError."""
        try:
            async with asyncio.timeout(self._wait_seconds):
                while not isinstance(await self.news(), Welcome):
                    pass
                await self._catch_up()
        except TimeoutError:
            raise StewardError(f"no arbiter answered within {self._wait_seconds:g} seconds") from None

    async def news(self) -> Reply | LinkChange:
        """Wait for the next reply or change of the link, and take note of it. Raises StewardError when it is shut."""
        news = await self._line.receive()
        match news:
            case LinkChange(state=LinkState.SHUT) | Fenced():
                raise StewardError(news.text)
            case Welcome():
                if news.role not in ROLES:
                    raise StewardError(f"this key is for a {news.role.value}, not for an umpire")
                self.role = news.role
            case Wall():
                self.wall, self.tables = news, {status.table: status for status in news.tables}
            case TableStatus():
                self.tables[news.table] = news
            case CodeIssued():
                self._codes.append(news)
            case _:
                pass
        return news

    async def carry_out(self, rulings: Sequence[Rule]) -> list[Outcome]:
        """Bring rulings to their tables and give what became of them, in their order. Raises StewardError."""
        errand = _Errand(deque(rulings), {ruling.id: Outcome(ruling) for ruling in rulings})
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self._wait_seconds) as limit:
                while errand.unsent or errand.under_way:
                    self._send(errand)
                    if self._answered(errand, await self.news()):
                        limit.reschedule(loop.time() + self._wait_seconds)
                await self._catch_up()
        except TimeoutError:
            for outcome in errand.outcomes.values():
                if outcome.fate is Fate.WAITING:
                    outcome.fate, outcome.text = Fate.UNKNOWN, "no answer came; ask again with the same id"
        for outcome in errand.outcomes.values():
            self._complete(outcome)
        return list(errand.outcomes.values())

    async def look(self, look: Look) -> Seen | Refusal:
        """Give exactly what a seat has, or why not. Raises StewardError."""
        self._line.send(look)
        return await self._wait_for(Seen, look.id)

    async def room(self, table: TableId) -> Room | Refusal:
        """Give all of one table, or why not. Raises StewardError."""
        self.follow(table)
        return await self._wait_for(Room, "")

    def follow(self, table: TableId) -> None:
        """Ask to follow a table closely; its room comes as news."""
        self._line.send(Watch(table=table))

    async def _wait_for(self, kind: type[Answer], request: str) -> Answer | Refusal:
        try:
            async with asyncio.timeout(self._wait_seconds):
                while True:
                    news = await self.news()
                    if isinstance(news, kind) or (isinstance(news, Refusal) and news.id == request):
                        return news
        except TimeoutError:
            raise StewardError(f"no answer came within {self._wait_seconds:g} seconds") from None

    def _send(self, errand: _Errand) -> None:
        while errand.unsent and len(errand.under_way) < AT_ONCE_MAX:
            ruling = errand.unsent.popleft()
            errand.under_way[ruling.id] = ruling
            self._line.send(ruling)

    def _answered(self, errand: _Errand, news: Reply | LinkChange) -> bool:
        """Take in what is an answer; after a break, send again what was not answered. Whether it was an answer."""
        match news:
            case Welcome():
                errand.unsent.extendleft(reversed(errand.under_way.values()))
                errand.under_way.clear()
            case Refusal() if news.text == UNSENT_TEXT:
                pass  # it is sent when the link is back
            case Done() | Refusal() if news.id in errand.under_way:
                del errand.under_way[news.id]
                outcome = errand.outcomes[news.id]
                outcome.fate = Fate.DONE
                if isinstance(news, Refusal):
                    outcome.fate, outcome.code, outcome.text = Fate.REFUSED, news.code, clean(news.text)
                return True
            case _:
                pass
        return False

    async def _catch_up(self) -> None:
        """Hear all that the arbiter has sent until now: the answer to a beat comes after it."""
        self._line.send(Beat())
        while not isinstance(await self.news(), Alive):
            pass

    def _complete(self, outcome: Outcome) -> None:
        """Add what was heard beside the answer: a new code, or the number by which another umpire can second it."""
        act = outcome.request.act
        if outcome.fate is not Fate.DONE:
            return
        if isinstance(act, Reissue | Remove):
            codes = [one for one in self._codes if (one.table, one.seat) == (outcome.table, act.seat)]
            outcome.new_code = codes[-1].code if codes else ""
        if isinstance(act, Renew):
            outcome.new_code = next((one.code for one in reversed(self._codes) if not one.table), "")
        if self.wall.second_umpire and act.grave:
            alarms = self.tables[outcome.table].alarms if outcome.table in self.tables else ()
            outcome.approval = max((alarm.approval for alarm in alarms), default=0)
            outcome.fate = Fate.WAITING
