"""The door under load, in virtual time.

Each visitor gets a turn, guessers are slowed, and response times reveal nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from itertools import count, pairwise
from typing import Any

import pytest
import zmq
from spake2 import SPAKE2_A
from warcouncil.arbiter.core.words.stimuli import CodeCard, Grant
from warcouncil.arbiter.shell.network import door
from warcouncil.arbiter.shell.network.door import SLOT_SECONDS, Door
from warcouncil.arbiter.shell.network.door_queue import CONNECTIONS_MAX, WAITING_MAX, DoorQueue, Waiting
from warcouncil.arbiter.shell.network.sockets import Incoming
from warcouncil.arbiter.shell.network.spake import exchange
from warcouncil.arbiter.shell.network.wrong_codes import FREE, REST_SECONDS_MAX
from warcouncil.protocol.proofs import proofs
from warcouncil.protocol.proofs.doors import (
    DOOR_BYTES,
    Admit,
    CodeText,
    Kind,
    Knock,
    Proof,
    Reveal,
    ToDoor,
    ToKnocker,
    Turned,
    TurnedAway,
)
from warcouncil.protocol.wire.wire import pad
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.arbiter.shell.virtual import AtOnce, VirtualLoop, virtually

CARD = CodeCard(
    code=CodeText(plate="7K3", secret="Q4MNP2XT"),
    holder=Grant(role=Role.SEAT, table=TableId(1), seat=SeatId("red.army")),
)
SERVER_KEY = zmq.curve_keypair()[0].decode()
ELEMENT = SPAKE2_A(b"anything").start().hex()
Answer = Reveal | Admit | TurnedAway


class House:
    """An arbiter with one card. `works(step)` advances the time by the duration of its work."""

    name = "Exercise"

    def __init__(self, works: Callable[[str], object] = lambda step: step) -> None:
        self.works = works
        self.admitted: list[str] = []
        self.came_from: list[str] = []
        self.told: list[dict[str, int]] = []

    def code(self, plate: str) -> CodeCard | None:
        """Return the code of a plate."""
        self.works(f"code of {plate}")
        return CARD if plate == CARD.code.plate else None

    def card(self, plate: str) -> CodeCard | Turned:
        """Return the card of a plate."""
        return CARD if plate == CARD.code.plate else Turned.WRONG_CODE

    def admit(self, key: str, card: CodeCard, address: str) -> bool:
        """Admit a key."""
        self.works("admit")
        self.admitted.append(key)
        self.came_from.append(address)
        return True

    def guessed(self, wrong: dict[str, int]) -> None:
        """Record the guesses that are reported to umpires."""
        self.told.append(wrong)


class Street:
    """All visitors before one door."""

    def __init__(self, house: House) -> None:
        self.loop = asyncio.get_running_loop()
        self.house = house
        self.answers: dict[bytes, asyncio.Queue[Answer]] = {}
        self.door = Door(house, SERVER_KEY, send=self._hear, admit=house.admit, guessed=house.guessed)
        self.routes = count()

    def _hear(self, route: bytes, data: bytes) -> None:
        assert len(data) == DOOR_BYTES
        self.answers.setdefault(route, asyncio.Queue()).put_nowait(ToKnocker.model_validate_json(data).body)

    def visitor(self, address: str) -> Visitor:
        """Return a visitor with its own connection."""
        return Visitor(self, next(self.routes).to_bytes(4, "big"), address)


class Visitor:
    """One connection to the door."""

    def __init__(self, street: Street, route: bytes, address: str) -> None:
        self._street = street
        self._route, self._address = route, address
        self.key = zmq.curve_keypair()[0].decode()
        street.answers[route] = asyncio.Queue()

    def send(self, body: Knock | Proof) -> None:
        """Send a message."""
        data = pad(ToDoor(body=body).model_dump_json().encode(), (DOOR_BYTES,))
        self._street.door.open_to(Incoming(self._route, self.key, data, self._address))

    def knock(self, plate: str = CARD.code.plate) -> None:
        """Knock with any element."""
        self.send(self.made(plate))

    def made(self, plate: str) -> Knock:
        """Return such a knock."""
        return Knock(plate=plate, key=self.key, element=ELEMENT)

    async def heard(self) -> Answer:
        """Wait for the next answer."""
        return await self._street.answers[self._route].get()

    async def guess(self, plate: str = CARD.code.plate) -> Answer:
        """Knock, and send an invalid proof."""
        self.knock(plate)
        assert isinstance(await self.heard(), Reveal)
        self.send(Proof(plate=plate, kind=Kind.SEAT, proof="00"))
        return await self.heard()

    async def join(self) -> float:
        """Join with the card, and return the seconds that it took."""
        began, code = self._street.loop.time(), CARD.code
        side = SPAKE2_A(proofs.password(code), idA=proofs.seat_id(code.plate), idB=proofs.ARBITER_ID)
        self.send(Knock(plate=code.plate, key=self.key, element=side.start().hex()))
        reveal = await self.heard()
        assert isinstance(reveal, Reveal)
        shared = side.finish(bytes.fromhex(reveal.element))
        bound = {"plate": code.plate, "key": self.key, "server_key": SERVER_KEY}
        proof = proofs.client_proof(shared, kind=Kind.SEAT, **bound)
        self.send(Proof(plate=code.plate, kind=Kind.SEAT, proof=proof))
        admit = await self.heard()
        assert isinstance(admit, Admit)
        assert admit.proof == proofs.arbiter_proof(shared, exercise="Exercise", **bound)
        return self._street.loop.time() - began


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the door's computations take no time."""
    monkeypatch.setattr(door, "ThreadPoolExecutor", AtOnce)
    monkeypatch.setattr(door, "exchange", _no_reckoning_for_strangers)


