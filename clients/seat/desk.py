"""The desk: all that a seat's client knows, and the requests it makes.

No screen, no socket and no clock of its own: news comes in with the time it came, and ids are made by whoever owns it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, assert_never

from warcouncil.clients.link.line import LinkChange, LinkState, News, Shout
from warcouncil.clients.seat.pending import Pending, done_words
from warcouncil.clients.seat.talk import WRONG_ROLE, Conversation, Timing
from warcouncil.protocol.consoles import Alarms, CodeIssued, Room, Seen, TableStatus, Wall
from warcouncil.protocol.forms import Answer
from warcouncil.protocol.replies import Alive, Clock, Deals, Done, Fenced, Receipt, Refusal, Team, Welcome
from warcouncil.protocol.requests import (
    Call,
    Claim,
    Declare,
    Draft,
    HandOver,
    Propose,
    Respond,
    Say,
    Write,
)
from warcouncil.protocol.views import ChannelView, ClockView, Deal, Mate, Notice, Spoken, StoryLine, View
from warcouncil.protocol.words import ChannelId, GateNo, MessageId, SeatId, TableId, clean

R = TypeVar("R", Call, Claim, HandOver, Propose, Respond, Say, Write)
JITTER_MS = 300
"""A beat's clock that differs by less is the network's unrest: the clock on the screen does not jump for it."""
URGENT_MS = 10_000
LEFT_TEXT = "You sit at another seat now. What was on its way from the one you left is not sent again."


class Desk:
    """What a seat's client knows. Feed it news; ask it for requests."""

    def __init__(self, make_id: Callable[[], MessageId]) -> None:
        self._make_id = make_id
        self.link = LinkChange(LinkState.DOWN, "Looking for the arbiter.")
        self.welcome: Welcome | None = None
        self.trouble = ""
        """Why this client is the wrong one, in words; "" if it is not."""
        self.news_number = 0
        """Counts the times that something happened."""
        self.seatings = 0
        """Counts the seats that this window has shown."""
        self.alarm = ""
        """Where the arbiter's word does not hold, in words; "" where it does."""
        self._sit_down()

    def _sit_down(self) -> None:
        """Know nothing yet of the seat: all that was another seat's is forgotten."""
        self.seatings += 1
        self.view: View | None = None
        self.story: list[StoryLine] = []
        self.news: tuple[StoryLine, ...] = ()
        """What happened last, to be told step by step."""
        self.talks: dict[ChannelId, Conversation] = {}
        self.deals: dict[int, Deal] = {}
        self.notices: list[Notice] = []
        self.answered: set[int] = set()
        """The umpire's words that were replied to here."""
        self.team: tuple[Mate, ...] = ()
        self.bot = False
        self.paused = ""
        self.sealed: Answer | None = None
        self.sending: Declare | None = None
        """A declaration whose receipt has not come."""
        self.refused = ""
        """Why the last declaration was refused, in words."""
        self.said = ""
        """What became of the last request that was no declaration, in words."""
        self._unsealed = 0
        """The question whose answer the arbiter could not prove to hold."""
        self._clock: ClockView | None = None
        self._heard_ms = 0
        self._now_ms = 0
        self._drafted: Answer | None = None
        self._pending = Pending()

    # --- news ---------------------------------------------------------------------------------------------------

    def feed(self, news: News, now_ms: int) -> None:
        """Take in what the link brings."""
        self._now_ms = now_ms
        match news:
            case LinkChange():
                self._linked(news)
            case Fenced():
                self._linked(LinkChange(LinkState.SHUT, news.text))
            case Shout():
                self._shouted(news)
            case Welcome():
                self._welcomed(news)
            case View():
                self._view(news, now_ms)
            case Clock():
                self._clock_moved(news, now_ms)
            case Alive():
                self._tick(news.clock, now_ms)
            case Receipt() | Done() | Refusal():
                self._reply(news)
            case Spoken() | Notice() | Team() | Deals():
                self._word(news)
            case Wall() | TableStatus() | Alarms() | CodeIssued() | Room() | Seen():
                pass  # for umpires
            case _:
                assert_never(news)

    def _linked(self, change: LinkChange) -> None:
        """Take note of the link. When it is shut for good, nothing is on its way any more."""
        self.link = change
        if change.state is not LinkState.SHUT:
            return
        if self.sending is not None:
            self.sending, self.refused = None, "the link was shut before the arbiter had answered."
        for request in self._pending.empty():
            if isinstance(request, Say):
                self._give_back(request)

    def _shouted(self, shout: Shout) -> None:
        self.alarm = shout.text
        self._unsealed = max(self._unsealed, shout.gate)
        if self.view is not None and shout.gate == self.view.gate:
            self.sealed = None

    def _welcomed(self, welcome: Welcome) -> None:
        """Take note of where we sit. A window shows nothing of a seat that it has left."""
        before = self.welcome
        self.welcome, self.trouble = welcome, WRONG_ROLE.get(welcome.role, "")
        if before is not None and _place(before) != _place(welcome):
            lost = self._pending or self.sending is not None
            now_ms = self._now_ms
            self._sit_down()
            self._now_ms = now_ms
            self.said = LEFT_TEXT if lost else ""

    def _reply(self, news: Receipt | Done | Refusal) -> None:
        match news:
            case Receipt():
                self._receipt(news)
            case Done():
                self._done(news)
            case Refusal():
                self._refusal(news)

    def _word(self, news: Spoken | Notice | Team | Deals) -> None:
        match news:
            case Spoken():
                self._spoken(news)
            case Notice():
                self.notices.append(news)
            case Team():
                self.team, self.bot = news.team, news.bot
            case Deals():
                self.deals |= {deal.number: deal for deal in news.deals}

    def _view(self, view: View, now_ms: int) -> None:
        new_gate = self.view is None or view.gate != self.view.gate
        self._story(view)
        self.view = view
        self._clock, self._heard_ms = view.clock, now_ms
        self.paused, self.team, self.bot = view.paused, view.team, view.bot
        self.sealed = view.sealed if view.gate != self._unsealed else None
        if new_gate:
            self.sending, self.refused, self.said, self._drafted = None, "", "", None
        elif self.sending is not None and self.sealed == self.sending.answer:
            self.sending = None
        if view.whole:
            self.deals, self.notices = {}, []
            for talk in self.talks.values():
                talk.lines.clear()
        for channel in view.channels:
            self._channel(channel)
        for line in view.lines:
            self._spoken(line)
        self.deals |= {deal.number: deal for deal in view.deals}
        self.notices += view.notices

    def _story(self, view: View) -> None:
        """Take in what happened. After a broken link only what was missed is news; on sitting down nothing is."""
        if not view.whole:
            new = view.story
            self.story += new
        else:
            known = self.story
            missed = bool(known) and list(view.story[: len(known)]) == known
            new = view.story[len(known) :] if missed else ()
            self.story = list(view.story)
        if new:
            self.news = new
            self.news_number += 1

    def _channel(self, channel: ChannelView) -> None:
        talk = self.talks.get(channel.id)
        if talk is None:
            self.talks[channel.id] = Conversation(
                channel.id, channel.title, channel.members, channel.quiet_ms, lines={}
            )
        else:
            talk.title, talk.members, talk.quiet_ms = channel.title, channel.members, channel.quiet_ms

    def _spoken(self, line: Spoken) -> None:
        talk = self.talks.get(line.channel)
        if talk is None:
            talk = self.talks[line.channel] = Conversation(
                line.channel, str(line.channel).replace("_", " ").capitalize(), (), 0, lines={}
            )
        talk.lines[line.n] = line

    def _clock_moved(self, news: Clock, now_ms: int) -> None:
        if self.view is not None and news.gate == self.view.gate:
            self._clock, self._heard_ms, self.paused = news.clock, now_ms, news.paused

    def _tick(self, clock: ClockView | None, now_ms: int) -> None:
        """Set the clock right after a beat, unless only the network's unrest speaks."""
        if clock is None or self._clock is None:
            return
        off = abs(clock.left_ms - self._clock.left_at(self._heard_ms, now_ms))
        if off > JITTER_MS or clock.running != self._clock.running:
            self._clock, self._heard_ms = clock, now_ms

    def _receipt(self, receipt: Receipt) -> None:
        if self.view is None or receipt.gate != self.view.gate:
            return
        self.sealed, self.refused, self._unsealed = receipt.answer, "", 0
        if self.sending is not None and self.sending.id == receipt.id:
            self.sending = None

    def _done(self, done: Done) -> None:
        request = self._pending.pop(done.id)
        if isinstance(request, Write):
            self.answered.add(request.notice)
        if request is not None:
            self.said = done_words(request) or self.said

    def _refusal(self, refusal: Refusal) -> None:
        text = clean(refusal.text) + (f" (rule {clean(refusal.rule)})" if refusal.rule else "")
        if self.sending is not None and refusal.id == self.sending.id:
            self.sending, self.refused = None, text
            return
        request = self._pending.pop(refusal.id)
        if isinstance(request, Say):
            kept = self._give_back(request)
            self.said = f"Not said: {text}" if kept else f"Not said: {text} Your line was “{request.text}”."
        elif request is not None:
            self.said = f"Not done: {text}"
        elif not refusal.id:
            self.said = text

    def _give_back(self, request: Say) -> bool:
        """Put a line that was not said back before its writer, unless he has begun another; whether it is there."""
        talk = self.talks.get(request.channel)
        if talk is None or talk.half:
            return False
        talk.half = request.text
        return True

    # --- what the screen asks -------------------------------------------------------------------------------------

    @property
    def up(self) -> bool:
        """Whether the link stands."""
        return self.link.state is LinkState.UP

    @property
    def on_its_way(self) -> str:
        """Say what is asked for and not answered, when it takes longer than usual; else ""."""
        return self._pending.on_its_way(self._now_ms, up=self.up)

    @property
    def watching(self) -> bool:
        """Whether another drives the seat."""
        return self.view is not None and self.view.watching

    def left_ms(self, now_ms: int) -> int:
        """Give what is left of the clock, counted here."""
        clock = self._clock
        return clock.left_at(self._heard_ms, now_ms) if clock else 0

    def timing(self, now_ms: int) -> Timing:
        """Say what the clock does."""
        if self.view is None or self._clock is None or self.view.ended is not None:
            return Timing.NONE
        if self.view.held or self.paused or not self._clock.running:
            return Timing.STANDS
        left = self.left_ms(now_ms)
        if left == 0:
            return Timing.UP
        return Timing.URGENT if left <= URGENT_MS else Timing.RUNS

    def standstill(self) -> str:
        """Say why the clock stands."""
        if self.view is not None and self.view.held:
            return "The table waits for the umpire."
        return clean(self.paused) or "The clock stands."

    def locked(self, now_ms: int) -> str:
        """Say why no answer can be sealed now; "" when one can."""
        view = self.view
        if view is None or view.form is None or view.ended is not None:
            return "You are not asked."
        if self.bot:
            return "A bot plays your seat."
        if view.watching:
            return "You watch; another of your crew answers."
        if self.link.state is LinkState.SHUT:
            return "The link is shut."
        timing = self.timing(now_ms)
        if timing is Timing.STANDS:
            return f"{self.standstill()} Nothing can be sealed until it runs."
        return "Time is up." if timing is Timing.UP else ""

    def is_open(self, talk: Conversation, now_ms: int) -> bool:
        """Say whether a conversation is open now, as the arbiter decides it: by the one clock."""
        view = self.view
        if view is None or talk.id not in {channel.id for channel in view.channels}:
            return False
        return self.timing(now_ms) in (Timing.RUNS, Timing.URGENT) and self.left_ms(now_ms) > talk.quiet_ms

    def shuts_ms(self, talk: Conversation, now_ms: int) -> int:
        """Give how long a conversation stays open."""
        return max(0, self.left_ms(now_ms) - talk.quiet_ms)

    def mute(self, talk: Conversation, now_ms: int) -> str:
        """Say why one cannot speak in a conversation now; "" when one can."""
        if not self.is_open(talk, now_ms):
            return "It is closed."
        if not self.up:
            return "The link is down."
        if self.bot:
            return "A bot plays your seat."
        return "You watch." if self.watching else ""

    @property
    def waiting_deals(self) -> tuple[Deal, ...]:
        """The proposals to this seat that it has not answered."""
        me = self.welcome.seat if self.welcome is not None else SeatId("")
        return tuple(deal for deal in self.deals.values() if deal.state == "open" and deal.taker == me)

    # --- requests ---------------------------------------------------------------------------------------------------

    def declare(self, answer: Answer, now_ms: int) -> Declare | None:
        """Seal an answer; None when that is locked, and `refused` says why."""
        why = self.locked(now_ms)
        if why or self.view is None or self.welcome is None:
            self.refused = why
            return None
        self.sending = Declare(
            id=self._make_id(),
            gate=self.view.gate,
            answer=answer,
            table=self.welcome.table,
            seat=self.welcome.seat,
        )
        self.refused = ""
        return self.sending

    def draft(self, answer: Answer, now_ms: int) -> Draft | None:
        """Tell what the seat would answer, where that counts and has changed."""
        view = self.view
        if view is None or not view.drafts or answer == self._drafted or self.locked(now_ms) or not self.up:
            return None
        self._drafted = answer
        return Draft(gate=view.gate, answer=answer)

    def say(self, channel: ChannelId, text: str, now_ms: int) -> Say | None:
        """Speak; None when the line cannot be said now: it is kept, and `said` says why."""
        talk, text = self.talks.get(channel), clean(text)
        if talk is None or not text:
            return None
        why = self.mute(talk, now_ms)
        if why:
            talk.half, self.said = text, f"Not said: {why} Your line is kept."
            return None
        talk.half = ""
        return self._remember(Say(id=self._make_id(), channel=channel, text=text, gate=self._gate))

    def propose(self, to: SeatId, text: str) -> Propose | None:
        """Put a proposal to another seat."""
        text = clean(text)
        if not text:
            return None
        return self._remember(Propose(id=self._make_id(), to=to, text=text, gate=self._gate))

    def respond(self, deal: int, *, accept: bool) -> Respond:
        """Accept or refuse a proposal."""
        return self._remember(Respond(id=self._make_id(), deal=deal, accept=accept))

    def call(self, text: str) -> Call | None:
        """Call the umpire."""
        text = clean(text)
        return self._remember(Call(id=self._make_id(), text=text)) if text else None

    def write(self, notice: int, text: str) -> Write | None:
        """Reply to the umpire."""
        text = clean(text)
        return self._remember(Write(id=self._make_id(), notice=notice, text=text)) if text else None

    def hand_over(self) -> HandOver:
        """Let another of the crew drive the seat."""
        return self._remember(HandOver(id=self._make_id()))

    def claim(self) -> Claim:
        """Take the seat over from a silent driver."""
        return self._remember(Claim(id=self._make_id()))

    def _remember(self, request: R) -> R:
        self._pending.add(request, self._now_ms)
        return request

    @property
    def _gate(self) -> GateNo:
        return self.view.gate if self.view is not None else GateNo(0)


def _place(welcome: Welcome) -> tuple[str, TableId, SeatId]:
    return welcome.exercise, welcome.table, welcome.seat
