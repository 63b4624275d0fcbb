"""`python -m tests.failover`: faults of whole machines, at random moments, and how soon everybody was back."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from random import Random

from tests import servers
from tests.failover.room import FAULTS, Told, suffer


def main() -> int:
    """Read the command line, and let it happen."""
    asked = argparse.ArgumentParser(prog="python -m tests.failover", description=__doc__)
    asked.add_argument("--faults", type=int, default=30, help="how many (30)")
    asked.add_argument("--seed", type=int, default=1, help="which faults, and when: a number (1)")
    asked.add_argument("--only", choices=[*FAULTS, ""], default="", help="one kind of fault alone")
    asked.add_argument("--tables", type=int, default=1, help="tables of ten people each (1)")
    asked.add_argument("--pace", type=float, default=1.5, help="seconds that a person thinks, about (1.5)")
    words = asked.parse_args()
    dice = Random(words.seed)
    names = [words.only or dice.choice(list(FAULTS)) for _ in range(words.faults)]
    try:
        with servers.database(servers.server()) as base:
            told = asyncio.run(suffer(base, words.seed, names, tables=words.tables, pace_seconds=words.pace))
    except servers.NoServer as fault:
        sys.stderr.write(f"tests.failover: {fault}\n")
        return 2
    finally:
        servers.stop()
    sys.stdout.write("\n".join(lines(told)) + "\n")
    return 0


def lines(told: Told) -> list[str]:
    """Give what came of it, a line for each kind of fault, as JSON."""
    found = []
    for name, number in sorted(told.faults.items()):
        back = sorted(told.back[name])
        line: dict[str, object] = {"fault": name, "times": number}
        if back:
            line |= {"back_s_p50": round(at(back, 0.5), 2), "back_s_p99": round(at(back, 0.99), 2)}
        found.append(json.dumps(line))
    worst = max(told.shortened_ms, default=0)
    return [
        *found,
        json.dumps({"receipts": told.receipts, "lost": 0, "twice": 0, "clock_shorter_ms_max": worst}),
    ]


def at(ordered: list[float], share: float) -> float:
    """Give the value below which that share of them stands."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


if __name__ == "__main__":
    raise SystemExit(main())
