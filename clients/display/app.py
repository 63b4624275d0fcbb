"""DisplayApp: the projector as a Textual app.

It receives news from its links, and redraws when news or time has changed the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from warcouncil.clients.display.draw import picture
from warcouncil.clients.display.showing import ROOM, Showing
from warcouncil.clients.link.base.line import Line
from warcouncil.clients.link.base.links import Links, links_of
from warcouncil.clients.link.base.machine import monotonic_ms
from warcouncil.clients.widgets.board.ink import Lines, wrapped
from warcouncil.clients.widgets.pieces.drawn import Drawn
from warcouncil.clients.widgets.window.settings import Remembered
from warcouncil.clients.widgets.window.window import Window
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.wire.replies import Alive
from warcouncil.protocol.wire.requests import Request
from warcouncil.protocol.words import TableId

WIDTH_MIN, HEIGHT_MIN = 60, 20
TICK_SECONDS = 0.2
SOON_SECONDS = 0.03
TYPING_MS = 1500
"""Digits that are typed within this time of each other form one number."""
KEYS = (
    ("← →", "display.key_step"),
    ("0–9", "display.key_number"),
    ("R", "display.key_room"),
    ("Ctrl+T", "display.key_colours"),
    ("Ctrl+P", "display.key_actions"),
    ("? F1", "display.key_page"),
    ("Ctrl+Q", "display.key_leave"),
)


class DisplayApp(Window):
    """Shows the public information of one table, or of the room."""

    TITLE = "warcouncil · display"
    ROOM = "display"
    CSS = (
        "Screen { background: $background; color: $foreground; overflow: hidden; } #picture { height: 100%; }"
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "ctrl+q",
            "quit",
            "help.foot_leave",
            id="leave",
            show=False,
            priority=True,
            tooltip="display.means_leave",
        ),
        Binding(
            "f1,question_mark", "help", "help.title", id="help", show=False, tooltip="display.means_help"
        ),
        Binding(
            "left,up,pageup",
            "step(-1)",
            "display.act_before",
            id="before",
            show=False,
            tooltip="display.means_before",
        ),
        Binding(
            "right,down,pagedown,space",
            "step(1)",
            "help.act_next",
            id="next",
            show=False,
            tooltip="display.means_next",
        ),
        Binding(
            "r,escape,home", "room", "display.act_room", id="room", show=False, tooltip="display.means_room"
        ),
        Binding("enter", "again", "Look again", show=False),
    ]

    def __init__(
        self,
        line: Line | Links,
        *,
        table: TableId | None = None,
        now_ms: Callable[[], int] = monotonic_ms,
        theme: str = "",
        kept: Remembered | None = None,
    ) -> None:
        super().__init__(theme=theme, kept=kept)
        self._links = links_of(line)
        self.showing = Showing(table, still=self.kept.now.motion == "reduced", wings=self._links.names)
        self._now_ms = now_ms
        self._waiting = False
        self._face = self.showing.face(now_ms())
        """The values that change with time alone, as they were last drawn."""
        self._helps = False
        self._typed, self._typed_ms = "", 0

    def compose(self) -> ComposeResult:
        """Lay out the picture, which fills the screen."""
        yield Drawn(id="picture")

    def on_mount(self) -> None:
        """Draw, and start to listen."""
        self.set_interval(TICK_SECONDS, self.tick)
        self.redraw()
        self.listen()

    @work(exit_on_error=True)
    async def listen(self) -> None:
        """Handle news as it comes."""
        while True:
            wing, news = await self._links.receive()
            self._send(self.showing.feed(news, self._now_ms(), wing))
            if not self._waiting and not isinstance(news, Alive):  # A heartbeat changes only the time
                self._waiting = True
                self.set_timer(SOON_SECONDS, self.redraw)

    def action_again(self) -> None:
        """Look for the arbiter again after the exercise was ended."""
        self._links.again()

    def tick(self) -> None:
        """Redraw if time has changed something."""
        if self._face != self.showing.face(self._now_ms()):
            self.redraw()

    def redraw(self) -> None:
        """Draw the picture for the present moment."""
        self._waiting = False
        self._face = self.showing.face(self._now_ms())
        if self.is_running and self.screen_stack:
            self.screen_stack[0].query_one("#picture", Drawn).put(self._picture())

    def _picture(self) -> Lines:
        width, height = self.size
        if width < WIDTH_MIN or height < HEIGHT_MIN:
            text = say(
                "display.too_small", width=width, height=height, width_min=WIDTH_MIN, height_min=HEIGHT_MIN
            )
            return wrapped(text, max(10, width))
        if self._helps:
            said = [f"{self.own_keys.column(keys):<8} {say(means)}" for keys, means in KEYS]
            lines = wrapped("\n".join((say("door.projector"), "", *said)), width - 4)
            return [Content(), *(Content("  ") + line for line in lines)]
        return picture(self.showing, self._now_ms(), width, height)

    # --- keys -----------------------------------------------------------------------------------------------------

    def on_resize(self) -> None:
        """Redraw the picture for its new size."""
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        """Combine digits into a table's number."""
        if event.character is None or not (event.character.isascii() and event.character.isdecimal()):
            return
        now = self._now_ms()
        typed = self._typed + event.character if now - self._typed_ms < TYPING_MS else event.character
        self._typed, self._typed_ms = typed[-4:], now
        self._show(TableId(int(self._typed)))

    def action_step(self, by: int) -> None:
        """Show the next table, or the one before."""
        self._helps = False
        self._send(self.showing.step(by))
        self.redraw()

    def action_room(self) -> None:
        """Show the room."""
        self._show(ROOM)

    def action_help(self) -> None:
        """Show the keys. If they are shown, show the picture again."""
        self._helps = not self._helps
        self.redraw()

    def _show(self, table: TableId) -> None:
        """Show a table or the room, and close the page of keys."""
        self._helps = False
        self._send(self.showing.show(table))
        self.redraw()

    def _send(self, requests: Iterable[Request]) -> None:
        for request in requests:
            self._links.send(self.showing.to_wing(request), request)
