"""Builds the packages, and installs them in empty environments."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[2]
UV = str(Path(sysconfig.get_path("scripts")) / "uv")


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Run a command without our environment's own paths, and return its output. It must succeed."""
    kept = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH")}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=kept | environment,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def only(built: Path, pattern: str) -> Path:
    """Return the one file that matches the pattern."""
    (found,) = built.glob(pattern)
    return found


def install(home: Path, *what: str | Path, locked: bool = True) -> Path:
    """Make an empty environment, and install the locked requirements and the given packages. Return its folder of
    programs.
    """
    run(UV, "venv", "--quiet", "--python", sys.executable, home, cwd=home.parent)
    into = ("--quiet", "--python", home)
    if locked:
        lock = ROOT / "requirements" / "run.txt"
        run(UV, "pip", "install", *into, "--require-hashes", "-r", lock, cwd=home.parent)
    run(UV, "pip", "install", *into, *(("--no-deps",) if locked else ()), *what, cwd=home.parent)
    return programs(home)


def programs(home: Path) -> Path:
    """Return the folder of an environment's programs."""
    return home / ("Scripts" if os.name == "nt" else "bin")
