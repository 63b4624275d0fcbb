"""The command: runs from a seed on, for a while, and prints the covered faults, and the command that repeats
a finding.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass, field, replace

from tests.simulation.finding import shrunk
from tests.simulation.planting import planted
from tests.simulation.plants import PLANTS
from tests.simulation.setting import GAMES, Wish
from tests.simulation.world import Told, run

HELP = """Real arbiters and real clients in virtual time, on a network, on disks and with clocks that go wrong.

A run follows from its seed alone: `--seed 7` is the same on every machine and every day. With `--seconds` the seeds after it
follow, until so many seconds of this processor are used up, and each minute says how far it has come. When a promise is broken, the run's faults are left out one by one as
long as it stays broken, and what is left is printed with the command that shows it again."""

EXAMPLES = """examples:
  python -m tests.simulation --seed 7                 one run, and what went wrong in it
  python -m tests.simulation --seconds 60             as many runs as a minute holds
  python -m tests.simulation --seed 7 --only 3,11     the same run with two of its faults alone
  python -m tests.simulation --seconds 9 --patch "a crash takes time"
                                                      with a bug planted (their names: --patch help)
  python -m tests.simulation.plants                   plant each bug in turn, and see that each is found"""

TELL_SECONDS = 60


@dataclass
class Covered:
    """The faults and states that a number of runs have covered."""

    runs: int = 0
    steps: int = 0
    stimuli: int = 0
    receipts: int = 0
    virtual: float = 0.0
    began: float = field(default_factory=time.process_time)
    faults: Counter[str] = field(default_factory=Counter)
    states: set[int] = field(default_factory=set)

    def add(self, told: Told) -> None:
        """Add a run."""
        self.runs += 1
        self.steps += told.steps
        self.stimuli += told.stimuli
        self.receipts += told.receipts
        self.virtual += told.seconds
        self.faults += told.struck
        self.states |= told.states

    @property
    def used(self) -> float:
        """How many seconds of the processor were used."""
        return time.process_time() - self.began

    @property
    def line(self) -> str:
        """Return one line about the progress."""
        used, faults = max(self.used, 1e-9), sum(self.faults.values())
        return (
            f"{used:6.0f} s of one processor: {self.runs:,} runs, {len(self.states):,} distinct states"
            f" ({len(self.states) / used:,.0f} a second), {faults:,} faults ({faults / used:,.0f} a second)"
        )

    def lines(self) -> list[str]:
        """Return the lines of the summary."""
        used = max(self.used, 1e-9)
        each = ", ".join(f"{kind} {count:,}" for kind, count in sorted(self.faults.items()))
        return [
            f"{self.runs:,} runs, {self.virtual / 3600:.2f} virtual hours, in {used:.1f} s of one processor"
            f" ({self.virtual / 3600 / used:.3f} virtual hours a second)",
            f"{self.steps:,} steps ({self.steps / used:,.0f} a second), {self.stimuli:,} stimuli, {self.receipts:,} receipts",
            f"{len(self.states):,} distinct states ({len(self.states) / used:,.0f} a second)",
            f"{sum(self.faults.values()):,} faults ({sum(self.faults.values()) / used:,.0f} a second): {each}",
        ]


def main(words: list[str]) -> int:
    """Run the command line."""
    say = argparse.ArgumentParser(
        "python -m tests.simulation",
        description=HELP,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    say.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="N",
        help="the (first) run's number; 1 unless you say otherwise",
    )
    say.add_argument(
        "--seconds",
        type=float,
        default=0,
        metavar="S",
        help="go on with the next seeds for so long; else one run",
    )
    say.add_argument(
        "--virtual",
        type=float,
        default=Wish.seconds,
        metavar="S",
        help="how long a run rages, in virtual seconds",
    )
    say.add_argument(
        "--game", default="", choices=sorted({*GAMES}), help="one game alone; else the seed chooses"
    )
    say.add_argument(
        "--only", default=None, metavar="N,N", help="strike with these of the run's faults alone"
    )
    say.add_argument("--patch", default="", metavar="NAME", help="plant a bug; `help` names them")
    said = say.parse_args(words)
    if said.patch == "help":
        print("\n".join(f"{plant.name}: {plant.so}" for plant in PLANTS))  # noqa: T201
        return 0
    plants = [plant for plant in PLANTS if plant.name == said.patch]
    if said.patch and not plants:
        say.error(f"no plant is called {said.patch!r}; --patch help names them")
    only = None if said.only is None else tuple(int(one) for one in said.only.split(",") if one)
    wish = Wish(said.seed, seconds=said.virtual, game=said.game, only=only)
    with planted(plants[0]) if plants else nullcontext():
        return _go(wish, said.seconds)


def _go(wish: Wish, seconds: float) -> int:
    covered, said_at = Covered(), 0.0
    while True:
        told = run(wish)
        covered.add(told)
        if covered.used >= said_at + TELL_SECONDS:
            said_at = covered.used
            print(covered.line, flush=True)  # noqa: T201
        if told.broken is not None:
            _show(told if wish.only is not None else shrunk(told))
            break
        if covered.used >= seconds:
            break
        wish = replace(wish, seed=wish.seed + 1)
    print("\n".join(covered.lines()))  # noqa: T201
    return int(told.broken is not None)


def _show(told: Told) -> None:
    """Print the broken promise, and the command that repeats it."""
    numbers = ",".join(str(number) for number in told.faults)
    print(f"BROKEN in run {told.wish.seed}: {told.broken}")  # noqa: T201
    for number, fault in told.faults.items():
        print(f"  {number:4d} {fault}")  # noqa: T201
    again = f"--seed {told.wish.seed} --virtual {told.wish.seconds:g} --only {numbers or '-1'}"
    print(f"again: python -m tests.simulation {again}{f' --game {told.wish.game}' if told.wish.game else ''}")  # noqa: T201


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
