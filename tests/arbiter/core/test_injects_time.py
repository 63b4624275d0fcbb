"""Injects come at their running time, once, and at their planned distances, whatever happens to a table's
clocks and its arbiter.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from hypothesis import example, given, settings
from hypothesis import strategies as st
from warcouncil.arbiter.core.words.stimuli import Ticked
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.acts.acts import (
    Act,
    EndNow,
    Extend,
    GoBack,
    Hold,
    KeepBack,
    Pause,
    Postpone,
    Release,
    Resume,
    SendInject,
)
from warcouncil.protocol.wire.replies import Done
from warcouncil.protocol.words import GateNo

from tests.arbiter.core.harness import Room
from tests.profile import games

STEP_MS = 700
CLOCK: dict[str, Act] = {
    "pause": Pause(),
    "resume": Resume(),
    "hold": Hold(),
    "release": Release(),
    "end": EndNow(),
    "back": GoBack(to=GateNo(1)),
    "more": Extend(seconds=45),
    "less": Extend(seconds=-11),
}


class Wanted(NamedTuple):
    """An inject, with the seconds after which it comes (-1: only by hand). They count from an opening of the
    bidding, from an earlier inject of the list, or from the beginning.
    """

    at: int
    nth: int = 0
    after: int = -1

    def part(self) -> dict[str, Any]:
        """Return the inject as a plan writes it."""
        if self.at < 0:
            return {"at_hand": True}
        opening = {"phase": "Bidding", "occasion": self.nth} if self.nth else {}
        return {"at_seconds": self.at, **opening, **({"after": self.after} if self.after >= 0 else {})}


class Steered(NamedTuple):
    """An umpire's act on the inject at a place (-1: on all): send, keep, drop, or delay by a number of
    seconds.
    """

    what: str
    place: int
    seconds: int = 1

    def act(self) -> Act:
        """Return this step as an act of an umpire."""
        number = self.place + 1
        match self.what:
            case "send":
                return SendInject(inject=number)
            case "later":
                return Postpone(inject=number, seconds=self.seconds)
            case _:
                return KeepBack(inject=number, drop=self.what == "drop")


@dataclass
class Watched:
    """A room, and its running time as an observer of the wall clock would measure it."""

    wanted: list[Wanted]
    ran: int = 0
    ran_at: dict[int, int] = field(default_factory=lambda: {0: 0})
    openings: list[int] = field(default_factory=list)
    later: dict[int, int] = field(default_factory=dict)
    at_hand: set[int] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)
    sent: set[int] = field(default_factory=set)
    read: int = 0
    found: dict[int, int] = field(default_factory=dict)
    seen: int = 0
    """The last gate whose opening was counted."""

    def __post_init__(self) -> None:
        injects = [{"text": f"{n}", **each.part()} for n, each in enumerate(self.wanted)]
        self.at_hand = {n for n, each in enumerate(self.wanted) if each.at < 0}
        self.room = Room("sealed_bid", {"hand": 5}, exercise={"injects": injects}, grace_ms=900)
        self.umpire = self.room.umpire()
        self.settle()

    def settle(self) -> None:
        """Close what is due, and count the question that opened."""
        self.room.settle()
        table = self.room.table
        if table.gate > self.seen and isinstance(table.phase, Phase):
            self.seen = table.gate
            if table.phase.name == "Bidding":
                self.openings.append(self.ran)
        self.ran_at[self.room.at] = self.ran

    def moment(self, place: int) -> int | None:
        """Return the running time at which an inject should come by itself."""
        at, nth, after = self.wanted[place]
        begins: int | None = 0
        if nth:
            begins = self.openings[nth - 1] if nth <= len(self.openings) else None
        elif after >= 0:
            begins = self.came().get(after)
        return None if begins is None else begins + at * 1000 + self.later.get(place, 0)

    def _later(self, place: int) -> int:
        """Return how late an inject already is, for example because it was due while the table was stopped."""
        moment = self.moment(place)
        return self.later.get(place, 0) + (max(0, self.ran - moment) if moment is not None else 0)

    def waiting(self) -> list[int]:
        """Return the injects that are still to come by themselves."""
        return [n for n in range(len(self.wanted)) if n not in {*self.came(), *self.at_hand, *self.gone}]

    def wait(self, ms: int) -> None:
        """Advance the time, and stop at each moment at which an inject should come."""
        room = self.room
        while ms > 0:
            clock = room.table.clock
            counts = clock.left(room.at) if clock and not room.table.now.stops else 0
            moments = [m - self.ran for n in self.waiting() if (m := self.moment(n)) is not None]
            stands = room.table.now.stops or not isinstance(room.table.phase, Phase)
            step = ms if stands else min([ms, STEP_MS, *(m for m in (counts, *moments) if m > 0)])
            ms -= step
            room.at += step
            self.ran += min(step, counts)
            room.do(Ticked(at=room.at))
            self.settle()
            self.check()

    def rule(self, word: str) -> None:
        """Send an umpire's ruling on the clock, if it is possible now."""
        before = self.room.table.gate
        said = self.room.rule(self.umpire, CLOCK[word])
        assert isinstance(said, Done) or self.room.table.gate == before
        self.settle()

    def steer(self, steered: Steered) -> None:
        """Send an umpire's act on an inject, and check that it succeeds exactly where it should."""
        place, over = steered.place, not isinstance(self.room.table.phase, Phase)
        came, waiting = self.came(), self.waiting()
        may = not over and place < len(self.wanted) and place not in {*came, *self.gone}
        timed = [n for n in waiting if self.moment(n) is not None]
        if steered.what == "later":
            may = not over and (bool(timed) if place < 0 else place in waiting)
            moved = (
                {n: self._later(n) + steered.seconds * 1000 for n in (timed if place < 0 else [place])}
                if may
                else {}
            )
            self.later |= moved
        else:
            may = may and place >= 0 and not (steered.what == "keep" and place in self.at_hand)
            found = {"send": self.sent, "keep": self.at_hand, "drop": self.gone}[steered.what]
            found |= {place} if may else set()
        said = self.room.rule(self.umpire, steered.act())
        assert isinstance(said, Done) == may
        self.settle()

    def crash(self) -> None:
        """Kill the arbiter. The running time that no record holds is played again."""
        self.room.crash()
        self.ran = self.ran_at[self.room.at]
        self.umpire = self.room.greet("umpire")
        self.settle()

    def came(self) -> dict[int, int]:
        """Return the running time at which each inject came. Check that none came twice."""
        for row in self.room.journal[self.read :]:
            body = json.loads(row.body)
            act = body.get("body", {}).get("act", {})
            place = body["inject"] if row.kind == "injected" else act.get("inject", 0) - 1
            if row.kind == "injected" or (row.kind == "received" and act.get("act") == "send_inject"):
                assert place not in self.found, "an inject came twice"
                self.found[place] = self.ran_at[row.at]
        self.read = len(self.room.journal)
        return self.found

    def check(self) -> None:
        """Check that each inject that was due came while the clock ran, to the millisecond, and no other."""
        came, table = self.came(), self.room.table
        assert table.ran_ms(self.room.at) == self.ran
        assert table.counters.injects.came == came
        assert not came.keys() & self.gone
        assert not (came.keys() - self.sent) & self.at_hand
        for place in came.keys() - self.sent:
            assert came[place] == self.moment(place), "an inject came early or late"
        if not table.now.stops and isinstance(table.phase, Phase):
            for place in self.waiting():
                moment = self.moment(place)
                assert moment is None or moment > self.ran, "an inject did not come"


