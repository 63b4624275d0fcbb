"""Event files: one file admits one person at every arbiter of an event, and only its owner may read it."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from warcouncil.clients.plan.cards.cards import SeatCard
from warcouncil.clients.plan.cards.event_file import HeldWing, read_events, write_events
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.protocol.words import ADDRESSES_MAX

KEY = "5r*Z51thDD:S}r==IA*9=7dqdad!h8WL/!aet/fV"


def held(name: str, port: int, *plates: str) -> HeldWing:
    """Make a wing with two directors, a projector and a seat."""
    codes = [f"{plate}-1234-5678" for plate in plates]
    screen = SeatCard(codes[2], title="Projector", command="display")
    seat = SeatCard(codes[3], table=1, seat="red.army", title="Red army commander", command="join")
    cards = (SeatCard(codes[0]), SeatCard(codes[1]), screen, seat)
    return HeldWing(name, f"10.0.0.5:{port}", KEY, cards)


def test_each_umpire_and_projector_has_a_file_with_codes_for_every_wing(tmp_path: Path) -> None:
    """The second director joins with the first one's codes, and disconnects them at one wing."""
    wings = [held("North", 5280, "AAA", "AAB", "AAC", "AAD"), held("South", 5290, "ZZA", "ZZB", "ZZC", "ZZD")]
    files = write_events(tmp_path / "jena", "Jena", wings)
    assert [file.name for file in files] == [
        "jena.umpire.event.toml",
        "jena.umpire-2.event.toml",
        "jena.projector.event.toml",
    ]
    second = read_events([files[1]])
    assert [(one.name, one.address, one.code) for one in second] == [
        ("North", "10.0.0.5:5280", "AAB-1234-5678"),
        ("South", "10.0.0.5:5290", "ZZB-1234-5678"),
    ]
    assert {one.key for one in second} == {KEY}
    assert "warcouncil display --event" in files[2].read_text("utf-8")
    if os.name == "posix":
        assert [file.stat().st_mode & 0o077 for file in files] == [0, 0, 0]


def test_a_file_names_every_standby_of_a_wing(tmp_path: Path) -> None:
    """An event with many standbys ends in a traceback, and its umpires have no file."""
    where = ",".join(f"a-long-name-of-a-machine-{number}.example.org:5280" for number in range(ADDRESSES_MAX))
    wing = replace(held("North", 5280, "AAA", "AAB", "AAC", "AAD"), address=where)
    (first, *_) = write_events(tmp_path / "jena", "Jena", [wing])
    assert [one.address for one in read_events([first])] == [where]


def test_files_of_single_wings_make_one_event(tmp_path: Path) -> None:
    """Wings of several machines each write their own file, and a person must join them by hand."""
    north = write_events(tmp_path / "n", "Jena", [held("North", 5280, "AAA", "AAB", "AAC", "AAD")])[0]
    south = write_events(tmp_path / "s", "Jena", [held("South", 5290, "ZZA", "ZZB", "ZZC", "ZZD")])[0]
    assert [one.name for one in read_events([north, south])] == ["North", "South"]
    with pytest.raises(BadInput, match="two wings are called 'North'"):
        read_events([north, north])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("wings = 3", "line 1: wings: 3 is not valid"),
        ('[[wings]]\nname = "A"\naddress = "a b"', "line 3: 'a b'"),
        ('[[wings]]\nname = "A"', "address is missing"),
        ('[[wings]]\nname = "A"\naddress = "a"\ncod = ""', "there is no key 'wings.cod'"),
        ('[[wings]]\nname = "A"\naddress = "a"\nkey = "é"', "line 4: wings.key"),
        ("[[wings", "line 1"),
        ("", "wings is missing"),
    ],
)
def test_a_fault_in_an_event_file_is_described(tmp_path: Path, text: str, said: str) -> None:
    """An umpire sees a traceback in front of the room, or joins only half of it."""
    file = tmp_path / "x.event.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(BadInput) as fault:
        read_events([file])
    assert said in str(fault.value)
    assert str(fault.value).startswith(str(file))
