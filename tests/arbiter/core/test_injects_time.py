"""Whatever happens to a table's clocks and to its arbiter, injects come at their running time, once, and as far apart as they were planned."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from hypothesis import example, given, settings
from hypothesis import strategies as st
from warcouncil.arbiter.core.stimuli import Ticked
from warcouncil.arbiter.core.stops import Stop
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.acts import Act, EndNow, Extend, GoBack, Hold, Pause, Release, Resume
from warcouncil.protocol.replies import Done
from warcouncil.protocol.words import GateNo

from tests.arbiter.core.room import Room
from tests.profile import games

STEP_MS = 700
RULINGS: dict[str, Act] = {
    "pause": Pause(),
    "resume": Resume(),
    "hold": Hold(),
    "release": Release(),
    "end": EndNow(),
    "back": GoBack(to=GateNo(1)),
    "more": Extend(seconds=45),
    "less": Extend(seconds=-11),
}
Wanted = tuple[int, int]
"""An inject: how many seconds it counts, and from which opening of the bidding (0: from the beginning)."""


@dataclass
class Watched:
    """A room, and its running time as anybody could take it who only looks at the clock on the wall."""

    injects: list[Wanted]
    ran: int = 0
    ran_at: dict[int, int] = field(default_factory=lambda: {0: 0})
    openings: list[int] = field(default_factory=list)
    due_since: dict[int, int] = field(default_factory=dict)
    seen: int = 0
    """Up to which question openings were counted."""

    def __post_init__(self) -> None:
        injects = [
            {"text": f"{n}", "at_seconds": at, **({"phase": "Bidding", "occasion": nth} if nth else {})}
            for n, (at, nth) in enumerate(self.injects)
        ]
        self.room = Room("sealed_bid", {"hand": 5}, exercise={"injects": injects}, grace_ms=900)
        self.umpire = self.room.umpire()
        self.settle()

    def settle(self) -> None:
        """Let all happen that is due, and look at what opened."""
        self.room.settle()
        table = self.room.table
        if table.gate > self.seen and isinstance(table.phase, Phase):
            self.seen = table.gate
            if table.phase.name == "Bidding":
                self.openings.append(self.ran)
            self.room.settle()
        self.ran_at[self.room.at] = self.ran

    def moment(self, number: int) -> int | None:
        """Give when an inject should come, in running time."""
        at, nth = self.injects[number]
        if nth > len(self.openings):
            return None
        return at * 1000 + (self.openings[nth - 1] if nth else 0)

    def wait(self, ms: int) -> None:
        """Let time pass, stopping at each moment at which an inject should come."""
        room = self.room
        while ms > 0:
            clock = room.table.clock
            counts = clock.left(room.at) if clock and not room.table.now.stops else 0
            moments = [m - self.ran for n in range(len(self.injects)) if (m := self.moment(n)) is not None]
            step = min([ms, STEP_MS, *(m for m in (counts, *moments) if m > 0)])
            ms -= step
            room.at += step
            self.ran += min(step, counts)
            room.do(Ticked(at=room.at))
            self.settle()
            self.check()

    def rule(self, word: str) -> None:
        """Let the umpire rule, as far as he may now."""
        before = self.room.table.gate
        said = self.room.rule(self.umpire, RULINGS[word])
        assert isinstance(said, Done) or self.room.table.gate == before
        self.settle()

    def crash(self) -> None:
        """Kill the arbiter: what was not written down of the time is played again."""
        self.room.crash()
        self.ran = self.ran_at[self.room.at]
        self.umpire = self.room.greet("umpire")
        self.settle()

    def came(self) -> dict[int, int]:
        """Give when each came, in running time as it was watched; none came twice."""
        rows = [row for row in self.room.journal if row.kind == "injected"]
        places = [json.loads(row.body)["inject"] for row in rows]
        assert len({*places}) == len(places), "an inject came twice"
        return {place: self.ran_at[row.at] for place, row in zip(places, rows, strict=True)}

    def check(self) -> None:
        """See that each came that was due while the clock ran, to the millisecond, and no other."""
        came = self.came()
        table = self.room.table
        assert table.ran_ms(self.room.at) == self.ran
        assert table.carried.injects.came == came
        for number in range(len(self.injects)):
            moment = self.moment(number)
            if number in came:
                assert moment is not None
                assert came[number] == moment, "an inject came early or late"
            elif not table.now.stops and isinstance(table.phase, Phase):
                assert moment is None or moment > self.ran, "an inject did not come"


MOVES = st.one_of(
    st.integers(1, 30_000),
    st.sampled_from([20_900, 45_000]),
    st.sampled_from([*RULINGS, "crash", "pause", "crash"]),
)


@settings(derandomize=True, database=None, deadline=None, max_examples=games(25, 1500))
@given(
    injects=st.lists(st.tuples(st.integers(0, 60), st.integers(0, 3)), min_size=1, max_size=8),
    moves=st.lists(MOVES, max_size=25),
)
@example(injects=[(10, 0), (12, 0), (14, 0)], moves=[5_000, "pause", 3_600_000, "resume", 15_000])
@example(injects=[(3, 2), (30, 0)], moves=[21_000, "hold", 600_000, "crash", "release", "crash", 60_000])
@example(injects=[(3, 0), (9, 1), (30, 0)], moves=[67_000, "crash", 2_000])
@example(injects=[(3, 1), (5, 0)], moves=[4_000, "crash", "back", 4_000, "crash", 20_000])
def test_no_inject_comes_early_twice_or_in_a_burst(injects: list[Wanted], moves: list[int | str]) -> None:
    """After a break of an hour all the news of that hour would come at once; after a crash it would come again."""
    watched = Watched(injects)
    for move in moves:
        if isinstance(move, int):
            watched.wait(move)
        elif move == "crash":
            watched.crash()
        else:
            watched.rule(move)
        watched.check()
    watched.wait(1_000)
    assert Stop.UNBEGUN not in watched.room.table.now.stops
