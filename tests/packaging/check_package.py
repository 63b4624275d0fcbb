"""The packages for a stranger: the wheel and the source archive, in an empty environment, in a folder of
misleading names.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.packaging.building import ROOT, UV, install, only, run
from tests.profile import BY_NIGHT, spread
from tests.pythons import supported
from tests.site import SITE

SYSTEMS = ("linux", "macos", "windows")
LOCKS = ("run", "web", "dev")
pytestmark = pytest.mark.timeout(300)


@pytest.mark.parametrize(("system", "python"), spread(SYSTEMS, supported()))
def test_the_lock_holds_on_every_system(system: str, python: str, tmp_path: Path) -> None:
    """A college's Windows laptop refuses the installation of the README, because a hash is missing."""
    for lock in LOCKS:  # each for itself: what is missing in one may stand in another
        run(
            *(UV, "pip", "install", "--quiet", "--dry-run", "--require-hashes", "--only-binary", ":all:"),
            *("--python-platform", system, "--python-version", python, "--target", tmp_path),
            *("-r", ROOT / "requirements" / f"{lock}.txt"),
            cwd=tmp_path,
        )


def locked(lock: str) -> set[str]:
    """Return each requirement of a lock with its hashes, without the remarks."""
    text = (ROOT / "requirements" / f"{lock}.txt").read_text("utf-8")
    lines = [line.rstrip(" \\") for line in text.splitlines() if not line.lstrip().startswith("#")]
    return {*"\n".join(lines).replace("\n    ", " ").splitlines()}


def test_the_tested_versions_are_installed() -> None:
    """A player runs other versions than the tests, and their availability is unknown."""
    run, dev = locked("run"), locked("dev")
    assert len(run) > 20
    everywhere = {each: re.sub(r" ; .*? (?=--hash)", " ", each) for each in run}
    assert [each for each in run if not {each, everywhere[each]} & dev] == []


