"""Coaching: one line of help when a player of this machine has their first answer, draft, seal or scene.

No line is shown twice.
"""

from __future__ import annotations

from warcouncil.clients.link.base.line import LinkState
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.sealing import has_choice
from warcouncil.clients.seat.model.shown.screen import Ways
from warcouncil.clients.seat.model.talk import Timing
from warcouncil.clients.widgets.window.settings import Remembered
from warcouncil.clients.wording.saying import say

HINTS = {
    "first-answer": "help.first_answer",
    "first-draft": "help.first_draft",
    "first-seal": "help.first_seal",
    "first-telling": "help.first_telling",
}


class Coach:
    """The line of help that is shown now, until the next question or until the player dismisses it."""

    def __init__(self, desk: Desk, kept: Remembered) -> None:
        self._desk = desk
        self._kept = kept
        self._now = ""
        self._gate = 0

    def watch(self, now_ms: int, *, telling: bool) -> None:
        """Check whether the player does something here for the first time.

        Nothing is shown if the machine cannot remember what it has shown.
        """
        view = self._desk.view
        if view is None or self._kept.file is None or self._desk.to_be_briefed:
            return  # The player would not read a hint under a briefing
        if self._desk.link.state in (LinkState.SHUT, LinkState.ENDED):
            self._now = ""  # Enter seals nothing now, because it looks for the exercise again
            return
        if view.gate != self._gate:
            self._now = self._now if telling and self._now == "first-telling" else ""
            self._gate = self._gate if telling else view.gate
        if not self._answers and self._now != "first-telling":
            self._now = ""
        if self._now == "first-seal" and not self._desk.can_change(now_ms):
            self._now = ""
        name = self._occasion(now_ms, telling=telling)
        if name and self._kept.is_new(name):
            self._now = name

    def _occasion(self, now_ms: int, *, telling: bool) -> str:
        if telling:
            return "first-telling"
        if not self._answers:
            return ""
        if self._desk.sealed is not None:
            return "first-seal" if self._desk.can_change(now_ms) else ""
        view = self._desk.view
        if view is None or view.form is None or not has_choice(view.form):
            return ""  # There is nothing to choose, so the help waits for the first question that needs it
        runs = self._desk.timing(now_ms) in (Timing.RUNS, Timing.URGENT)
        if not runs or self._desk.locked(now_ms):
            return ""
        return "first-draft" if view.drafts else "first-answer"

    @property
    def _answers(self) -> bool:
        """Whether the player answers for this seat: no bot or other member of the crew does, and the answer
        was not voided.
        """
        desk, view = self._desk, self._desk.view
        return not (desk.bot or desk.watching or (view is not None and view.voided))

    def put_away(self) -> bool:
        """Remove the line. Return whether there was one."""
        had, self._now = bool(self._now), ""
        return had

    def words(self, ways: Ways) -> str:
        """Return the line. It is "" if there is none."""
        if not self._now:
            return ""
        on, enough, story = ways.of("tell-on", "Space"), ways.of("back", "Esc"), ways.of("story", "F3")
        return say(HINTS[self._now], on=on, enough=enough, story=story)
