"""The notes beside a key. They cannot be read without the key, and notes of another key are not lost."""

from __future__ import annotations

from pathlib import Path

from warcouncil.clients.link.identity.notes import NotesFile

SECRET = "k" * 40


def test_notes_cannot_be_read_without_the_key(tmp_path: Path) -> None:
    """A person at a shared laptop reads what the other side noted."""
    NotesFile(tmp_path / "a.notes", SECRET).write("their reserve is empty")
    stored = (tmp_path / "a.notes").read_bytes()
    assert b"reserve" not in stored
    assert NotesFile(tmp_path / "a.notes", "x" * 40).read() == ""
    put_aside = tmp_path / "a.notes.unread"
    assert put_aside.read_bytes() == stored
    assert NotesFile(put_aside, SECRET).read() == "their reserve is empty"
