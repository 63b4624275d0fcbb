"""Faults: their kinds, their moments, and their lengths.

A run's faults are a list, drawn before it begins, so that it can be shrunk.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.simulation.disk import TAILS

KINDS = ("rough", "cut", "reset", "crash", "stop", "slow", "full", "wall", "kill", "second", "rot")
AT_SERVER = (
    "rough",
    "cut",
    "reset",
    "crash",
    "stop",
    "slow",
    "wall",
    "kill",
    "second",
    "lost",
    "down",
    "handover",
    "twice",
)
"""The faults of a server, and of a standby."""
POINTS = ("heard", "handled", "inside_commit", "before_trail", "after_commit", "mid_send", "after_send")
EVERYBODY = ""
ARBITER = "arbiter"
EVERY_SECONDS = 4.0
"""The average time between two faults."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that goes wrong at a moment: to whom, for how long, and how badly (see `World`)."""

    kind: str
    at: float
    seconds: float = 0.0
    who: str = EVERYBODY
    how: tuple[int, ...] = ()
    point: str = ""
    tail: str = ""

    def __str__(self) -> str:
        more = " ".join(str(one) for one in (self.who, self.point, self.tail, *self.how) if one != "")
        return f"{self.at:8.3f} s  {self.kind:8s} {f'for {self.seconds:.2f} s' if self.seconds else '':12s} {more}"


def drawn(
    chance: Random, seconds: float, clients: list[str], *, at_server: bool, of_links: bool = False
) -> list[Fault]:
    """Draw the faults of a run: of some kinds only, for where everything goes wrong at once little is reached.

    `of_links`: the disk damages nothing, and no leader dies twice.
    """
    kinds_here = AT_SERVER if at_server else KINDS
    there = [kind for kind in kinds_here if not (of_links and kind in ("rot", "twice"))]
    kinds = chance.sample(there, chance.randrange(1, len(there) + 1))
    faults: list[Fault] = []
    at = chance.expovariate(1 / EVERY_SECONDS)
    while at < seconds:
        faults.append(_one(chance, chance.choice(kinds), at, clients))
        at += chance.expovariate(1 / EVERY_SECONDS)
    return faults


def _one(chance: Random, kind: str, at: float, clients: list[str]) -> Fault:
    who = chance.choice(clients)
    long = chance.choice((0.2, 1.0, 3.0, 8.0)) * chance.uniform(0.5, 1.5)
    match kind:
        case "rough":
            how = tuple(chance.choice((0, 5, 20, 50)) for _ in range(4))
            return Fault(kind, at, long * 2, chance.choice((EVERYBODY, who)), how)
        case "cut":
            return Fault(kind, at, long, chance.choice((EVERYBODY, who, who)))
        case "crash" | "rot":
            point = chance.choice(POINTS)
            told = chance.randrange(2)
            return Fault(
                kind, at, chance.choice((0.05, 0.5, 3.0)), ARBITER, (told,), point, chance.choice(TAILS)
            )
        case "stop":
            return Fault(kind, at, long, chance.choice((ARBITER, who)))
        case "slow":
            return Fault(kind, at, long * 3, ARBITER, (chance.choice((10, 60, 300, 2000)),))
        case "wall":
            return Fault(
                kind,
                at,
                0.0,
                ARBITER,
                (chance.choice((-86_400_000, -60_000, -500, 500, 60_000, 86_400_000)),),
            )
        case "twice":
            how = (chance.choice((200, 1000, 3000)),)
            return Fault(kind, at, chance.choice((0.05, 3.0, 12.0)), ARBITER, how, "heard", "kept")
        case "lost" if 0.5 <= long <= 1.5:
            # As long as a lease holds: the leader beats again in the moment at which a standby takes it.
            return Fault(kind, at, long + 1.7, ARBITER)
        case "lost" | "down" | "handover":
            return Fault(kind, at, long, ARBITER)
        case "full":
            return Fault(kind, at, chance.choice((0.5, 3.0)), ARBITER)
        case _:
            return Fault(kind, at, long, who)
