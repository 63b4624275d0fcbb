"""Tickets at rest: nobody who finds the folder finds a seat, and every browser comes back after a restart."""

from __future__ import annotations

import os
import stat
import sys
import time
from pathlib import Path

import pytest
import zmq
from nacl.secret import SecretBox
from warcouncil.clients.web.cookies import AGE_SECONDS
from warcouncil.clients.web.tickets import Tickets, WebTicket, holder_of
from warcouncil.protocol.doors import Kind


def made(plate: str = "7K3") -> WebTicket:
    """Give a ticket with fresh keys."""
    public, secret = zmq.curve_keypair()
    return WebTicket(
        plate=plate,
        kind=Kind.SEAT,
        exercise="Exercise",
        server_key=zmq.curve_keypair()[0].decode(),
        public=public.decode(),
        secret=secret.decode(),
    )


def test_a_token_opens_its_own_ticket_after_a_restart(tmp_path: Path) -> None:
    """The gateway would be started anew, and everybody would need his card again."""
    tickets = [made(), made("7K4")]
    first = Tickets(tmp_path / "keep")
    tokens = [first.keep(ticket) for ticket in tickets]
    again = Tickets(tmp_path / "keep")
    assert [again.find(token) for token in tokens] == tickets
    assert again.find("") is None
    assert again.find("../../etc/passwd") is None


def test_the_folder_tells_nothing_to_whoever_has_no_token(tmp_path: Path) -> None:
    """A copy of the disk would hold every browser's seat."""
    keep = Tickets(tmp_path / "keep")
    ticket = made()
    token = keep.keep(ticket)
    [file] = (tmp_path / "keep").iterdir()
    everything = file.name + file.read_text()
    plain = bytes.fromhex(file.read_text())
    for secret in (ticket.secret, ticket.public, ticket.plate, ticket.exercise, token, token[:12]):
        assert secret not in everything
        assert secret.encode() not in plain
    for guess in (holder_of(token), file.stem, "", token[:-1]):
        assert keep.find(guess) is None
    assert len(plain) > SecretBox.NONCE_SIZE
    assert ticket.secret not in repr(ticket)
    assert ticket.secret not in str(ticket)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps rights otherwise")
def test_the_owner_alone_may_look_into_the_folder(tmp_path: Path) -> None:
    """Another user of the machine could copy it and wait for a token."""
    keep = Tickets(tmp_path / "keep")
    keep.keep(made())
    [file] = (tmp_path / "keep").iterdir()
    assert stat.S_IMODE((tmp_path / "keep").stat().st_mode) == 0o700
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_changed_file_is_none(tmp_path: Path) -> None:
    """Whoever can write there could put a key of his own in the place of a seat's."""
    keep = Tickets(tmp_path / "keep")
    token = keep.keep(made())
    [file] = (tmp_path / "keep").iterdir()
    text = file.read_text()
    for damaged in (text[:-2] + ("00" if text[-2:] != "00" else "01"), text[:100], "", "no hex", "ß"):
        file.write_text(damaged, "utf-8")
        assert keep.find(token) is None


def test_what_was_dropped_or_grew_old_is_gone(tmp_path: Path) -> None:
    """A seat's key would lie there for ever, for whoever finds the phone."""
    keep = Tickets(tmp_path / "keep")
    dropped, old, used = keep.keep(made()), keep.keep(made()), keep.keep(made())
    keep.drop(dropped)
    keep.drop(dropped)
    long_ago = time.time() - AGE_SECONDS - 60
    for file in (tmp_path / "keep").iterdir():
        os.utime(file, (long_ago, long_ago))
    assert keep.find(used) is not None
    keep.tidy()
    assert [bool(keep.find(token)) for token in (dropped, old, used)] == [False, False, True]


def test_a_ticket_that_cannot_be_taken_away_stops_nobody(tmp_path: Path) -> None:
    """Who sits down anew while another program looks at the old file would be admitted, and read of a fault instead."""
    keep = Tickets(tmp_path / "keep")
    token = keep.keep(made())
    [file] = (tmp_path / "keep").iterdir()
    file.unlink()
    file.mkdir()
    keep.drop(token)
    with pytest.raises(OSError, match=file.stem):
        keep.find(token)
