"""Lays out a copy of the checkout as mutmut needs it, and runs mutmut there.

The checkout root is the package `warcouncil`. mutmut names a mutant by its path, so the copy has the package in a folder of its own.
The copy is `build/mutants`. `mutmut browse` shows the survivors there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.docs_text import ROOT

COPY = ROOT / "build" / "mutants"
PRODUCT = ("arbiter", "clients", "games", "protocol")
HELP = (
    "MUTANTS_OF is a file or a folder of the product, such as arbiter/core/table/gate.py or protocol/proofs\n"
)


def tests_of(path: Path) -> str:
    """Return the folder of the tests that belong to a file or folder of the product: the nearest one that exists."""
    mirror = Path("tests") / path
    while not (ROOT / mirror).is_dir():
        mirror = mirror.parent
    return mirror.as_posix()


def config(path: Path) -> str:
    """Return the settings of mutmut: what it changes, and which tests it runs."""
    return (
        "[tool.mutmut]\n"
        f'source_paths = ["warcouncil/{path.as_posix()}"]\n'
        f'pytest_add_cli_args_test_selection = ["{tests_of(path)}"]\n'
        'also_copy = ["warcouncil", "tests", "docs", "README.md"]\n'
    )


def lay_out(path: Path) -> None:
    """Copy what git knows to `build/mutants`: the product below `warcouncil`, the rest beside it, and files at the top in both."""
    shutil.rmtree(COPY, ignore_errors=True)
    known = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    for name in known.stdout.splitlines():
        if not (ROOT / name).is_file():
            continue
        top, slash, _ = name.partition("/")
        if top in PRODUCT or not slash:
            _copy(name, COPY / "warcouncil" / name)
        if top not in PRODUCT:
            _copy(name, COPY / name)
    with (COPY / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write(config(path))


def _copy(name: str, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / name, to)


def main() -> int:
    """Run mutmut on the path of MUTANTS_OF. Return its exit status."""
    path = Path(os.environ.get("MUTANTS_OF") or "protocol/proofs")
    if not (ROOT / path).exists() or path.parts[0] not in PRODUCT:
        sys.stderr.write(HELP)
        return 2
    lay_out(path)
    command = [sys.executable, "-m", "mutmut", "run"]
    return subprocess.run(
        command, cwd=COPY, env=os.environ | {"PYTHONPATH": str(COPY)}, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
