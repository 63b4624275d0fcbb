"""`python -m tests.failover`: faults of whole machines, at random moments, and the time until all clients
were back.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from random import Random

from warcouncil.arbiter.shell.base.listening import raise_file_limit

from tests import servers
from tests.failover.room import AT_SERVER, FAULTS, Told, Wish, suffer


def main() -> int:
    """Read the command line, and run the faults."""
    asked = argparse.ArgumentParser(prog="python -m tests.failover", description=__doc__)
    asked.add_argument("--faults", type=int, default=30, help="how many (30)")
    asked.add_argument("--seed", type=int, default=1, help="which faults, and when: a number (1)")
    asked.add_argument(
        "--only", choices=[*FAULTS, *AT_SERVER, ""], default="", help="one kind of fault alone"
    )
    asked.add_argument("--tables", type=int, default=1, help="tables of ten people each (1)")
    asked.add_argument("--pace", type=float, default=1.5, help="seconds that a person thinks, about (1.5)")
    asked.add_argument("--wall", action="store_true", help="behind the flood wall")
    words = asked.parse_args()
    raise_file_limit()
    dice = Random(words.seed)
    names = [words.only or dice.choice([*FAULTS, *AT_SERVER]) for _ in range(words.faults)]
    wish = Wish(words.tables, words.pace, words.wall, afar="unseen" in names)
    try:
        with servers.database(servers.server()) as base:
            told = asyncio.run(suffer(base, words.seed, names, wish))
    except servers.NoServer as fault:
        sys.stderr.write(f"tests.failover: {fault}\n")
        return 2
    finally:
        servers.stop()
    sys.stdout.write("\n".join(lines(told)) + "\n")
    return 0


def lines(told: Told) -> list[str]:
    """Return the results as JSON, a line for each kind of fault."""
    found = []
    for name, number in sorted(told.faults.items()):
        back = sorted(told.back[name])
        line: dict[str, object] = {"fault": name, "times": number}
        if led := sorted(told.led.get(name, [])):
            line |= {"led_s": [round(seconds, 2) for seconds in led]}
        if back:
            line |= {"back_s_p50": round(at(back, 0.5), 2), "back_s_p99": round(at(back, 0.99), 2)}
        if name in told.downs:
            line |= {"links_lost": told.downs[name]}
        line |= {"load": [round(load, 1) for load in told.load[name]]}
        found.append(json.dumps(line))
    worst = max(told.shortened_ms, default=0)
    return [
        *found,
        json.dumps({"receipts": told.receipts, "lost": 0, "twice": 0, "clock_shorter_ms_max": worst}),
    ]


def at(ordered: list[float], share: float) -> float:
    """Return the value below which this share of them lies."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


if __name__ == "__main__":
    raise SystemExit(main())
