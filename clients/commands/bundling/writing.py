"""Writes a bundle: wheels, hashes, the code that starts and installs it, and the guide.

The same input gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import Any

from warcouncil.clients.commands.bundling import carried
from warcouncil.clients.commands.bundling.carried.installing import GUIDE, REQUIREMENTS
from warcouncil.clients.commands.bundling.carried.reading import MANIFEST, SUMS, WHEELS, meant_for
from warcouncil.clients.commands.bundling.fetching import WheelInHand
from warcouncil.clients.commands.bundling.lock import Locked
from warcouncil.clients.commands.bundling.own import entry
from warcouncil.clients.commands.bundling.targets import BundleTarget

BUNDLED = "warcouncil_bundle"
"""The name of the package inside a bundle that starts the program."""
_GUIDES = ("docs/", "site/", "README.md", "CHANGELOG.md", "LICENSE")

Plan = Sequence[tuple[BundleTarget, Sequence[WheelInHand]]]


def write(out: Path, own: tuple[str, bytes], plan: Plan) -> None:
    """Write the bundle with the program's own wheel to a new file."""
    small = _small(*own, plan)
    wheels = {f"{WHEELS}/{each.path.name}": each for _, those in plan for each in those}
    sums = {path: hashlib.sha256(data).hexdigest() for path, data in small.items()}
    sums |= {path: each.digest for path, each in wheels.items()}
    small[SUMS] = "".join(f"{digest}  {path}\n" for path, digest in sorted(sums.items())).encode()
    with zipfile.ZipFile(out, "x") as file:
        for path in sorted({*small, *wheels}):
            file.writestr(entry(path), small[path] if path in small else wheels[path].path.read_bytes())


def _small(name: str, wheel: bytes, plan: Plan) -> dict[str, bytes]:
    """Return all files except the wheels of other distributions."""
    version = name.split("-")[1]
    manifest = _manifest(f"{WHEELS}/{name}", version, plan)
    lines = [f"warcouncil=={version} --hash=sha256:{hashlib.sha256(wheel).hexdigest()}", *_requirements(plan)]
    files = {
        f"{WHEELS}/{name}": wheel,
        MANIFEST: (json.dumps(manifest, indent=1) + "\n").encode(),
        REQUIREMENTS: ("\n".join(lines) + "\n").encode(),
    }
    return files | dict(_guide(wheel)) | dict(_carried(manifest))


def _manifest(own: str, version: str, plan: Plan) -> dict[str, Any]:
    found = [
        {
            "label": target.system.label,
            "platform": target.system.platform,
            "machine": target.system.machine,
            "version": list(target.system.version),
            "python": target.python,
            "wheels": [*sorted(f"{WHEELS}/{each.path.name}" for each in those), own],
        }
        for target, those in plan
    ]
    return {"warcouncil": version, "targets": found}


def _requirements(plan: Plan) -> Iterator[str]:
    """Yield a line for each distribution, with the hashes of its carried wheels."""
    hashes: dict[Locked, set[str]] = {}
    for _, those in plan:
        for each in those:
            hashes.setdefault(each.of, set()).add(each.digest)
    for locked in sorted(hashes, key=lambda each: each.name):
        yield locked.line(hashes[locked])


def _guide(wheel: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(BytesIO(wheel)) as own:
        for name in own.namelist():
            inside = name.removeprefix("warcouncil/")
            if inside != name and inside.startswith(_GUIDES):
                yield f"{GUIDE}{inside}", own.read(name)


def _carried(manifest: Mapping[str, Any]) -> Iterator[tuple[str, bytes]]:
    """Yield the code that starts a bundle, and its completed text files."""
    pythons = sorted(
        {target["python"] for target in manifest["targets"]}, key=lambda each: [*map(int, each.split("."))]
    )
    filled = {
        "@VERSION@": manifest["warcouncil"],
        "@MEANT@": meant_for(manifest),
        "@PYTHONS@": " ".join(f"python{each}" for each in reversed(pythons)),
        "@VERSIONS@": " ".join(reversed(pythons)),
    }
    for path in resources.files(carried).iterdir():
        if path.name == "__main__.py":
            yield path.name, path.read_bytes()
        elif path.name.endswith(".py"):
            yield f"{BUNDLED}/{path.name}", path.read_bytes()
        elif path.is_file():
            text = path.read_text("utf-8")
            for mark, words in filled.items():
                text = text.replace(mark, words)
            # Old versions of Notepad and cmd support no other line ends
            ends = "\n" if path.name.endswith(".sh") else "\r\n"
            yield path.name, text.replace("\n", ends).encode()
