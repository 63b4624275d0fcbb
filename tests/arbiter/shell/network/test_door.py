"""The door: a client enters only with a proved code."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import zmq
from spake2 import SPAKE2_A
from warcouncil.arbiter.shell.network import door, wrong_codes
from warcouncil.arbiter.shell.network.address_aliases import can_alias
from warcouncil.arbiter.shell.network.door import KIND_TEXTS
from warcouncil.arbiter.shell.network.wrong_codes import FREE
from warcouncil.clients.link.base.wire import End, Wire
from warcouncil.clients.link.door.door import Address, DoorError, join
from warcouncil.protocol.proofs import proofs
from warcouncil.protocol.proofs.doors import (
    DOOR_BYTES,
    KINDS,
    CodeText,
    Kind,
    ToKnocker,
    Turned,
    TurnedAway,
)
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import Alarms, Wall
from warcouncil.protocol.wire.replies import Welcome
from warcouncil.protocol.wire.requests import Resync
from warcouncil.protocol.words import Role
from zmq.utils import z85

from tests.arbiter.shell.running import BLACK_ARMY, RED_ARMY, Running, arbiter, until


@pytest.fixture
async def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Running]:
    """Run an arbiter with one table, whose door answers sooner than a real one, and delays a guesser for less
    time.
    """
    monkeypatch.setattr(door, "SLOT_SECONDS", 0.08)
    monkeypatch.setattr(wrong_codes, "REST_SECONDS", 0.02)
    monkeypatch.setattr(wrong_codes, "REST_SECONDS_MAX", 0.16)
    async with arbiter(tmp_path / "exercise.warcouncil") as up:
        yield up


def wrong(code: CodeText) -> CodeText:
    """Return the same plate with another secret."""
    return code.model_copy(update={"secret": "00000000" if code.secret != "00000000" else "11111111"})


async def turned(address: Address, code: CodeText, exercise: str = "") -> DoorError:
    """Return the reason of the door's refusal."""
    with pytest.raises(DoorError) as caught:
        await join(address, code, exercise=exercise)
    assert "\n" not in str(caught.value)
    return caught.value


def happened(running: Running) -> list[str]:
    """Return the kinds of the journal's records. Ticks are left out, because they depend on the test's duration."""
    return [row.kind for row in running.rows() if row.kind != "ticked"]


async def knock(running: Running, data: bytes) -> TurnedAway:
    """Send the door any bytes and return its answer. `KEY` in it becomes the key of the connection."""
    answer: asyncio.Queue[bytes | End] = asyncio.Queue()
    public, secret = zmq.curve_keypair()
    wire = Wire(
        host="127.0.0.1",
        port=running.port + 1,
        server_key=zmq.curve_public(z85.encode(proofs.door_secret())).decode(),
        public=public.decode(),
        secret=secret.decode(),
        on_frame=answer.put_nowait,
        on_end=answer.put_nowait,
    )
    wire.send(data.replace(b"KEY", json.dumps(public.decode()).encode()).ljust(DOOR_BYTES) if data else data)
    async with asyncio.timeout(60):
        came = await answer.get()
    wire.close()
    assert isinstance(came, bytes)
    assert len(came) == DOOR_BYTES
    body = ToKnocker.model_validate_json(came).body
    assert isinstance(body, TurnedAway)
    return body


async def test_a_code_gives_a_seat(running: Running) -> None:
    """The holder of a card cannot join the seat of the card, or cannot reconnect with the key alone."""
    code = running.code(RED_ARMY)
    ticket = await join(running.address, str(code).lower().replace("-", " "))
    for _ in range(2):
        link = running.link(ticket)
        welcome = await until(link, Welcome)
        assert (welcome.seat, welcome.exercise) == (RED_ARMY, "Exercise")
        await until(link, View)
        link.close()


async def test_no_code_is_worn_out_by_strangers(running: Running) -> None:
    """T8: a person who reads the plate (three letters) on a card locks its owner out by guessing."""
    for code in (running.code(""), running.code(RED_ARMY)):
        whys = [
            error.why
            for error in await asyncio.gather(*[turned(running.address, wrong(code)) for _ in range(8)])
        ]
        assert whys == [Turned.WRONG_CODE] * 8
    assert not running.opened.exercise.keys
    assert await join(running.address, running.code(""), kind=Kind.CONSOLE)
    assert await join(running.address, running.code(RED_ARMY))


