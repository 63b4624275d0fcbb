"""Announcer: what a seat announces when something happens. Each event is announced once. It is pure.

The client in plain lines writes all announcements. A screen reader leaves out the player's own lines. It also
leaves out everything from before the player sat down, because that is on the page. The question and the
scenes have their own announcements.

The same rules are in clients/web/page/seat/aloud.js.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from warcouncil.clients.link.base.line import LinkState
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.feedback import LateNotice
from warcouncil.clients.seat.model.shown.council import deal_parties, shown_deal
from warcouncil.clients.seat.model.talk import Conversation, Timing
from warcouncil.clients.seat.words.seat_names import with_person
from warcouncil.clients.widgets.pieces.message_heads import message_head
from warcouncil.clients.widgets.pieces.wording import clock_text
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import Deal, Spoken, StoryLine
from warcouncil.protocol.words import ChannelId, SeatId, clean, plain

MARKS_MS = (60_000, 30_000, 10_000)
"""The remaining times at which the clock is announced."""
MOVED_MS = 3000
"""A change larger than this was made by an umpire. A smaller one is network jitter."""
OPENS_MS = 3000
"""A clock that is set within this time after its question opened is not announced as changed."""
LINK = {
    LinkState.UP: "aloud.link_up",
    LinkState.DOWN: "talk.link_down",
    LinkState.SHUT: "question.link_shut",
    LinkState.ENDED: "link.farewell",
}


class Subject(Enum):
    """The subject of an announcement, in the order in which announcements of one moment are made."""

    LINK = auto()
    RECEIPT = auto()
    STORY = auto()
    TALK = auto()
    DEAL = auto()
    UMPIRE = auto()
    CREW = auto()
    END = auto()
    LATE = auto()
    """The result of an answer whose question is over."""
    RESULT = auto()
    """The result of a request."""
    TALK_OPENS = auto()
    TALK_CLOSES = auto()
    CLOCK = auto()


@dataclass(frozen=True, slots=True)
class Announcement:
    """A sentence to announce.

    `urgent`: it interrupts any reading aloud. `about` is the heading of a line of the story. `number` is the number
    of a proposal, of a notice that asks for a reply, or of one of several conversations. `own`: the player said it.
    `old`: it is from before the player sat down.
    """

    subject: Subject
    text: str
    urgent: bool = False
    about: str = ""
    number: int = 0
    own: bool = False
    old: bool = False


def talk_words(desk: Desk, talk: Conversation, line: Spoken) -> str:
    """Return a line of talk as a sentence.

    Between two seats it names the addressee. Otherwise it names the conversation, if there are several.
    """
    mine, text = line.seat == desk.me, clean(line.text)
    who = say("talk.you") if mine else with_person(desk.company, line.seat, line.title)
    if desk.is_pair(talk):
        return say(
            "aloud.spoken_to", who=who, to=_other(desk, talk) if mine else say("company.you"), text=text
        )
    if len(desk.talks) > 1:
        return say("aloud.spoken_in", who=who, title=desk.name_of(talk), text=text)
    return say("aloud.spoken", who=who, text=text)


def _other(desk: Desk, talk: Conversation) -> str:
    """Return the name of the other member of a conversation of two."""
    name, mine = desk.name_of(talk), desk.welcome.seat_title if desk.welcome is not None else ""
    others = [clean(member) for member in talk.members if clean(member) != clean(mine)]
    return others[0] if name == clean(talk.title) and len(others) == 1 else name


def deal_words(deal: Deal, me: SeatId) -> str:
    """Return a sentence about a proposal and its result, for the seat `me`."""
    (giver, taker), shown = deal_parties(deal, me), shown_deal(deal, me)
    return say("aloud.deal", n=deal.number, giver=giver, taker=taker, text=shown.text, state=shown.state)


class Announcer:
    """Compares the state of a seat's client (`Desk`) with what was already announced."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._link = desk.link
        self._alarm = ""
        self._begin()

    def _begin(self) -> None:
        """Begin with another seat. Nothing about it has been announced yet."""
        self._seating = self._desk.seatings
        self._came = False
        self._story = 0
        self._newest: StoryLine | None = None
        """The line of the story that was announced last. It is the line before index `_story`."""
        self._notices = 0
        self._lines: dict[ChannelId, int] = {}
        self._deals: dict[int, str] = {}
        self._late: tuple[LateNotice, ...] = ()
        self._said = ""
        self._who = ""
        self._over = False

    def news(self) -> list[Announcement]:
        """Return what is new since the last call."""
        desk = self._desk
        if desk.seatings != self._seating:
            self._begin()
        found = self._of_link()
        if desk.view is not None:
            old, self._came = not self._came, True
            found += [
                *self._of_story(old=old),
                *self._of_talk(old=old),
                *self._of_deals(old=old),
                *self._of_umpire(old=old),
                *self._of_crew(old=old),
                *self._of_end(old=old),
            ]
        found += [
            Announcement(Subject.LATE, late.words)
            for late in desk.late.said
            if late not in self._late and not late.in_story
        ]
        self._late = tuple(desk.late.said)
        if desk.said and desk.said != self._said:
            found.append(Announcement(Subject.RESULT, desk.said))
        self._said = desk.said
        return found

    def _of_link(self) -> list[Announcement]:
        desk, found = self._desk, []
        if desk.link != self._link:
            self._link = desk.link
            words, text = say(LINK[desk.link.state]), clean(desk.link.text)
            said = text if text.startswith(words) else f"{words} {text}".rstrip()
            found.append(Announcement(Subject.LINK, said, urgent=desk.link.state is not LinkState.UP))
        if desk.alarm and desk.alarm != self._alarm:
            found.append(Announcement(Subject.RECEIPT, plain(desk.alarm), urgent=True))
        self._alarm = desk.alarm
        return found

    def _of_story(self, *, old: bool) -> list[Announcement]:
        story, at = self._desk.story, self._story
        if at > len(story) or (at and story[at - 1] != self._newest):
            at = len(story)  # The story has changed after a rollback, and can be read on the screen
        new, self._story = story[at:], len(story)
        self._newest = story[-1] if story else None
        return [
            Announcement(Subject.STORY, plain(line.text), about=clean(line.heading), old=old) for line in new
        ]

    def _of_talk(self, *, old: bool) -> list[Announcement]:
        desk, found = self._desk, []
        for talk in desk.talks.values():
            newest = max(talk.lines, default=0)
            before = min(self._lines.get(talk.id, 0), newest)  # A restored exercise counts lines again
            self._lines[talk.id] = newest
            for number, line in sorted(talk.lines.items()):
                if number > before:
                    words, own = talk_words(desk, talk, line), line.seat == desk.me
                    found.append(Announcement(Subject.TALK, words, own=own, old=old))
        return found

    def _of_deals(self, *, old: bool) -> list[Announcement]:
        desk, found = self._desk, []
        for deal in desk.deals.values():
            if self._deals.get(deal.number) != deal.state:
                self._deals[deal.number] = deal.state
                asks = deal.number if deal.state == "open" and deal.taker == desk.me else 0
                found.append(Announcement(Subject.DEAL, deal_words(deal, desk.me), number=asks, old=old))
        return found

    def _of_umpire(self, *, old: bool) -> list[Announcement]:
        new, self._notices = self._desk.notices[self._notices :], len(self._desk.notices)
        return [
            Announcement(
                Subject.UMPIRE,
                say("aloud.notice", head=message_head(notice), text=plain(notice.text)),
                urgent=True,
                number=notice.number,
                old=old,
            )
            for notice in new
        ]

    def _of_crew(self, *, old: bool) -> list[Announcement]:
        desk = self._desk
        before, self._who = self._who, "bot" if desk.bot else "watching" if desk.watching else ""
        if self._who == before or desk.ended is not None:
            return []
        key = (
            "question.bot_plays" if desk.bot else "question.you_watch" if desk.watching else "aloud.you_drive"
        )
        return [Announcement(Subject.CREW, say(key), urgent=True, old=old)]

    def _of_end(self, *, old: bool) -> list[Announcement]:
        ended = self._desk.ended
        if ended is None or self._over:
            return []
        self._over = True
        return [Announcement(Subject.END, say("verdict.over_because", reason=plain(ended.reason)), old=old)]


