"""NewsTold: converts the announcements of a seat into lines. Each line begins with its subject, and names the
command that answers it.
"""

from __future__ import annotations

from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.shown.announcements import (
    Announcement,
    Announcer,
    ClockAnnouncer,
    DoorAnnouncer,
    Subject,
)
from warcouncil.clients.wording.saying import say

HEADS = {
    Subject.LINK: "link: ",
    Subject.RECEIPT: "RECEIPT: ",
    Subject.TALK: "talk: ",
    Subject.CREW: "seat: ",
    Subject.TALK_OPENS: "talk: ",
    Subject.TALK_CLOSES: "talk: ",
    Subject.CLOCK: "clock: ",
}
"""The word before a line, by its subject."""
_SENTENCE_ENDS = (".", "!", "?", "…")
PAST_READ_MAX = 5
"""How many events from before the player sat down are read. More are only counted."""


class NewsTold:
    """The announcements of a seat as lines."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._announcer = Announcer(desk)
        self._clock, self._doors = ClockAnnouncer(), DoorAnnouncer()

    def sit_down(self) -> None:
        """Begin with another seat."""
        self._clock, self._doors = ClockAnnouncer(), DoorAnnouncer()

    def new(self) -> list[str]:
        """Return the lines about what is new. Many events from before the player sat down are only counted."""
        found = self._announcer.news()
        past = sum(each.old and each.subject is Subject.STORY for each in found)
        counted = past > PAST_READ_MAX
        lines = [f"story: {say('plain.before_you_came', n=past)}"] if counted else []
        # The verdict says how the game ended
        told = (each for each in found if each.subject is not Subject.END)
        return [
            *lines,
            *(
                self._line(each)
                for each in told
                if not (counted and each.old and each.subject is Subject.STORY)
            ),
        ]

    def doors(self, now_ms: int) -> list[str]:
        """Return the lines about conversations that open or close."""
        return list(map(self._line, self._doors.due(self._desk, now_ms)))

    def clock(self, now_ms: int) -> list[str]:
        """Return the lines about the clock."""
        return list(map(self._line, self._clock.due(self._desk, now_ms)))

    def _line(self, each: Announcement) -> str:
        if each.subject is Subject.STORY:
            return f"story, {each.about}: {each.text}"
        text, how = f"{HEADS.get(each.subject, '')}{each.text}", self._how(each)
        if not how:
            return text
        return f"{text if text.endswith(_SENTENCE_ENDS) else f'{text}.'} {how}"

    def _how(self, each: Announcement) -> str:
        """Return the command that answers an announcement, or "" if none does."""
        desk = self._desk
        match each.subject:
            case Subject.DEAL if each.number:
                return say("plain.how_deal", n=each.number)
            case Subject.UMPIRE if each.number:
                return say("plain.how_reply", n=each.number)
            case Subject.CREW if desk.bot:
                return say("plain.how_take" if desk.lent else "plain.how_call")
            case Subject.CREW if desk.watching:
                return say("plain.how_take")
            case Subject.TALK_OPENS if each.number:
                return say("plain.how_say_to", n=each.number)
            case Subject.TALK_OPENS:
                return say("plain.how_say")
            case _:
                return ""
