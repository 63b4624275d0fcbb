"""Seat: everything that one client knows of its seat, and what its player can do. It uses no screen and no
clock.

The caller supplies news and the acts of the player with their times. The caller gets a `Screen` to show and
requests to send. A skin draws the screen and sends the requests. The terminal is one skin, and other skins
can be written.
"""

from __future__ import annotations

from collections.abc import Callable

from warcouncil.clients.link.base.line import News
from warcouncil.clients.seat.model.answers import Answers
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.documents import SeatDocuments
from warcouncil.clients.seat.model.hints import Suggest, no_hint
from warcouncil.clients.seat.model.shown.bell import Bell
from warcouncil.clients.seat.model.shown.coaching import Coach
from warcouncil.clients.seat.model.shown.question import shown_question
from warcouncil.clients.seat.model.shown.screen import Screen, ShownQuestion, Ways
from warcouncil.clients.seat.model.shown.showing import screen_of
from warcouncil.clients.seat.model.shown.telling import Teller
from warcouncil.clients.widgets.window.settings import Remembered
from warcouncil.protocol.words import MessageId


class Seat:
    """One seat in one client.

    `kept` is what this machine remembers of the player, `suggest` proposes answers, and `still` shows only the last
    position of a scene. `unsealed` has texts that were written too late, until the skin has added them to the private
    notes.
    """

    def __init__(
        self,
        make_id: Callable[[], MessageId],
        *,
        kept: Remembered | None = None,
        suggest: Suggest = no_hint,
        still: bool = False,
    ) -> None:
        self.desk = Desk(make_id)
        self.teller = Teller(self.desk, still=still)
        self.documents = SeatDocuments(self.desk)
        self.answers = Answers(self.desk)
        self.answers.suggest = suggest
        self.coach = Coach(self.desk, kept or Remembered())
        self.bell = Bell(self.desk)
        self.unsealed: list[str] = []
        self._seating = self.desk.seatings

    def hear(self, news: News, now_ms: int) -> None:
        """Record a news item from the link."""
        self.desk.feed(news, now_ms)

    def update(self, now_ms: int) -> bool:
        """Advance the scenes and the hints, and prepare the answer to the open question.

        Return whether the window shows another seat since the last call. Then nothing of the old seat is
        kept.
        """
        is_new = self._seating != self.desk.seatings
        if is_new:
            self._seating = self.desk.seatings
            self.teller.sit_down()
            self.answers.put_down()
        self.teller.update(now_ms)
        self.coach.watch(now_ms, telling=self.teller.telling is not None)
        if lost := self.answers.take_up():
            self.unsealed.append(lost)
        return is_new

    def screen(self, now_ms: int, ways: Ways) -> Screen:
        """Return what is shown now. `ways` has the names of keys or buttons for the acts in this skin."""
        return screen_of(self.desk, self.answers.filling, now_ms, ways, hint=self.coach.words(ways))

    def question(self, now_ms: int, ways: Ways) -> ShownQuestion:
        """Return the question of the screen alone, which is drawn more often than the rest."""
        return shown_question(self.desk, self.answers.filling, now_ms, ways)

    # --- what the player does -----------------------------------------------------------------------------------------

    def next(self, now_ms: int) -> None:
        """Show the next scene at once."""
        self.teller.hurry_on(now_ms)

    def put_away(self) -> bool:
        """Dismiss the first of these that is shown: the scenes, the newest notice, a hint, or the results of
        requests.

        Return whether there was anything.
        """
        desk = self.desk
        if self.teller.telling is not None:
            self.teller.end()
        elif desk.new_notices:
            desk.put_notice_away()
        elif self.coach.put_away():
            pass
        elif desk.said or desk.late.said or desk.alarm or desk.moved or desk.settled:
            desk.said = desk.alarm = desk.moved = ""
            desk.settled.clear()
            desk.late.put_away()
        else:
            return False
        return True