class DoorAnnouncer:
    """Announces when a conversation opens and when it closes, each once."""

    def __init__(self) -> None:
        self._open: dict[ChannelId, str] = {}
        """The open conversations, with their names."""

    def due(self, desk: Desk, now_ms: int) -> list[Announcement]:
        """Return what is new. While the link is broken, the state is unknown. So return nothing until a clock comes."""
        if not desk.up or desk.timing(now_ms) is Timing.FROZEN:
            return []
        now = {talk.id: talk for talk in desk.talks.values() if desk.is_open(talk, now_ms)}
        closed = [name for channel, name in self._open.items() if channel not in now]
        opened = [channel for channel in now if channel not in self._open]
        self._open = {channel: desk.name_of(talk) for channel, talk in now.items()}
        found = [Announcement(Subject.TALK_CLOSES, say("aloud.talk_closes", title=name)) for name in closed]
        channels = desk.view.channels if desk.view is not None else ()
        places = {channel.id: at for at, channel in enumerate(channels, 1)}
        for channel in sorted(opened, key=lambda each: places.get(each, 0)):
            left = clock_text(desk.shuts_ms(now[channel], now_ms))
            said = say("aloud.talk_opens", title=desk.name_of(now[channel]), time=left)
            number = places.get(channel, 0) if len(channels) > 1 else 0
            found.append(Announcement(Subject.TALK_OPENS, said, number=number))
        return found


