"""A client's lot (its random number).

The client draws it, keeps it on disk before sending its pledge, and never opens it to an arbiter that breaks the
protocol.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.identity import receipts as module
from warcouncil.clients.link.identity.receipts import Receipts, read_kept
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.proofs.lots import KeptLot, pledge_of, signed, taken
from warcouncil.protocol.proofs.receipts import Kept
from warcouncil.protocol.wire.replies import Done, DrawShown, Farewell, Refusal, RefusalCode
from warcouncil.protocol.wire.requests import OpenLot, Pledge
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.clients.link.far_end import SIGNING, TICKET, FakeWire, came, declare, receipt, soon, wire
from tests.clients.link.identity.test_receipts import back, shouts

RED, ONE = SeatId("red.army"), TableId(1)
OTHER = "0" * 64


def pledges() -> list[Pledge]:
    """Return the pledges that were sent on this connection."""
    return [body for body in wire().sent if isinstance(body, Pledge)]


def opened() -> list[OpenLot]:
    """Return the numbers that were opened on this connection."""
    return [body for body in wire().sent if isinstance(body, OpenLot)]


async def sits(*, chance: bool = True, role: Role = Role.SEAT, seat: str = "red.army") -> None:
    """Welcome the client to a table where all seats make the chance. Wait for the messages that it sends by
    itself.
    """
    wire().welcome(chance="all" if chance else "host", role=role, seat=seat)
    await soon(lambda: len(wire().sent) > 3)


def take(body: Pledge | OpenLot, pledge: str, *, word: bytes = b"") -> None:
    """Reply as the arbiter that a pledge or a number was taken. `word` is signed instead of the true text."""
    said = taken("Exercise", table=ONE, seat=RED, pledge=pledge, opened=isinstance(body, OpenLot))
    wire().reply(Done(id=body.id, signature=SIGNING.sign(word or said).signature.hex()))


def draw(*shown: str, seed: str = "", signs: str = "") -> DrawShown:
    """Return the list of these pledges. `signs`: the signed text contains another seed."""
    said = signed("Exercise", table=ONE, commitment="host", pledges=shown, seed=signs or seed)
    return DrawShown(pledges=shown, seed=seed, signature=SIGNING.sign(said).signature.hex())


async def bound() -> Pledge:
    """Send the client's pledge, and reply that it was taken."""
    await sits()
    (pledge,) = pledges()
    take(pledge, pledge.pledge)
    return pledge


async def test_a_client_is_bound_in_its_first_beat_and_opens_in_the_beat_after_it_was_shown(
    link: Link,
) -> None:
    """People must press a key, or wait."""
    pledge = await bound()
    assert wire().sent[1] == pledge
    assert not opened()
    before = len(wire().sent)
    wire().reply(draw(pledge.pledge, OTHER))
    await soon(opened)
    assert wire().sent[before] == opened()[0]
    assert pledge_of("Exercise", ONE, RED, opened()[0].lot) == pledge.pledge


async def test_the_exchange_of_lots_is_not_shown_to_the_person(link: Link) -> None:
    """A person reads refusals and replies to requests that they never made."""
    pledge = await bound()
    await came(link)
    wire().reply(draw(pledge.pledge))
    await soon(opened)
    take(opened()[0], pledge.pledge)
    wire().reply(draw(pledge.pledge, seed="made"))
    assert await came(link) == []


@pytest.mark.parametrize(
    ("chance", "role"), [(False, Role.SEAT), (True, Role.WATCHER), (True, Role.STAND_IN)]
)
async def test_a_watcher_a_bot_or_a_table_with_chance_of_the_host_sends_no_pledge(
    link: Link, chance: bool, role: Role
) -> None:
    """A watcher is refused at every table, and a bot counts as a person."""
    await sits(chance=chance, role=role)
    wire().reply(draw(OTHER))
    await soon(lambda: len(wire().sent) > 6)
    assert not pledges()
    assert not opened()
    assert not shouts(await came(link))


@pytest.mark.parametrize(
    "false",
    [
        pytest.param(lambda mine: draw(mine, signs="another"), id="a signature for something else"),
        pytest.param(lambda mine: draw(mine).model_copy(update={"signature": ""}), id="no signature"),
        pytest.param(lambda mine: draw(OTHER), id="a list without one's own pledge"),
    ],
)
async def test_the_number_is_not_opened_to_an_arbiter_that_shows_a_false_list(
    link: Link, false: object
) -> None:
    """The host learns the numbers, and then claims other pledges."""
    pledge = await bound()
    assert callable(false)
    wire().reply(false(pledge.pledge))
    wire().reply(false(pledge.pledge))
    await soon(lambda: len(wire().sent) > 6)
    assert not opened()
    (shout,) = shouts(await came(link))
    assert shout.text in (say("link.draw_false"), say("link.lot_left_out"))


async def test_a_list_that_changes_is_shouted_about(link: Link) -> None:
    """The host can replace another's pledge after it has read this number."""
    pledge = await bound()
    wire().reply(draw(pledge.pledge, OTHER))
    await soon(opened)
    wire().reply(draw(pledge.pledge, "1" * 64))
    assert [shout.text for shout in shouts(await came(link))] == [say("link.draw_false")]


async def test_a_seed_that_changes_is_shouted_about(link: Link) -> None:
    """The host can make the chance twice."""
    pledge = await bound()
    wire().reply(draw(pledge.pledge, seed="made"))
    wire().reply(draw(pledge.pledge, seed="made anew"))
    assert [shout.text for shout in shouts(await came(link))] == [say("link.draw_false")]


