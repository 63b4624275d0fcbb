"""The content of a bundle is unpacked once, completely or not at all."""

from __future__ import annotations

import os
import shutil
import sys
import zipfile
from pathlib import Path

import pytest
from warcouncil.clients.commands.bundling.carried import unpacking
from warcouncil.clients.commands.bundling.carried.reading import BadBundle, Bundle, here, target_for
from warcouncil.clients.commands.bundling.carried.unpacking import PART, STALE_SECONDS, cache, unpacked

from tests.clients.commands.bundling.toy import toy_bundle


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Unpack into a folder of the test."""
    monkeypatch.setenv("WARCOUNCIL_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(unpacking, "PAUSE_SECONDS", 0)
    return tmp_path / "kept"


def folder_of(bundle: Bundle) -> Path:
    """Unpack a bundle for this system."""
    return unpacked(bundle, target_for(bundle.manifest, here()))


def test_it_is_unpacked_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every start takes as long as the first."""
    bundle = Bundle(toy_bundle(tmp_path / "made"))
    folder = folder_of(bundle)
    assert "unpacking into" in capsys.readouterr().err
    before = (folder / "other.py").stat().st_mtime_ns
    assert folder_of(bundle) == folder
    assert (folder / "other.py").stat().st_mtime_ns == before
    assert capsys.readouterr().err == ""


def test_another_bundle_has_another_folder(tmp_path: Path) -> None:
    """This year's file starts last year's program."""
    one, other = (Bundle(toy_bundle(tmp_path / word, word=word)) for word in ("old", "new"))
    assert folder_of(one) != folder_of(other)


@pytest.mark.parametrize("loss", ["cut", "gone", "no list"])
def test_a_folder_that_lost_something_is_made_anew(loss: str, tmp_path: Path, kept: Path) -> None:
    """After a power cut the program never starts again, and the user does not know which folder to delete."""
    bundle = Bundle(toy_bundle(tmp_path / "made"))
    folder = folder_of(bundle)
    match loss:
        case "cut":
            (folder / "other.py").write_bytes(b"")
        case "gone":
            (folder / "other.py").unlink()
        case _:
            (folder / "whole.json").write_text("{")
    folder_of(bundle)
    assert (folder / "other.py").read_text() == "WORD = 'found'\n"
    assert [path.name for path in kept.iterdir()] == [folder.name]
    assert not (folder / "old").exists()


def test_nothing_of_a_changed_wheel_is_unpacked(tmp_path: Path, kept: Path) -> None:
    """A stranger's code is run because it was packed correctly."""
    with zipfile.ZipFile(toy_bundle(tmp_path / "made")) as file:
        file.extractall(tmp_path / "apart")
    toy_bundle(tmp_path / "theirs", word="theirs")
    name = "other-1-py3-none-any.whl"
    shutil.copy(tmp_path / "theirs" / name, tmp_path / "apart" / "wheels" / name)
    with pytest.raises(BadBundle, match=rf"{name} has changed since packing"):
        folder_of(Bundle(tmp_path / "apart"))
    assert [*kept.iterdir()] == []


def test_of_two_starts_at_once_the_first_gives_the_name(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty windows opened at nine o'clock delete each other's folder while it is used."""
    bundle = Bundle(toy_bundle(tmp_path / "made"))
    names, filled = [], unpacking._fill

    def slowly(*given: object) -> None:
        filled(*given)  # type: ignore[arg-type]  # as it was called
        monkeypatch.setattr(unpacking, "_fill", filled)
        names.append(folder_of(bundle))
        (names[0] / "other.pyc").write_bytes(b"the other start uses it")

    monkeypatch.setattr(unpacking, "_fill", slowly)
    assert [folder_of(bundle)] == names
    assert (names[0] / "other.pyc").exists()
    assert [*kept.iterdir()] == names


def test_the_rest_of_a_killed_start_is_deleted_after_a_day(tmp_path: Path, kept: Path) -> None:
    """Each power cut costs the disk 350 MB for ever, or a start deletes the folder that another is unpacking."""
    for name, age_seconds in ((f"{PART}old", STALE_SECONDS + 60), (f"{PART}young", 60)):
        (kept / name).mkdir(parents=True)
        then = (kept / name).stat().st_mtime - age_seconds
        os.utime(kept / name, (then, then))
    folder = folder_of(Bundle(toy_bundle(tmp_path / "made")))
    assert {path.name for path in kept.iterdir()} == {folder.name, f"{PART}young"}


def test_where_nothing_can_be_written_another_folder_is_asked_for(kept: Path, tmp_path: Path) -> None:
    """A home folder that is full or missing causes a traceback."""
    kept.write_text("a file")
    with pytest.raises(BadBundle, match=r"cannot be written .*WARCOUNCIL_CACHE"):
        folder_of(Bundle(toy_bundle(tmp_path / "made")))


@pytest.mark.parametrize(
    ("platform", "names", "place"),
    [
        ("win32", {"LOCALAPPDATA": "/there"}, "/there/warcouncil/bundles"),
        ("darwin", {}, "~/Library/Caches/warcouncil/bundles"),
        ("linux", {}, "~/.cache/warcouncil/bundles"),
        ("linux", {"XDG_CACHE_HOME": "/there"}, "/there/warcouncil/bundles"),
    ],
)
def test_it_is_kept_where_the_system_keeps_such_things(
    platform: str, names: dict[str, str], place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cache is in a user's documents."""
    monkeypatch.delenv("WARCOUNCIL_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    assert cache() == Path(place).expanduser()
