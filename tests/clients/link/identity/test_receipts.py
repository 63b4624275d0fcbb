"""Receipts at the client: each is verified, kept privately, and compared after every reconnection."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from warcouncil.clients.link.base.line import LinkAlarm, News
from warcouncil.clients.link.base.wire import End
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.identity import receipts as module
from warcouncil.clients.link.identity.keyring import HOME_VARIABLE, forget, keep, receipts_of
from warcouncil.clients.link.identity.receipts import Receipts
from warcouncil.protocol.proofs.receipts import Kept
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.wire.replies import Receipt
from warcouncil.protocol.wire.requests import Declare, Hello
from warcouncil.protocol.words import GateNo, SeatId

from tests.clients.link.far_end import TICKET, FakeWire, beats, came, declare, receipt, soon, wire

ATTACK: Answer = {"corps.2": "attack", "moves": {"inf": {"I": 5}}}


def shouts(news: list[News]) -> list[LinkAlarm]:
    """Return the alarms."""
    return [item for item in news if isinstance(item, LinkAlarm)]


async def sealed(link: Link, answer: Answer | None = None) -> Declare:
    """Declare, and let it arrive."""
    body = declare().model_copy(update={"answer": answer or ATTACK})
    link.send(body)
    await soon(lambda: body in wire().sent)
    await came(link)
    return body


async def back() -> FakeWire:
    """Break the connection and wait for the next."""
    first = wire()
    first.on_end(End.GONE)
    await soon(lambda: wire() is not first)
    return wire()


# --- proved -------------------------------------------------------------------------------------------------------


async def test_a_true_receipt_is_passed_on_and_shown_at_the_next_hello(link: Link) -> None:
    """An answer that the arbiter lost goes unnoticed."""
    wire().welcome()
    body = await sealed(link)
    true = receipt(body)
    wire().reply(true)
    assert await came(link) == [true]
    hello = (await back()).sent[0]
    assert isinstance(hello, Hello)
    assert hello.held is not None
    assert (hello.held.gate, hello.held.id, hello.held.signature) == (body.gate, body.id, true.signature)
    assert (hello.held.table, hello.held.seat) == (1, "red.army")


FALSE: dict[str, dict[str, object]] = {
    "another answer": {"answer": {"corps.2": "defend"}},
    "another digest": {"digest": "0" * 32},
    "no digest": {"digest": ""},
    "no signature": {"signature": ""},
    "a made-up signature": {"signature": "0" * 128},
    "another question": {"gate": GateNo(2)},
    "another declaration": {"id": "9" * 32},
}


@pytest.mark.parametrize("change", FALSE.values(), ids=FALSE)
async def test_a_false_receipt_is_shouted_about_once_and_seals_nothing(
    link: Link, change: dict[str, object]
) -> None:
    """An answer is shown as sealed though its receipt proves nothing."""
    wire().welcome()
    body = await sealed(link)
    wire().reply(receipt(body).model_copy(update=change))
    news = await came(link)
    assert not [item for item in news if isinstance(item, Receipt)]
    (shout,) = shouts(news)
    assert "FALSE" in shout.text
    assert shout.gate == change.get("gate", body.gate)
    wire().reply(receipt(body).model_copy(update=change))
    assert await came(link) == []
    await soon(lambda: wire().those(Declare) == [body, body])  # it has no answer yet
    true = receipt(body)
    wire().reply(true)
    assert true in await came(link)
    assert Receipts().newest is None


async def test_a_receipt_for_another_seat_or_by_another_key_is_false(link: Link) -> None:
    """An attacker signs anything, or presents the other side's receipt as ours."""
    wire().welcome()
    body = await sealed(link)
    wire().reply(receipt(body, seat="black.army"))
    other = receipt(body, signature=receipt(body).signature[::-1])
    wire().reply(other)
    assert len(shouts(await came(link))) == 1


async def test_a_late_receipt_of_a_superseded_answer_is_true(link: Link) -> None:
    """A player who changes an answer at once is told that the arbiter lies."""
    wire().welcome()
    first = await sealed(link)
    second = await sealed(link, {"corps.2": "defend"})
    wire().reply(receipt(first))
    wire().reply(receipt(second))
    assert not shouts(await came(link))


