"""Coaching: one line at the first answer, the first seal and the first telling on a machine, and never again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.shown.coaching import Coach
from warcouncil.clients.widgets.window.own_keys import SAME
from warcouncil.clients.widgets.window.settings import Remembered
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.forms import Choice, Option
from warcouncil.protocol.wire.replies import Farewell, Receipt
from warcouncil.protocol.words import GateNo, MessageId

from tests.clients.seat.tables import UP, ids, playing, view, welcome

BATTLE = playing("kartenspiel", 1)


def said(coach: Coach) -> str:
    """Return the coaching line."""
    return coach.words(SAME)


def at_the_table() -> Desk:
    """Return the desk of a corps commander who is asked."""
    desk = Desk(ids())
    for news in (UP, welcome(BATTLE, "red.corps.2"), view(BATTLE, "red.corps.2")):
        desk.feed(news, 0)
    return desk


def test_each_line_is_said_once_on_a_machine(tmp_path: Path) -> None:
    """A player reads how to seal at every question of the morning, or never."""
    file, desk = tmp_path / "settings.toml", at_the_table()
    coach = Coach(desk, Remembered(file))
    coach.watch(5_000, telling=False)
    assert said(coach) == say("help.first_answer")
    assert desk.view is not None
    desk.feed(Receipt(id=MessageId("0" * 32), gate=desk.view.gate, answer={"corps.2": "attack"}), 6_000)
    coach.watch(6_000, telling=False)
    assert said(coach) == say("help.first_seal")
    coach.watch(7_000, telling=True)
    assert said(coach) == say("help.first_telling", on="Space", enough="Esc", story="F3")
    assert coach.put_away()
    assert not coach.put_away()
    again = Coach(at_the_table(), Remembered(file))
    for telling in (False, True):
        again.watch(5_000, telling=telling)
        assert said(again) == ""


def test_a_machine_that_remembers_nothing_is_not_coached() -> None:
    """The same line comes back at every start."""
    coach = Coach(at_the_table(), Remembered())
    coach.watch(5_000, telling=False)
    assert coach.words(SAME) == ""


def test_no_coaching_when_the_exercise_was_ended(tmp_path: Path) -> None:
    """The window says that Enter seals an answer, beside the farewell where Enter seeks the exercise again."""
    desk = at_the_table()
    coach = Coach(desk, Remembered(tmp_path / "settings.toml"))
    coach.watch(5_000, telling=False)
    assert said(coach)
    desk.feed(Farewell(text="The umpire has ended the exercise."), 6_000)
    coach.watch(6_000, telling=False)
    assert said(coach) == ""


def test_no_coaching_under_the_briefing(tmp_path: Path) -> None:
    """The explanation of a telling appears under the briefing that is being read, and never again."""
    first, desk = playing("escalate", 0), Desk(ids())
    for news in (UP, welcome(first, "south"), view(first, "south")):
        desk.feed(news, 0)
    desk.wants_rules()
    coach = Coach(desk, Remembered(tmp_path / "settings.toml"))
    coach.watch(5_000, telling=True)
    assert said(coach) == ""
    desk.ready()
    coach.watch(6_000, telling=True)
    assert said(coach) == say("help.first_telling", on="Space", enough="Esc", story="F3")


@pytest.mark.parametrize("changes", [{"bot": True}, {"watching": True}, {"voided": True}])
def test_no_coaching_when_the_seat_cannot_seal(changes: dict[str, Any], tmp_path: Path) -> None:
    """The window explains how to seal for a seat of a bot, and then that another answer may be sealed."""
    desk = at_the_table()
    coach = Coach(desk, Remembered(tmp_path / "settings.toml"))
    coach.watch(5_000, telling=False)
    assert said(coach)
    desk.feed(view(BATTLE, "red.corps.2", **changes), 6_000)
    coach.watch(6_000, telling=False)
    assert said(coach) == ""
    desk.feed(view(BATTLE, "red.corps.2", sealed={"corps.2": "attack"}, **changes), 7_000)
    coach.watch(7_000, telling=False)
    assert said(coach) == ""
    coach.watch(8_000, telling=True)
    coach.watch(9_000, telling=False)
    assert said(coach) == say("help.first_telling", on="Space", enough="Esc", story="F3")


def test_coaching_at_the_first_seal_after_a_bot_gave_the_seat_back(tmp_path: Path) -> None:
    """An answer of a bot counts as the player's first."""
    desk = at_the_table()
    coach = Coach(desk, Remembered(tmp_path / "settings.toml"))
    for bot in (True, False):
        desk.feed(view(BATTLE, "red.corps.2", sealed={"corps.2": "attack"}, bot=bot), 6_000)
        coach.watch(6_000, telling=False)
        assert said(coach) == ("" if bot else say("help.first_seal"))


def test_the_line_about_a_seal_ends_with_its_question_during_the_news(tmp_path: Path) -> None:
    """The line says that an answer can be changed, beside the events that show its result."""
    desk = at_the_table()
    coach = Coach(desk, Remembered(tmp_path / "settings.toml"))
    coach.watch(5_000, telling=True)  # the first telling is known by now
    assert desk.view is not None
    desk.feed(Receipt(id=MessageId("0" * 32), gate=desk.view.gate, answer={"corps.2": "attack"}), 6_000)
    coach.watch(6_000, telling=False)
    assert said(coach) == say("help.first_seal")
    closed = desk.view.model_copy(update={"gate": GateNo(desk.view.gate + 1), "whole": False, "story": ()})
    desk.feed(closed, 7_000)
    coach.watch(7_000, telling=True)
    assert said(coach) == ""


def test_readiness_alone_uses_up_no_line_of_help(tmp_path: Path) -> None:
    """If this fails, a player reads how to choose where nothing can be chosen, and reads it nowhere else."""
    desk = at_the_table()
    assert desk.view is not None
    assert desk.view.form is not None
    ready = Choice(name="ready", label="Ready", options=(Option(value="ready", label="Ready to continue"),))
    form = desk.view.form.model_copy(update={"fields": (ready,)})
    desk.feed(desk.view.model_copy(update={"form": form}), 0)
    coach = Coach(desk, Remembered(tmp_path / "settings.toml"))
    coach.watch(5_000, telling=False)
    assert said(coach) == ""
    desk.feed(view(BATTLE, "red.corps.2"), 6_000)
    coach.watch(9_000, telling=False)
    assert said(coach) == say("help.first_answer")
