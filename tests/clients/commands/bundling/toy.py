"""A bundle of a few lines for this system and this Python: a program that reports how it was started, and one
wheel of another project.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.tags import parse_tag
from warcouncil.clients.commands.bundling import own, writing
from warcouncil.clients.commands.bundling.carried.reading import here
from warcouncil.clients.commands.bundling.fetching import WheelInHand
from warcouncil.clients.commands.bundling.lock import Locked
from warcouncil.clients.commands.bundling.targets import BundledSystem, BundleTarget, this_python

PROGRAM = """
import subprocess, sys, other
print(sys.argv[1:], other.WORD, flush=True)
if sys.argv[1:] == ["host"]:
    subprocess.run([sys.executable, "-P", "-m", "warcouncil", "child"], check=True)
"""


def here_now() -> BundleTarget:
    """Return the target of this system and this Python."""
    found = here()
    system = BundledSystem(
        "here", "this system", found["platform"], found["machine"], (0, 0), ("Linux", "x86_64", "posix")
    )
    return BundleTarget(system, this_python())


def wheel(folder: Path, name: str, files: dict[str, bytes], tag: str = "py3-none-any") -> WheelInHand:
    """Make a wheel of version 1 in a folder."""
    path = folder / f"{name}-1-{tag}.whl"
    path.write_bytes(own.packed(files))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return WheelInHand(path, digest, Locked(Requirement(f"{name}==1"), frozenset({digest})), parse_tag(tag))


def toy_bundle(
    folder: Path, target: BundleTarget | None = None, *, word: str = "found", more: str = ""
) -> Path:
    """Make a bundle in a folder, and return its file."""
    folder.mkdir(exist_ok=True)
    other = wheel(folder, "other", {"other.py": f"WORD = {word!r}\n".encode()})
    program = {
        "warcouncil/__init__.py": b"",
        "warcouncil/__main__.py": (PROGRAM + more).encode(),
        "warcouncil/docs/rooms.md": b"How to run a room.\n",
        "warcouncil/site/index.html": b"<p>How to run a room.\n",
    }
    out = folder / "toy.zip"
    writing.write(
        out, ("warcouncil-1-py3-none-any.whl", own.packed(program)), [(target or here_now(), [other])]
    )
    return out
