"""The desk: the state of a seat's client. It has what the client knows, what the player can do now, and the
requests.

It uses no screen, no socket and no clock. The caller supplies ids and times.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from warcouncil.clients.link.base.line import LinkState
from warcouncil.clients.seat.model.knowledge import SeatKnowledge
from warcouncil.clients.seat.model.sealing import may_change, takes_back
from warcouncil.clients.seat.model.talk import Conversation, Timing
from warcouncil.clients.seat.words.seat_names import person_at, waiting_words
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.views import Deal, Ended, Notice
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
    ("lapsed", False): "deals.they_left",
    ("lapsed", True): "deals.you_left",
}
"""The sentence about a settled proposal, by the state of the proposal and by whether the reader was the seat
to answer it.
"""
LATE_MS = 4000
"""How long a question may stay open after its time. After that, it is shown as waiting for other tables."""


class Desk(SeatKnowledge):
    """The state of one seat's client. The caller feeds it news and asks it for requests."""

    def __init__(self, make_id: Callable[[], MessageId]) -> None:
        super().__init__()
        self._make_id = make_id
        self.returns = False
        """Whether the player returns to a seat that they had on this machine before."""

    # --- what the screen reads ------------------------------------------------------------------------------------

    @property
    def up(self) -> bool:
        """Whether the link is up."""
        return self.link.state is LinkState.UP

    @property
    def plays_again(self) -> bool:
        """Whether another game can begin when this one is over."""
        return self.welcome is not None and self.welcome.plays_again

    @property
    def dismissed(self) -> bool:
        """Whether the umpire has ended the exercise."""
        return self.link.state is LinkState.ENDED

    @property
    def look(self) -> str:
        """The advice of the briefing for the first turn, or "" if the rules have not come."""
        return clean(self.rules.briefing.looks) if self.rules is not None else ""

    @property
    def ended(self) -> Ended | None:
        """The end of the game. It is None until all events before the end have been shown."""
        return self.view.ended if self.view is not None and self.is_told else None

    @property
    def is_given_up(self) -> bool:
        """Whether the seat no longer belongs to this window, which may then show nothing of it.

        At the end everything is disclosed, and stays visible.
        """
        over = self.view is not None and self.view.ended is not None and self.view.ended.laid_open
        return self.link.state is LinkState.SHUT and not over

    @property
    def on_its_way(self) -> str:
        """A sentence about requests that have waited unusually long for an answer, or "" if there are none."""
        return self._pending.on_its_way(self._now_ms, up=self.up)

    @property
    def unanswered(self) -> bool:
        """Whether a request or a declaration made here has no answer yet."""
        return bool(self._pending) or self.sending is not None

    @property
    def watching(self) -> bool:
        """Whether another crew member drives the seat."""
        return self.view is not None and self.view.watching

    @property
    def alone(self) -> bool:
        """Whether the seat cannot be handed over, because its crew has no other member."""
        return not (self.bot or self.watching or (self.welcome is not None and self.welcome.crews))

    def left_ms(self, now_ms: int) -> int:
        """Return the time left on the clock, counted on this machine."""
        return self.clock.left_ms(now_ms)

    def timing(self, now_ms: int) -> Timing:
        """Return the state of the clock."""
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
        """Return why the clock is stopped."""
        if self.view is not None and self.view.held:
            return say("clock.held")
        if self.view is not None and not self.view.begun and self.waiting:
            return say("clock.not_begun", waiting=self.waiting)
        return clean(self.paused) or say("clock.stands")

    def locked(self, now_ms: int) -> str:
        """Return why no answer can be sealed now. It is "" if an answer can be sealed."""
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
        """Return whether another answer can replace the sealed one now.

        The question must stay open and allow another answer.
        """
        view = self.view
        open_still = view is not None and may_change(view) and self.timing(now_ms) is not Timing.UP
        return self.sealed is not None and open_still

    def can_take_back(self, now_ms: int) -> bool:
        """Return whether the player has said that they are ready, and can take it back now."""
        view, sending = self.view, self.sending
        if view is None or not view.readiness or view.closes_at_once or self.bot or view.watching:
            return False
        is_ready = self.sealed is not None if sending is None else not takes_back(view, sending.answer)
        return is_ready and self.timing(now_ms) is not Timing.UP

    def until(self, now_ms: int) -> str:
        """Return how long the sealed answer can be changed or taken back. It is "" if neither is possible."""
        if self.can_change(now_ms):
            return say("question.until_closes")
        if self.can_take_back(now_ms):
            return say("question.until_taken_back")
        return say("question.no_longer") if self.timing(now_ms) is Timing.UP else ""

    @property
    def owes_late(self) -> bool:
        """Whether this seat has sealed nothing, and the question waits for it even after its time."""
        view = self.view
        return (
            view is not None
            and view.waits
            and view.form is not None
            and self.sealed is None
            and not view.voided
        )

    def time_is_up(self, now_ms: int) -> str:
        """Return a sentence that says for whom the question waits after its time, or that the time is up."""
        if self.view is not None and self.view.waits:
            return say("clock.waits_for_you" if self.owes_late else "clock.waits_for_others")
        return say("clock.waits_for_tables" if self.clock.over_ms(now_ms) > LATE_MS else "clock.time_is_up")

    def is_open(self, talk: Conversation, now_ms: int) -> bool:
        """Return whether a conversation is open now. The arbiter decides this by the same clock."""
        view = self.view
        if view is None or talk.id not in {channel.id for channel in view.channels}:
            return False
        return self.timing(now_ms) in (Timing.RUNS, Timing.URGENT) and self.left_ms(now_ms) > talk.quiet_ms

    def shuts_ms(self, talk: Conversation, now_ms: int) -> int:
        """Return how long a conversation stays open."""
        return max(0, self.left_ms(now_ms) - talk.quiet_ms)

    def mute(self, talk: Conversation, now_ms: int) -> str:
        """Return why the player cannot speak in a conversation now. It is "" if the player can speak."""
        if not self.up:
            return say("talk.link_down")
        if not self.is_open(talk, now_ms):
            return say("talk.closed")
        if talk.reads_only:
            return say("talk.reads_only")
        if self.bot:
            return say("question.bot_plays")
        return say("talk.you_watch") if self.watching else ""

    def person(self, seat: SeatId) -> str:
        """Return the name of the player at a seat. It is "" if it is unknown."""
        return person_at(self.company, seat)

    @property
    def waiting(self) -> str:
        """The names of the players that the table waits for before it begins."""
        return waiting_words(self.company, self.me)

    @property
    def to_be_briefed(self) -> bool:
        """Whether the briefing is shown first.

        It is shown if it was requested and has not been read here. A player who comes back to the seat in the
        middle of a game has read it before.
        """
        view = self.view
        if view is None or view.ended is not None or self.briefed:
            return False
        fresh = not view.begun or view.gate == 1 or self.seatings > 1 or not self.returns
        return fresh and (self.rules_asked or self.rules is not None)

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
        """Return the name of a conversation for this reader. If it has two members, that is the name of the other one."""
        welcome, sides = self.welcome, self.view.sheet.sides if self.view is not None else ()
        if welcome is None:
            return talk.name_for()
        worn = (side.title for side in sides if side.id == welcome.team)
        return talk.name_for(welcome.seat_title, welcome.team_title, *worn)

    def is_pair(self, talk: Conversation) -> bool:
        """Return whether a conversation is between the reader and one other seat."""
        return len(talk.members) == 2 or self.name_of(talk) != clean(talk.title)

    @property
    def new_notices(self) -> tuple[int, ...]:
        """The notices that were not dismissed, by their index in `notices`, the newest last."""
        return tuple(at for at in range(len(self.notices)) if at not in self.notices_read)

    @property
    def asks_at(self) -> str:
        """The title of the team that the player may ask for information now, or "" if there is none."""
        return self.view.asks_at if self.view is not None and not (self.bot or self.watching) else ""

    @property
    def unreplied(self) -> list[Notice]:
        """The messages that wait for a reply from this seat, the oldest first."""
        return [notice for notice in self.notices if notice.number and notice.number not in self.answered]

    def put_notice_away(self) -> None:
        """Dismiss the newest notice. The notice before it becomes the newest."""
        self.notices_read |= {*self.new_notices[-1:]}

    def outcome(self, number: int) -> str:
        """Return a sentence about a settled proposal that this seat made or received. It is "" if the
        proposal is not settled.
        """
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
        """Return why no proposal can be made or answered now. It is "" if a proposal can be made or answered.

        The arbiter decides this by the same clock.
        """
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
        """Return the request for the rules, once for each seat. Drivers and watchers may make it."""
        if self.rules_asked or self.welcome is None or self.welcome.role not in (Role.SEAT, Role.WATCHER):
            return None
        self.rules_asked = True
        return ReadRules(id=self._make_id())

    def ready(self) -> SayReady:
        """Dismiss the briefing, and return the request that marks this player ready.

        If the player only watches, the mark counts from the time when they drive the seat.
        """
        self.briefed = True
        return SayReady()

    def declare(self, answer: Answer, now_ms: int) -> Declare | None:
        """Return the request to seal an answer. Return None if that is not possible. Then `refused` has the reason."""
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

    def take_back(self, now_ms: int) -> Declare | None:
        """Return the request that marks the player as not ready again. Return None if that is not possible."""
        return self.declare({}, now_ms) if self.can_take_back(now_ms) else None

    def draft(self, answer: Answer, now_ms: int) -> Draft | None:
        """Return the request to store a draft. Return None if drafts do not count here, or nothing changed."""
        view = self.view
        if view is None or not view.drafts or answer == self.drafted or self.locked(now_ms) or not self.up:
            return None
        self.drafted = answer
        return Draft(gate=view.gate, answer=answer)

    def say(self, channel: ChannelId, text: str, now_ms: int) -> Say | None:
        """Return the request to speak a line.

        Return None if that is not possible now. The line is then kept, and `said` has the reason.
        """
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
        """Return the request to make a proposal to another seat. Return None if the text is empty."""
        text = clean(text)
        if not text:
            return None
        return self._remember(Propose(id=self._make_id(), to=to, text=text, gate=self._gate))

    def respond(self, deal: int, *, accept: bool) -> Respond:
        """Return the request to accept or refuse a proposal."""
        return self._remember(Respond(id=self._make_id(), deal=deal, accept=accept))

    def call(self, text: str) -> Call | None:
        """Return the request to call the umpire. Return None if the text is empty."""
        text = clean(text)
        return self._remember(Call(id=self._make_id(), text=text)) if text else None

    def ask(self, text: str) -> Call | None:
        """Return the request to ask for information. Return None if the text is empty."""
        text = clean(text)
        return self._remember(Call(id=self._make_id(), text=text, to="cell")) if text else None

    def write(self, notice: int, text: str) -> Write | None:
        """Return the reply to a message. Return None if the text is empty."""
        text = clean(text)
        return self._remember(Write(id=self._make_id(), notice=notice, text=text)) if text else None

    def hand_over(self) -> HandOver:
        """Return the request to hand the seat over to another crew member."""
        return self._remember(HandOver(id=self._make_id()))

    def claim(self) -> Claim:
        """Return the request to take the seat over from a silent driver."""
        return self._remember(Claim(id=self._make_id()))

    def _remember(self, request: R) -> R:
        self._pending.add(request, self._now_ms)
        return request

    @property
    def _gate(self) -> GateNo:
        return self.view.gate if self.view is not None else GateNo(0)
