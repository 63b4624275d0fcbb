"""The keyring: a seat is found again after a restart, and only its owner can read its key."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from warcouncil.clients.link.base import private_files
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.link.identity.keyring import (
    HOME_VARIABLE,
    KeyringError,
    Ticket,
    forget,
    home,
    keep,
    tickets,
)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the keyring in a folder of the test."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))


def ticket(letter: str, title: str = "") -> Ticket:
    """Return a ticket with a key of this letter."""
    return Ticket(
        exercise="Exercise",
        host="192.0.2.1",
        port=5280,
        server_key="s" * 40,
        public=letter * 40,
        secret="x" * 40,
        title=title,
    )


def test_the_last_used_seat_comes_first() -> None:
    """After a restart, another seat than the last used one is offered first."""
    keep(ticket("a"))
    keep(ticket("b"))
    keep(ticket("a", "Red army commander"))
    assert [(t.public[0], t.title) for t in tickets()] == [("a", "Red army commander"), ("b", "")]


def test_only_the_owner_reads_it() -> None:
    """Other users can read a key, and so take its seat."""
    keep(ticket("a"))
    (path,) = (home() / "seats").iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == (0o600 if os.name == "posix" else 0o666)


def test_other_files_do_no_harm() -> None:
    """A damaged or foreign file in the folder causes an error."""
    keep(ticket("a"))
    (home() / "seats" / "other.json").write_text("{not a ticket")
    (home() / "seats" / "half.json").write_bytes(b"\xff\x00")
    for number, key in enumerate(("~" * 40, "é" * 40, "#" * 40)):  # no bytes are written so
        text = ticket("b").model_dump_json().replace("s" * 40, key)
        (home() / "seats" / f"{number}.json").write_text(text, "utf-8")
    assert len(tickets()) == 1


def test_a_ticket_is_thrown_away() -> None:
    """A seat that was left is offered again, or deleting a ticket twice is an error."""
    keep(ticket("a"))
    forget(ticket("a"))
    forget(ticket("a"))
    assert tickets() == ()


def test_nothing_kept_is_no_error() -> None:
    """A first start on a machine fails because there is no ticket."""
    assert tickets() == ()


def test_a_keyring_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    """A full or write-protected disk does not cause one clear line."""
    (tmp_path / "home").write_text("a file where the folder should be")
    with pytest.raises(KeyringError, match="the key of your seat cannot be saved") as caught:
        keep(ticket("a"))
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_or_a_device_stays_what_it_is(tmp_path: Path) -> None:
    """A host who writes cards to /dev/null as root replaces it by a file, for every program of the machine."""
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for there in (pipe, link):
        with pytest.raises(OSError, match="no file") as caught:
            private_files.write(there, "a code")
        assert why(caught.value) == "that is a device or a pipe, not a file"
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert link.is_symlink()
    assert {each.name for each in tmp_path.iterdir()} == {"pipe", "link"}


def test_a_ticket_shows_no_key() -> None:
    """A ticket in a log or a traceback shows its secret."""
    assert "x" * 40 not in repr(ticket("a")) + str(ticket("a"))
