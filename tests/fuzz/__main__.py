"""The command: hunt in every decoder for a while, and show the progress.

Each input that breaks a promise is kept as a file named by its digest.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

from tests.fuzz.gathering import gather
from tests.fuzz.hunting import Hunt
from tests.fuzz.target import Fault, Target
from tests.fuzz.targets import TARGETS, called, corpus, keep, seeds

HELP = """Feeds spoilt frames and files to whatever reads what others send. What reaches lines in an order that nothing reached before, or
another reason why it is refused, is spoilt on. A decoder may give a value, which encodes again to the same, or raise its one refusal, in
few steps and little memory: anything else is a find, shortened and kept as a file. Time is the processor's; a hunt follows from --seed."""
ROUNDS = 6


def main(words: Sequence[str]) -> int:
    """Run the command line."""
    say = argparse.ArgumentParser("python -m tests.fuzz", description=HELP)
    say.add_argument(
        "targets", nargs="*", metavar="TARGET", help=f"which; all: {', '.join(each.name for each in TARGETS)}"
    )
    say.add_argument(
        "--minutes",
        type=float,
        default=5.0,
        metavar="M",
        help="minutes of the processor for all together (5)",
    )
    say.add_argument("--seed", type=int, default=1, metavar="N", help="by which chance inputs are spoilt (1)")
    say.add_argument(
        "--found",
        type=Path,
        default=Path("fuzz-found"),
        metavar="FOLDER",
        help="where finds are kept (fuzz-found)",
    )
    say.add_argument(
        "--try",
        type=Path,
        dest="file",
        metavar="FILE",
        help="try a find again, in the one target that is named",
    )
    say.add_argument("--gather", action="store_true", help="write the corpus anew from a played exercise")
    said = say.parse_args(words)
    known = {each.name for each in TARGETS}
    if strange := [name for name in said.targets if name not in known]:
        say.error(f"there is no target {strange[0]!r}")
    if said.gather:
        return _gather()
    chosen = [called(name) for name in said.targets] or [*TARGETS]
    hunts = [Hunt(target, said.seed) for target in chosen]
    if said.file is not None:
        return _again(hunts, said.file)
    return _hunt(hunts, said.minutes * 60, said.found)


def _hunt(hunts: Sequence[Hunt], seconds: float, folder: Path) -> int:
    """Run each target for its share of the time, in turn, so that a slow beginning shows early."""
    for hunt in hunts:
        hunt.begin(seeds(hunt.target))
        _keep(hunt, folder)
    for turn in range(1, ROUNDS + 1):
        for hunt in hunts:
            until = seconds * turn / ROUNDS / len(hunts)
            hunt.go_on(lambda each, until=until: each.used >= until)  # type: ignore[misc]  # its type is Hunt's
            _keep(hunt, folder)
            print(f"{turn}/{ROUNDS} {line(hunt)}", flush=True)  # noqa: T201
    tries, used = sum(hunt.tries for hunt in hunts), sum(hunt.used for hunt in hunts)
    found = [fault for hunt in hunts for fault in hunt.faults.values()]
    arcs = sum(hunt.arcs for hunt in hunts)
    in_all = f"{tries:,} executions in {used:,.0f} s of one processor, {arcs:,} arcs, {len(found)} finds"
    print(f"{len(hunts)} targets, {in_all}")  # noqa: T201
    for fault in found:
        print(f"  {fault.target}: {fault.what} ({folder / name_of(fault)}, {len(fault.data)} bytes)")  # noqa: T201
    return int(bool(found))


def line(hunt: Hunt) -> str:
    """Return the progress of a hunt."""
    return (
        f"{hunt.target.name:18s} {hunt.tries:9,} executions ({hunt.tries / max(hunt.used, 1e-9):7,.0f} a second)"
        f" {hunt.arcs:6,} arcs {len(hunt.pool):5,} inputs kept {len(hunt.faults):3d} finds"
    )


def name_of(fault: Fault) -> str:
    """Name the file of a find."""
    return f"{fault.target.replace(' ', '-')}-{blake2b(fault.data, digest_size=8).hexdigest()}"


def _keep(hunt: Hunt, folder: Path) -> None:
    for fault in hunt.faults.values():
        folder.mkdir(exist_ok=True)
        path = folder / name_of(fault)
        if not path.exists():
            path.write_bytes(fault.data)
            print(f"FOUND {fault.target}: {fault.what} ({path})", flush=True)  # noqa: T201


def _again(hunts: Sequence[Hunt], file: Path) -> int:
    """Try one file again."""
    for hunt in hunts:
        hunt.attempt(file.read_bytes())
        for fault in hunt.faults.values():
            print(f"{fault.target}: {fault.what}, shortened to {fault.data!r}")  # noqa: T201
    return int(any(hunt.faults for hunt in hunts))


def _gather() -> int:
    for name, inputs in gather().items():
        kept = corpus(name)
        print(f"{name}: {len(inputs)} gathered, {len(kept)} were kept")  # noqa: T201
        keep(name, [*worth(called(name), [*kept, *inputs])])
    return 0


def worth(target: Target, inputs: Sequence[bytes]) -> list[bytes]:
    """Return the inputs that reach code which shorter ones do not reach."""
    hunt = Hunt(target)
    hunt.begin(sorted(inputs, key=len))
    return hunt.pool


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
