"""Tests of the notes beside a key: nobody reads them without it, and none are lost that it does not open."""

from __future__ import annotations

from pathlib import Path

from warcouncil.clients.link.identity.notes import NotesFile

SECRET = "k" * 40


def test_nobody_reads_notes_without_the_key(tmp_path: Path) -> None:
    """Whoever opens a shared laptop would read what the other side noted."""
    NotesFile(tmp_path / "a.notes", SECRET).write("their reserve is empty")
    stored = (tmp_path / "a.notes").read_bytes()
    assert b"reserve" not in stored
    assert NotesFile(tmp_path / "a.notes", "x" * 40).read() == ""
    put_aside = tmp_path / "a.notes.unread"
    assert put_aside.read_bytes() == stored
    assert NotesFile(put_aside, SECRET).read() == "their reserve is empty"
