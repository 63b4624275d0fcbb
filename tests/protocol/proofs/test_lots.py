"""Lots: their fingerprints bind, and the resulting chance depends on every part."""

from __future__ import annotations

from hashlib import blake2b

import pytest
from pydantic import ValidationError
from warcouncil.protocol.proofs.lots import (
    KeptLot,
    Lot,
    blank_pledge,
    left_out_words,
    pledge_of,
    seed_made,
    seed_print,
    shown,
    signed,
    taken,
)
from warcouncil.protocol.words import SeatId, TableId

ONE, RED, BLACK = TableId(1), SeatId("red.army"), SeatId("black.army")
NUMBER, HOST = "ab" * 32, "cd" * 32
OPENED = Lot(seat=SeatId("red.1"), pledge=NUMBER, number=HOST)
LATE, SILENT = Lot(seat=SeatId("red.2"), pledge=NUMBER), Lot(seat=SeatId("red.3"))


def fingerprint(text: str) -> str:
    """Return the BLAKE2b-32 digest, as docs/wire.md defines it."""
    return blake2b(text.encode(), digest_size=32).hexdigest()


def test_all_fingerprints_are_as_the_page_says() -> None:
    """No other program can check the chance."""
    pledge = fingerprint(f"lot:Jena|1|red.army|{NUMBER}")
    blank = fingerprint(f"blank:Jena|1|black.army|{HOST}")
    lots = (Lot(seat=RED, pledge=pledge, number=NUMBER), Lot(seat=BLACK))
    assert pledge_of("Jena", ONE, RED, NUMBER) == pledge
    assert blank_pledge("Jena", ONE, BLACK, HOST) == blank
    assert shown("Jena", ONE, HOST, lots) == (pledge, blank)
    assert seed_made("Jena", ONE, HOST, lots) == fingerprint(
        f"chance:Jena|1|{HOST}|red.army={NUMBER}|black.army="
    )
    assert seed_print("Jena", ONE, HOST) == fingerprint(f"seed:Jena|1|{HOST}")
    assert (
        taken("Jena", table=ONE, seat=RED, pledge=pledge, opened=False).decode()
        == f"taken:Jena|1|red.army|{pledge}|pledge"
    )
    assert (
        taken("Jena", table=ONE, seat=RED, pledge=pledge, opened=True).decode()
        == f"taken:Jena|1|red.army|{pledge}|open"
    )
    said = signed("Jena", table=ONE, commitment="c", pledges=(pledge, blank), seed="s")
    assert said.decode() == f"draw:Jena|1|c|{pledge},{blank}|s"


def test_a_lot_that_was_not_opened_counts_by_its_pledge() -> None:
    """A seat that does not open chooses between its number and none."""
    pledge = pledge_of("Jena", ONE, RED, NUMBER)
    made = [
        seed_made("Jena", ONE, HOST, [lot])
        for lot in (Lot(seat=RED), Lot(seat=RED, pledge=pledge), Lot(seat=RED, pledge=pledge, number=NUMBER))
    ]
    assert len({*made}) == 3
    assert [Lot(seat=RED, pledge=pledge).counts, Lot(seat=RED, pledge=pledge, number=NUMBER).counts] == [
        False,
        True,
    ]


@pytest.mark.parametrize("number", ["", "ab", "AB" * 32, "zz" * 32, "ab" * 33])
def test_a_number_is_thirty_two_bytes(number: str) -> None:
    """A short number can be guessed from its fingerprint."""
    with pytest.raises(ValidationError):
        Lot(seat=RED, number=number)


def test_a_kept_lot_has_its_place_and_its_signed_text() -> None:
    """A laptop sends a number of another table, and is called dishonest."""
    kept = KeptLot(exercise="Jena", table=ONE, seat=RED, lot=NUMBER, commitment="c", verify_key="k")
    assert kept.place == ("Jena", ONE, RED, "c")
    assert kept.pledge == pledge_of("Jena", ONE, RED, NUMBER)
    assert kept.signed() == signed("Jena", table=ONE, commitment="c", pledges=(), seed="")
    assert kept.taken_for(opened=True) == taken("Jena", table=ONE, seat=RED, pledge=kept.pledge, opened=True)


@pytest.mark.parametrize(
    ("lots", "says"),
    [
        ((OPENED, OPENED), ""),
        ((OPENED, LATE), "; left out: red.2 (number not opened)"),
        ((SILENT, LATE, OPENED), "; left out: red.2 (number not opened); red.3 (gave none)"),
        ((), ""),
    ],
)
def test_a_seat_that_was_left_out_is_named_with_the_reason(lots: tuple[Lot, ...], says: str) -> None:
    """A bad cable looks like a player who waited to see the others' numbers."""
    assert left_out_words(lots) == says
    assert left_out_words(lots, lambda seat: f"<{seat}>") == says.replace("red.2", "<red.2>").replace(
        "red.3", "<red.3>"
    )
