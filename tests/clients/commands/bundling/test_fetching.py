"""Wheels are fetched by pip, with the hashes of the lock, and once."""

from __future__ import annotations

import importlib.util
import sys
import sysconfig
from pathlib import Path
from unittest.mock import Mock

import pytest
from warcouncil.clients.commands.bundling import fetching
from warcouncil.clients.commands.bundling.fetching import best, fetch, in_hand, pip
from warcouncil.clients.commands.bundling.lock import read_lock
from warcouncil.clients.commands.bundling.targets import targets
from warcouncil.clients.plan.text.option_text import BadInput

from tests.clients.commands.bundling.toy import wheel

(LINUX,) = targets(["linux"], ["3.12"])
LOCK = read_lock("thing==1 \\\n    --hash=sha256:00\n")


def pip_that_says(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace pip with a program that prints a text and fails."""
    monkeypatch.setattr(
        fetching, "pip", lambda: [sys.executable, "-c", f"print({words!r}); raise SystemExit(1)"]
    )


def test_a_fetched_wheel_is_not_fetched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bundle that stopped at nine tenths begins from nothing over a hotel's network."""
    pip_that_says("asked", monkeypatch)
    held = wheel(tmp_path, "thing", {})
    assert fetch([held.of], LINUX, tmp_path, pytest.fail) == [held]


def test_a_wheel_with_another_hash_is_not_in_hand(tmp_path: Path) -> None:
    """Half a file of a broken download gets into the bundle."""
    held = wheel(tmp_path, "thing", {})
    held.path.write_bytes(held.path.read_bytes()[:-1])
    (tmp_path / "no-wheel.whl").write_bytes(b"")
    assert in_hand(tmp_path, [held.of]) == []


def test_the_wheel_that_fits_best_is_taken(tmp_path: Path) -> None:
    """Windows' wheel is listed for Linux, or the slow one although there is a fast one."""
    made = [
        wheel(tmp_path, "thing", {"a": tag.encode()}, tag)
        for tag in (
            "cp311-abi3-manylinux_2_17_x86_64",
            "cp312-cp312-manylinux_2_17_x86_64",
            "cp312-cp312-win_amd64",
        )
    ]
    (locked,) = read_lock("thing==1 " + " ".join(f"--hash=sha256:{each.digest}" for each in made))
    found = best(locked, LINUX, in_hand(tmp_path, [locked]))
    assert found
    assert found.path == made[1].path


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "WARNING: Retrying (Retry(total=0)) after connection broken\nERROR: No matching distribution found for thing==1",
            "linux-3.12: pip reached no package index",
        ),
        (
            "ERROR: No matching distribution found for thing==1",
            "linux-3.12: the package index of pip has no wheel of thing 1 for this system and Python",
        ),
        (
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.\n    thing==1 from https://x/thing.whl (from -r asked.txt (line 1)):",
            "linux-3.12: thing==1 is not the file that the lock names",
        ),
        (
            "ERROR: [Errno 28] No space left on device",
            "linux-3.12: pip failed: ERROR: [Errno 28] No space left on device",
        ),
        ("", "linux-3.12: pip failed: "),
    ],
)
def test_why_pip_failed_is_said_in_a_line(
    said: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user who only wants a bundle reads forty lines of pip."""
    pip_that_says(said, monkeypatch)
    with pytest.raises(BadInput) as fault:
        fetch(LOCK, LINUX, tmp_path, lambda _: None)
    assert str(fault.value).startswith(told)
    assert "\n" not in str(fault.value)


def test_a_wheel_from_pip_must_be_in_the_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pip that does not check hashes puts any file of an index into the bundle."""
    monkeypatch.setattr(fetching, "pip", lambda: [sys.executable, "-c", "print('Collecting thing==1')"])
    told: list[str] = []
    with pytest.raises(BadInput, match="pip fetched thing 1, but not the file that the lock names"):
        fetch(LOCK, LINUX, tmp_path, told.append)
    assert told == ["thing==1"]


def test_pip_is_that_of_this_python_or_the_one_that_it_carries(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With `uvx` there is no pip beside warcouncil, and the user reads of a missing module."""
    monkeypatch.setattr(
        fetching, "find_spec", lambda name: None if name == "pip" else importlib.util.find_spec(name)
    )
    if importlib.util.find_spec("ensurepip"):
        assert pip()[-1].endswith(".whl/pip")
    monkeypatch.setitem(sys.modules, "ensurepip", Mock(__file__=str(tmp_path / "none" / "__init__.py")))
    monkeypatch.setattr(fetching, "find_spec", lambda name: None if name == "pip" else Mock())
    kept: dict[str, str] = {}
    monkeypatch.setattr(sysconfig, "get_config_var", kept.get)
    with pytest.raises(BadInput, match="this Python has no pip"):
        pip()
    (tmp_path / "pip-23.0.1-py3-none-any.whl").touch()
    kept["WHEEL_PKG_DIR"] = str(tmp_path)
    assert pip()[-1] == str(tmp_path / "pip-23.0.1-py3-none-any.whl" / "pip"), (
        "Debian's and Fedora's keep it there"
    )
    monkeypatch.setattr(fetching, "find_spec", lambda name: None)
    with pytest.raises(BadInput, match="this Python has no pip"):
        pip()
