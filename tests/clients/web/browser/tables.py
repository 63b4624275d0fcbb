"""A table in virtual time at which one seat is a page in a real browser.

It has the arbiter's own core, no socket and no real second. The page's clock moves with the room's, so that
an evening's game takes some seconds, and is always the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from nacl.signing import SigningKey
from warcouncil.clients.room.rehearsal.rehearsal_bots import RehearsalBots
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.acts.acts import GiveToBot
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.requests import Hello, Request
from warcouncil.protocol.words import Role, SeatId

from tests.arbiter.core.harness import Person, Room
from tests.clients.web.browser.served import Served, opened
from tests.clients.web.browser.tabs import ORIGIN

SIGNING = SigningKey(bytes(range(32)))
BEAT_MS = 500
WORKERLESS = """
// A worker keeps its own time, which nobody can move: the metronome is run here instead, on the page's time.
globalThis.Worker = class extends EventTarget {
  constructor() {
    super();
    this.due = Infinity;
    this.timer = 0;
  }
  postMessage(ms) {
    if (performance.now() + ms >= this.due) return;
    this.due = performance.now() + ms;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.due = Infinity;
      this.dispatchEvent(new MessageEvent("message", { data: 0 }));
    }, ms);
  }
};
"""


def sign(data: bytes) -> str:
    """Sign as an arbiter does."""
    return SIGNING.sign(data).signature.hex()


class PageTable:
    """A room of one table.

    `seat` is a page. The other asked seats answer as bots, at once, unless they should wait.
    """

    def __init__(self, game: str, seat: str, options: Mapping[str, Any] | None = None, **room: Any) -> None:
        self.room = Room(game, options, signer=(sign, SIGNING.verify_key.encode().hex()), **room)
        self.seat = SeatId(seat)
        self.others = {name: self.room.sit(name) for name in self.room.table.seats if name != seat}
        self.umpire = self.room.umpire()
        self._bots = RehearsalBots("1", 0)
        self.sent: list[Request] = []
        """The requests of the page, except its beats."""
        self.beats = 0
        self.waiting = False
        """Whether the others are silent for now."""
        self.cut = False
        """Whether nothing reaches the page, nor the arbiter from it."""
        self.page: Any = None
        self.served: Served | None = None
        self._sockets: list[tuple[Any, Person | None, int]] = []

    # --- the line -------------------------------------------------------------------------------------------------

    def attach(self, page: Any) -> None:
        """Serve each connection that a page opens."""
        self.page = page
        page.clock.install(time=1_700_000_000)
        page.clock.pause_at(1_700_003_600)  # it runs until then, and a busy machine takes its time
        page.add_init_script(WORKERLESS)
        page.route_web_socket(re.compile(r"/socket$"), self._open)

    def _open(self, socket: Any) -> None:
        at = len(self._sockets)
        self._sockets.append((socket, None, 0))
        socket.on_message(lambda frame: self._take(at, frame))

    def _take(self, at: int, frame: bytes | str) -> None:
        """Process a frame from the page."""
        if self.cut:
            return
        assert isinstance(frame, bytes), "frames are bytes"
        assert len(frame) == wire.REQUEST_BYTES, f"a frame of {len(frame)} bytes"
        asked = wire.decode_request(frame)
        socket, person, _ = self._sockets[at]
        if isinstance(asked.body, Hello):
            key = f"1:{self.seat}:{Role.SEAT}"
            person = (
                self.room.greet(key, f"page-{at}-{len(self.room.people)}")
                if key in self.room.exercise.keys
                else None
            )
            person = person or self.room.sit(self.seat, key=key)
            self._sockets[at] = socket, person, 0
        elif person is not None:
            if asked.body.type != "beat":
                self.sent.append(asked.body)
            else:
                self.beats += 1
            self.room.ask(person, asked.body)
        self.room.settle()
        self.move_on()

    def move_on(self) -> None:
        """Answer for all other seats as long as they are asked, then deliver to the page."""
        table = self.room.table
        for _ in range(500):
            if self.waiting or not isinstance(table.phase, Phase):
                break
            gate = table.gate
            for name in table.phase.asked:
                if name in self.others and table.gate == gate and name not in table.sealed:
                    self.room.declare(self.others[name], next(self._bots.answers(table, name)))
            if table.gate == gate:
                break
        self.tell()

    def tell(self) -> None:
        """Deliver everything that was sent to the page."""
        for at, (socket, person, heard) in enumerate(self._sockets):
            if person is not None and not self.cut:
                for _, frame in person.frames[heard:]:
                    socket.send(frame)
                self._sockets[at] = socket, person, len(person.frames)

    def hang_up(self, code: int = 4000, reason: str = "gone") -> None:
        """Close every connection."""
        for socket, person, _ in self._sockets:
            if person is not None:
                socket.close(code=code, reason=reason)
        self._sockets = [(socket, None, 0) for socket, _, _ in self._sockets]

    # --- time -----------------------------------------------------------------------------------------------------

    def wait(self, ms: int, *, step_ms: int = 250) -> None:
        """Advance the time, for the room and the page alike."""
        for _ in range(0, ms, step_ms):
            self.room.wait(step_ms)
            for person in self.others.values():
                if self.room.at % BEAT_MS == 0:
                    self.room.beat(person)
            self.move_on()
            self.page.clock.run_for(step_ms)

    def sit(self) -> None:
        """Join: load the page, deliver all messages, and read the briefing."""
        self.page.goto(f"{ORIGIN}/seat/AAA")
        while not any(person for _, person, _ in self._sockets):
            self.page.wait_for_timeout(
                10
            )  # its line is opened in real time: in the room's it would be given up
        self.wait(5 * BEAT_MS)
        while not self.page.locator(".briefing, .seat-board > *").count():
            self.wait(BEAT_MS)
        ready = self.page.get_by_role("button", name="I am ready")
        if ready.count():
            ready.click()
        self.wait(BEAT_MS)

    # --- what is asked --------------------------------------------------------------------------------------------

    @property
    def form(self) -> Form | None:
        """The page's open question."""
        table = self.room.table
        asked = isinstance(table.phase, Phase) and self.seat in table.phase.asked
        return table.game.form(table.state, self.seat) if asked else None

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not isinstance(self.room.table.phase, Phase)

    def sensible(self) -> Answer:
        """Return a bot's answer in the page's place."""
        return next(self._bots.answers(self.room.table, self.seat))

    def lend(self) -> None:
        """Make a bot play the seat, by an umpire's ruling. From then on it answers as the others do."""
        self.room.rule(self.umpire, GiveToBot(seat=self.seat))
        self.others[self.seat] = self.room.sit(self.seat, role=Role.STAND_IN)
        self.move_on()


@contextmanager
def at_table(
    browser: Any,
    game: str,
    seat: str,
    *,
    size: str = "wide",
    context: Mapping[str, Any] | None = None,
    **room: Any,
) -> Iterator[PageTable]:
    """Join a table with a page."""
    with opened(browser, size=size, alone=True, **{"reduced_motion": "reduce", **(context or {})}) as (
        page,
        served,
    ):
        table = PageTable(game, seat, **room)
        table.served = served
        table.attach(page)
        table.sit()
        yield table
