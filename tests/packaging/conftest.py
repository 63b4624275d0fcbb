"""The packages, built once a run, and the folders in which they are tried."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest
from warcouncil.arbiter.shell.base.program import COMMIT_FILE, commit

from tests.packaging.building import ROOT, UV, install, only, programs, run
from tests.site import SITE

HOSTILE = ("arbiter", "asyncio", "clients", "games", "protocol", "tests", "textual", "warcouncil", "zmq")
"""The packages in the working folder: names that we or Python import, each of which fails when it is run."""


@contextmanager
def once(factory: pytest.TempPathFactory, name: str) -> Iterator[tuple[Path, bool]]:
    """Return a folder that all workers of this run share, and whether it must be filled; meanwhile the others
    wait for it.
    """
    alone = "PYTEST_XDIST_WORKER" not in os.environ
    shared = factory.getbasetemp() if alone else factory.getbasetemp().parent
    filled = shared / f"{name}.filled"
    with (shared / f"{name}.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        yield shared / name, not filled.exists()
        filled.touch()


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the source archive and the wheel that is built out of it. Both come from the repository's files and the site."""
    with once(tmp_path_factory, "built") as (built, is_to_fill):
        if is_to_fill:
            source = tmp_path_factory.mktemp("source")
            wanted = ("--cached", "--others", "--exclude-standard")
            for name in filter(None, run("git", "ls-files", "-z", *wanted, cwd=ROOT).split("\0")):
                if (ROOT / name).is_file():
                    (source / name).parent.mkdir(parents=True, exist_ok=True)
                    (source / name).write_bytes((ROOT / name).read_bytes())
            (source / COMMIT_FILE).write_text(f"{commit(ROOT)}\n", "ascii")
            assert (SITE / "index.html").is_file(), "make docs builds the site, which the wheel carries"
            shutil.copytree(SITE, source / SITE.name)
            run(UV, "build", "--quiet", "--out-dir", built, source, cwd=source)
    return built


@pytest.fixture(scope="session")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the programs of an environment with the wheel."""
    with once(tmp_path_factory, "env") as (home, is_to_fill):
        return install(home, only(built, "*.whl")) if is_to_fill else programs(home)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Return a folder with a failing package for every name that can be mistaken for one of ours."""
    for name in HOSTILE:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(f"raise SystemExit('the folder {name}/ was run')\n")
    return tmp_path