@pytest.mark.xdist_group("built")
def test_the_wheel_is_one_package_with_its_documents(built: Path) -> None:
    """The wheel overwrites another distribution's `games`, or contains the tests and not the rules."""
    with zipfile.ZipFile(only(built, "*.whl")) as wheel:
        names = wheel.namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith((".dist-info", ".data"))} == {"warcouncil"}
    assert not [name for name in names if name.startswith("warcouncil/tests")]
    docs = {f"warcouncil/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "docs").rglob("*.md")}
    assert docs <= set(names)
    pages = {f"warcouncil/{path.relative_to(ROOT).as_posix()}" for path in SITE.rglob("*") if path.is_file()}
    assert "warcouncil/site/index.html" in pages
    assert pages <= set(names)
    listed = run("git", "ls-files", *("arbiter", "clients", "games", "protocol"), cwd=ROOT).splitlines()
    assert len(listed) > 100
    assert {f"warcouncil/{name}" for name in listed if (ROOT / name).is_file()} <= set(names)
    assert "warcouncil/clients/seat/screen/seat.tcss" in names
    assert {f"warcouncil/games/{name}/page.md" for name in ("kartenspiel", "kit/template")} <= set(names)


@pytest.mark.xdist_group("built")
def test_the_source_archive_builds_the_same(built: Path, tmp_path: Path) -> None:
    """A user who may only install from source gets less than the wheel contains.

    By day the checked wheel is the one that uv builds from the archive.
    """
    archive = only(built, "*.tar.gz")
    with tarfile.open(archive) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    assert {"README.md", "LICENSE", "docs/wire.md", "games/kartenspiel/game.py"} <= names
    with zipfile.ZipFile(only(built, "*.whl")) as wheel:
        ours = {
            name.removeprefix("warcouncil/") for name in wheel.namelist() if name.startswith("warcouncil/")
        }
    assert ours <= names
    if BY_NIGHT:
        programs = install(tmp_path / "env", archive)
        assert "by Philip Sabin" in run(programs / "warcouncil", "games", cwd=tmp_path)


@pytest.mark.xdist_group("installed")
def test_a_demo_is_played_in_a_folder_of_misleading_names(installed: Path, hostile: Path) -> None:
    """A folder called `games` beside the exercise file ends the morning, or runs a stranger's program."""
    played = run(installed / "warcouncil", "demo", "--headless", "--json", cwd=hostile)
    assert json.loads(played.splitlines()[-1])["winners"]
    assert "Kashmir" in run(installed / "warcouncil", "games", cwd=hostile)
    assert "Reserve" in run(installed / "warcouncil", "games", "kashmir_crisis", "--rules", cwd=hostile)


@pytest.mark.xdist_group("installed")
def test_a_room_is_hosted_in_a_folder_of_misleading_names(installed: Path, hostile: Path) -> None:
    """The arbiter's child processes (its flood wall, its stand-ins) run a package from the working folder."""
    plan = hostile / "plan.toml"
    plan.write_text('[exercise]\nname = "Morning"\n[[tables]]\ngame = "kashmir_crisis"\nempty = "bots"\n')
    host = subprocess.Popen(
        [
            *(str(installed / "warcouncil"), "host", "--plan", str(plan), "--no-announce", "--json"),
            *("--bind", "127.0.0.1", "--port", "0", "--file", str(hostile / "e.warcouncil")),
        ],
        cwd=hostile,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert host.stdout is not None
        first = host.stdout.readline()
        assert first, host.communicate(timeout=60)[1]
        address = json.loads(first)["addresses"][0]
        run(installed / "warcouncil", "doctor", address, cwd=hostile)
    finally:
        host.terminate()
        _, errors = host.communicate(timeout=60)
    assert "was run" not in errors
    assert host.returncode == 0, errors


@pytest.mark.xdist_group("installed")
def test_the_manual_and_what_shells_complete_lie_where_they_are_looked_for(installed: Path) -> None:
    """`man warcouncil` finds nothing, and Tab completes nothing, on every machine with an installation."""
    share = installed.parent / "share"
    manual = (share / "man/man1/warcouncil.1").read_text("utf-8")
    assert manual == run(installed / "warcouncil", "man", cwd=share)
    for place in ("bash-completion/completions/warcouncil", "zsh/site-functions/_warcouncil"):
        assert "_warcouncil_completion" in (share / place).read_text("utf-8")
    assert "--command warcouncil" in (share / "fish/vendor_completions.d/warcouncil.fish").read_text("utf-8")
    typed = "warcouncil jo"
    bash = f'. {share}/bash-completion/completions/warcouncil; COMP_WORDS=({typed}); COMP_CWORD=1; _warcouncil_completion "$0"; echo "${{COMPREPLY[@]}}"'
    assert run("bash", "-c", bash, installed / "warcouncil", cwd=share).strip() == "join"


@pytest.mark.xdist_group("installed")
def test_python_runs_it_as_a_module(installed: Path, tmp_path: Path) -> None:
    """If scripts are forbidden, `python -m warcouncil` is the only way to run it, and it fails."""
    assert "Kartenspiel" in run(installed / "python", "-m", "warcouncil", "games", cwd=tmp_path)


@pytest.mark.xdist_group("built")
def test_it_runs_without_being_installed_first(built: Path, tmp_path: Path) -> None:
    """If this fails, a player who tries the program with `uvx` cannot start it."""
    wheel = only(built, "*.whl")
    assert "Kartenspiel" in run(
        UV, "tool", "run", "--quiet", "--from", wheel, "warcouncil", "games", cwd=tmp_path
    )


@pytest.mark.skipif(not BY_NIGHT, reason="pip takes a third of all that is tried here; it is tried at night")
@pytest.mark.xdist_group("built")
def test_pipx_runs_it_without_its_being_installed_first(built: Path, tmp_path: Path) -> None:
    """If this fails, a player without uv, who tries the program with `pipx run`, cannot start it."""
    wheel = only(built, "*.whl")
    pipx = run(
        *(UV, "tool", "run", "--quiet", "pipx", "run", "--spec", wheel, "warcouncil", "games"),
        cwd=tmp_path,
        PIPX_HOME=str(tmp_path / "pipx"),
        PIPX_DEFAULT_PYTHON=sys.executable,
        PIP_NO_COMPILE="1",  # for one command
    )
    assert "Kartenspiel" in pipx