async def test_every_console_hears_of_guesses(running: Running) -> None:
    """T8: a person guesses for hours unnoticed, or the projector shows it to the room."""
    umpire = running.link(running.ticket(""))
    projector = running.link(await join(running.address, running.display_code(), kind=Kind.PROJECTOR))
    await until(projector, Wall)
    await until(umpire, Wall)
    for _ in range(FREE + 1):
        await turned(running.address, wrong(running.code(RED_ARMY)))
    alarms = await until(umpire, Alarms)
    assert [alarm.text for alarm in alarms.alarms] == [f"wrong codes were entered: {FREE + 1} from 127.0.0.1"]
    rows = [row.kind for row in running.rows()]
    assert rows.count("guessed") == 1
    projector.send(Resync())
    async with asyncio.timeout(60):
        while not isinstance(came := await projector.receive(), Wall):
            assert not isinstance(came, Alarms)
    later = running.link(running.ticket(""))
    assert (await until(later, Alarms)).alarms == alarms.alarms


async def test_behind_the_wall_the_guessers_address_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Umpires read that the arbiter's own machine guesses codes."""
    monkeypatch.setattr(door, "SLOT_SECONDS", 0.02)
    async with arbiter(tmp_path / "walled.warcouncil", walled=True) as walled:
        umpire = walled.link(walled.ticket(""))
        await until(umpire, Wall)
        for _ in range(FREE + 1):
            await turned(walled.address, wrong(walled.code(RED_ARMY)))
        text = (await until(umpire, Alarms)).alarms[0].text
        told = "127.0.0.1" if can_alias() else "an unknown address"
        assert text.endswith(f"{FREE + 1} from {told}")


async def test_an_unknown_plate_looks_like_a_wrong_code(running: Running) -> None:
    """A code of another exercise is refused in another way than a wrong one, and reveals that its plate is
    unknown.
    """
    known = {card.code.plate for card in running.opened.exercise.codes}
    plate = next(p for p in ("000", "111", "222", "333") if p not in known)
    assert (await turned(running.address, CodeText(plate=plate, secret="00000000"))).why is Turned.WRONG_CODE


@pytest.mark.parametrize("role", [Role.SEAT, Role.UMPIRE, Role.DISPLAY])
@pytest.mark.parametrize("kind", [*Kind])
async def test_a_card_lets_in_one_kind_of_client(running: Running, role: Role, kind: Kind) -> None:
    """An umpire's command with a seat's card takes the seat from its silent holder before it reports the
    error.
    """
    card = next(card for card in running.opened.exercise.codes if card.holder.role is role)
    holder = running.ticket(card.holder.seat) if card.holder.seat else running.ticket("")
    before, keys = happened(running), set(running.opened.exercise.keys)
    if KINDS[role] is kind:
        ticket = await join(running.address, card.code, kind=kind)
        assert ticket.public in running.opened.exercise.keys
        return
    with pytest.raises(DoorError, match=KIND_TEXTS[KINDS[role]]) as caught:
        await join(running.address, card.code, kind=kind)
    assert (caught.value.why, caught.value.kind) == (Turned.WRONG_KIND, KINDS[role])
    assert holder.public in keys == set(running.opened.exercise.keys)
    assert happened(running) == before


async def test_a_stranger_does_not_learn_what_a_card_is_for(running: Running) -> None:
    """A person who knows only a plate learns, by trying the kinds of client, which is the umpire's."""
    umpires = running.code("")
    for kind in Kind:
        with pytest.raises(DoorError) as caught:
            await join(running.address, wrong(umpires), kind=kind)
        assert caught.value.why is Turned.WRONG_CODE


async def test_a_driven_seat_is_not_given_again(running: Running) -> None:
    """A copied card displaces the driver from the seat."""
    ticket = await join(running.address, running.code(RED_ARMY))
    await until(running.link(ticket), View)
    assert (await turned(running.address, running.code(RED_ARMY))).why is Turned.DRIVEN


