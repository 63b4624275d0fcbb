"""The register of standbys. A standby is present while its beats go on, and a dead one is not reported."""

from __future__ import annotations

import pytest
from warcouncil.arbiter.shell.database.standbys import (
    BEAT_MS,
    FORGOTTEN_MS,
    GONE_MS,
    StandbyRegister,
    StandbyRow,
    followed,
    names,
    placed,
)
from warcouncil.protocol.wire.consoles import STANDBYS_MAX
from warcouncil.protocol.words import ADDRESSES_MAX

OURS = ("10.0.0.5:5279", "192.168.7.5:5279")


def row(one: str, beats: int = 1, *, seq: int = 0, name: str = "") -> StandbyRow:
    """Return the row of a standby."""
    return StandbyRow(one, name or one, (f"{one}:5279",), (f"https://{one}:5281",), seq, beats)


def here(register: StandbyRegister) -> list[str]:
    """Return the standbys that are present."""
    return [one.id for one in register.here]


def test_one_that_was_seen_only_once_is_not_there_yet() -> None:
    """All clients are sent to a standby that died a week ago."""
    register = StandbyRegister()
    register.saw([row("kate", 71)], 0)
    assert here(register) == []
    register.saw([row("kate", 71)], BEAT_MS)
    assert here(register) == []
    register.saw([row("kate", 72)], 2 * BEAT_MS)
    assert here(register) == ["kate"]


def test_one_that_beats_no_more_is_gone_and_comes_back() -> None:
    """The room hands over to a laptop that is closed."""
    register = StandbyRegister()
    for beats, now in ((1, 0), (2, BEAT_MS), (2, BEAT_MS + GONE_MS)):
        register.saw([row("kate", beats)], now)
    assert here(register) == ["kate"], "not too soon"
    register.saw([row("kate", 2)], BEAT_MS + GONE_MS + 1)
    assert here(register) == []
    register.saw([row("kate", 3)], 20_000)
    assert here(register) == ["kate"]
    register.saw([], 20_001)
    assert here(register) == [], "it took its leave"


def test_a_long_dead_standby_is_removed_and_a_present_one_is_not() -> None:
    """The table fills with laptops of last year, or a present standby is removed."""
    register = StandbyRegister()
    for beats in range(1, FORGOTTEN_MS // BEAT_MS + 3):
        register.saw([row("kate", beats), row("old", 5)], beats * BEAT_MS)
        assert "kate" not in register.expired_names
    assert register.expired_names == ["old"]


def test_the_heir_is_the_one_that_has_most() -> None:
    """The exercise goes to a machine that must catch up first."""
    register = StandbyRegister()
    for beats in (1, 2):
        register.saw([row("kate", beats, seq=40), row("tom", beats, seq=90)], beats)
    assert here(register) == ["tom", "kate"]


def test_addresses_are_our_own_first_then_theirs_in_turn() -> None:
    """One standby with many addresses leaves no room for the next."""
    many = StandbyRow(
        "kate", "kate", tuple(f"10.0.1.{n}:5279" for n in range(9)), ("https://kate:5281", "https://x")
    )
    said = placed(OURS, [many, row("tom")], 7, 3)
    assert said.elsewhere[:4] == (*OURS, "10.0.1.0:5279", "tom:5279")
    assert len(said.elsewhere) == ADDRESSES_MAX
    assert said.webs == ("https://kate:5281", "https://tom:5281")
    assert (said.at, said.epoch, said.standbys) == (7, 3, ("kate", "tom"))
    assert placed(OURS, [], 0, 1).standbys == ()


@pytest.mark.parametrize("name", ["kate", "", "\x1b[2J", "x" * 300])
def test_every_standby_has_a_name_of_its_own(name: str) -> None:
    """Two laptops of one name are one in the alarms, and hostile text reaches a console."""
    rows = [StandbyRow(f"{n}", name) for n in range(STANDBYS_MAX)]
    found = names(rows)
    assert len(set(found.values())) == len(rows)
    assert all(one.isprintable() and one for one in found.values())
    assert placed(OURS, rows, 0, 1).standbys
    assert names(rows[::-1]) == found, "whichever has most"


def test_how_far_each_is_behind_is_told_by_its_name() -> None:
    """The host trusts the laptop that is furthest behind."""
    said = followed([row("tom", seq=90), row("kate", seq=40)], 0, 90)
    assert [(one.name, one.behind) for one in said.standbys] == [("kate", 50), ("tom", 0)]
    assert followed([row("tom", seq=95)], 0, 90).standbys[0].behind == 0
