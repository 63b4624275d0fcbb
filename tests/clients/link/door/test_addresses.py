"""The addresses at which a link seeks its arbiter, round by round.

It finds a new leader, whatever other machines hang.
"""

from __future__ import annotations

import pytest
from warcouncil.clients.link.door.addresses import PATIENCE_SECONDS, Addresses, addresses_of
from warcouncil.clients.link.door.door import Address
from warcouncil.protocol.words import ADDRESSES_MAX

A, B, C = (Address(f"10.0.0.{number}") for number in (1, 2, 3))


def rounds(places: Addresses, silent: set[Address], count: int) -> list[list[Address]]:
    """Fail at every address for `count` rounds, and return what was tried in each."""
    tried: list[list[Address]] = [[]]
    while len(tried) <= count:
        tried[-1].append(places.now)
        if places.pass_over(rests=places.now in silent):
            tried.append([])
    return tried[:count]


def test_a_round_goes_through_every_address_in_its_order() -> None:
    """A seat never tries the address of its arbiter, or tries all others before the last one."""
    assert rounds(Addresses((A, B, C)), set(), 3) == [[A, B, C]] * 3


def test_a_hanging_address_is_skipped_for_two_rounds_and_comes_last_after_them() -> None:
    """A machine that accepts every connection but never answers delays each round on the way to the new leader."""
    assert rounds(Addresses((A, B, C)), {A}, 7) == [
        *([A, B, C], [B, C], [B, C], [B, C, A]),
        *([B, C], [B, C], [B, C, A]),
    ]


def test_a_machine_that_no_longer_refuses_gets_more_time() -> None:
    """The machine that has just taken over has a whole room at its door.

    A link without patience goes past it for seconds.
    """
    places = Addresses((A, B))
    assert rounds(places, {A}, 1) == [[A, B]]
    assert (places.now, places.patience_seconds) == (B, PATIENCE_SECONDS[-1])
    assert rounds(places, {A, B}, 2) == [[B], [B]]
    places = Addresses((A, B))
    rounds(places, set(), 1)
    places.welcomed()
    assert places.patience_seconds == PATIENCE_SECONDS[0]


def test_the_machine_after_a_silent_one_gets_more_time() -> None:
    """All seats come at once to a machine that never refused them.

    A link without patience goes past the only leader.
    """
    places = Addresses((A, B))
    places.fell_silent()
    assert (places.now, places.patience_seconds) == (B, PATIENCE_SECONDS[-1])
    assert rounds(places, {A, B}, 1) == [[B, A]]
    assert (places.now, places.patience_seconds) == (B, PATIENCE_SECONDS[0])


def test_where_everything_hangs_everything_is_tried() -> None:
    """A seat whose network was away for a minute tries no address at all."""
    assert rounds(Addresses((A, B)), {A, B}, 3) == [[A, B]] * 3
    assert rounds(Addresses((A,)), {A}, 3) == [[A]] * 3


def test_patience_grows_with_each_time_that_an_address_kept_us_waiting() -> None:
    """The client never waits long enough for a slow connection, or a machine that hangs costs seconds at the first
    try.
    """
    places = Addresses((A, B))
    found: list[float] = []
    for _ in range(14):
        if places.now == A:
            found.append(places.patience_seconds)
        places.pass_over(rests=places.now == A)
    assert found == [0.7, 1.4, 3.0, 3.0]


def test_a_machine_that_welcomed_is_not_slow() -> None:
    """An arbiter that was slow once is tried last for ever."""
    places = Addresses((A, B))
    places.pass_over(rests=True)
    places.welcomed()
    assert places.known == (B, A)
    assert rounds(places, set(), 3) == [[B], [B], [B, A]]
    places = Addresses((A, B))
    rounds(places, {A, B}, 1)
    places.met()
    assert places.patience_seconds == PATIENCE_SECONDS[0]


def test_a_silent_machine_is_last_in_the_next_round_and_first_in_the_one_after() -> None:
    """A seat waits for a machine that accepts every hello in silence, while another has taken over."""
    places = Addresses((A, B, C))
    places.fell_silent()
    assert rounds(places, set(), 2) == [[B, C, A], [A, B, C]]
    alone = Addresses((A,))
    alone.fell_silent()
    assert rounds(alone, set(), 2) == [[A], [A]]


def test_where_we_were_let_in_we_look_first_and_then_where_we_were_told() -> None:
    """After a second loss a seat begins with the machine that died first, or forgets the address on its card."""
    places = Addresses((A,))
    assert not places.several
    places.told((B, A))
    assert (places.several, places.now, places.known) == (True, A, (A, B))
    places.pass_over(rests=False)
    places.welcomed()
    places.told((C,))
    assert (places.now, places.known) == (B, (B, C, A))
    places.told(())
    assert places.known == (B, C, A)


def test_no_more_are_known_than_can_be_told() -> None:
    """A ticket grows with every standby that ever was, and a round takes minutes."""
    places = Addresses((A,))
    for number in range(20):
        places.told((Address(f"10.0.1.{number}"),))
    assert len(places.known) == ADDRESSES_MAX
    assert places.known[:2] == (A, Address("10.0.1.19"))


@pytest.mark.parametrize("text", ["", "10.0.0.1:70000", "a b"])
def test_a_wrong_address_is_skipped(text: str) -> None:
    """An invalid address in a hand-written ticket keeps its seat from reconnecting."""
    assert addresses_of(("10.0.0.1:5280", text, "[fe80::1]:80")) == (A, Address("fe80::1", 80))
