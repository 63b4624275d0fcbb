"""The page's lot in lockstep with the terminal's: the same number is pledged, kept and opened, and the same
lies raise an alarm.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from nacl.signing import SigningKey
from warcouncil.clients.link.identity import lots as module
from warcouncil.clients.link.identity.lots import Lots
from warcouncil.clients.link.identity.receipts import Receipts
from warcouncil.protocol.proofs.lots import KeptLot, signed, taken
from warcouncil.protocol.wire.replies import Done, DrawShown, Refusal, RefusalCode, Reply, Welcome
from warcouncil.protocol.wire.requests import OpenLot, Pledge
from warcouncil.protocol.words import MessageId, Role

from tests.clients.seat.tables import playing, welcome
from tests.clients.web.page.node import Node
from tests.profile import games

ARBITER = SigningKey(b"a" * 32)
OTHERS = ("1" * 64, "2" * 64)
HERE = welcome(playing("kartenspiel"), "red.corps.2").model_copy(
    update={"chance": "all", "commitment": "host", "verify_key": ARBITER.verify_key.encode().hex()}
)


class Chance:
    """Random values that are a count."""

    def __init__(self) -> None:
        self.drawn = 0

    def token(self, size: int) -> str:
        """Return this number of bytes, in hexadecimal."""
        self.drawn += 1
        return bytes([self.drawn % 256] * size).hex()


CHANCE = Chance()


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace chance by a counter, as in the driver."""
    monkeypatch.setattr(module, "token_hex", CHANCE.token)
    monkeypatch.setattr(module, "new_id", lambda: MessageId(CHANCE.token(16)))


class Kept(Receipts):
    """Receipts whose lots can be read."""

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The kept lots, in the order of their last change."""
        return [lot.model_dump(mode="json") for lot in self._lots.values()]


class Table:
    """The messages to a key whose table makes its chance. Some are true and some are false."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.asked: list[Pledge | OpenLot] = []
        self.pledge = "4" * 64

    def welcome(self) -> Welcome:
        """Welcome the key: mostly here, now and then elsewhere or with other values."""
        ways: list[dict[str, Any]] = [
            {},
            {"seat": "red.corps.1"},
            {"chance": "host"},
            {"role": Role.WATCHER},
            {"commitment": "another"},
        ]
        changes = self.dice.choices(ways, [9, 1, 1, 1, 1])[0]
        return HERE.model_copy(update=changes)

    def draw(self, where: Welcome) -> DrawShown:
        """Show the progress of the chance."""
        dice = self.dice
        mine = self.pledge if dice.random() < 0.85 else "3" * 64
        pledges = (OTHERS[0], mine, *OTHERS[1:][: dice.choice([1, 1, 1, 0])])
        seed = dice.choice(["", "", "s", "t"])
        said = signed(
            where.exercise, table=where.table, commitment=where.commitment, pledges=pledges, seed=seed
        )
        key = ARBITER if dice.random() < 0.9 else SigningKey(b"b" * 32)
        return DrawShown(pledges=pledges, seed=seed, signature=key.sign(said).signature.hex())

    def answer(self, where: Welcome) -> Reply:
        """Answer the request."""
        dice = self.dice
        request = dice.choice(self.asked[-2:]) if self.asked else None
        name = request.id if request is not None and dice.random() < 0.9 else MessageId("f" * 32)
        if dice.random() < 0.2:
            return Refusal(id=dice.choice([name, MessageId("")]), code=RefusalCode.CLOSED, text="No.")
        said = taken(
            where.exercise,
            table=where.table,
            seat=where.seat,
            pledge=self.pledge,
            opened=isinstance(request, OpenLot) ^ (dice.random() < 0.1),
        )
        return Done(id=name, signature=ARBITER.sign(said).signature.hex())


def played(seed: int, length: int) -> tuple[list[list[Any]], list[dict[str, Any]]]:
    """Run random events for a key, and return the steps with the terminal lot's requests at each."""
    table, kept, where = Table(seed), Kept(), HERE
    lots = Lots(kept)
    CHANCE.drawn = 0
    steps: list[list[Any]] = []
    expected: list[dict[str, Any]] = []
    for _ in range(length):
        what = table.dice.choices(["welcomed", "shown", "settles", "again"], [5, 7, 10, 1])[0]
        gave: Any = None
        plain: Any = None
        if what == "again":
            lots = Lots(kept)
        else:
            if what == "welcomed":
                where = table.welcome()
                came: Any = where
            else:
                came = table.draw(where) if what == "shown" else table.answer(where)
            first, shout = getattr(lots, what)(came)
            plain = came.model_dump(mode="json", exclude_none=True)
            if isinstance(first, Pledge | OpenLot):
                table.asked.append(first)
                table.pledge = first.pledge if isinstance(first, Pledge) else table.pledge
                first = first.model_dump(mode="json")
            gave = [first, shout and {"type": "shout", "text": shout.text, "gate": shout.gate}]
        steps.append([what, plain])
        expected.append({"gave": gave, "kept": sorted(kept.lines, key=json.dumps)})
    return steps, expected


@pytest.mark.parametrize("seed", range(games(10, 300)))
def test_it_pledges_keeps_and_opens_what_the_terminals_does(node: Node, seed: int) -> None:
    """The chance of a table is chosen against a player with a phone, or their number is opened to a liar."""
    steps, expected = played(seed, 40)
    for number, (ours, theirs) in enumerate(zip(expected, node.ask("lots", steps), strict=True)):
        assert theirs["gave"] == ours["gave"], (number, steps[number])
        assert sorted(theirs["kept"], key=json.dumps) == ours["kept"], (number, steps[number])


def test_the_random_links_reach_every_case(node: Node) -> None:
    """The lockstep passes because no random link ever opens a number, raises an alarm or stores a lot."""
    gave = [each["gave"] for seed in range(10) for each in played(seed, 40)[1] if each["gave"]]
    assert {first["type"] for first, _ in gave if isinstance(first, dict)} == {"pledge", "open_lot"}
    assert len({shout["text"] for _, shout in gave if shout}) >= 3
    kept = [KeptLot.model_validate(lot) for seed in range(10) for lot in played(seed, 40)[1][-1]["kept"]]
    assert any(lot.taken_open for lot in kept)
    assert any(lot.seed for lot in kept)