async def test_a_stranger_learns_nothing_of_a_seat(running: Running) -> None:
    """A person who knows only a plate learns whether the seat is taken, or exists at all."""
    ticket = await join(running.address, running.code(RED_ARMY))
    await until(running.link(ticket), View)
    unknown = running.code(RED_ARMY).model_copy(update={"plate": "ZZZ"})
    answers = [
        await turned(running.address, wrong(code))
        for code in (running.code(RED_ARMY), running.code(BLACK_ARMY), unknown)
    ]
    assert [(str(error), error.why) for error in answers] == [(str(answers[0]), Turned.WRONG_CODE)] * 3
    assert not [row for row in running.rows() if row.kind == "guessed"]


async def test_another_exercise_is_refused_by_the_client(running: Running) -> None:
    """A client that reconnects to one exercise silently joins another."""
    error = await turned(running.address, running.code(RED_ARMY), exercise="Yesterday")
    assert "this code is for Exercise, not for Yesterday" in str(error)


@pytest.mark.parametrize(
    "answer", [b'{"v":9,"body":{}}', b"noise", b'{"v":4,"body":{"type":"admit","proof":"00","exercise":"x"}}']
)
async def test_a_door_that_talks_otherwise_is_no_arbiter(
    running: Running, monkeypatch: pytest.MonkeyPatch, answer: bytes
) -> None:
    """A door of another version, or one that skips the proof, is not reported as such, or receives more bytes."""
    monkeypatch.setattr(door, "pad", lambda data, sizes: answer.ljust(DOOR_BYTES))
    error = await turned(running.address, running.code(RED_ARMY))
    assert "not a host of this version" in str(error)
    assert not running.opened.exercise.keys


async def test_a_missing_arbiter_is_reported_in_one_line() -> None:
    """A wrong address does not cause one clear line at once."""
    assert "no host is there" in str(
        await turned(Address("127.0.0.1", 9), CodeText(plate="000", secret="00000000"))
    )


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", Turned.MALFORMED),
        (b"x" * DOOR_BYTES, Turned.MALFORMED),
        (b'{"v":4,"body":{"type":"proof","plate":"000","kind":"seat","proof":"00"}}', Turned.MALFORMED),
        (b'{"v":9,"body":{"type":"knock"}}', Turned.WRONG_VERSION),
    ],
)
async def test_babble_at_the_door(running: Running, data: bytes, why: Turned) -> None:
    """Random bytes, an unexpected proof and another version are not refused with their own reasons."""
    assert (await knock(running, data)).why is why


@pytest.mark.parametrize(
    "element", ["41", "42" + "00" * 32, "41" + "00" * 32, "41" + "ff" * 32, "41" + "01" * 40, "413"]
)
async def test_a_bad_element_is_no_key(running: Running, element: str) -> None:
    """Invalid points, points of small order or the door's own element are accepted, or stop the door."""
    plate = running.code(RED_ARMY).plate
    body = f'{{"v":4,"body":{{"type":"knock","plate":"{plate}","key":KEY,"element":"{element}"}}}}'
    assert (await knock(running, body.encode())).why is Turned.MALFORMED
    assert await join(running.address, running.code(RED_ARMY))


async def test_a_key_that_is_not_the_connections_is_refused(running: Running) -> None:
    """A person gets a key admitted that is not the key of their connection."""
    plate, element = running.code(RED_ARMY).plate, SPAKE2_A(b"anything").start().hex()
    body = f'{{"v":4,"body":{{"type":"knock","plate":"{plate}","key":"{"a" * 40}","element":"{element}"}}}}'
    assert (await knock(running, body.encode())).why is Turned.MALFORMED


async def test_a_rogue_arbiter_is_found_out(
    running: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T11, T12: a client trusts an arbiter that does not know the code, even if it knows every plate."""
    code = running.code(RED_ARMY)
    async with arbiter(tmp_path / "rogue.warcouncil") as rogue:
        seat = next(card for card in rogue.opened.exercise.codes if card.holder.seat)
        card = seat.model_copy(update={"code": wrong(code)})
        monkeypatch.setattr(rogue.opened.exercise, "card", lambda plate: card)
        assert (await turned(rogue.address, code)).why is Turned.WRONG_CODE
