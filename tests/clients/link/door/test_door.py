"""The client at a door that is false or busy: it accepts no ticket from a stranger, and waits under load."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import zmq
import zmq.asyncio
from spake2 import SPAKE2_B
from warcouncil.clients.link.base import wire
from warcouncil.clients.link.base.wire import End, Wire
from warcouncil.clients.link.door import door
from warcouncil.clients.link.door.door import Address, ArbiterAbsent, DoorError, Visit, join, keep_quiet
from warcouncil.protocol.proofs import proofs
from warcouncil.protocol.proofs.doors import (
    DOOR_BYTES,
    Admit,
    CodeText,
    Knock,
    Proof,
    Reveal,
    ToDoor,
    ToKnocker,
    Turned,
    TurnedAway,
)
from warcouncil.protocol.wire.wire import pad
from zmq.utils import z85

CODE = CodeText(plate="7K3", secret="Q4MNP2XT")
OTHER = CodeText(plate="7K3", secret="00000000")
SERVER_KEY = zmq.curve_keypair()[0].decode()
Said = Reveal | Admit | TurnedAway


class Porter:
    """A door that answers to the end of the exchange.

    It assumes the code `code`, and sends what `says` makes of its answers (None: nothing).
    """

    def __init__(self, code: CodeText, says: Callable[[Porter, Said], Said | None]) -> None:
        self._says = says
        self._code = code
        self._shared = b""
        self._knock: Knock
        self.theirs: list[str] = []
        """The proofs that clients gave."""
        self.heard = 0

    def answer(self, body: Knock | Proof) -> Said | None:
        """Answer a client as an arbiter does that believes every proof."""
        self.heard += 1
        if isinstance(body, Knock):
            names = {"idA": proofs.seat_id(body.plate), "idB": proofs.ARBITER_ID}
            side = SPAKE2_B(proofs.password(self._code), **names)
            self._knock = body
            element = side.start()
            self._shared = side.finish(bytes.fromhex(body.element))
            return self._says(self, Reveal(element=element.hex(), server_key=SERVER_KEY))
        self.theirs.append(body.proof)
        return self._says(self, Admit(proof=self.proof("Exercise"), exercise="Exercise"))

    def proof(self, exercise: str, **other: str) -> str:
        """Return the proof for a name, bound to the values of the exchange or to others."""
        bound = {"plate": self._knock.plate, "key": self._knock.key, "server_key": SERVER_KEY} | other
        return proofs.arbiter_proof(self._shared, exercise=exercise, **bound)


@asynccontextmanager
async def standing(porter: Porter) -> AsyncIterator[Address]:
    """Run a porter at its own door."""
    context = zmq.asyncio.Context()
    router = context.socket(zmq.ROUTER)
    secret = z85.encode(proofs.door_secret())
    router.curve_server = True
    router.curve_secretkey, router.curve_publickey = secret, zmq.curve_public(secret)
    door_port = router.bind_to_random_port("tcp://127.0.0.1")

    async def serve() -> None:
        while True:
            route, data = await router.recv_multipart()
            answer = porter.answer(ToDoor.model_validate_json(data).body)
            if answer is not None:
                frame = pad(ToKnocker(body=answer).model_dump_json().encode(), (DOOR_BYTES,))
                await router.send_multipart([route, frame])

    serving = asyncio.create_task(serve())
    try:
        yield Address("127.0.0.1", door_port - 1)
    finally:
        serving.cancel()
        router.close(linger=0)
        context.term()


def honest(_porter: Porter, said: Said) -> Said:
    """Return the answer unchanged."""
    return said


def on_admit(change: Callable[[Porter, Admit], Said | None]) -> Callable[[Porter, Said], Said | None]:
    """Return a function that changes only the last answer."""
    return lambda porter, said: change(porter, said) if isinstance(said, Admit) else said


async def test_the_porter_of_these_tests_can_admit_a_client() -> None:
    """The tests below prove nothing if this door can never admit a client."""
    async with standing(Porter(CODE, honest)) as address:
        ticket = await join(address, CODE)
    assert (ticket.server_key, ticket.exercise) == (SERVER_KEY, "Exercise")


@pytest.mark.parametrize(
    ("code", "last_word"),
    [
        (OTHER, lambda _porter, admit: admit),
        (OTHER, lambda _porter, admit: admit.model_copy(update={"proof": "00" * 32})),
        (OTHER, lambda porter, admit: admit.model_copy(update={"proof": porter.theirs[-1]})),
        (CODE, lambda porter, admit: admit.model_copy(update={"proof": porter.theirs[-1]})),
        (CODE, lambda porter, admit: admit.model_copy(update={"proof": admit.proof[:-2]})),
        (CODE, lambda _porter, admit: admit.model_copy(update={"exercise": "Another"})),
        (
            CODE,
            lambda porter, admit: admit.model_copy(update={"proof": porter.proof("Exercise", plate="7K4")}),
        ),
        (
            CODE,
            lambda porter, admit: admit.model_copy(update={"proof": porter.proof("Exercise", key="x" * 40)}),
        ),
        (
            CODE,
            lambda porter, admit: admit.model_copy(
                update={"proof": porter.proof("Exercise", server_key="x" * 40)}
            ),
        ),
    ],
    ids=[
        "of another code",
        "of nothing",
        "the client's own",
        "the client's own, code known",
        "half a proof",
        "for another name",
        "for another plate",
        "for another client",
        "for another arbiter",
    ],
)
async def test_a_rogue_that_goes_all_the_way_is_found_out(
    code: CodeText, last_word: Callable[[Porter, Admit], Admit]
) -> None:
    """T11, T12: an attacker who answers every step, and lets the client give its proof, is taken for the
    arbiter.
    """
    porter = Porter(code, on_admit(last_word))
    async with standing(porter) as address:
        with pytest.raises(DoorError, match="does not know your code, so it is not your host"):
            await join(address, CODE)
    assert porter.theirs, "the client must have come to the last step"


async def test_a_code_of_another_exercise_is_named() -> None:
    """A client that comes back to one exercise silently joins another."""
    async with standing(Porter(CODE, honest)) as address:
        with pytest.raises(DoorError, match="this code is for Exercise, not for Yesterday"):
            await join(address, CODE, exercise="Yesterday")


async def test_a_door_that_skips_a_step_is_no_arbiter() -> None:
    """An attacker who admits a client without a proof, or asks it to prove twice, is believed."""
    admit = Admit(proof="00", exercise="Exercise")
    reveal = Reveal(element="42" + "00" * 32, server_key=SERVER_KEY)
    for says in (lambda _porter, _said: admit, lambda _porter, _said: reveal, on_admit(lambda *_: reveal)):
        async with standing(Porter(CODE, says)) as address:
            with pytest.raises(DoorError, match="not a host of this version"):
                await join(address, CODE)


async def test_a_waiting_client_is_told_that_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under load a person reads that no host is there, checks the address, and loses the place in the
    queue.
    """
    monkeypatch.setattr(door, "SOON_SECONDS", 0.0)
    monkeypatch.setattr(door, "TURN_SECONDS", 0.2)
    monkeypatch.setattr(door, "BUSY_SECONDS", (0.0, 0.0))
    told: list[str] = []
    kept: list[Said] = []

    def late(_porter: Porter, said: Said) -> Said | None:
        """Keep the first answer back until the person has been told."""
        kept.append(said)
        return None if len(kept) == 1 else said

    porter = Porter(CODE, late)
    async with standing(porter) as address:
        ticket = await join(address, CODE, tell=told.append)
    assert ticket.server_key == SERVER_KEY
    assert told[:2] == [  # then perhaps more of it, on a slow machine
        f"{address}: many players are joining; waiting for your turn…",
        f"{address}: many players are joining; trying again…",
    ]


