"""Twin worlds in the simulation: two runs of one number that part at a moment, and from then on differ in a
secret of one seat. That seat must receive the same, byte by byte and at the same moments, until a question
closes. The times and sizes of all frames, which a listener in the network sees, must be the same too.
Between the two worlds are the whole arbiter, its disk and the links.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

from warcouncil.arbiter.core.table.table import Table
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.words import TableId

from tests.simulation import disk
from tests.simulation.network import Connection
from tests.simulation.promises import Broken
from tests.simulation.seat import Seat
from tests.simulation.setting import Wish
from tests.simulation.world import START_SECONDS, World, lived

HARMLESS = ("rough", "cut", "reset", "wall", "kill")
"""Faults that may come after they have parted: the same, at the same moments, in both."""
LONG_SECONDS = 20.0
AGAIN_SECONDS = 0.2
FIRST = TableId(1)


@dataclass
class Heard:
    """The frames of one of the two worlds since they parted."""

    gate: int = 0
    closed: float = float("inf")
    """When the first question closed."""
    observer: str = ""
    own: list[tuple[float, bytes]] = field(default_factory=list)
    """The frames that the seat received, with their times."""
    sizes: dict[str, list[tuple[float, int]]] = field(default_factory=lambda: defaultdict(list))
    """The lengths of all frames."""
    opened: dict[tuple[TableId, int], float] = field(default_factory=dict)
    """When each question of other tables opened, by table and gate."""
    differs: bool = False
    """Whether anything that may not be known was different."""


class Twin(World):
    """One of the two."""

    heard: Heard

    def go(self, side: int) -> Heard:
        """Live, and part."""
        self.heard, self.side = Heard(), side
        self.promises.is_exact = False  # A leak through a late closing is to be found by the comparison.
        draw = self.chance.of("when twins part")
        self.parts_at = draw.uniform(4.0, 20.0)
        self.faults = {
            number: fault
            for number, fault in self.faults.items()
            if fault.kind in HARMLESS or START_SECONDS + fault.at + 12 < self.parts_at
        }
        self.network.heard = self._listen
        self.time.at(0.0, self.begin)
        for fault in self.faults.values():
            self.time.at(START_SECONDS + fault.at, self.strikes.strike, fault)
        self.time.at(self.parts_at, self._part)
        self.time.run(self.parts_at + LONG_SECONDS)
        return self.heard

    def sit_down(self, name: str, called: str = "") -> Seat:
        """Start a client.

        A window that is opened again continues as before: a user who only seals does not begin to speak.
        """
        before = self.seats.get(called or name)
        seat = super().sit_down(name, called)
        if before is not None:
            seat.mind, seat.seals_alone, seat.quiet = before.mind, before.seals_alone, before.quiet
        return seat

    def _listen(self, connection: Connection, frame: bytes) -> None:
        if self.time.now < self.parts_at or not self.heard.observer:
            return
        table = self._table
        if table is not None and table.gate != self.heard.gate:
            self.heard.closed = min(self.heard.closed, self.time.now)
        self._look_at_others()
        name = connection.wire.process.name
        self.heard.sizes[name].append((self.time.now, len(frame)))
        if name == self.heard.observer:
            plain = self.seats[name].link._unsealer.open(frame) or b""  # type: ignore[union-attr]  # it has sat down
            self.heard.own.append((self.time.now, plain))

    def _look_at_others(self) -> None:
        """Note when questions of other tables opened."""
        leader = self.leader
        for number, table in leader.opened.exercise.tables.items() if leader and leader.opened else ():
            if number != FIRST and number in self.promises.opened_at:
                self.heard.opened.setdefault((number, table.gate), self.promises.opened_at[number])

    @property
    def _table(self) -> Table | None:
        leader = self.leader
        return leader.opened.exercise.tables[FIRST] if leader and leader.opened else None

    def _part(self) -> None:
        """Deal anew what the seat cannot know, and let the others think differently."""
        table = self._table
        if table is None or not isinstance(table.phase, Phase) or table.is_undealt:
            return
        if table.now.sealed or table.now.drafts:  # what was answered to another hand
            self.time.after(AGAIN_SECONDS, self._part)
            return
        self.parts_at = self.time.now
        seats = list(table.seats)
        observer = self.chance.of("who is watched").choice(seats)
        name = f"{FIRST}:{observer}"
        if self.seats[name].dead:
            return
        self.heard.observer, self.heard.gate = name, table.gate
        if self.side:
            before = table.state
            table.state = table.game.rehide(table.state, observer, Dice(b"the other egg...", self.wish.seed))
            table.now.phase = table.game.phase(table.state)
            self.heard.differs = table.state != before
        # A client without a frame asks for a whole view if the frame had a number, like an answer. No real
        # connection loses one.
        self.network.in_order = {f"{FIRST}:{seat}" for seat in seats if seat != observer}
        others = [
            f"{FIRST}:{seat}"
            for seat in table.phase.asked
            if seat != observer and seat not in table.now.sealed
        ]
        for other in self.clients:
            if other == name:
                continue
            seat = self.seats[other]
            seat.mind = Random(f"{self.wish.seed} {self.side} {other}")
            seat.seals_alone = True
            seat.quiet = other not in others[1:]
            self.heard.differs |= not seat.quiet


def compare(wish: Wish) -> Heard | None:
    """Live twice, and compare. Raises Broken. None: there was nothing to compare."""
    wish = replace(wish, seats_alone=True)
    left, right = (lived(wish, Twin, partial(Twin.go, side=side)) for side in (0, 1))
    if not left.observer or not right.differs:
        return None
    end = min(left.closed, right.closed, _waited(left, right))
    own = [[one for one in heard.own if one[0] < end] for heard in (left, right)]
    if own[0] != own[1]:
        raise Broken("secrecy", f"{left.observer} can tell the worlds apart: {_difference(*own)}", end)
    for name in sorted({*left.sizes, *right.sizes}):
        sizes = [[one for one in heard.sizes[name] if one[0] < end] for heard in (left, right)]
        if sizes[0] != sizes[1]:
            raise Broken("secrecy", f"whoever listens to the link of {name} can tell the worlds apart", end)
    return right


def _waited(one: Heard, other: Heard) -> float:
    """Return the moment when a question of another table waited for a write in one world alone, for no longer
    than that takes. That is not secret (ADR 12), and all that follows is as much later.
    """
    opened = [(at, other.opened[key]) for key, at in one.opened.items() if key in other.opened]
    waited = [min(pair) for pair in opened if 0 < abs(pair[0] - pair[1]) <= disk.QUICK[1]]
    return min(waited, default=float("inf"))


def _difference(one: list[tuple[float, bytes]], other: list[tuple[float, bytes]]) -> str:
    for left, right in zip(one, other, strict=False):
        if left != right:
            place = next((i for i, (a, b) in enumerate(zip(left[1], right[1], strict=False)) if a != b), 0)
            return f"at {left[0]:.3f} and {right[0]:.3f}: {left[1][max(0, place - 60) : place + 30]!r} {right[1][max(0, place - 60) : place + 30]!r}"
    return f"{len(one)} frames, {len(other)} frames"
