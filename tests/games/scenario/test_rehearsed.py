"""The results of many rehearsals of a scenario: texts, documents and endings that never occurred, and the
messages about them.
"""

from __future__ import annotations

from warcouncil.clients.room.rehearsal.many_games import GameSetup, tried
from warcouncil.clients.room.rehearsal.statistics import tally
from warcouncil.games.kit.game import Prepared
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.file.model.script import text_of

from tests.games.scenario.playing import Table, phase
from tests.games.scenario.small import small
from tests.games.scenario.test_questionnaire import WASH


def test_told_texts_sent_papers_and_endings_count_as_met() -> None:
    """An author corrects endings that come, and trusts in those that never can."""
    table = Table()
    passages = GAME.passages(GAME.options_type(scenario=text_of(small())))
    assert {"document intercept", "ending war", "ending time"} < {*passages}
    (fleets,) = {*passages} - {"document intercept", "ending war", "ending time"}
    assert GAME.passages_of(table.state, ()) == frozenset()
    table.answer(move="sail")
    table.answer(move="sail")
    events = [happened.event for happened in table.events]
    assert GAME.passages_of(table.state, events) == {fleets, "document intercept", "ending time"}


def test_many_games_name_what_never_came() -> None:
    """A war that no game can reach is rehearsed for an afternoon."""
    script = text_of(small())
    games = tried(GameSetup("scenario", {"scenario": script}, "default"), ("0", "1"))
    found = tally(GAME, GAME.options_type(scenario=script), games)
    assert found.outcomes[0].reason == "The crisis passed"
    assert {"document intercept", "ending war"} < {*found.unseen}
    assert "ending time" not in found.unseen


def test_the_messages_of_the_file_come_by_its_clock() -> None:
    """The news of minute ten comes in minute twenty of a room that plays at half the pace, or reaches everyone."""
    injects = [
        {"text": "A tanker burns.", "minutes": 1.5, "to": "all"},
        {"text": "Fuel is short.", "phase": "Orders", "round": 2, "minutes": 0.5, "to": "red", "reply": True},
        {"text": "A ghost ship.", "name": "ghost", "to": "blue.admiral"},
    ]
    options = GAME.options_type(scenario=text_of(small(injects=injects)), pace=50)
    assert GAME.prepared(options) == (
        Prepared("A tanker burns.", at_seconds=45),
        Prepared("Fuel is short.", to="red", at_seconds=15, phase="Orders", occasion=2, reply=True),
        Prepared("A ghost ship.", name="ghost", to="blue.admiral"),
    )
    assert GAME.prepared(options.open()) == ()


def test_a_rehearsal_leaves_a_questionnaire_out() -> None:
    """If this fails, the time of a questionnaire that no bot answers counts as time of play."""
    script = text_of(small(phases=[phase("Talks"), WASH], rounds=1))
    (game,) = tried(GameSetup("scenario", {"scenario": script}, "sensible"), ("0",))
    assert [name for name, _ in game.clocks] == ["Talks"]
    found = tally(GAME, GAME.options_type(scenario=script), (game,))
    assert [phase.name for phase in found.phases] == ["Talks"]
    assert game.reason == "The crisis passed"
