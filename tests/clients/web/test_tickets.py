"""Tickets at rest: the folder alone opens no seat, and every browser comes back after a restart."""

from __future__ import annotations

import importlib.util
import os
import stat
import sys
from pathlib import Path

import pytest
import zmq
from nacl.secret import SecretBox
from warcouncil.clients.web.tickets import OF_PLATE_MAX, Tickets, WebTicket, holder_of
from warcouncil.protocol.proofs.doors import Kind


def made(plate: str = "7K3") -> WebTicket:
    """Return a ticket with fresh keys."""
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
    """After a restart of the gateway all players need their cards again."""
    tickets = [made(), made("7K4")]
    first = Tickets(tmp_path / "keep")
    tokens = [first.keep(ticket) for ticket in tickets]
    again = Tickets(tmp_path / "keep")
    found = [again.find(token, ticket.plate) for token, ticket in zip(tokens, tickets, strict=True)]
    assert [ticket and ticket.model_copy(update={"since": 0}) for ticket in found] == tickets
    assert again.find("", "7K3") is None
    assert again.find(tokens[0], "7K4") is None
    for foreign in ("../../etc/passwd", "../"):
        assert again.find(foreign, "7K3") is None
        assert again.find(tokens[0], foreign) is None


def test_a_corrected_clock_deletes_no_ticket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host whose date was wrong in the morning sends every browser back to its card at the next join."""
    passed = [0.0]
    monkeypatch.setattr("time.time", lambda: 1_000_000.0 + passed[0])
    named = importlib.util.find_spec(Tickets.__module__)
    assert named
    assert named.loader
    began = importlib.util.module_from_spec(named)
    monkeypatch.setitem(sys.modules, Tickets.__module__, began)
    named.loader.exec_module(began)  # as a gateway that begins by that clock
    tickets = began.Tickets(tmp_path / "keep")
    token = tickets.keep(made())
    passed[0] = 400 * 86400
    tickets.keep(made("7K4"))
    assert tickets.find(token, "7K3") is not None


def test_the_folder_reveals_nothing_without_a_token(tmp_path: Path) -> None:
    """A copy of the disk opens every browser's seat."""
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
        assert keep.find(guess, "7K3") is None
    assert len(plain) > SecretBox.NONCE_SIZE
    assert ticket.secret not in repr(ticket)
    assert ticket.secret not in str(ticket)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps rights otherwise")
def test_the_owner_alone_may_look_into_the_folder(tmp_path: Path) -> None:
    """Another user of the machine can copy the folder and wait for a token."""
    keep = Tickets(tmp_path / "keep")
    keep.keep(made())
    [file] = (tmp_path / "keep").iterdir()
    assert stat.S_IMODE((tmp_path / "keep").stat().st_mode) == 0o700
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_changed_file_is_none(tmp_path: Path) -> None:
    """A person who can write there replaces a seat's key by their own."""
    keep = Tickets(tmp_path / "keep")
    token = keep.keep(made())
    [file] = (tmp_path / "keep").iterdir()
    text = file.read_text()
    for damaged in (text[:-2] + ("00" if text[-2:] != "00" else "01"), text[:100], "", "no hex", "ß"):
        file.write_text(damaged, "utf-8")
        assert keep.find(token, "7K3") is None


class Days:
    """A calendar that the test controls. Files get its dates."""

    def __init__(self) -> None:
        self.day = 20_000.0

    def __call__(self) -> float:
        return self.day * 86400


def test_a_dropped_or_long_unused_ticket_is_deleted(tmp_path: Path) -> None:
    """A seat's key stays there for ever, for the finder of the phone."""
    days = Days()
    keep = Tickets(tmp_path / "keep", days)
    dropped, old, used = keep.keep(made()), keep.keep(made()), keep.keep(made())
    (tmp_path / "keep" / "half.seat.1").touch()
    os.utime(tmp_path / "keep" / "half.seat.1", (days(), days()))
    keep.drop(dropped, "7K3")
    keep.drop(dropped, "7K3")
    days.day += 1.5
    assert keep.find(used, "7K3") is not None
    days.day += 1
    fresh = keep.keep(made("7K4"))
    held = [(dropped, "7K3"), (old, "7K3"), (used, "7K3"), (fresh, "7K4")]
    assert [bool(keep.find(token, plate)) for token, plate in held] == [False, False, True, True]
    assert len([*(tmp_path / "keep").iterdir()]) == 2, "it lies there until somebody looks for it"


def test_a_seat_that_is_opened_every_day_is_kept_for_a_month_and_no_longer(tmp_path: Path) -> None:
    """On the third day of an exercise every phone must join again, or a phone that was sold still has its seat a
    year later.
    """
    days = Days()
    keep = Tickets(tmp_path / "keep", days)
    token, lasts = keep.keep(made()), []
    while ticket := keep.find(token, "7K3"):
        lasts.append(keep.lasts_seconds(ticket) / 86400)
        days.day += 1
    assert lasts == [2.0] * 29 + [1.0]
    assert [*(tmp_path / "keep").iterdir()] == []


def test_of_one_plate_there_are_only_so_many(tmp_path: Path) -> None:
    """A person with a card fills the disk by joining again and again, or thereby deletes the ticket of another
    seat.
    """
    days = Days()
    keep = Tickets(tmp_path / "keep", days)
    other, first, *more = keep.keep(made("7K4")), *[keep.keep(made()) for _ in range(OF_PLATE_MAX)]
    days.day += 0.1
    for token in (first, *more[1:]):
        assert keep.find(token, "7K3")
    assert len([*(tmp_path / "keep").iterdir()]) == OF_PLATE_MAX + 1
    newest = keep.keep(made())
    assert len([*(tmp_path / "keep").iterdir()]) == OF_PLATE_MAX + 1
    assert keep.find(more[0], "7K3") is None, "the one that was not opened for longest"
    assert all(keep.find(token, "7K3") for token in (first, *more[1:], newest))
    assert keep.find(other, "7K4")


def test_a_ticket_that_cannot_be_deleted_stops_no_join(tmp_path: Path) -> None:
    """A player who joins again while another program reads the old file is admitted, but reads of a fault."""
    keep = Tickets(tmp_path / "keep")
    token = keep.keep(made())
    [file] = (tmp_path / "keep").iterdir()
    file.unlink()
    file.mkdir()
    keep.drop(token, "7K3")
    with pytest.raises(OSError, match=file.stem):
        keep.find(token, "7K3")
