"""The address of a standby, in a plan and on a card. The card finds the exercise on either machine."""

from __future__ import annotations

from pathlib import Path

import pytest
from warcouncil.clients.commands.host.listen_address import AskedPlace, place_for
from warcouncil.clients.link.door.arriving import parse_addresses
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.plan.cards.cards import CARD_COLUMNS, printed
from warcouncil.clients.plan.cards.printing import page, write_cards
from warcouncil.clients.plan.reading.standbys import STANDBYS_MAX, standbys_of
from warcouncil.clients.plan.text.option_text import BadInput

from tests.clients.plan.cards.test_cards import CARD, WEB, WHERE, Seen
from tests.clients.plan.reading.test_check import TWO, checked, said

STANDBYS = (Address("192.0.2.8"), Address("192.0.2.9", 7000))
LINE = "warcouncil join 192.0.2.7,192.0.2.8,192.0.2.9:7000 7K3-Q4MN-P2XT"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("10.0.0.7", Address("10.0.0.7", 6000)),
        ("10.0.0.7:5280", Address("10.0.0.7", 5280)),
        (" staff-2.lan ", Address("staff-2.lan", 6000)),
        ("fe80::5280", Address("fe80::5280", 6000)),
        ("[fe80::1]", Address("fe80::1", 6000)),
        ("[fe80::1]:5280", Address("fe80::1", 5280)),
    ],
)
def test_a_standby_listens_where_its_arbiter_does_unless_it_is_said(text: str, found: Address) -> None:
    """Cards of an arbiter at another port than the usual one name a closed port."""
    assert standbys_of((text, text), 6000) == (found,)


def test_a_card_says_one_line_that_finds_either_machine() -> None:
    """A person who joins after the first machine is lost has a card with a dead address."""
    words = Seen(page([CARD], WHERE, "Jena", standbys=STANDBYS)).words
    assert LINE in words
    assert "Address 192.0.2.7 or 192.0.2.8 or 192.0.2.9:7000." in words
    assert LINE in Seen(page([CARD], WHERE, "Jena", web=WEB, standbys=STANDBYS)).words
    assert parse_addresses(LINE.split()[2]) == (WHERE[0], *STANDBYS)


@pytest.mark.parametrize("many", [0, 1, STANDBYS_MAX])
def test_a_framed_card_holds_every_address_whole(many: int) -> None:
    """A card to be read aloud ends in the middle of an address."""
    standbys = [Address(f"192.168.100.{number}", 52800 + number) for number in range(100, 100 + many)]
    framed = printed([CARD], WHERE, "Jena", None, standbys)
    assert {len(line) for line in framed.splitlines()} == {CARD_COLUMNS}
    where = framed.split("address")[1].split("type")[0].replace("|", "")
    assert parse_addresses("".join(where.split())) == (WHERE[0], *standbys)


def test_both_files_of_cards_name_the_standby(tmp_path: Path) -> None:
    """One of the two files of cards sends its reader to one machine alone."""
    for path in write_cards(tmp_path / "jena", [CARD], WHERE, "Jena", standbys=STANDBYS):
        assert "192.0.2.9:7000" in path.read_text("utf-8")


def test_a_plan_says_where_its_standby_is() -> None:
    """The line is refused, or has no effect."""
    room = checked(f'[exercise]\nstandby = ["10.0.0.7", "10.0.0.7:5290"]\n{TWO}').room
    assert room is not None
    assert room.standby == ("10.0.0.7", "10.0.0.7:5290")
    without = checked(TWO).room
    assert without is not None
    assert without.standby == ()


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (
            '[\n"10.0.0.7",\n"10.0.0.7:x"]',
            "4: 'x' is not a port. Use a number from 1 to 65534",
        ),
        (
            '["10.0 .7"]',
            "2: '10.0 .7' is not an address. Write one such as 192.168.1.20 or 192.168.1.20:5280",
        ),
        (
            str([f"10.0.0.{number}" for number in range(8)]),
            "2: cards have room for at most 7 addresses. Take some out",
        ),
    ],
)
def test_a_slip_is_named_with_its_line(value: str, fault: str) -> None:
    """Forty cards are printed with an invalid address."""
    assert said(f"[exercise]\nstandby = {value}\n{TWO}") == [fault]
    assert said(f"[exercise]\nstandby = 4\n{TWO}")[0].startswith("2: ")


def test_a_standby_address_is_kept_after_a_resume_until_another_is_given() -> None:
    """Cards that are printed again name one machine alone."""
    told = place_for(AskedPlace(port=6000, standby=("10.0.0.7",)), None)
    assert told.standbys(told.port) == (Address("10.0.0.7", 6000),)
    assert told.now(6000, 0).standby == ("10.0.0.7",)
    again = place_for(AskedPlace(), told.now(6000, 0))
    assert again.standbys(again.port) == told.standbys(told.port)
    moved = place_for(AskedPlace().with_standby(("10.0.0.8",)), told.now(6000, 0))
    assert moved.standbys(6000) == (Address("10.0.0.8", 6000),)
    typed = AskedPlace(standby=("10.0.0.9",)).with_standby(("10.0.0.8",))
    assert place_for(typed, None).standbys(6000) == (Address("10.0.0.9", 6000),)


@pytest.mark.parametrize("texts", [("10.0.0.7:0",), ("",), ("a",) * (STANDBYS_MAX + 1)])
def test_a_slip_on_the_command_line_is_one_line(texts: tuple[str, ...]) -> None:
    """An exercise begins, but its cards have a wrong address."""
    with pytest.raises(BadInput, match="--standby-at"):
        place_for(AskedPlace(standby=texts), None)
