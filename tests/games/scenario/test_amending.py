"""1.7 Amending an exercise while it runs."""

from __future__ import annotations

import pytest
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.events import told
from warcouncil.games.kit.game import Phase
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.amending import amend
from warcouncil.games.scenario.events.followed import FileAmended

from tests.games.scenario.playing import TALK, Table, asks, phase


def amended(table: Table, text: str) -> None:
    """Amend a table as its arbiter does when the open question closes."""
    table.state = GAME.amend(table.state, text).state


def next_phase(table: Table) -> Phase:
    """Close the open question, and return the next one."""
    table.close()
    return table.open


@pytest.mark.parametrize(
    ("text", "name", "asked"),
    [
        (
            "ask blue, red.admiral: Do you open the port? | Yes | No",
            "A question by ruling",
            ["blue.minister", "red.admiral"],
        ),
        ("ask: What now?", "A question by ruling", ["blue.minister", "red.minister"]),
        ("talk 5 pairs", "Talks by ruling", None),
        ('[[phases]]\nname = "Night"\nkind = "talk"', "Night", None),
    ],
)
def test_1_7_a_phase_comes_next(text: str, name: str, asked: list[str] | None) -> None:
    """An added question comes only at the end of the round, or other seats are asked."""
    table = Table(phases=[phase("Orders", asks()), phase("Evening")])
    amended(table, text)
    assert table.open.name == "Orders", "what is asked now stays as it is"
    opened = next_phase(table)
    assert opened.name == name
    assert sorted(opened.asked) == sorted(asked or table.state.play.players)
    assert next_phase(table).name == "Evening"


def test_1_7_two_phases_come_in_the_order_in_which_they_were_added() -> None:
    """The second phase is asked before the first."""
    table = Table(phases=[phase("Orders", asks())])
    amended(table, "talk 5")
    amended(table, "ask: And now? | On | Off")
    assert [next_phase(table).name for _ in range(2)] == ["Talks by ruling", "A question by ruling"]


def test_1_7_a_phase_added_to_an_added_one_comes_next_too() -> None:
    """The phase comes after the next one of the file, or in another round."""
    table = Table(phases=[phase("Orders", asks()), phase("Evening"), phase("Night")])
    amended(table, "talk 5")
    assert next_phase(table).name == "Talks by ruling"
    amended(table, "ask: And now? | On | Off")
    assert [next_phase(table).name for _ in range(2)] == ["A question by ruling", "Evening"]


def test_1_7_an_added_question_is_asked_once() -> None:
    """An added question comes again in every round."""
    table = Table(phases=[phase("Orders", asks())], rounds=3)
    amended(table, "ask: And now? | On | Off")
    assert [next_phase(table).title for _ in range(3)] == [
        "Round 1 · A question by ruling",
        "Round 2 · Orders",
        "Round 3 · Orders",
    ]


def test_1_7_words_papers_facts_and_numbers_come_at_once() -> None:
    """A text for one side reaches the other, or a number leaves its bounds."""
    table = Table()
    amended(table, "hand red: Telegram: The ships are empty.")
    amended(table, "fact: The lighthouse is dark.")
    amended(table, "change: tension + 99")
    assert "Telegram" in table.papers("red.admiral")
    assert "Telegram" not in table.papers("blue.admiral")
    assert table.state.facts == ("The lighthouse is dark.",)
    assert table.number("tension") == 10
    heard = {
        seat: [
            told(event, table.state.play.seat(seat))
            for event in amend(table.state, "tell blue: Sail.").events
        ]
        for seat in table.state.play.players
    }
    assert [seat for seat, said in heard.items() if "Sail." in said] == ["blue.minister", "blue.admiral"]
    assert all("The umpire added" not in text for said in heard.values() for text in said), (
        "players are not told how"
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "only phases"),
        ("sing blue: la", "this is not an amendment"),
        ("ask green: Why?", "no team or seat 'green'"),
        ("ask blu: Why?", "Did you mean 'blue'?"),
        ("tell blue:", "there is nothing after the colon"),
        ("hand red: Telegram", "write `hand WHO: TITLE: TEXT`"),
        ("talk soon", "write `talk 5`"),
        ("change: tenson + 1", "it names a number"),
        ("change: tension up", "write `tension + 1`"),
        ("title = 'Other'", "only phases"),
        ('[[teams]]\nname = "green"', "only phases"),
        ('[[phases]]\nname = "Night"\nkind = "sing"', "phases"),
    ],
)
def test_1_7_a_wrong_amendment_is_refused_and_changes_nothing(text: str, says: str) -> None:
    """A typing mistake of an umpire in a hurry holds the table in the middle of the exercise."""
    table = Table()
    before = table.state
    with pytest.raises(BadOption) as bad:
        GAME.amend(table.state, text)
    assert says in str(bad.value)
    assert table.state == before
    table.answer({"blue.minister": TALK})


HOW = (
    "Write `tell WHO: …`, `hand WHO: TITLE: …`, `fact: …`, `change: NUMBER + 1`, `talk MINUTES all`, "
    "`ask WHO: …? | A | B`, or a piece of a scenario file"
)
ADDED = f"only phases, documents, hints, endings can be added, each as [[phases]]. {HOW}"
PLACES = "There are blue, red, cell, blue.minister, blue.admiral, red.minister, red.admiral, cell.head"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", ADDED),
        ("title = 'Other'", ADDED),
        ("phases = 3", ADDED),
        ('[[teams]]\nname = "green"', ADDED),
        ("sing blue: la", f"this is not an amendment. {HOW}"),
        ("tell blue:", f"'tell blue:': there is nothing after the colon. {HOW}"),
        ("ask green: Why?", f"there is no team or seat 'green'. {PLACES}"),
        ("ask blu: Why?", f"there is no team or seat 'blu'. Did you mean 'blue'? {PLACES}"),
        ("hand red: Telegram", "write `hand WHO: TITLE: TEXT`"),
        ("talk soon", "write `talk 5`, `talk 5 teams` or `talk 5 pairs`"),
    ],
)
def test_1_7_a_refusal_says_in_one_sentence_what_can_be_written(text: str, says: str) -> None:
    """An umpire in a hurry must guess what is wrong while the complete table waits."""
    with pytest.raises(BadOption) as bad:
        GAME.amend(Table().state, text)
    assert str(bad.value) == says


def test_1_7_a_reader_of_all_reads_an_amendment() -> None:
    """An umpire who looks back does not find their own ruling, a line of the log is empty, or a player reads
    it.
    """
    table = Table()
    said = {
        reader: [
            told(event, None if reader is None else table.state.play.seat(reader))
            for event in amend(table.state, "fact: The lighthouse\n  is dark.").events
            if isinstance(event, FileAmended)
        ]
        for reader in (None, *table.state.play.players)
    }
    assert said == {
        None: ["The umpire added: fact: The lighthouse is dark."],
        **{seat: [""] for seat in table.state.play.players},
    }


def test_1_7_an_added_ending_comes_before_those_of_the_file() -> None:
    """An umpire's ending for an unexpected event has no effect because the file's own ending comes first."""
    table = Table(phases=[phase(follows=[{"change": ["tension = 10"]}])])
    amended(
        table, '[[endings]]\nname = "truce"\nwords = "A truce"\nwhen = "always"\nonly_if = ["tension >= 9"]'
    )
    table.close()
    assert table.end.reason == "A truce"
