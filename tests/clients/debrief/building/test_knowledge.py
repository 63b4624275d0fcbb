"""What a seat knew beside what was true: known is what it saw, and only what it did not see is said to be unknown to it."""

from __future__ import annotations

import pytest
from warcouncil.clients.debrief.building.knowledge import compare
from warcouncil.protocol.table.sheets import BattleLine, Fact, Facts, Post, Prose, Rows, Sheet, Side, Strength


def _answers(*rows: tuple[str, ...]) -> Sheet:
    return Sheet(elements=(Rows(title="Answered last", head=("who", "what", "answer"), rows=rows),))


@pytest.mark.parametrize(
    "written", ["We give you your port.", "Will there be peace?", "Our fleet stays hidden.", "Peace."]
)
def test_what_everybody_read_is_known_to_everybody_as_it_was_written(written: str) -> None:
    """A report would tell a seat that it did not know what lay before it, in words that nobody wrote."""
    sheet = _answers(("Noor", "the terms", written))
    known = compare(sheet, {"Noor": sheet, "Sacha": sheet})
    assert (known.rows, known.alike) == ((), 1)


def test_what_is_said_to_a_reader_is_said_of_him() -> None:
    """What each was told of himself would pass for a difference, and what he was told wrongly for none."""
    true = Sheet(elements=(Facts(facts=(Fact(label="the turn", value="Amber's"),)),))
    his, others = (
        Sheet(elements=(Facts(facts=(Fact(label="the turn", value=value),)),)) for value in ("your", "Teal's")
    )
    assert compare(true, {"Amber": his}).rows == ()
    (row,) = compare(true, {"Teal": others}).rows
    assert (row.cells[0].kind, row.cells[0].text) == ("other", "Teal's")


def test_what_was_seen_once_stays_a_memory_though_it_is_still_so() -> None:
    """A seat that could only hope that nothing had changed would be said to have known."""

    def line(strength: Strength) -> Sheet:
        side = Side(team="black", title="Black", posts=(Post(label="corps 1", strength=strength),))
        return Sheet(elements=(BattleLine(far=side, near=Side(team="red", title="Red", posts=())),))

    known = compare(line(Strength(now=3)), {"Red": line(Strength(seen=3))})
    assert [row.cells[0].kind for row in known.rows] == ["memory"]


def test_a_memory_less_what_is_known_to_be_lost_since_is_no_ignorance() -> None:
    """Whoever could reckon it would be said to have relied on what was long gone; whoever reckoned wrongly was."""

    def line(strength: Strength, note: str = "") -> Sheet:
        post = Post(label="corps 1", strength=strength, note=note)
        far = Side(team="black", title="Black", posts=(post,))
        return Sheet(elements=(BattleLine(far=far, near=Side(team="red", title="Red", posts=())),))

    seen = line(Strength(seen=5, seen_parts=("5 infantry",), seen_when="day 1"), "lost 2 infantry")
    known = compare(line(Strength(now=3, parts=("3 infantry",))), {"Red": seen})
    assert (known.rows, known.alike) == ((), 1)
    (row,) = compare(line(Strength(now=4, parts=("4 infantry",))), {"Red": seen}).rows
    assert (row.true, row.cells[0].kind) == ("4 infantry", "memory")
    assert row.cells[0].text == "5 infantry on day 1, lost 2 infantry"


def test_what_all_knew_is_counted_and_what_nobody_could_read_is_named() -> None:
    """A team would be told of more than it lacked, or nobody would learn what stood on no sheet."""
    told, hidden = Prose(title="The draw pile", text="KH"), Prose(title="The plan", text="none")
    facts = Facts(facts=(Fact(label="turn", value="3"), Fact(label="oil", value="5")))
    true = Sheet(elements=(facts, told, hidden))
    seen = Sheet(elements=(Facts(facts=(Fact(label="turn", value="3"),)), told))
    known = compare(true, {"Red": seen})
    assert [row.label for row in known.rows] == ["oil"]
    assert (known.alike, known.nobody) == (1, ("The plan",))
