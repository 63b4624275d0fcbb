"""Fetches the wheels of a bundle with pip. Each wheel must have a hash that the lock allows.

Wheels on disk are not fetched again.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from packaging.tags import Tag
from packaging.utils import InvalidWheelFilename, parse_wheel_filename
from warcouncil.clients.commands.bundling.lock import Locked
from warcouncil.clients.commands.bundling.targets import BundleTarget
from warcouncil.clients.plan.text.option_text import BadInput

_NO_NETWORK = (
    "Retrying",
    "ConnectionError",
    "NewConnection",
    "resolve host",
    "timed out",
    "ProxyError",
    "SSLError",
)
_NO_WHEEL = "No matching distribution found for "


@dataclass(frozen=True)
class WheelInHand:
    """A wheel on disk whose hash was checked."""

    path: Path
    digest: str
    of: Locked
    tags: frozenset[Tag]

    def rank(self, target: BundleTarget) -> int | None:
        """Return how well the wheel fits a target. The lowest rank is the best. Return None if the wheel does
        not run there.
        """
        ranks = [target.tags[tag] for tag in self.tags if tag in target.tags]
        return min(ranks, default=None)


def in_hand(folder: Path, lock: Sequence[Locked]) -> list[WheelInHand]:
    """Return the valid wheels of the lock in a folder."""
    found = []
    for path in sorted(folder.glob("*.whl")):
        try:
            name, version, _, tags = parse_wheel_filename(path.name)
        except InvalidWheelFilename:
            continue
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        of = [
            each
            for each in lock
            if (each.name, each.version) == (name, str(version)) and digest in each.hashes
        ]
        found += [WheelInHand(path, digest, each, tags) for each in of]
    return found


def best(wanted: Locked, target: BundleTarget, hand: Sequence[WheelInHand]) -> WheelInHand | None:
    """Return the wheel of a distribution that fits a target best, from those on disk."""
    ranked = [
        (rank, each.path.name, each)
        for each in hand
        if each.of == wanted and (rank := each.rank(target)) is not None
    ]
    return min(ranked, key=lambda each: each[:2])[2] if ranked else None


def fetch(
    lock: Sequence[Locked], target: BundleTarget, folder: Path, told: Callable[[str], None]
) -> list[WheelInHand]:
    """Return a wheel of each distribution that a target needs.

    Missing ones are fetched into the folder. Raises BadInput.

    `told` is called with each distribution that is being fetched.
    """
    needed = [each for each in lock if each.is_wanted(target)]
    hand = in_hand(folder, lock)
    missing = [each for each in needed if best(each, target, hand) is None]
    if missing:
        _download(missing, target, folder, told)
        hand = in_hand(folder, lock)
    found = [(each, best(each, target, hand)) for each in needed]
    for each, wheel in found:
        if wheel is None:
            raise BadInput(
                f"{target.name}: pip fetched {each.name} {each.version}, but not the file that the lock names. "
                "Use another package index"
            )
    return [wheel for _, wheel in found if wheel]


def pip() -> list[str]:
    """Return the command that runs pip. It is this Python's own pip, or the one that every Python carries for new
    environments.

    Raises BadInput.
    """
    if find_spec("pip"):
        return [sys.executable, "-P", "-m", "pip"]
    if find_spec("ensurepip"):
        import ensurepip

        places = [Path(ensurepip.__file__).parent / "_bundled"]
        # The folder where a Linux distribution keeps it for all its Pythons
        if elsewhere := sysconfig.get_config_var("WHEEL_PKG_DIR"):
            places.append(Path(elsewhere))
        carried = sorted(wheel for place in places for wheel in place.glob("pip-*.whl"))
        if carried:
            return [sys.executable, "-P", str(carried[-1] / "pip")]
    raise BadInput(
        "this Python has no pip to fetch the wheels. Install it (python -m ensurepip, or"
        " python3-pip), or make the bundle on another machine"
    )


def _download(
    missing: Sequence[Locked], target: BundleTarget, folder: Path, told: Callable[[str], None]
) -> None:
    """Fetch the missing wheels with pip.

    The markers are already evaluated, because pip would evaluate them for its own system.
    """
    with tempfile.TemporaryDirectory() as scratch:
        asked = Path(scratch) / "asked.txt"
        asked.write_text("\n".join(each.line(each.hashes, marked=False) for each in missing) + "\n", "utf-8")
        words = [
            *(*pip(), "download", "--disable-pip-version-check", "--no-input", "--progress-bar", "off"),
            *(
                "--no-deps",
                "--require-hashes",
                "--only-binary",
                ":all:",
                "--dest",
                str(folder),
                "-r",
                str(asked),
            ),
            *("--implementation", "cp", "--python-version", target.python),
            *(word for platform in target.system.platforms for word in ("--platform", platform)),
        ]
        with subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            errors="replace",
            env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        ) as process:
            assert process.stdout is not None
            lines = []
            for line in process.stdout:
                lines.append(line.strip())
                if line.startswith("Collecting "):
                    told(line.split()[1])
    if process.returncode:
        raise BadInput(_why(lines, target))


def _why(lines: Sequence[str], target: BundleTarget) -> str:
    """Return a line about why pip failed."""
    whole = "\n".join(lines)
    if "DO NOT MATCH THE HASHES" in whole:
        named = next(
            (line for line in lines if "(from -r" in line or "from http" in line or "from file" in line),
            "a wheel",
        )
        return (
            f"{target.name}: {named.split()[0]} is not the file that the lock names. The package index sent "
            "another file, which was deleted. Use another index"
        )
    if any(word in whole for word in _NO_NETWORK):
        return (
            f"{target.name}: pip reached no package index. Make the bundle where there is a network. The "
            "fetched files are kept. Then run the same command again"
        )
    for line in lines:
        if _NO_WHEEL in line:
            name = line.partition(_NO_WHEEL)[2].split()[0].replace("==", " ")
            return (
                f"{target.name}: the package index of pip has no wheel of {name} for this system and Python. "
                "Leave one of them out"
            )
    faults = [line for line in lines if line.startswith("ERROR")] or lines[-1:] or ["it gave no message"]
    return f"{target.name}: pip failed: {faults[-1]}"
