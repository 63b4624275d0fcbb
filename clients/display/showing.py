"""Showing: the state of a projector: every table at a glance, and all public information of the table that it shows.

It uses no screen, no socket and no clock. The caller supplies the time of each news item.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from warcouncil.clients.link.base.line import LinkChange, LinkState, News
from warcouncil.clients.link.base.links import ONE, event_name
from warcouncil.clients.widgets.pieces.scenes import Step, Telling
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.clients.widgets.pieces.wording import clock_text
from warcouncil.clients.wording.saying import refused, say
from warcouncil.protocol.table.views import ClockView, View
from warcouncil.protocol.wire.consoles import TableStatus, Wall
from warcouncil.protocol.wire.replies import Clock, Farewell, Fenced, Refusal, Welcome
from warcouncil.protocol.wire.requests import Request, Watch
from warcouncil.protocol.words import Role, TableId, clean

ROOM = TableId(0)


@dataclass(frozen=True, slots=True)
class RoomClock:
    """The common clock of a room: the question at most tables, and the longest time left among these."""

    title: str
    phase: str
    left_ms: int
    tables: int
    running: bool


TURN_MS, TURN_MS_MIN, TURNS_MS = 1500, 200, 24_000
"""The longest and the shortest time until the next table shows its result, and the time for all tables."""


class Showing:
    """The state of a projector.

    Feed it news, and send the requests that it returns. `wanted` is a table, or ROOM. With `still`, nothing moves.
    """

    def __init__(
        self, wanted: TableId | None = None, *, still: bool = False, wings: Iterable[str] = (ONE,)
    ) -> None:
        self.exercises = dict.fromkeys(wings, "")
        """The name of each arbiter's exercise, by wing."""
        self.links = dict.fromkeys(self.exercises, LinkChange(LinkState.DOWN, say("link.not_yet")))
        self.trouble = ""
        self.tables: dict[TableId, TableNow] = {}
        self.table = ROOM
        self.view: View | None = None
        self.telling: Telling | None = None
        """The scenes that are being shown at the table on the screen."""
        self._still = still
        self._clock: ClockView | None = None
        self._heard_ms = 0
        self._frozen_ms: dict[str, int] = {}
        """The time when each link that is not up was lost."""
        self._wanted = wanted
        self._results_ms: int | None = None
        """The time since which the results are shown."""

    # --- news -----------------------------------------------------------------------------------------------------

    def feed(self, news: News, now_ms: int, wing: str = ONE) -> tuple[Request, ...]:
        """Record a reply or a link change of a wing. Return the requests that follow from it."""
        asked = self._feed(news, now_ms, wing)
        if not self.shows_results:
            self._results_ms = None
        elif self._results_ms is None:
            self._results_ms = now_ms
        return asked

    def _feed(self, news: News, now_ms: int, wing: str) -> tuple[Request, ...]:
        match news:
            case LinkChange():
                self._linked(wing, news, now_ms)
            case Welcome():
                self.exercises[wing] = clean(news.exercise)
                self.trouble = "" if news.role is Role.DISPLAY else say("display.wrong_role")
            case Wall():
                self.tables = {number: now for number, now in self.tables.items() if now.wing != wing}
            case TableStatus():
                return self._table(news, now_ms, wing)
            case View():
                self._viewed(news, now_ms)
            case Clock():
                self._moved(news, now_ms)
            case Refusal():
                self.trouble = refused(news)
            case Farewell():
                self._linked(wing, LinkChange(LinkState.ENDED, clean(news.text)), now_ms)
            case Fenced():
                self._linked(wing, LinkChange(LinkState.SHUT, clean(news.text)), now_ms)
            case _:
                pass
        return ()

    def _linked(self, wing: str, change: LinkChange, now_ms: int) -> None:
        """Record the state of a link.

        While it is not up, its clocks are stopped, because their state is unknown.
        """
        self.links[wing] = change
        if change.state is LinkState.UP:
            self._frozen_ms.pop(wing, None)
            return
        self._frozen_ms.setdefault(wing, now_ms)
        if len(self.links) > 1:  # The other wings go on, so these tables are shown in their last state
            mine = {number: now.stopped(now_ms) for number, now in self.tables.items() if now.wing == wing}
            self.tables |= mine

    @property
    def link(self) -> LinkChange:
        """The state of the link. With several wings, it is the best state of all links."""
        order = (LinkState.UP, LinkState.DOWN, LinkState.ENDED, LinkState.SHUT)
        return min(self.links.values(), key=lambda link: order.index(link.state))

    @property
    def lost(self) -> tuple[str, ...]:
        """The wings with broken links, if there are several wings. If one table is shown, only its wing counts."""
        return self._wings_at(LinkState.DOWN)

    @property
    def left(self) -> tuple[str, ...]:
        """The wings to which no link will reconnect, because their exercise was ended or they refused this client."""
        return self._wings_at(LinkState.ENDED, LinkState.SHUT)

    def _wings_at(self, *states: LinkState) -> tuple[str, ...]:
        heard = self.tables.get(self.table)
        of = [heard.wing] if heard is not None else [*self.links]
        return tuple(clean(wing) for wing in of if wing and self.links[wing].state in states)

    @property
    def exercise(self) -> str:
        """The name of the exercise."""
        return event_name(self.exercises.values())

    def stands_at(self, now_ms: int) -> int:
        """Return the time at which clocks are shown: now, or the moment when the connection was lost."""
        heard = self.tables.get(self.table)
        wings = [heard.wing] if heard is not None else [*self.links]
        frozen = [self._frozen_ms[wing] for wing in wings if wing in self._frozen_ms]
        return max(frozen) if len(frozen) == len(wings) else now_ms

    def to_wing(self, request: Request) -> str:
        """Return the wing that a request is for."""
        heard = self.tables.get(request.table) if isinstance(request, Watch) else None
        return heard.wing if heard is not None else next(iter(self.links))

    def _table(self, status: TableStatus, now_ms: int, wing: str) -> tuple[Request, ...]:
        before = self.tables.get(status.table)
        if before is not None and before.wing != wing:
            return ()  # Another wing has a table with this number, and the two must not be mixed
        self.tables[status.table] = TableNow(status, now_ms, wing)
        self.tables = dict(sorted(self.tables.items()))
        if self._wanted is not None and self._wanted == status.table:
            self._wanted = None
            return self.show(status.table)
        return ()

    def _viewed(self, view: View, now_ms: int) -> None:
        """Record a view, and start to show its scenes."""
        before, self.view = self.view, view
        self._clock, self._heard_ms = view.clock, now_ms
        if view.whole or before is None:
            self.telling = None
        elif any(line.shows for line in view.story):
            self.telling = Telling(
                view.story, now_ms, room_ms=None, scenes=view.scenes, board=before.sheet, still=self._still
            )

    def scene(self, now_ms: int) -> Step | None:
        """Return the scene that is shown now. Return None if the board is shown without a scene."""
        if self.telling is not None and self.telling.is_over(now_ms):
            self.telling = None
        return None if self.telling is None or self._still else self.telling.now(now_ms)

    def _moved(self, clock: Clock, now_ms: int) -> None:
        if self.view is not None and clock.gate == self.view.gate:
            self.view = self.view.model_copy(update={"paused": clock.paused})
            self._clock, self._heard_ms = clock.clock, now_ms

    # --- what to show ---------------------------------------------------------------------------------------------

    def show(self, table: TableId) -> tuple[Request, ...]:
        """Show a table from now on, or ROOM. An unknown table is ignored."""
        if table != ROOM and table not in self.tables:
            return ()
        self.table, self.view, self._clock, self.telling = table, None, None, None
        return (Watch(table=table),)

    def step(self, by: int) -> tuple[Request, ...]:
        """Show the next table or the one before. The room comes between the last table and the first."""
        stops = [ROOM, *self.tables]
        at = stops.index(self.table) if self.table in stops else 0
        return self.show(stops[(at + by) % len(stops)])

    @property
    def status(self) -> TableStatus | None:
        """The status of the table that is shown."""
        heard = self.tables.get(self.table)
        return heard.status if heard else None

    @property
    def heard(self) -> list[TableNow]:
        """The tables whose wing is linked. If no wing is linked, they are all tables in their last state."""
        tables = [*self.tables.values()]
        return [now for now in tables if not now.away] or tables

    @property
    def over(self) -> bool:
        """Whether every game is over."""
        return bool(self.tables) and all(heard.status.ended for heard in self.tables.values())

    @property
    def shows_results(self) -> bool:
        """Whether the results of the room are shown. They are shown if an umpire ordered it, or if every game
        is over.
        """
        wanted = any(heard.status.results for heard in self.tables.values())
        return wanted or (self.over and self.table == ROOM)

    def turned(self, now_ms: int) -> int:
        """Return how many tables show their result already. The results appear one by one."""
        number = len(self.tables)
        if self._still or self._results_ms is None or not number:
            return number
        each = max(TURN_MS_MIN, min(TURN_MS, TURNS_MS // number))
        return min(number, (now_ms - self._results_ms) // each)

    def left_ms(self, now_ms: int) -> int:
        """Return the time left on the clock of the table that is shown."""
        clock = self._clock
        return clock.left_at(self._heard_ms, self.stands_at(now_ms)) if clock else 0

    def face(self, now_ms: int) -> tuple[Step | None, int, tuple[str, ...]]:
        """Return everything that changes with time alone: the scene, how many tables show their result, and
        each clock.
        """
        at_ms = self.stands_at(now_ms)
        room = [heard.left_ms(at_ms) for heard in self.tables.values()] if self.table == ROOM else []
        turned = self.turned(now_ms) if self.shows_results else 0
        return self.scene(now_ms), turned, tuple(map(clock_text, room or [self.left_ms(now_ms)]))

    @property
    def has_clock(self) -> bool:
        """Whether the table that is shown has a clock."""
        return self._clock is not None

    def room_clock(self, now_ms: int) -> RoomClock | None:
        """Return the room's clock. Return None if no table has one.

        Stopped tables count only if no clock runs. Tables of a wing that does not answer count only if no
        other wing is linked.
        """
        there = [heard for heard in self.heard if heard.status.clock and not heard.status.ended]
        running = [heard for heard in there if heard.playing]
        counted = running or there
        if not counted:
            return None
        (title, phase), tables = Counter((h.status.title, h.status.phase) for h in counted).most_common(1)[0]
        longest = max(
            heard.left_ms(self.stands_at(now_ms)) for heard in counted if heard.status.title == title
        )
        return RoomClock(title, phase, longest, tables, bool(running))