def _no_reckoning_for_strangers(code: CodeText, plate: str, element: str) -> tuple[bytes, bytes] | None:
    """Skip the computations for thousands of knocks that prove nothing."""
    return exchange(code, plate, element) if plate == CARD.code.plate else (b"B" + bytes(32), bytes(32))


def on_the_street(
    story: Callable[[Street], Coroutine[Any, Any, None]], works: Callable[[str], object] = lambda step: step
) -> None:
    """Run a story before a door, in virtual time."""

    async def told() -> None:
        street = Street(House(works))
        try:
            await story(street)
        finally:
            street.door.close()

    virtually(told())


async def rush(visitors: list[Visitor], per_second: float) -> None:
    """Knock for ever, at a total rate, each visitor in turn."""
    for number in count():
        visitors[number % len(visitors)].knock("000")
        await asyncio.sleep(1 / per_second)


@pytest.mark.night(keep=4)
@pytest.mark.parametrize(
    ("addresses", "connections", "per_second", "among_them", "seconds"),
    [
        (1, 2, 1000, False, 1),
        (1, 2, 1000, True, 1),
        (1, 64, 1000, False, 1),
        (1, 64, 1000, True, 3),
        (20, 1, 200, False, 1),
        (20, 1, 200, True, 1),
        (20, 64, 4000, False, 1),
        (20, 64, 4000, True, 15),
    ],
)
def test_a_rush_keeps_no_visitor_out(
    addresses: int,
    connections: int,
    per_second: float,
    among_them: bool,  # a parameter of the test
    seconds: float,
) -> None:
    """T33: a visitor who knocks during thousands of knocks waits until they are over."""

    async def story(street: Street) -> None:
        crowd = [street.visitor(f"10.0.0.{n}") for _ in range(connections) for n in range(addresses)]
        rushing = asyncio.create_task(rush(crowd, per_second))
        await asyncio.sleep(2)
        person = street.visitor("10.0.0.0" if among_them else "10.0.1.1")
        assert await person.join() < seconds
        rushing.cancel()

    on_the_street(story)