async def test_a_word_that_is_not_signed_is_shouted_about(link: Link) -> None:
    """An arbiter claims to have a number, and the person cannot prove that it did."""
    await sits()
    take(pledges()[0], pledges()[0].pledge, word=b"something else")
    assert [shout.text for shout in shouts(await came(link))] == [say("link.draw_false")]


async def test_a_latecomer_gets_no_alarm(link: Link) -> None:
    """Every latecomer calls the umpire."""
    await sits()
    wire().reply(Refusal(id=pledges()[0].id, code=RefusalCode.CLOSED, text="too late"))
    wire().reply(draw(OTHER, seed="made"))
    assert not shouts(await came(link))
    assert not opened()


async def test_a_late_opening_is_reported(link: Link) -> None:
    """A player does not know that their number does not count."""
    pledge = await bound()
    wire().reply(draw(pledge.pledge))
    await soon(opened)
    wire().reply(Refusal(id=opened()[0].id, code=RefusalCode.CLOSED, text="too late"))
    assert [shout.text for shout in shouts(await came(link))] == [say("link.lot_late")]


async def test_a_reconnected_client_keeps_its_pledge(link: Link) -> None:
    """A player who reconnects is bound to another number, and the first counts against them."""
    pledge = await bound()
    await back()
    await sits()
    assert not pledges()
    wire().reply(draw(pledge.pledge))
    await soon(opened)
    await back()
    await sits()
    await soon(opened)  # it has no answer yet, so it is sent again
    assert pledge_of("Exercise", ONE, RED, opened()[0].lot) == pledge.pledge


async def test_a_request_lost_at_an_end_is_sent_again(link: Link) -> None:
    """After a stop and a resume the chance leaves out a seat whose pledge had no reply."""
    await sits()
    (first,) = pledges()
    wire().reply(Farewell(text="lunch"))
    await soon(lambda: not wire().open)
    link.again()
    await soon(lambda: wire().open)
    await sits()
    assert pledges() == [first]
    take(first, first.pledge)
    wire().reply(draw(first.pledge))
    await soon(opened)
    (number,) = opened()
    wire().reply(Farewell(text="night"))
    await soon(lambda: not wire().open)
    link.again()
    await soon(lambda: wire().open)
    await sits()
    assert not pledges()
    wire().reply(draw(first.pledge))
    await soon(opened)
    assert opened() == [number]


async def test_another_seat_has_another_number(link: Link) -> None:
    """A player who is moved opens the number of the former seat."""
    first = await bound()
    await back()
    await sits(seat="black.army")
    (second,) = pledges()
    assert second.pledge != first.pledge


async def test_a_client_that_died_goes_on_with_the_number_that_it_kept(far_end: None, tmp_path: Path) -> None:
    """A laptop that crashes while the chance is made is left out, or seems to cheat."""
    path = tmp_path / "a.receipts"
    one = Link(TICKET, receipts=Receipts(path)).start()
    pledge = await bound()
    (kept,) = [each for each in read_kept(path) if isinstance(each, KeptLot)][-1:]
    assert kept.pledge == pledge.pledge
    assert kept.taken
    one.close()
    two = Link(TICKET, receipts=Receipts(path)).start()
    await sits()
    assert pledges()[0].pledge == pledge.pledge
    wire().reply(draw(pledge.pledge, OTHER))
    await soon(opened)
    take(opened()[0], pledge.pledge)
    wire().reply(draw(pledge.pledge, OTHER, seed="made"))
    (last,) = [each for each in read_kept(path) if isinstance(each, KeptLot)][-1:]
    assert (last.lot, last.pledges, last.seed) == (opened()[0].lot, (pledge.pledge, OTHER), "made")
    assert last.taken
    assert last.taken_open
    two.close()
    three = Link(TICKET, receipts=Receipts(path)).start()
    await sits()
    assert not pledges()  # that chance is made
    three.close()


async def test_the_number_is_on_disk_before_its_fingerprint_is_sent(
    far_end: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that crashes in between is bound to a number that no disk holds."""
    path = tmp_path / "a.receipts"
    on_disk: list[bool] = []
    send = FakeWire.send

    def watched(self: FakeWire, frame: bytes) -> bool:
        if b'"pledge"' in frame:
            on_disk.append(path.exists() and b'"lot"' in path.read_bytes())
        return send(self, frame)

    monkeypatch.setattr(FakeWire, "send", watched)
    link = Link(TICKET, receipts=Receipts(path)).start()
    await sits()
    assert on_disk == [True]
    link.close()


async def test_a_client_with_a_full_disk_still_takes_part(far_end: None, tmp_path: Path) -> None:
    """A laptop without room is left out, and its person is not told."""
    (tmp_path / "in the way").write_text("")
    link = Link(TICKET, receipts=Receipts(tmp_path / "in the way" / "a.receipts")).start()
    await sits()
    assert pledges()
    (shout,) = shouts(await came(link))
    assert "cannot save your receipts" in shout.text
    link.close()


def test_lots_stay_when_old_receipts_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a long day, the number that proves the chance is lost."""
    monkeypatch.setattr(module, "KEPT_MAX", 20)  # the day is shorter here
    path = tmp_path / "a.receipts"
    receipts = Receipts(path)
    lot = KeptLot(exercise="Exercise", table=ONE, seat=RED, lot=OTHER, commitment="host", verify_key="")
    receipts.keep_lot(lot)
    for _ in range(2 * 20 + 1):
        body = declare()
        true = receipt(body)
        receipts.keep(
            Kept(
                exercise="Exercise",
                table=ONE,
                seat=RED,
                gate=body.gate,
                id=body.id,
                digest=true.digest,
                signature=true.signature,
                answer=body.answer,
            )
        )
    assert len(read_kept(path)) == 1 + 20
    assert Receipts(path).lot(lot.place) == lot
