"""The bundle, as a stranger gets it: made, carried to a place without any network, installed there, played to
the end. It is made once a run, for this system and this Python, from an installed wheel. The index is
asked for wheels for other systems.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from warcouncil.clients.commands.bundling import own
from warcouncil.clients.commands.bundling.carried.reading import Bundle
from warcouncil.clients.commands.bundling.lock import LOCK, read_lock
from warcouncil.clients.commands.bundling.targets import PYTHONS, SYSTEMS, BundleTarget, this_python

from tests.packaging.building import UV, run
from tests.profile import share

pytestmark = [pytest.mark.timeout(300), pytest.mark.xdist_group("bundle")]
NO_ROUTE = ["unshare", "-rn", "sh", "-c", 'ip link set lo up && test -z "$(ip route)" && exec "$@"', "sh"]
PLAYED = ("demo", "kartenspiel", "--headless", "--json")


def without_network() -> list[str]:
    """Return the words before a command that allow it a loopback and no other network."""
    tried = shutil.which("unshare") and subprocess.run([*NO_ROUTE, "true"], capture_output=True, check=False)
    if not tried or tried.returncode:
        pytest.skip("no network of one's own can be had here (unshare -rn)")
    return NO_ROUTE


@pytest.fixture(scope="module")
def bundle(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a bundle for this system and this Python, made by a program that was installed from its wheel."""
    out = tmp_path_factory.mktemp("stick") / "stick.pyz"
    run(installed / "warcouncil", "bundle", "--python", this_python(), "--out", out, cwd=out.parent)
    return out


@pytest.fixture
def room(bundle: Path, hostile: Path) -> Path:
    """Return a folder of misleading names to which the bundle was copied, with a home of its own in it."""
    (hostile / "home").mkdir()
    os.link(bundle, hostile / bundle.name)
    return hostile


def there(room: Path, *words: str | Path) -> str:
    """Run a command in the room: no network, no index, an empty home."""
    silent = {name: "" for name in os.environ if name.startswith(("PIP_", "UV_", "WARCOUNCIL_"))}
    elsewhere = {"HOME": str(room / "home"), "XDG_CACHE_HOME": str(room / "home" / "cache")}
    return run(*without_network(), *words, cwd=room, **silent, **elsewhere)


@pytest.mark.night(keep=0)
def test_a_room_without_network_plays_at_once(room: Path) -> None:
    """The stick is carried to an exercise that then does not begin."""
    played = there(room, sys.executable, "stick.pyz", *PLAYED)
    assert json.loads(played.splitlines()[-1])["winners"]
    assert "Kartenspiel" in there(room, sys.executable, "stick.pyz", "games")
    assert len([*(room / "home" / "cache" / "warcouncil" / "bundles").iterdir()]) == 1


@pytest.mark.night(keep=0)
def test_a_room_without_network_installs_and_plays(room: Path) -> None:
    """Pip asks an index for a missing package, or a laptop lacks the guide."""
    with zipfile.ZipFile(room / "stick.pyz") as file:
        file.extractall(room / "apart")
    said = there(room, "sh", "apart/install.sh", "env")
    program = room / "env" / "bin" / "warcouncil"
    assert f"Now type: {program} demo" in said
    assert json.loads(there(room, program, *PLAYED).splitlines()[-1])["winners"]
    assert "umpire" in (room / "env" / "guide" / "docs" / "running-a-room.md").read_text("utf-8")
    assert not (room / "env" / "carried").exists()


@pytest.mark.night(keep=0)
def test_every_maker_of_a_bundle_gets_the_same(bundle: Path, room: Path) -> None:
    """Two bundles cannot be compared, because an installed, unpacked or cloned program gives them other
    dates.
    """
    with zipfile.ZipFile(bundle) as file:
        (name,) = (each for each in file.namelist() if each.startswith("wheels/warcouncil-"))
        carried = file.read(name)
    assert hashlib.sha256(carried).hexdigest() == Bundle(bundle).sums[name]
    assert own.own_wheel()[1] == carried


@pytest.mark.night(keep=0)
def test_a_damaged_wheel_is_not_installed(bundle: Path, tmp_path: Path) -> None:
    """Code that was changed on the way runs on twenty laptops."""
    folder = tmp_path / "apart"
    with zipfile.ZipFile(bundle) as file:
        file.extractall(folder)
    (wheel,) = folder.glob("wheels/pyzmq-*.whl")
    wheel.write_bytes(wheel.read_bytes()[:-1] + b"\1")
    done = subprocess.run(
        [sys.executable, folder, "--install", tmp_path / "env"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert wheel.name in done.stderr
    assert not (tmp_path / "env" / "bin").exists()


@pytest.mark.xdist_group("carried")
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_that_is_named_can_be_carried(system: str, tmp_path: Path) -> None:
    """`--for macos` fails the evening before, because a library has no wheel for it any more. This test downloads
    nothing.
    """
    platform = {
        "linux": "x86_64-manylinux_2_28",
        "linux-arm": "aarch64-manylinux_2_28",
        "macos": "aarch64-apple-darwin",
        "windows": "windows",
    }
    lock = read_lock(LOCK.read_text("utf-8"))
    for python in share(PYTHONS, [*SYSTEMS].index(system), 2):
        target = BundleTarget(SYSTEMS[system], python)
        asked = tmp_path / f"{python}.txt"
        asked.write_text(
            "\n".join(each.line(each.hashes, marked=False) for each in lock if each.is_wanted(target))
        )
        run(
            *(
                UV,
                "pip",
                "install",
                "--quiet",
                "--dry-run",
                "--no-deps",
                "--require-hashes",
                "--only-binary",
                ":all:",
            ),
            *(
                "--python-platform",
                platform[system],
                "--python-version",
                python,
                "--target",
                tmp_path,
                "-r",
                asked,
            ),
            cwd=tmp_path,
            MACOSX_DEPLOYMENT_TARGET="11.0",
        )
