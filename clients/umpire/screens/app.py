"""UmpireApp: the umpire's console as a Textual app.

It receives news from its links and redraws at a limited rate.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen
from warcouncil.clients.link.base.line import Line, LinkState
from warcouncil.clients.link.base.links import Links
from warcouncil.clients.link.base.machine import monotonic_ms, new_id
from warcouncil.clients.umpire.drawing.answer_box import Fill
from warcouncil.clients.umpire.drawing.console import Console
from warcouncil.clients.umpire.model.alarms import Urgency
from warcouncil.clients.umpire.model.wing import PhasesOf, none_known
from warcouncil.clients.umpire.screens.act_box import RulingScreen
from warcouncil.clients.umpire.screens.base import ConsoleScreen
from warcouncil.clients.umpire.screens.injects import InjectsScreen
from warcouncil.clients.umpire.screens.lists import OrdersScreen
from warcouncil.clients.umpire.screens.wall import WallScreen
from warcouncil.clients.widgets.pieces.drawn import Drawn
from warcouncil.clients.widgets.window.calling import Caller
from warcouncil.clients.widgets.window.settings import Remembered
from warcouncil.clients.widgets.window.window import Window
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import MessageId, SeatId, TableId, clean

WIDTH_MIN, HEIGHT_MIN = 80, 24
SOON_SECONDS = 0.03
"""News items that come within this time are drawn together."""
TICK_SECONDS = 0.25
RESTS, REST_MS_MAX = 3, 500
"""After a drawing, the console waits three times as long as the drawing took, but at most half a second.
Meanwhile it only collects news.

Otherwise a slow laptop would draw a large room all the time and have no time for keys and news.
"""


class InTheWay(ModalScreen[None]):
    """Covers the window with the reason why the console cannot be shown."""

    def __init__(self, says: Callable[[], str]) -> None:
        super().__init__()
        self._says = says

    def compose(self) -> ComposeResult:
        """Lay out the sentence."""
        yield Drawn(id="in-the-way")

    def on_mount(self) -> None:
        """Draw the sentence."""
        self.write()

    def on_resize(self) -> None:
        """Redraw the sentence for its new size."""
        self.write()

    def write(self) -> None:
        """Draw the sentence."""
        lines = list(Content(self._says()).wrap(max(10, self.app.size.width - 2)))
        self.query_one("#in-the-way", Drawn).put(lines)


class UmpireApp(Window):
    """The umpire's console."""

    TITLE = "warcouncil · umpire"
    CSS_PATH = "umpire.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "ctrl+q",
            "quit",
            "help.foot_leave",
            id="leave",
            show=False,
            priority=True,
            tooltip="umpire.means_leave",
        ),
        Binding(
            "ctrl+r",
            "again",
            "help.foot_seek",
            id="again",
            show=False,
            priority=True,
            tooltip="umpire.means_again",
        ),
        Binding(
            "ctrl+b",
            "switch_bell",
            "help.act_bell",
            id="bell",
            show=False,
            tooltip="umpire.means_bell",
        ),
    ]
    ROOM = "umpire"

    def __init__(
        self,
        line: Line | Links,
        *,
        now_ms: Callable[[], int] = monotonic_ms,
        make_id: Callable[[], MessageId] = new_id,
        theme: str = "",
        kept: Remembered | None = None,
        fill: Fill,
        phases_of: PhasesOf = none_known,
    ) -> None:
        super().__init__(theme=theme, kept=kept)
        self.console_model = Console(line, make_id, now_ms, fill, phases_of)
        self._now_ms = now_ms
        self._waiting = False
        self._rested_ms = now_ms()
        """The time from which news may be drawn again."""
        self.caller = Caller(self.to_terminal, self.kept)
        self._ranked_alarms: set[tuple[Urgency, TableId, SeatId, int]] = set()

    async def on_event(self, event: events.Event) -> None:
        """Record how a key arrived before it has any effect."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            self.console_model.rhythm.hear(event)
        await super().on_event(event)

    def on_mount(self) -> None:
        """Show the wall and start to listen."""
        self.caller.begin()
        self.push_screen(WallScreen(self.console_model))
        self.set_interval(TICK_SECONDS, self._tick)
        self.listen()

    @work(exit_on_error=True)
    async def listen(self) -> None:
        """Record news as it comes."""
        while True:
            self.console_model.take(*await self.console_model.links.receive())
            if not self._waiting:
                self._waiting = True
                self.set_timer(max(SOON_SECONDS, (self._rested_ms - self._now_ms()) / 1000), self.redraw)

    def on_unmount(self) -> None:
        """Restore the terminal's title."""
        self.caller.end()

    def _call(self) -> None:
        """Call the umpire when a call or another alarm is new."""
        now = {(each.urgency, each.table, each.seat, each.number) for each in self.console_model.newest}
        if now - self._ranked_alarms:
            self.caller.call(say("umpire.alarm_waits"))
        self._ranked_alarms = now
        self.caller.title(say("umpire.alarms_title_bar", n=len(now)) if now else say("umpire.title"))

    def action_again(self) -> None:
        """Look for the arbiter again after the exercise was ended."""
        self.console_model.links.again()

    def _tick(self) -> None:
        """Redraw what changes with time."""
        if self._now_ms() >= self._rested_ms:
            self.redraw()

    def redraw(self) -> None:
        """Draw all changes on the front screen, and on the screens that are visible behind it."""
        self._waiting = False
        if not self.is_running:
            return  # the screens are being closed
        begun_ms = self._now_ms()
        self._call()
        self._cover()
        for screen in reversed(self.screen_stack):
            if (
                isinstance(screen, ConsoleScreen | RulingScreen | OrdersScreen | InjectsScreen)
                and screen.ready
            ):
                screen.repaint()
            if isinstance(screen, ConsoleScreen):
                break
        # The drawing is complete only after the widgets have reported to the screen and been drawn
        self.call_after_refresh(self.screen.call_after_refresh, self._rest, begun_ms)

    def _rest(self, begun_ms: int) -> None:
        """Set the earliest time of the next drawing. Call it when a drawing is complete."""
        now_ms = self._now_ms()
        self._rested_ms = now_ms + min(REST_MS_MAX, RESTS * (now_ms - begun_ms))

    def on_resize(self) -> None:
        """When the size of the window is known, show whether it is too small."""
        self.call_later(self._cover)

    def _cover(self) -> None:
        """Cover the window if the console cannot be shown. Uncover it if it can be shown again."""
        covered = any(isinstance(screen, InTheWay) for screen in self.screen_stack)
        if self._in_the_way():
            if not covered:
                self.push_screen(InTheWay(self._in_the_way))
            return
        while covered and not isinstance(self.screen, InTheWay):
            self.pop_screen()  # A box was opened in front of the cover
        if covered:
            self.pop_screen()

    def _in_the_way(self) -> str:
        """Return why the console cannot be shown. It is "" if it can be shown."""
        links = [wing.link for wing in self.console_model.board.wings.values()]
        if links and all(link.state is LinkState.SHUT for link in links):
            why = say("link.head_shut", text=clean(links[0].text))
            return "\n\n".join((why, say("umpire.hidden"), self.own_keys.text(say("help.ctrl_q_leaves"))))
        width, height = self.size
        if width >= WIDTH_MIN and height >= HEIGHT_MIN:
            return ""
        return say("umpire.too_small", width=width, height=height, width_min=WIDTH_MIN, height_min=HEIGHT_MIN)
