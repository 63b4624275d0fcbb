"""Writing a bundle."""

from __future__ import annotations

import hashlib
import re
import stat
import zipfile
from pathlib import Path

from warcouncil.clients.commands.bundling import own
from warcouncil.clients.commands.bundling.carried.reading import Bundle, bundle_faults

from tests.clients.commands.bundling.toy import toy_bundle


def test_the_same_inputs_give_the_same_bytes(tmp_path: Path) -> None:
    """A user cannot tell that the disk holds what was tried at home, because dates, order or the machine are
    part of it.
    """
    one, other = toy_bundle(tmp_path / "a"), toy_bundle(tmp_path / "b")
    assert one.read_bytes() == other.read_bytes()
    with zipfile.ZipFile(one) as file:
        assert {(each.date_time, each.create_system) for each in file.infolist()} == {(own.EPOCH, 3)}


def test_everything_is_in_it_with_its_hash(tmp_path: Path) -> None:
    """The bundle lacks the guide, or the installer lacks a hash."""
    bundle = Bundle(toy_bundle(tmp_path))
    assert bundle_faults(bundle) == []
    assert {
        *(
            "README.txt",
            "SHA256SUMS",
            "__main__.py",
            "bundle.json",
            "guide/docs/rooms.md",
            "guide/site/index.html",
            "install.cmd",
            "install.sh",
        ),
        *("requirements.txt", "warcouncil_bundle/starting.py", "wheels/other-1-py3-none-any.whl"),
    } <= bundle.names()
    digest = hashlib.sha256((tmp_path / "other-1-py3-none-any.whl").read_bytes()).hexdigest()
    assert f"other==1 --hash=sha256:{digest}" in bundle.read("requirements.txt").decode()
    filled = [bundle.read(name).decode() for name in ("README.txt", "install.cmd", "install.sh")]
    assert not [mark for text in filled for mark in re.findall("@[A-Z]+@", text)]


def test_each_system_can_read_its_installer(tmp_path: Path) -> None:
    """A shell does not understand the line ends, or a file manager does not know that the file may be run."""
    with zipfile.ZipFile(toy_bundle(tmp_path)) as file:
        assert b"\r" not in file.read("install.sh")
        assert file.read("install.cmd").count(b"\r\n") == file.read("install.cmd").count(b"\n")
        assert file.getinfo("install.sh").external_attr >> 16 & stat.S_IXUSR
