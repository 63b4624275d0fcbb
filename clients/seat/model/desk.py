"""The desk: what a seat's client knows, what can be done with it now, and the requests it makes.

No screen, no socket and no clock of its own: ids are made by whoever owns it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from warcouncil.clients.link.base.line import LinkState
from warcouncil.clients.seat.model.knowledge import SeatKnowledge
from warcouncil.clients.seat.model.sealing import may_change
from warcouncil.clients.seat.model.talk import Conversation, Timing
from warcouncil.clients.seat.words.seat_names import person_at, waiting_words
from warcouncil.clients.widgets.window.own_keys import SAME
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.views import Deal, Ended
from warcouncil.protocol.wire.requests import (
    Call,
    Claim,
    Declare,
    Draft,
    HandOver,
    Propose,
    ReadRules,
    Respond,
    Say,
    SayReady,
    Write,
)
from warcouncil.protocol.words import ChannelId, GateNo, MessageId, Role, SeatId, clean

R = TypeVar("R", Call, Claim, HandOver, Propose, Respond, Say, Write)
URGENT_MS = 10_000
SETTLED = {
    ("accepted", False): "deals.they_accepted",
    ("refused", False): "deals.they_refused",
    ("accepted", True): "deals.you_accepted",
    ("refused", True): "deals.you_refused",
}
"""The sentence about an answered proposal, by its state and whether the reader answered it."""
LATE_MS = 4000
"""A question that is open so long after its time waits for something."""


class Desk(SeatKnowledge):
    """A seat's desk. Feed it news; ask it for requests."""

    def __init__(self, make_id: Callable[[], MessageId]) -> None:
        super().__init__()
        self._make_id = make_id
        self.own = SAME
        """The keys that mean something else in this window than texts say."""
        self.plays_again = False
        """Whether another game may be begun when this one is over."""

    # --- what the screen asks -------------------------------------------------------------------------------------

    @property
    def up(self) -> bool:
        """Whether the link stands."""
        return self.link.state is LinkState.UP

    @property
    def dismissed(self) -> bool:
        """Whether the umpire has ended the exercise."""
        return self.link.state is LinkState.ENDED

    @property
    def look(self) -> str:
        """What to look at when the first turn is told, "" where that is not known."""
        return clean(self.rules.briefing.looks) if self.rules is not None else ""

    @property
    def ended(self) -> Ended | None:
        """How the game ended, once everything has been told that led to it."""
        return self.view.ended if self.view is not None and self.is_told else None

    @property
    def on_its_way(self) -> str:
        """Say what is asked for and not answered, when it takes longer than usual; else ""."""
        return self._pending.on_its_way(self._now_ms, up=self.up)

    @property
    def unanswered(self) -> bool:
        """Whether something is asked for or sealed here and not answered yet."""
        return bool(self._pending) or self.sending is not None

    @property
    def watching(self) -> bool:
        """Whether another drives the seat."""
        return self.view is not None and self.view.watching

    @property
    def alone(self) -> bool:
        """Whether nobody shares the seat that is driven here: it cannot be handed over."""
        return not (self.bot or self.watching or (self.welcome is not None and self.welcome.crews))

    def left_ms(self, now_ms: int) -> int:
        """Give what is left of the clock, counted here."""
        return self.clock.left_ms(now_ms)

    def timing(self, now_ms: int) -> Timing:
        """Say what the clock does."""
        clock = self.clock.clock
        if self.view is None or clock is None or self.view.ended is not None:
            return Timing.NONE
        if self.view.held or self.paused or not clock.running:
            return Timing.STANDS
        if self.clock.frozen:
            return Timing.FROZEN
        left = self.left_ms(now_ms)
        if left == 0:
            return Timing.UP
        return Timing.URGENT if left <= URGENT_MS else Timing.RUNS

    def standstill(self) -> str:
        """Say why the clock stands."""
        if self.view is not None and self.view.held:
            return say("clock.held")
        if self.view is not None and not self.view.begun and self.waiting:
            return say("clock.not_begun", waiting=self.waiting)
        return clean(self.paused) or say("clock.stands")

    def locked(self, now_ms: int) -> str:
        """Say why no answer can be sealed now; "" when one can."""
        view = self.view
        if view is None or view.form is None or view.ended is not None:
            return say("question.not_asked")
        if self.bot:
            return say("question.bot_plays")
        if view.watching:
            return say("question.you_watch")
        if self.link.state is LinkState.SHUT:
            return say("question.link_shut")
        if self.dismissed:
            return say("link.farewell")
        if view.voided:
            return say("question.voided")
        if self.guard.holds(now_ms):
            return say(self.guard.why)
        timing = self.timing(now_ms)
        if timing is Timing.STANDS:
            return say("question.stands", why=self.standstill())
        return say("clock.time_is_up") if timing is Timing.UP and not self.owes_late else ""

    def can_change(self, now_ms: int) -> bool:
        """Whether another answer may replace the sealed one now: the question stays open, and has another answer."""
        view = self.view
        open_still = view is not None and may_change(view) and self.timing(now_ms) is not Timing.UP
        return self.sealed is not None and open_still

    def until(self, now_ms: int) -> str:
        """Return how long the sealed answer can be changed, "" where no other can replace it."""
        if self.can_change(now_ms):
            return say("question.until_closes")
        return say("question.no_longer") if self.timing(now_ms) is Timing.UP else ""

    @property
    def owes_late(self) -> bool:
        """Whether this seat has sealed nothing to a question that waits for it, however late it is."""
        view = self.view
        return (
            view is not None
            and view.waits
            and view.form is not None
            and self.sealed is None
            and not view.voided
        )

    def time_is_up(self, now_ms: int) -> str:
        """Say what becomes of the question now that the clock has run out."""
        if self.view is not None and self.view.waits:
            return say("clock.waits_for_you" if self.owes_late else "clock.waits_for_others")
        return say("clock.waits_for_tables" if self.clock.over_ms(now_ms) > LATE_MS else "clock.time_is_up")

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
        if not self.up:
            return say("talk.link_down")
        if not self.is_open(talk, now_ms):
            return say("talk.closed")
        if self.bot:
            return say("question.bot_plays")
        return say("talk.you_watch") if self.watching else ""

    def person(self, seat: SeatId) -> str:
        """Give who sits at a seat, "" where nobody is named."""
        return person_at(self.company, seat)

    @property
    def waiting(self) -> str:
        """Say whom the table waits for before it begins."""
        return waiting_words(self.company, self.me)

    @property
    def to_be_briefed(self) -> bool:
        """Whether the briefing comes first: it was asked for, it has not been read here, and the game has hardly begun."""
        view = self.view
        fresh = view is not None and view.ended is None and (not view.begun or view.gate == 1)
        return not self.briefed and (self.rules_asked or self.rules is not None) and fresh

    # --- what the reader has not seen yet -----------------------------------------------------------------------

    @property
    def me(self) -> SeatId:
        """The seat that this window shows."""
        return self.welcome.seat if self.welcome is not None else SeatId("")

    def unread(self, talk: Conversation) -> int:
        """Return how many lines of a conversation the reader has not seen."""
        return len(talk.unread(self.me))

    @property
    def unread_talks(self) -> tuple[Conversation, ...]:
        """The conversations with lines that the reader has not seen."""
        return tuple(talk for talk in self.talks.values() if self.unread(talk))

    def name_of(self, talk: Conversation) -> str:
        """Return the name of a conversation for this reader: the other's where two talk."""
        welcome, sides = self.welcome, self.view.sheet.sides if self.view is not None else ()
        if welcome is None:
            return talk.name_for()
        worn = (side.title for side in sides if side.id == welcome.team)
        return talk.name_for(welcome.seat_title, welcome.team_title, *worn)

    def is_pair(self, talk: Conversation) -> bool:
        """Check whether a conversation is between the reader and one other."""
        return len(talk.members) == 2 or self.name_of(talk) != clean(talk.title)

    @property
    def new_notices(self) -> tuple[int, ...]:
        """The umpire's words that were not put away, by their place in `notices`; the newest is the last."""
        return tuple(at for at in range(len(self.notices)) if at not in self.notices_read)

    def put_notice_away(self) -> None:
        """Put the newest of the umpire's words away; the one before it is the newest then."""
        self.notices_read |= {*self.new_notices[-1:]}

    def outcome(self, number: int) -> str:
        """Return a sentence about a proposal of or to this seat that was answered."""
        deal = self.deals.get(number)
        if deal is None:
            return ""
        key = SETTLED.get((deal.state, deal.taker == self.me), "")
        who = clean(deal.giver_title if deal.taker == self.me else deal.taker_title)
        return say(key, n=number, who=who, text=clean(deal.text)) if key else ""

    @property
    def waiting_deals(self) -> tuple[Deal, ...]:
        """The proposals to this seat that it has not answered."""
        return tuple(deal for deal in self.deals.values() if deal.state == "open" and deal.taker == self.me)

    def no_deals(self, now_ms: int) -> str:
        """Say why no proposal can be put or answered now, as the arbiter decides it: by the one clock; "" when one can."""
        view, timing = self.view, self.timing(now_ms)
        if view is None or not view.deals_open or timing is Timing.NONE:
            return say("deals.cannot")
        if self.bot or view.watching:
            return say("question.bot_plays" if self.bot else "question.you_watch")
        if timing is Timing.STANDS:
            return say("deals.stands", why=self.standstill())
        quiet_ms = max((channel.quiet_ms for channel in view.channels), default=0)
        return "" if self.left_ms(now_ms) > quiet_ms else say("deals.time_is_up")

    # --- requests ---------------------------------------------------------------------------------------------------

    def wants_rules(self) -> ReadRules | None:
        """Ask for the rules, once at each seat; whoever drives it and whoever watches may."""
        if self.rules_asked or self.welcome is None or self.welcome.role not in (Role.SEAT, Role.WATCHER):
            return None
        self.rules_asked = True
        return ReadRules(id=self._make_id())

    def ready(self) -> SayReady:
        """Put the briefing away, and say that one is ready; of who watches it counts as soon as he drives the seat."""
        self.briefed = True
        return SayReady()

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
        if view is None or not view.drafts or answer == self.drafted or self.locked(now_ms) or not self.up:
            return None
        self.drafted = answer
        return Draft(gate=view.gate, answer=answer)

    def say(self, channel: ChannelId, text: str, now_ms: int) -> Say | None:
        """Speak; None when the line cannot be said now: it is kept, and `said` says why."""
        talk, text = self.talks.get(channel), clean(text)
        if talk is None or not text:
            return None
        why = self.mute(talk, now_ms)
        if why:
            talk.half, self.said = text, say("talk.line_kept", why=why)
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
