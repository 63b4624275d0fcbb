"""Installs from a bundle without a network. It makes a virtual environment, whose pip installs the wheels of
the bundle.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .reading import WHEELS, BadBundle, Bundle, said

REQUIREMENTS = "requirements.txt"
GUIDE = "guide/"
USUAL = "warcouncil"
"""The folder in the user's home that is used if no other is named."""


def install(bundle: Bundle, target: Mapping[str, Any], folder: Path) -> Path:
    """Install into a folder, which may contain an earlier installation.

    Return the path of the program. Raises BadBundle.
    """
    if find_spec("ensurepip") is None:
        raise BadBundle(
            "this Python has no installer. Install the package python3-venv, or play without"
            f" installing: python3 {bundle.where.name} demo"
        )
    carried = folder / "carried"
    try:
        if folder.exists() and any(folder.iterdir()) and not (folder / "pyvenv.cfg").is_file():
            raise BadBundle(
                f"{folder}: this exists already, and is not an installation. Name another: --install FOLDER"
            )
        (carried / WHEELS).mkdir(parents=True, exist_ok=True)
        for name in (*target["wheels"], REQUIREMENTS):
            (carried / name).write_bytes(bundle.read(name))
        _run("make an environment", sys.executable, "-I", "-m", "venv", str(folder))
        programs = folder / ("Scripts" if os.name == "nt" else "bin")
        pip = (
            str(programs / "python"),
            "-I",
            "-m",
            "pip",
            "--isolated",
            "--disable-pip-version-check",
            "--no-input",
        )
        wanted = (
            "--no-index",
            "--find-links",
            str(carried / WHEELS),
            "--require-hashes",
            "--only-binary",
            ":all:",
        )
        _run(
            "install",
            *pip,
            "install",
            "--quiet",
            "--force-reinstall",
            *wanted,
            "-r",
            str(carried / REQUIREMENTS),
        )
        for name in sorted(name for name in bundle.sums if name.startswith(GUIDE)):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(bundle.read(name))
    except OSError as fault:
        raise BadBundle(
            f"{folder}: the program cannot be installed there ({said(fault)}). Name another: --install FOLDER"
        ) from None
    finally:
        shutil.rmtree(carried, ignore_errors=True)
    return programs / ("warcouncil.exe" if os.name == "nt" else "warcouncil")


def _run(what: str, *words: str) -> None:
    """Run one of Python's own tools, without this machine's settings for package indexes.

    Raises BadBundle with its last output line.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PIP_", "PYTHON", "VIRTUAL_ENV"))
    }
    done = subprocess.run(
        words,
        env=kept | {"PIP_CONFIG_FILE": os.devnull},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        faults = [line for line in lines if line.startswith("ERROR")] or lines or ["it gave no message"]
        raise BadBundle(f"Python could not {what}: {faults[-1].strip()}")