PLACES = st.integers(-1, 6)
WANTED = st.one_of(
    st.integers(-1, 60).map(Wanted),
    st.tuples(st.integers(0, 40), st.integers(1, 3)).map(lambda drawn: Wanted(*drawn)),
    st.integers(0, 20).map(lambda at: Wanted(at, after=0)),
)
MOVES = st.one_of(
    st.integers(1, 30_000),
    st.sampled_from([20_900, 45_000]),
    st.sampled_from([*CLOCK, "crash", "pause", "crash"]),
    st.builds(Steered, st.sampled_from(["send", "later", "keep", "drop"]), PLACES, st.integers(1, 30)),
)
Moves = list[int | str | Steered]


@settings(derandomize=True, database=None, deadline=None, max_examples=games(20, 1500))
@given(
    first=st.integers(-1, 60).map(Wanted),
    more=st.lists(WANTED, max_size=6),
    moves=st.lists(MOVES, max_size=20),
)
@example(Wanted(10), [Wanted(12), Wanted(14)], [5_000, "pause", 600_000, "resume", 15_000])
@example(Wanted(3, 2), [Wanted(30)], [21_000, "hold", 600_000, "crash", "release", "crash", 60_000])
@example(Wanted(3), [Wanted(9, 1), Wanted(30)], [67_000, "crash", 2_000])
@example(Wanted(8), [Wanted(5, 0, 0)], [2_000, Steered("later", -1, 30), 65_000])
@example(Wanted(8), [Wanted(5, 0, 0), Wanted(6)], [Steered("send", 0), 9_000])
@example(Wanted(3, 1), [Wanted(5)], [4_000, "crash", "back", 4_000, "crash", 20_000])
@example(
    Wanted(8),
    [Wanted(5, 0, 0), Wanted(6)],
    [Steered("send", 0), 2_000, "crash", "crash", 70_000, "crash", 9_000],
)
@example(
    Wanted(8),
    [Wanted(5, 0, 0)],
    [2_000, Steered("later", -1, 30), 30_000, "pause", Steered("send", 1), 9_000, "resume", 30_000],
)
@example(
    Wanted(-1),
    [Wanted(5, 0, 0), Wanted(4)],
    [Steered("keep", 2), 9_000, Steered("send", 0), Steered("drop", 1), 50_000, "crash", 50_000],
)
def test_no_inject_comes_early_twice_or_in_a_burst(first: Wanted, more: list[Wanted], moves: Moves) -> None:
    """After a break of an hour, all injects of that hour come at once.

    Or an inject comes again after a crash or after it was sent by hand.
    """
    watched = Watched([first, *more])
    for move in moves:
        if isinstance(move, int):
            watched.wait(move)
        elif isinstance(move, Steered):
            watched.steer(move)
        elif move == "crash":
            watched.crash()
        else:
            watched.rule(move)
        watched.check()
    watched.wait(1_000)
