"""Cards on paper: they have everything that a person needs to join, and no name can smuggle in markup."""

from __future__ import annotations

import stat
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from rich.cells import cell_len
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.plan.cards.cards import CARD_COLUMNS, SeatCard, listing, printed, web_door
from warcouncil.clients.plan.cards.printing import page, write_cards, write_whole
from warcouncil.clients.plan.text.option_text import BadInput

WHERE = [Address("192.0.2.7"), Address("198.51.100.1", 7000)]
CARD = SeatCard(
    code="7K3-Q4MN-P2XT",
    table=4,
    seat="red.army",
    title="Red army commander",
    team="red",
    game="Kartenspiel",
    command="join",
    table_name="Blue room",
    name="Student 1",
    duty="Sends divisions to your corps.",
)
WEB = web_door("192.0.2.7", 5282, " ".join(f"{n:04X}" for n in range(1000, 1016)), "Jena")


class Seen(HTMLParser):
    """A page as a browser reads it: its tags, what they fetch, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.fetched: list[str] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record a tag."""
        self.tags.append(tag)
        self.fetched += [
            f"{key}={value}" for key, value in attrs if key in ("src", "href", "onload", "onclick")
        ]

    def handle_data(self, data: str) -> None:
        """Record a text."""
        self.words += data


def test_a_card_holds_all_that_its_holder_needs() -> None:
    """A person in the room does not know where to go and what to type."""
    words = Seen(page([CARD], WHERE, "Jena")).words
    for needed in (
        "Jena",
        "Table 4 (Blue room) · Kartenspiel",
        "Student 1",
        "Red army commander",
        "Sends divisions to your corps.",
        "7K3-Q4MN-P2XT",
        "warcouncil join 192.0.2.7 7K3-Q4MN-P2XT",
    ):
        assert needed in words
        assert all(
            needed in " ".join(printed([CARD], WHERE, "Jena").split()) for needed in ("Student 1", CARD.code)
        )


def test_a_page_works_without_a_network_or_a_script() -> None:
    """The cards have empty squares in a room without internet."""
    seen = Seen(page([CARD] * 3, WHERE, "Jena"))
    assert "script" not in seen.tags
    assert "link" not in seen.tags
    assert seen.fetched == []
    assert seen.tags.count("svg") == 3
    assert "http://" not in page([CARD], WHERE, "Jena").replace("http://www.w3.org/2000/svg", "")


def test_a_page_has_eight_cards() -> None:
    """A ninth card is cut in two."""
    seen = Seen(page([CARD] * 17, WHERE, "Jena"))
    assert (seen.tags.count("article"), seen.tags.count("section")) == (17, 3)


def test_a_name_never_becomes_part_of_the_page() -> None:
    """A person called <script> runs a program on the umpire's machine."""
    sly = SeatCard(
        code=CARD.code, table=1, name='<script>alert("x")</script>', title="<b>", duty="{{ 7 * 7 }}"
    )
    text = page([sly], WHERE, "<i>Jena</i>")
    seen = Seen(text)
    assert "script" not in seen.tags
    assert seen.tags.count("b") + seen.tags.count("i") == 0
    assert "{{ 7 * 7 }}" in seen.words
    assert '<script>alert("x")</script>' in seen.words


def test_a_spare_card_says_that_a_bot_plays() -> None:
    """A latecomer reads only that the seat is taken, and not that a bot plays it."""
    spare = SeatCard(code=CARD.code, table=1, title="India", bot=True)
    assert "a bot plays this seat. Join with this card and take the seat from the bot (F8)" in page(
        [spare], WHERE, "Jena"
    )
    assert "a bot plays it" in listing([spare])
    asked = replace(spare, lent=False)
    for text in (page([asked], WHERE, "Jena"), " ".join(printed([asked], WHERE, "Jena").split())):
        assert "a bot plays this seat. Join with this card and ask the umpire for it (F5)" in text.replace(
            "| ", ""
        )
    assert not replace(spare, bot=False).spare


