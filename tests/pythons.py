"""The supported versions of Python, which of them this machine has, and the short test run on each.

`python -m tests.pythons` prints one line. `python -m tests.pythons make` also runs `make test-short` with every supported version but the
one that runs this, each in a virtual environment of its own (`.venv-3.12`).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROBE = ROOT / "requirements" / "python.py"
PROBE_SECONDS = 20
MANAGED = (
    "{PYENV_ROOT}/versions/*/bin",
    "~/.pyenv/versions/*/bin",
    "{UV_PYTHON_INSTALL_DIR}/*/bin",
    "~/.local/share/uv/python/*/bin",
    "{ASDF_DATA_DIR}/installs/python/*/bin",
    "~/.asdf/installs/python/*/bin",
    "{MISE_DATA_DIR}/installs/python/*/bin",
    "~/.local/share/mise/installs/python/*/bin",
    "/opt/python/*/bin",
)
"""The folders in which version managers install: {NAME} is a variable of the environment, and the place is
skipped if it is not set.
"""


@dataclass(frozen=True, slots=True)
class Found:
    """An interpreter that can set up a virtual environment."""

    version: str
    """With its patch: 3.12.1."""
    path: Path

    @property
    def minor(self) -> str:
        """Return its version without the patch."""
        return self.version.rpartition(".")[0]


def supported() -> list[str]:
    """Return the versions that the package's classifiers name, the oldest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = (
        re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", one) for one in project["classifiers"]
    )
    return [one[1] for one in named if one]


def folders(environ: Mapping[str, str]) -> Iterator[Path]:
    """Yield the folders in which interpreters may be: those of PATH in order, then those of version managers, the newest first."""
    yield from (Path(one) for one in environ.get("PATH", "").split(os.pathsep) if one)
    for pattern in MANAGED:
        needed = re.findall(r"\{(\w+)\}", pattern)
        if all(environ.get(name) for name in needed):
            place = pattern.format(**{name: environ[name] for name in needed})
            place = place.replace("~", environ.get("HOME", "~"), 1)
            stem, _, rest = place.partition("*")
            yield from sorted(Path(stem).glob(f"*{rest}"), key=_patch, reverse=True)


def _patch(folder: Path) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", folder.parent.name)]


def probed(path: Path) -> Found | None:
    """Return what this interpreter is, or None if it does not start, is too old, lacks venv or is not CPython."""
    try:
        done = subprocess.run(
            [path, PROBE], capture_output=True, text=True, timeout=PROBE_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    version, _, rest = done.stdout.partition(" ")
    return Found(version, path) if not done.returncode and rest.startswith("cpython-") else None


def search(versions: Sequence[str], environ: Mapping[str, str]) -> dict[str, Found]:
    """Return one interpreter for each of these versions that the machine has: the first one that works."""
    found = dict[str, Found]()
    for folder in folders(environ):
        for name in (*versions, "3"):
            path = folder / f"python{name}"
            if name in found or len(found) == len(versions) or not os.access(path, os.X_OK):
                continue
            if (one := probed(path)) and one.minor in versions:
                found.setdefault(one.minor, one)
    return dict(sorted(found.items()))


def line(own: str, versions: Sequence[str], found: Mapping[str, Found]) -> str:
    """Return one line: which Python runs the tests, which others are here, and which are not. `own`: its version with the patch."""
    here = [f"{one.version} ({one.path})" for one in found.values()]
    missing = [each for each in versions if each not in found and each != own.rpartition(".")[0]]
    return (
        f"Python {own} runs make test. Other supported versions found: {', '.join(here) or 'none'}. "
        f"Not found: {', '.join(missing) or 'none'}."
    )


def main(make: str = "") -> int:
    """Print what is found, and run the short tests on it if a `make` is given. Return 1 if it failed anywhere."""
    own = ".".join(map(str, sys.version_info[:3]))
    others = [each for each in supported() if each != own.rpartition(".")[0]]
    found = search(others, os.environ)
    print(line(own, others, found), flush=True)  # noqa: T201
    failed = [
        version
        for version, one in found.items()
        if make
        and subprocess.run(
            [make, "--no-print-directory", f"PYTHON={one.path}", f"VENV=.venv-{version}", "test-short"],
            cwd=ROOT,
            check=False,
        ).returncode
    ]
    if failed:
        print(f"The tests failed on Python {', '.join(failed)}.")  # noqa: T201
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