async def test_a_busy_door_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who must wait has to type the code again, or reads of another fault."""
    monkeypatch.setattr(door, "BUSY_SECONDS", (0.0, 0.0))
    busy = TurnedAway(why=Turned.BUSY, text="Many players are joining. Try again in a moment.")
    told: list[str] = []
    porter = Porter(CODE, lambda porter, said: busy if porter.heard < 4 else said)
    async with standing(porter) as address:
        await join(address, CODE, tell=told.append)
    assert told == [f"{address}: many players are joining; trying again…"] * 3


async def test_patience_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A door that is busy for ever keeps a person before a screen that does not change."""
    monkeypatch.setattr(door, "JOIN_SECONDS", -1.0)
    busy = TurnedAway(why=Turned.BUSY, text="Many players are joining. Try again in a moment.")
    async with standing(Porter(CODE, lambda _porter, _said: busy)) as address:
        with pytest.raises(DoorError, match=r"many players are joining\. Try again in a minute") as caught:
            await join(address, CODE)
    assert caught.value.why is Turned.BUSY


@pytest.mark.parametrize(("host", "tries"), [("game.lan", 2), ("10.2.0.4", 1)])
async def test_a_name_is_tried_by_both_kinds_of_addresses(
    host: str, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If this fails, a host that listens on one kind of address alone is not found by a name that has both."""
    made = []

    class NobodyThere:
        def __init__(self, address: Address, *_: object, **__: object) -> None:
            made.append(address.host)

        async def join(self, *_: object) -> None:
            raise ArbiterAbsent("", is_silent=False)

        def close(self) -> None:
            pass

    monkeypatch.setattr(door, "Visit", NobodyThere)
    with pytest.raises(ArbiterAbsent):
        await join(Address(host, 5280), CODE)
    assert made == [host] * tries


async def test_a_program_that_only_listens_is_no_arbiter(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user who typed the address of another program waits for a turn that never comes."""
    monkeypatch.setattr(door, "ANSWER_SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as listens:
        address = Address("127.0.0.1", listens.getsockname()[1] - 1)
        with pytest.raises(DoorError, match=r"no host answers there\. Check the address"):
            await join(address, CODE)


async def test_an_arbiter_with_too_much_to_do_for_a_handshake_is_no_stranger(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a rush on a slow machine, people read that there is no host of this version, and look for another
    program.
    """
    monkeypatch.setattr(door, "BUSY_SECONDS", (0.0, 0.0))
    told: list[str] = []
    async with standing(Porter(CODE, honest)) as address:

        def first_one_elsewhere(**names: Any) -> Wire:
            first = not told
            monkeypatch.setattr(wire, "SLOW_SECONDS", 0.0 if first else 1.0)
            return Wire(**names | {"port": hangs_up if first else names["port"]})

        monkeypatch.setattr(door, "Wire", first_one_elsewhere)
        async with await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0) as server:
            hangs_up = server.sockets[0].getsockname()[1]
            await join(address, CODE, tell=told.append)
    assert told == [f"{address}: many players are joining; trying again…"]


async def test_a_cut_connection_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """An arbiter that restarts while a person joins costs them their typing."""
    monkeypatch.setattr(door, "BUSY_SECONDS", (0.0, 0.0))
    ends: list[Callable[[], None]] = []

    def note(**names: Any) -> Wire:
        made = Wire(**names)
        ends.append(lambda: made._on_end(End.GONE))
        return made

    monkeypatch.setattr(door, "Wire", note)
    told: list[str] = []

    def cut_once(porter: Porter, said: Said) -> Said | None:
        if porter.heard > 1:
            return said
        ends[0]()
        return None

    async with standing(Porter(CODE, cut_once)) as address:
        await join(address, CODE, tell=told.append)
    assert told == [f"{address}: the connection was cut; trying again…"]


class Deaf:
    """A wire without an answering end."""

    def __init__(self, **_names: object) -> None: ...
    def send(self, _frame: bytes) -> None: ...


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("met", [False, True])
async def test_a_client_cancelled_in_the_moment_of_its_answer_stays_cancelled(
    turns: int, met: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser that disconnected keeps its place at the door for half a minute.

    `wait_for` of Python 3.11 loses a cancellation that comes together with its result.
    """
    monkeypatch.setattr(door, "Wire", Deaf)
    visit = Visit(Address("127.0.0.1", 1), keep_quiet)
    asking = asyncio.create_task(visit.ask(Knock(plate="7K3", key=SERVER_KEY, element="00" * 33)))

    async def take_turns(number: int) -> None:
        for _ in range(number):
            await asyncio.sleep(0)

    if met:
        visit._meet()
    await take_turns(10)
    if met:
        visit._came.put_nowait(b"no answer at all")
    else:
        visit._meet()
    await take_turns(turns)
    asking.cancel()
    await take_turns(20)
    assert asking.done(), "he waits on"
    assert asking.cancelled() or isinstance(asking.exception(), DoorError), "cancelled, or answered before"