def test_a_later_visitor_does_not_push_in() -> None:
    """A patient visitor is served after all those who reconnect again and again."""

    async def story(street: Street) -> None:
        old = [street.visitor("10.0.0.1") for _ in range(CONNECTIONS_MAX // 2)]
        for visitor in old:
            visitor.knock("000")
        person = street.visitor("10.0.0.1")
        joined = asyncio.create_task(person.join())
        for _ in range(2000):
            street.visitor("10.0.0.1").knock("000")
            await asyncio.sleep(0.001)
        assert await joined < 10

    on_the_street(story)


def test_a_full_queue_is_reported() -> None:
    """A visitor without a place in the queue waits for an answer that never comes."""

    async def story(street: Street) -> None:
        for _ in range(CONNECTIONS_MAX):
            street.visitor("10.0.0.1").knock("000")
        person = street.visitor("10.0.0.1")
        person.knock()
        answer = await person.heard()
        assert isinstance(answer, TurnedAway)
        assert answer.why is Turned.BUSY

    on_the_street(story)


def test_one_message_of_a_connection_waits_and_none_after_it_takes_its_place() -> None:
    """T33: a visitor who knocks repeatedly on one connection gets a place for each knock, and fills the queue
    alone.
    """
    step: DoorQueue[int] = DoorQueue()
    assert step.add(Waiting(b"one", "10.0.0.1", 0.0, 1))
    for number in range(2, WAITING_MAX + 2):
        assert not step.add(Waiting(b"one", "10.0.0.1", 0.0, number), known=number % 2 == 0)
    assert step.add(Waiting(b"two", "10.0.0.2", 0.0, 0))
    taken = [step.take(1.0) for _ in range(3)]
    assert [waiting and waiting.what for waiting in taken] == [1, 0, None]


def test_the_whole_room_gets_in() -> None:
    """A hundred people who join at the same moment do not have their seats within seconds."""

    async def story(street: Street) -> None:
        crowd = [street.visitor(f"10.0.0.{n}") for n in range(100)]
        waits = await asyncio.gather(*[visitor.join() for visitor in crowd])
        assert max(waits) < 2
        assert len(street.house.admitted) == 100
        assert street.door.turned_away == 0

    on_the_street(story)


def test_response_times_reveal_nothing() -> None:
    """T10: a visitor can tell a wrong secret from an unknown plate by the response time."""
    work = {"code of 7K3": 0.09, "code of 000": 0.01}

    async def story(street: Street) -> None:
        for plate in ("7K3", "000"):
            visitor = street.visitor("10.0.0.1")
            spent = []
            for body in (visitor.made(plate), Proof(plate=plate, kind=Kind.SEAT, proof="00")):
                await asyncio.sleep(1)
                began = street.loop.time()
                visitor.send(body)
                await visitor.heard()
                spent.append(street.loop.time() - began)
            assert spent == pytest.approx([SLOT_SECONDS] * 2, abs=1e-6)

    def works(step: str) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        loop.pass_by(work.get(step, 0))

    on_the_street(story, works)


@pytest.mark.parametrize("plate", ["7K3", "000"])
def test_only_a_guesser_is_slowed(plate: str) -> None:
    """T8: guesses continue as fast as the door answers, or the victims of the guesser are slowed.

    Or only guesses at an existing card are slowed, which reveals that it exists.
    """

    async def story(street: Street) -> None:
        guesser = street.visitor("10.0.0.1")
        moments = []
        for _ in range(FREE + 10):
            answer = await guesser.guess(plate)
            assert isinstance(answer, TurnedAway)
            assert answer.why is Turned.WRONG_CODE
            moments.append(street.loop.time())
        gaps = [later - earlier for earlier, later in pairwise(moments)]
        assert max(gaps[: FREE - 1]) < 1
        assert min(gaps[-5:]) >= REST_SECONDS_MAX
        assert await street.visitor("10.0.0.2").join() < 1
        assert await street.visitor("10.0.0.1").join() < 2 * REST_SECONDS_MAX + 1
        assert street.house.came_from == ["10.0.0.2", "10.0.0.1"]

    on_the_street(story)


def test_umpires_hear_of_guesses_and_not_of_slips() -> None:
    """T8: guesses stay unseen, each typing error alarms every umpire, or there are too many alarms."""

    async def story(street: Street) -> None:
        for number in range(3):
            clumsy = street.visitor(f"10.0.1.{number}")
            for _ in range(FREE):
                await clumsy.guess("000")
        assert street.house.told == []
        guessers = [street.visitor(f"10.0.0.{number}") for number in range(2)]
        began = street.loop.time()
        while street.loop.time() < began + 60:
            await asyncio.gather(*[guesser.guess("7K3") for guesser in guessers])
        counts = [told["10.0.0.0"] for told in street.house.told if "10.0.0.0" in told]
        assert counts == sorted(set(counts))
        assert counts[0] == FREE + 1
        assert 5 <= len(street.house.told) <= 8
        assert all(set(told) <= {"10.0.0.0", "10.0.0.1"} for told in street.house.told)

    on_the_street(story)


def test_many_connections_give_no_more_guesses() -> None:
    """T8: sixty connections of one address make sixty times as many guesses."""

    async def story(street: Street) -> None:
        guesses = 0

        async def guess(visitor: Visitor, plate: str) -> None:
            nonlocal guesses
            while True:
                await visitor.guess(plate)
                guesses += 1

        crowd = [(street.visitor("10.0.0.1"), plate) for plate in ("7K3", "000") for _ in range(30)]
        guessing = [asyncio.create_task(guess(*one)) for one in crowd]
        await asyncio.sleep(600)
        for task in guessing:
            task.cancel()
        assert guesses < 600 / REST_SECONDS_MAX + 20

    on_the_street(story)


def test_where_addresses_are_unknown_no_visitor_is_slowed() -> None:
    """On a system that cannot distinguish addresses, one guesser keeps all others out."""

    async def story(street: Street) -> None:
        guesser = street.visitor("")
        for _ in range(FREE + 5):
            await guesser.guess()
        assert await street.visitor("").join() < 1

    on_the_street(story)


def test_a_proof_may_wait_for_its_turn() -> None:
    """A visitor who proved in time, and waited long in the queue, is told that the client is broken."""

    async def story(street: Street) -> None:
        crowd = [street.visitor("10.0.0.1") for _ in range(CONNECTIONS_MAX - 1)]
        rushing = asyncio.create_task(rush(crowd, 2000))
        await asyncio.sleep(2)
        waits = await street.visitor("10.0.0.1").join()
        assert SLOT_SECONDS * 2 < waits < 15
        rushing.cancel()

    on_the_street(story)
