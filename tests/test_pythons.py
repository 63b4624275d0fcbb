"""Every place names the same versions of Python, and the search finds the interpreters of a machine."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from warcouncil.clients.commands.bundling.targets import PYTHONS
from warcouncil.clients.room.doctor import doctor

from tests import pythons
from tests.docs_text import GUIDES, ROOT, text_of

OLDEST, *_, NEWEST = pythons.supported()
PROJECT = tomllib.loads(text_of("pyproject.toml"))


def test_the_package_names_the_versions_without_a_gap() -> None:
    """A user's installer accepts the package for a Python that no test runs on."""
    first, last = (int(version.partition(".")[2]) for version in (OLDEST, NEWEST))
    assert pythons.supported() == [f"3.{minor}" for minor in range(first, last + 1)]
    assert PROJECT["project"]["requires-python"] == f">={OLDEST}"


def test_tools_and_lock_are_for_the_oldest_version() -> None:
    """Syntax or a dependency that the oldest Python lacks passes the checks."""
    assert PROJECT["tool"]["mypy"]["python_version"] == OLDEST
    assert PROJECT["tool"]["ruff"]["target-version"] == f"py{OLDEST.replace('.', '')}"
    makefile = text_of("Makefile")
    assert f"--python-version {OLDEST} " in makefile
    assert f"Python {OLDEST} to {NEWEST}: hashes" in makefile


def test_the_program_names_the_same_versions() -> None:
    """A bundle or the doctor promises another Python than the package does."""
    assert list(PYTHONS) == pythons.supported()
    named = (doctor.PYTHON_MIN, doctor.PYTHON_TESTED)
    assert [".".join(map(str, version)) for version in named] == [OLDEST, NEWEST]


def test_setup_names_the_same_versions() -> None:
    """The line for a user without a suitable Python names the wrong version."""
    *others, last = pythons.supported()
    said = f"Python {', '.join(others)} or {last}"
    assert said in text_of("README.md")
    assert said in text_of("docs/installing.md")
    assert text_of("Makefile").count(said) == 1
    assert said in text_of("requirements/python.py")
    assert f"version_info < ({OLDEST.replace('.', ', ')})" in text_of("requirements/python.py")


@pytest.mark.parametrize("name", GUIDES)
def test_no_guide_promises_another_version(name: str) -> None:
    """A reader installs a Python that no test runs on."""
    named = re.findall(r"Python (3\.\d+)(?: (?:to|and|or) (3\.\d+)| or (newer))?", text_of(name))
    promised = {each for found in named for each in found if each}
    assert promised <= {*pythons.supported()}


def interpreter(folder: Path, name: str, said: str, status: int = 0) -> Path:
    """Put a program into a folder that answers as an interpreter does when it is probed. Return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{said}'\nexit {status}\n", "utf-8")
    path.chmod(0o755)
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="the fake interpreters are shell scripts")
def test_the_search_takes_the_first_interpreter_of_each_version(tmp_path: Path) -> None:
    """A version counts as tested although no interpreter of it ran, or as missing although the machine has it."""
    shims = interpreter(tmp_path / "shims", "python3.12", "pyenv: python3.12: command not found", 127)
    interpreter(shims, "python3", "3.11.7 cpython-311 /opt/python3.11")
    interpreter(shims, "python3.13", "3.13.0 pypy-313 /opt/pypy")
    system = interpreter(tmp_path / "bin", "python3", "3.12.3 cpython-312 /usr")
    managed = tmp_path / ".pyenv" / "versions"
    for version in ("3.12.1", "3.13.2", "3.13.10"):
        minor = version.rpartition(".")[0]
        interpreter(managed / version / "bin", f"python{minor}", f"{version} cpython-3{minor[2:]} /x")

    environ = {"PATH": f"{shims}:{system}", "HOME": str(tmp_path)}
    found = pythons.search(["3.12", "3.13", "3.19"], environ)

    assert found == {
        "3.12": pythons.Found("3.12.3", system / "python3"),
        "3.13": pythons.Found("3.13.10", managed / "3.13.10" / "bin" / "python3.13"),
    }
    assert pythons.line("3.11.7", ["3.11", "3.12", "3.13", "3.19"], found) == (
        f"Python 3.11.7 runs make test. Other supported versions found: 3.12.3 ({system}/python3), "
        f"3.13.10 ({managed}/3.13.10/bin/python3.13). Not found: 3.19."
    )


def test_the_search_follows_variables_of_version_managers(tmp_path: Path) -> None:
    """An interpreter in a folder that a user chose counts as missing."""
    place = tmp_path / "mine" / "versions" / "3.12.1" / "bin"
    place.mkdir(parents=True)
    assert place in pythons.folders({"PATH": "", "HOME": str(tmp_path), "PYENV_ROOT": str(tmp_path / "mine")})


def test_this_python_passes_the_probe() -> None:
    """`make` refuses to set up with a supported Python."""
    found = pythons.probed(Path(sys.executable))
    assert found is not None
    assert found.version == ".".join(map(str, sys.version_info[:3]))


@pytest.mark.parametrize(
    ("plant", "said"),
    [
        ("sys.version_info = (3, 9, 2)", "is Python 3.9.2, which is too old. Install Python"),
        (
            "sys.modules['ensurepip'] = None",
            "lacks venv. On Debian: apt install python3-venv. Install Python",
        ),
    ],
)
def test_an_unfit_python_gets_one_line(plant: str, said: str) -> None:
    """A user reads a traceback of pip, or does not learn which Python to install."""
    run = f"import runpy, sys; {plant}; runpy.run_path({str(pythons.PROBE)!r}, run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", run], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert said in done.stderr


def test_ci_takes_the_first_python_in_path() -> None:
    """CI passes with a Python that a developer's `make test` never runs on."""
    run = text_of(".ci/run")
    assert "PYTHON" not in run
    assert "for target in test check package test-pythons" in run
    assert re.search(r"^PYTHON \?= python3$", text_of("Makefile"), re.MULTILINE)


@pytest.mark.skipif(not shutil.which("make"), reason="no make on this machine")
@pytest.mark.parametrize("same", [True, False])
def test_another_python_makes_the_environment_anew(tmp_path: Path, *, same: bool) -> None:
    """Tests still run with the Python that set up first, whatever PYTHON says."""
    probe = subprocess.run([sys.executable, pythons.PROBE], capture_output=True, text=True, check=True)
    (tmp_path / "venv.stamp").write_text(probe.stdout if same else "3.11.0 cpython-311 /gone\n", "utf-8")
    planned = subprocess.run(
        ["make", "-n", f"PYTHON={sys.executable}", f"VENV={tmp_path}", "ready"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert ("-m venv --clear" in planned.stdout) is not same


def test_the_short_tests_are_there() -> None:
    """`make test-short` skips a folder that was renamed, or ends before its first test."""
    text = text_of("Makefile").replace("\\\n", " ")
    (line,) = re.findall(r"^SHORT := (.*)$", text, re.MULTILINE)
    lists = re.findall(r"\$\(patsubst %,(\S+),([^)]*)\)", line)
    named = [folder.replace("%", each) for folder, each_of in lists for each in each_of.split()]
    globs = [each for found in re.findall(r"\$\(wildcard ([^)]*)\)", line) for each in found.split()]
    plain = re.sub(r"\$\([^)]*\)", "", line).split()
    assert len(named) > 10
    assert len(plain) > 5
    assert [each for each in (*named, *plain) if not (ROOT / each).exists()] == []
    assert [each for each in globs if not [*ROOT.glob(each)]] == []