def test_only_the_owner_can_read_the_cards(tmp_path: Path) -> None:
    """Another user of the machine reads every code."""
    (tmp_path / "jena.cards.txt").write_text("of last time")
    (tmp_path / "jena.cards.txt").chmod(0o644)
    for path in write_cards(tmp_path / "jena", [CARD], WHERE, "Jena"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert CARD.code in path.read_text("utf-8")


def test_a_plan_has_the_permissions_that_an_editor_gives(tmp_path: Path) -> None:
    """A user who writes a plan for a colleague must first change its permissions."""
    (tmp_path / "by hand").touch()
    write_whole(tmp_path / "plan.toml", "")
    assert (tmp_path / "plan.toml").stat().st_mode == (tmp_path / "by hand").stat().st_mode


def test_cards_that_cannot_be_written_are_said_in_one_line(tmp_path: Path) -> None:
    """A full disk ends the command with a traceback."""
    with pytest.raises(BadInput, match=r"the file cannot be written \(there is no such file or folder"):
        write_cards(tmp_path / "nowhere" / "jena", [CARD], WHERE, "Jena")


def test_a_card_for_a_browser_says_where_it_opens_and_how_the_page_is_known() -> None:
    """A guest types a command on a phone, or trusts a false page."""
    text = page([CARD], WHERE, "Jena", web=WEB)
    lines = " ".join(printed([CARD], WHERE, "Jena", WEB).replace("|", " ").split())
    for said in (" ".join(Seen(text).words.split()), lines):
        assert f"https://192.0.2.7:5282/seat/{CARD.code[:3]}" in said
        assert WEB.fingerprint_lines[0] in said
        assert WEB.fingerprint_lines[1] in said
        assert "warcouncil join" in said
    assert Seen(text).tags.count("svg") == 2
    assert Seen(page([CARD] * 13, WHERE, "Jena", web=WEB)).tags.count("section") == 3, "six on each page"


def test_no_secret_is_in_the_address_of_a_card() -> None:
    """A person who sees the screen of a phone, or its history, has the code."""
    address = WEB.address(replace(CARD, name="Anna & Bo"))
    assert CARD.code[4:8] not in address
    assert CARD.code[-4:] not in address
    place, _, told = address.partition("#")
    assert place == WEB.typed(CARD) == f"https://192.0.2.7:5282/seat/{CARD.code[:3]}"
    assert parse_qs(told) == {
        "seat": [CARD.title],
        "table": [str(CARD.table)],
        "name": ["Anna & Bo"],
        "exercise": ["Jena"],
    }
    assert "Anna" not in replace(WEB, names=False).address(replace(CARD, name="Anna & Bo"))


def test_only_seats_and_projectors_open_in_a_browser() -> None:
    """An umpire opens a page that admits no umpires."""
    assert WEB.address(SeatCard(code=CARD.code)) == ""
    assert WEB.address(SeatCard(code=CARD.code, command="display")).startswith(
        f"https://192.0.2.7:5282/display/{CARD.code[:3]}#"
    )
    assert Seen(page([SeatCard(code=CARD.code)], WHERE, "Jena", web=WEB)).tags.count("svg") == 1
    assert "browser" not in printed([SeatCard(code=CARD.code)], WHERE, "Jena", WEB)


def test_a_certificate_that_browsers_know_needs_no_fingerprint() -> None:
    """People look for a browser warning that never comes."""
    known = replace(WEB, is_known=True)
    for text in (page([CARD], WHERE, "Jena", web=known), printed([CARD], WHERE, "Jena", known)):
        assert WEB.fingerprint_lines[0] not in text
        assert f"https://192.0.2.7:5282/seat/{CARD.code[:3]}" in text


@pytest.mark.parametrize(
    ("host", "port", "base"),
    [
        ("games.example.org", 443, "https://games.example.org"),
        ("fd00::7", 5282, "https://[fd00::7]:5282"),
        ("x" * 200 + ".example", 5282, "https://" + "x" * 200 + ".example:5282"),
    ],
)
def test_any_host_can_be_typed(host: str, port: int, base: str) -> None:
    """A browser looks for a port in the middle of an address, or a long name breaks its frame."""
    web = web_door(host, port, WEB.fingerprint, "Jena")
    assert web.base == base
    assert {len(line) for line in printed([CARD], WHERE, "Jena", web).splitlines()} == {CARD_COLUMNS}


def test_a_frame_is_straight_around_letters_of_twice_the_width() -> None:
    """A person who cuts the cards out cuts through the neighbour's code."""
    made = printed([replace(CARD, name="漢字 ana 🙂")], WHERE, "Jena")
    assert len({cell_len(line) for line in made.split("\n") if line}) == 1


@pytest.mark.parametrize(
    "host", ["games-hall-of-the-north.staffcollege.example.org", "2001:db8:1234:5678:9abc:def0:1234:5678"]
)
def test_a_frame_cuts_nothing_off(host: str) -> None:
    """A long machine name, or a table name in letters of double width, is cut on the card."""
    where = [Address("192.0.2.7"), Address(host, 15290)]
    long = replace(CARD, name="漢字" * 32, table_name="Conference room on the second floor, to the left")
    staff = SeatCard(code=CARD.code, wing="North", at=(where[1],))
    staff = replace(staff, also=(replace(staff, wing="South", code="8K3-Q4MN-P2XT"),))
    made = printed([long, staff], where[:1], "An autumn exercise of 漢字", standbys=where[1:])
    said = "".join(line[2:-2].strip() for line in made.split("\n"))
    for whole in (long.name, long.place, str(where[1])):
        assert whole.replace(" ", "") in said.replace(" ", "")
    assert said.count(str(where[1])) == 3
    assert {cell_len(line) for line in made.split("\n") if line} == {CARD_COLUMNS}
