"""A game that follows from its options.

Its table has its own title, its own phases, and views of its own length.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from warcouncil.arbiter.core.views import table_status
from warcouncil.arbiter.core.words.outcome import Refused
from warcouncil.games import registry
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.replies import TableRules, Welcome
from warcouncil.protocol.wire.requests import ReadRules, Resync
from warcouncil.protocol.words import MessageId

from tests.arbiter.core.harness import Room
from tests.toys.planted import shelf


@pytest.fixture(autouse=True)
def recital() -> Iterator[None]:
    """Register a game that is defined completely by a text."""
    with shelf():
        yield


def the_bridge(more: str = "") -> Room:
    """Return a table that plays another text than the usual one."""
    script = str(registry.presets()["bridge"].options["script"])
    return Room("recital", {"script": script + more})


def test_a_table_is_called_by_its_own_title_wherever_it_is_told() -> None:
    """Every scenario in the room is called Scenario, without an author, and people ask whether they have the
    right table.
    """
    room = the_bridge()
    person = next(iter(room.sit_all().values()))
    welcome = person.of(Welcome)[0]
    assert (welcome.game, welcome.game_title) == ("recital", "The bridge")
    assert (welcome.designer, welcome.summary) == ("B. Mason", "Three guilds build one bridge.")
    status = table_status.status(room.table, 0, room.exercise.sessions, room.exercise.roster)
    assert (status.game, status.game_title) == ("recital", "The bridge")
    room.ask(person, ReadRules(id=MessageId("1" * 32)))
    book = person.last(TableRules).book
    assert (book.title, book.designer) == ("The bridge", "B. Mason")


def test_hidden_options_are_in_no_rulebook() -> None:
    """The rules that each seat may read print the secrets of the scenario file."""
    room = the_bridge()
    assert "the bridge will fall" in room.table.plan.options["script"]
    person = next(iter(room.sit_all().values()))
    room.ask(person, ReadRules(id=MessageId("1" * 32)))
    assert person.of(TableRules)
    assert not any(b"will fall" in frame for _, frame in person.frames)


def test_only_its_own_phases_are_phases_of_a_table() -> None:
    """An umpire can set a clock, or keep step, for a phase that never comes."""
    table = the_bridge().table
    for state in (table.state, None):  # None: its chance is not made yet
        table.rules.check_phase(state, "Council")
        assert table.rules.knows(state, ["Council", "Morning"])
        assert not table.rules.knows(state, ["Morning"])
        with pytest.raises(Refused) as refused:
            table.rules.check_phase(state, "Morning")
        assert refused.value.text == "There is no such phase. The phases are Council."


@pytest.mark.parametrize(
    ("more", "size"), [("", 32768), (f"# {'x' * 3000}\n", 131072)], ids=["short", "long"]
)
def test_a_table_has_views_of_the_length_that_its_options_ask_for(more: str, size: int) -> None:
    """A long document makes one frame longer than the others, and reveals which seat holds it."""
    room = the_bridge(more)
    for person in room.sit_all().values():
        person.frames.clear()
        person.replies.clear()
        room.ask(person, Resync())
        views = zip(person.frames, person.replies, strict=True)
        assert {len(frame) for (_, frame), reply in views if isinstance(reply.body, View)} == {size}
    assert size in wire.REPLY_BYTES
