"""CHANGELOG.md has the form of keepachangelog.com 1.1.0, with short entries."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tests.docs_text import text_of

SECTIONS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
ENTRY_WORDS_MAX = 20
"""How many words an entry may have. A host reads hundreds of them before an upgrade."""
FINAL = 1000
"""A release counts as newer than its release candidates."""
RELEASE = re.compile(r"## \[(\d+)\.(\d+)\.(\d+)(?:rc(\d+))?\] - (\d{4}-\d{2}-\d{2})")


def faults_of(text: str) -> list[str]:
    """Return each line below the introduction that breaks the form, with the fault."""
    found: list[str] = []
    sections: list[str] = []
    lines = text[text.index("\n## ") + 1 :].splitlines()
    if lines[:1] != ["## [Unreleased]"]:
        found.append("Unreleased is not first")
    for line in lines[1:]:
        if line.startswith("## "):
            sections = []
            if not RELEASE.fullmatch(line):
                found.append(f"no version with a date: {line}")
        elif line.startswith("### "):
            sections.append(line.removeprefix("### "))
            if sections[-1] not in SECTIONS or sections != sorted(set(sections), key=SECTIONS.index):
                found.append(f"unknown section or out of order: {line}")
        elif line.startswith("- ") and sections:
            if len(line.split()) - 1 > ENTRY_WORDS_MAX:
                found.append(f"more than {ENTRY_WORDS_MAX} words: {line}")
        elif line:
            found.append(f"no entry of one line in a section: {line}")
    return found


def test_the_changelog_has_versions_sections_and_short_entries() -> None:
    """If this fails, a host cannot find what an upgrade changes."""
    assert faults_of(text_of("CHANGELOG.md")) == []


def test_versions_are_newest_first() -> None:
    """If this fails, the newest version is not the first that a host reads."""
    releases = [
        ((int(major), int(minor), int(patch), int(candidate or FINAL)), day)
        for major, minor, patch, candidate, day in RELEASE.findall(text_of("CHANGELOG.md"))
    ]
    assert releases
    assert all(newer[0] > older[0] and newer[1] >= older[1] for newer, older in pairwise(releases))


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("## [1.0.0] - 2026-11-22\n", "Unreleased is not first"),
        ("## [Unreleased]\n\n## 1.0.0\n", "no version with a date"),
        ("## [Unreleased]\n\n### Mended\n", "unknown section"),
        ("## [Unreleased]\n\n### Fixed\n- One.\n\n### Added\n- Two.\n", "out of order"),
        ("## [Unreleased]\n\n### Fixed\n- One line\n  and another.\n", "no entry of one line"),
        (f"## [Unreleased]\n\n### Fixed\n- {' '.join(['word'] * 21)}\n", "more than 20 words"),
    ],
)
def test_a_broken_form_is_found(body: str, fault: str) -> None:
    """If this fails, the check above finds nothing."""
    (found,) = faults_of(f"# Changelog\n\n{body}")
    assert fault in found
