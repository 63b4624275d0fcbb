"""Codes as people type them, and which client each role is for."""

from __future__ import annotations

import pytest
from warcouncil.protocol.proofs.doors import (
    CODE_ALPHABET,
    KINDS,
    PLATE_CHARS,
    SECRET_CHARS,
    BadCode,
    CodeText,
    Kind,
    parse_code,
    parse_plate,
)
from warcouncil.protocol.words import Role


@pytest.mark.parametrize(
    "typed",
    [
        "7K3-Q4MN-P2XT",
        "7k3q4mnp2xt",
        " 7K3 Q4MN P2XT ",
        "7K3–Q4MN–P2XT",
        "7K3/Q4MN.P2XT\n",
        "7-K-3-Q-4-M-N-P-2-X-T",
        "７Ｋ３－Ｑ４ＭＮ－Ｐ２ｘｔ",
    ],
)
def test_a_code_is_read_as_people_type_it(typed: str) -> None:
    """A person with the right card is told that it is no code."""
    assert parse_code(typed) == CodeText(plate="7K3", secret="Q4MNP2XT")


def test_a_code_is_printed_as_it_is_on_the_card() -> None:
    """A renewed code is read out in one piece, and copied with a mistake."""
    assert str(CodeText(plate="7K3", secret="Q4MNP2XT")) == "7K3-Q4MN-P2XT"
    assert str(parse_code(str(CodeText(plate="ZZ0", secret="0123ABCD")))) == "ZZ0-0123-ABCD"


@pytest.mark.parametrize(("typed", "meant"), [("O", "0"), ("I", "1"), ("L", "1"), ("U", "V")])
def test_letters_that_look_alike_are_the_one_that_codes_have(typed: str, meant: str) -> None:
    """A code that was read aloud or copied by hand is wrong."""
    for letter in (typed, typed.lower()):
        assert parse_code(letter * 11) == CodeText(plate=meant * 3, secret=meant * 8)
        assert parse_plate(letter * 3) == meant * 3
    assert typed not in CODE_ALPHABET
    assert meant in CODE_ALPHABET


def test_every_letter_of_the_alphabet_can_be_typed() -> None:
    """Some cards can never be used."""
    assert CODE_ALPHABET == "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    for letter in CODE_ALPHABET:
        assert parse_code(letter * (PLATE_CHARS + SECRET_CHARS)).secret == letter * 8
        assert parse_plate(letter.lower() * PLATE_CHARS) == letter * 3


@pytest.mark.parametrize(
    "typed", ["", "7K3", "7K3-Q4MN-P2X", "7K3-Q4MN-P2XT5", "7K3-Q4MN-P2XÄ", "7K3-Q4MN-P2X²", "7K3-Q4MN-P2X٣"]
)
def test_text_that_cannot_be_a_code_is_refused_with_an_example(typed: str) -> None:
    """A person waits at the door because of a mistyped code, and does not read how one looks."""
    with pytest.raises(BadCode) as caught:
        parse_code(typed)
    assert str(caught.value) == "a code has 11 letters and digits, such as 7K3-Q4MN-P2XT"


@pytest.mark.parametrize(
    ("typed", "place"), [("7К3-Q4MN-P2XT", 2), ("7K3-Q4MN-P2ХТ", 10), ("7K3-Q4ΜN-P2XT", 6), ("К", 1)]
)
def test_a_letter_of_another_alphabet_is_named_by_its_place(typed: str, place: int) -> None:
    """If this fails, a player whose keyboard writes Cyrillic or Greek compares a code that looks right again and again."""
    with pytest.raises(BadCode, match=rf"^letter {place} of this code comes from another alphabet"):
        parse_code(typed)


@pytest.mark.parametrize("typed", [" 7k3", "7K3 ", "\t7K3\n"])
def test_the_beginning_of_a_code_is_read_as_people_type_it(typed: str) -> None:
    """An umpire reads that there is no such card, because of a space."""
    assert parse_plate(typed) == "7K3"


@pytest.mark.parametrize("typed", ["", "7K", "7K3Q", "7-3", "7 3", "7KÄ", "7K²"])
def test_text_that_begins_no_code_is_refused_with_an_example(typed: str) -> None:
    """An umpire renews nothing, or must guess what is meant."""
    with pytest.raises(BadCode) as caught:
        parse_plate(typed)
    assert str(caught.value) == "the beginning of a code has 3 letters and digits, such as 7K3"


def test_every_role_has_the_client_that_it_is_for() -> None:
    """A card is refused by the right program, or accepted by the wrong one."""
    assert {role: kind.value for role, kind in KINDS.items()} == {
        Role.SEAT: "seat",
        Role.WATCHER: "seat",
        Role.STAND_IN: "seat",
        Role.UMPIRE: "console",
        Role.OBSERVER: "console",
        Role.TECHNICAL: "console",
        Role.DISPLAY: "projector",
    }
    assert {*KINDS} == {*Role}
    assert {*KINDS.values()} == {*Kind}