class ClockAnnouncer:
    """Announces the important moments of one clock, each once, to a seat that can answer or speak now."""

    def __init__(self) -> None:
        self._gate = -1
        self._ends_ms = 0
        self._stands = False
        self._begun = True
        self._past = 0
        """How many of the remaining times in MARKS_MS have been passed."""
        self._opened_ms = 0

    def due(self, desk: Desk, now_ms: int) -> list[Announcement]:
        """Return what is new."""
        view = desk.view
        if view is None or view.clock is None or view.ended is not None:
            return []
        timing, left = desk.timing(now_ms), desk.left_ms(now_ms)
        concerned = view.form is not None or bool(view.channels)
        if view.gate != self._gate or view.begun != self._begun:
            begins = view.begun and not self._begun
            self._opened_ms = now_ms
            self._gate, self._begun, self._stands = view.gate, view.begun, timing is Timing.STANDS
            self._start(left, now_ms)
            if begins:
                return [_of_clock(say("aloud.begun", time=clock_text(left)))]
            return [_of_clock(desk.standstill())] if self._stands and concerned else []
        if timing is Timing.STANDS:
            stood, self._stands = self._stands, True
            said = say("aloud.stands", time=clock_text(left), why=desk.standstill())
            return [] if stood or not concerned else [_of_clock(said)]
        if timing not in (Timing.RUNS, Timing.URGENT, Timing.UP):
            return []
        found = self._running(desk, left, now_ms)
        return found if concerned else []

    def _running(self, desk: Desk, left: int, now_ms: int) -> list[Announcement]:
        stood, self._stands = self._stands, False
        moved = left > 0 and abs(now_ms + left - self._ends_ms) > MOVED_MS
        if stood or moved:
            self._start(left, now_ms)
            changed = "aloud.has" if now_ms - self._opened_ms < OPENS_MS else "aloud.moved"
            return [_of_clock(say("aloud.again" if stood else changed, time=clock_text(left)))]
        past = _passed(left)
        if past <= self._past:
            return []
        self._past = past
        if left == 0:
            return [_of_clock(desk.time_is_up(now_ms), urgent=True)]
        said = say("aloud.left", n=-(-MARKS_MS[past - 1] // 1000))
        return [_of_clock(said, urgent=past == len(MARKS_MS))]

    def _start(self, left: int, now_ms: int) -> None:
        self._ends_ms, self._past = now_ms + left, _passed(left)


def _passed(left: int) -> int:
    """Return how many of the remaining times in MARKS_MS have been passed. The end counts as one."""
    return sum(left <= mark for mark in MARKS_MS) + (left == 0)


def _of_clock(text: str, *, urgent: bool = False) -> Announcement:
    return Announcement(Subject.CLOCK, text, urgent=urgent)