async def test_a_receipt_is_kept_while_a_number_is_missing(link: Link) -> None:
    """The proof is lost with the gap in which it came."""
    wire().welcome()
    body = await sealed(link)
    true = receipt(body)
    wire().reply(true, n=7)
    assert await came(link) == [true]
    hello = (await back()).sent[0]
    assert isinstance(hello, Hello)
    assert hello.held is not None


async def test_a_missing_receipt_is_reported_after_every_break(link: Link) -> None:
    """A seat plays on, and trusts an answer that is lost."""
    wire().welcome()
    body = await sealed(link)
    wire().reply(receipt(body))
    await came(link)
    for _ in range(2):
        (await back()).welcome(receipt="missing")
        (shout,) = shouts(await came(link))
        assert f"question {body.gate} is NOT in the exercise file" in shout.text
        assert "Tell the umpire" in shout.text
        assert shout.gate == body.gate, "else sealing it again would not end the alarm"
    (await back()).welcome(receipt="known")
    assert not shouts(await came(link))


async def test_a_client_without_a_receipt_gets_no_alarm(link: Link) -> None:
    """A newcomer is told that their answer is lost."""
    hello = wire().sent[0]
    assert isinstance(hello, Hello)
    assert hello.held is None
    wire().welcome(receipt="missing")
    assert not shouts(await came(link))


async def test_receipts_that_cannot_be_kept_are_said_so_once_and_count(far_end: None, tmp_path: Path) -> None:
    """A full disk removes the seal, or the proof is lost without a message."""
    (tmp_path / "full").touch()
    link = Link(TICKET, receipts=Receipts(tmp_path / "full" / "a.receipts")).start()
    wire().welcome()
    for _ in range(2):
        body = await sealed(link)
        wire().reply(receipt(body))
        await beats(1)
        news = await came(link)
        assert [item for item in news if isinstance(item, Receipt)] == [receipt(body)]
        last = news
        if body.gate and shouts(news):
            assert "cannot save your receipts" in shouts(news)[0].text
    assert not shouts(last)
    link.close()


# --- kept ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep everything in a folder of the test, and return the file of a ticket's receipts."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    return receipts_of(TICKET)


def kept(number: int) -> Kept:
    """Return a receipt."""
    return Kept(
        exercise="Exercise",
        table=1,
        seat=SeatId("red.army"),
        gate=GateNo(number),
        id=f"{number:032x}",
        digest="0" * 32,
        signature="0" * 128,
        answer=ATTACK,
    )


def test_receipts_outlast_the_window(where: Path) -> None:
    """A player who restarts the machine has no receipt to show."""
    held = Receipts(where)
    for number in (1, 2):
        held.keep(kept(number))
    held.keep(kept(2))
    again = Receipts(where)
    assert again.newest == kept(2).held
    assert len(where.read_text().splitlines()) == 2


def test_only_the_owner_reads_them(where: Path) -> None:
    """Another user of the machine reads what was sealed while the question is open."""
    Receipts(where).keep(kept(1))
    assert stat.S_IMODE(where.stat().st_mode) == 0o600
    assert stat.S_IMODE(where.parent.stat().st_mode) == 0o700


def test_they_stay_when_the_key_is_forgotten(where: Path) -> None:
    """The receipts are deleted with the key, although they are needed as proof after the exercise."""
    ticket = keep(TICKET)
    Receipts(where).keep(kept(1))
    forget(ticket)
    assert Receipts(where).newest == kept(1).held


def test_a_line_that_was_cut_off_spoils_no_other(where: Path) -> None:
    """A power cut while one receipt is written costs all the others."""
    held = Receipts(where)
    held.keep(kept(1))
    with where.open("a") as file:
        file.write('{"exercise":"Exer')
    Receipts(where).keep(kept(2))
    assert Receipts(where).newest == kept(2).held
    assert len(where.read_text().splitlines()) == 3


def test_they_do_not_grow_without_end(where: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that plays all night fills the disk."""
    monkeypatch.setattr(module, "KEPT_MAX", 5)
    held = Receipts(where)
    for number in range(1, 40):
        held.keep(kept(number))
        assert len(where.read_text().splitlines()) <= 10
    assert Receipts(where).newest == kept(39).held
    assert stat.S_IMODE(where.stat().st_mode) == 0o600
    assert os.listdir(where.parent) == [where.name]
