"""Vendored code of the page: it equals what was bundled from pinned packages, with its licences, and needs
nothing but `script-src 'self'`.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256

import pytest

from tests.docs_text import ROOT

VENDOR = ROOT / "clients" / "web" / "page" / "vendor"
VENDORING = ROOT / "tests" / "clients" / "web" / "vendoring"
HASHES = {name: digest for digest, name in map(str.split, (VENDOR / "hashes.txt").read_text().splitlines())}
PACKAGES = json.loads((VENDORING / "package.json").read_text())["dependencies"]


def test_every_vendored_file_is_the_one_that_was_bundled() -> None:
    """A change in a vendored file reaches every phone in the room unnoticed in review."""
    assert {path.name for path in VENDOR.glob("*.js")} == set(HASHES)
    assert {name: sha256((VENDOR / name).read_bytes()).hexdigest() for name in HASHES} == HASHES


@pytest.mark.parametrize("package", sorted(PACKAGES))
def test_its_version_and_licence_are_told(package: str) -> None:
    """Others' work is distributed without its licence, or under another version than the README and the bundle
    say.
    """
    version = PACKAGES[package]
    locked = json.loads((VENDORING / "package-lock.json").read_text())["packages"][f"node_modules/{package}"]
    assert locked["version"] == version
    assert locked["integrity"].startswith("sha512-")
    assert f"{package} {version}" in (VENDOR / "README.md").read_text()
    assert any(f"{package} {version}" in (VENDOR / name).read_text()[:200] for name in HASHES)
    licence = (VENDOR / f"LICENSE-{package.removeprefix('@').replace('/', '-')}").read_text()
    assert "Permission is hereby granted" in licence or "Apache License" in licence


@pytest.mark.parametrize("name", sorted(HASHES))
def test_it_makes_no_code_of_texts_and_loads_nothing(name: str) -> None:
    """The policy must be loosened for it, or the page loads a part of itself from the internet."""
    text = (VENDOR / name).read_text()
    assert not re.search(
        r"\beval\s*\(|new Function|\bimport\s*\(|^import |document\.write|importScripts", text, re.M
    )
    assert set(
        re.findall(r"https?://[\w./-]+", re.sub(r"/\*.*?\*/|^\s*//.*$", "", text, flags=re.S | re.M))
    ) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1998/Math/MathML",
        "http://www.w3.org/1999/xhtml",
    }
