"""What is built once a run, and where it is tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packaging.building import ROOT, UV, install, only, run

HOSTILE = ("arbiter", "asyncio", "clients", "games", "protocol", "tests", "textual", "warcouncil", "zmq")
"""What may stand in the working folder: names that we or Python import, each of which fails when it is run."""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with the wheel and the source archive, built from what the repository holds and nothing else."""
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("built")
    listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT).split("\0")
    for name in filter(None, listed):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    run(UV, "build", "--quiet", "--out-dir", built, source, cwd=source)
    return built


@pytest.fixture(scope="session")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the programs of an environment that holds the wheel."""
    return install(tmp_path_factory.mktemp("wheel") / "env", only(built, "*.whl"))


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Give a folder in which every name that could be mistaken for one of ours stands as a package that fails."""
    for name in HOSTILE:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(f"raise SystemExit('the folder {name}/ was run')\n")
    return tmp_path
