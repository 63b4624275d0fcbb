"""A host whose address changes says so, and so does one that no other machine can reach."""

from __future__ import annotations

import asyncio

import pytest
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.room.doctor import address_watch
from warcouncil.clients.room.doctor.address_watch import LONELY, AddressWatch, change_words, is_lonely

OLD, NEW, HERE = (Address("10.0.0.7", 5280),), (Address("10.0.0.99", 5280),), (Address("127.0.0.1", 5280),)


async def test_a_change_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, players look for the host at its old address until it is started again."""
    monkeypatch.setattr(address_watch, "LOOK_SECONDS", 0.01)
    found, told = [OLD], asyncio.Queue[tuple[object, object]]()
    watch = AddressWatch(lambda: found[-1], lambda *change: told.put_nowait(change))
    watch.begin()
    found.append(NEW)
    async with asyncio.timeout(20):
        assert await told.get() == (OLD, NEW)
    assert watch.now == NEW
    await asyncio.sleep(0.05)
    assert told.empty()
    watch.end()


def test_another_order_of_the_same_addresses_is_no_change() -> None:
    """If this fails, consoles show an alarm whenever the system lists its interfaces otherwise."""
    told: list[object] = []
    watch = AddressWatch(lambda: (*OLD, *NEW), lambda *change: told.append(change))
    watch.again((*NEW, *OLD))
    assert told == []


def test_the_words_name_both_addresses_or_that_no_machine_can_come() -> None:
    """If this fails, an umpire reads that something changed, but not what."""
    said = change_words(OLD, NEW, local=False)
    assert "now at 10.0.0.99 (before: 10.0.0.7)" in said
    assert change_words(OLD, HERE, local=False) == LONELY
    assert "127.0.0.1" in change_words(OLD, HERE, local=True)
    assert is_lonely(HERE)
    assert not is_lonely((*HERE, *NEW))
