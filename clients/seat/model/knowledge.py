"""SeatKnowledge: all that a seat's client has received. The caller supplies each news item with its time.

It uses no screen, no socket and no clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from warcouncil.clients.link.base.line import LinkAlarm, LinkChange, LinkState, News
from warcouncil.clients.seat.model.feedback import AnswerLog, LateNotices, PendingRequests, done_words
from warcouncil.clients.seat.model.sealing import closed_words, takes_back
from warcouncil.clients.seat.model.talk import Talks, wrong_role
from warcouncil.clients.seat.model.typing_guard import TypingGuard
from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.clients.widgets.pieces.heard_clock import HeardClock
from warcouncil.clients.widgets.pieces.message_heads import with_messages
from warcouncil.clients.wording.saying import refused, say
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.views import Company, Deal, Mate, Notice, Spoken, StoryLine, View
from warcouncil.protocol.wire.consoles import (
    Alarms,
    CodeIssued,
    Debriefing,
    Room,
    Seen,
    Standbys,
    TableStatus,
    Wall,
)
from warcouncil.protocol.wire.replies import (
    Alive,
    Clock,
    Deals,
    Done,
    DrawShown,
    Elsewhere,
    Farewell,
    Fenced,
    Hint,
    Receipt,
    Refusal,
    RefusalCode,
    TableRules,
    Team,
    Welcome,
)
from warcouncil.protocol.wire.requests import (
    Declare,
    Say,
    Write,
)
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId, clean


class SeatKnowledge:
    """All that a seat's client knows."""

    def __init__(self) -> None:
        self.link = LinkChange(LinkState.DOWN, say("link.seeking"))
        self.moved = ""
        """The new place of the arbiter, after it moved. It is shown until the next question."""
        self._moved_at: GateNo | None = None
        self.welcome: Welcome | None = None
        self.trouble = ""
        """Why this client is the wrong one for the card. It is "" if the client is the right one."""
        self.news_number = 0
        """Counts the news items that changed something."""
        self.seatings = 0
        """Counts the seats that this window has shown."""
        self.alarm = ""
        """A sentence about a promise that the arbiter broke, or "" if there is none."""
        self._alarm_gate = 0
        """The gate to which `alarm` belongs. It is 0 if it belongs to none."""
        self._now_ms = 0
        self._sit_down()

    def _sit_down(self) -> None:
        """Reset everything that belongs to a seat, because the window shows another one."""
        self.seatings += 1
        self.view: View | None = None
        self.company: Company | None = None
        self.rules: TableRules | None = None
        """The rules of the table and the briefing of this seat, when they have come."""
        self.rules_asked = self.briefed = False
        """Whether the rules were requested, and whether the briefing was read here."""
        self.story: list[StoryLine] = []
        self.news: tuple[StoryLine, ...] = ()
        """The latest events, which are shown step by step."""
        self._forget_words()
        self.team: tuple[Mate, ...] = ()
        self.bot = self.lent = False
        """Whether a bot plays the seat, and whether the player can take it back."""
        self.paused = ""
        self.sealed: Answer | None = None
        self.sending: Declare | None = None
        """A declaration whose receipt has not come."""
        self._overtaken: tuple[Declare, str] | None = None
        """A declaration, and the text of its answer. The text is "" if the declaration takes back that the
        seat is ready.

        Its question closed before the receipt or the refusal came. Only that reply shows whether it counted.
        """
        self.refused = ""
        """A sentence that says why the last declaration was refused."""
        self.said = ""
        """A sentence about the result of the last request that was not a declaration."""
        self.in_hand: Answer | None = None
        """The complete answer that the player has filled in and not sealed.

        The code that draws the form sets it.
        """
        self.guard, self.late = TypingGuard(), LateNotices()
        self._unsealed = 0
        """The gate for whose answer the arbiter had no proof."""
        self.clock = HeardClock()
        self.drafted: Answer | None = None
        """The last draft that was sent to the open question. It counts if time is up and nothing is sealed."""
        self._pending, self.deeds = PendingRequests(), AnswerLog()
        self.is_told = True
        """Whether all events have been shown. Until then the client does not show how the game ended."""

    def _forget_words(self) -> None:
        """Forget everything that was written to the seat: lines, proposals and notices."""
        self.talks = Talks()
        self.deals: dict[int, Deal] = {}
        self.settled: list[int] = []
        """The settled proposals whose outcome the player has not dismissed, by number."""
        self.notices: list[Notice] = []
        self.notices_read: set[int] = set()
        """The notices that were dismissed, by their index in `notices`."""
        self._settled_before: set[int] = set()
        """The settled proposals whose outcome was already shown when the open question was opened."""
        self._notices_before = 0
        """How many notices had come when the open question was opened."""
        self.answered: set[int] = set()
        """The notices that have a reply, as far as this client knows."""

    # --- news ---------------------------------------------------------------------------------------------------

    def feed(self, news: News, now_ms: int) -> None:
        """Update from a news item of the link."""
        self._now_ms = now_ms
        match news:
            case LinkChange():
                self._linked(news)
            case Fenced():
                self._linked(LinkChange(LinkState.SHUT, news.text))
            case LinkAlarm():
                self._shouted(news)
            case Farewell():
                self._linked(LinkChange(LinkState.ENDED, news.text))
            case Welcome():
                self._welcomed(news)
            case View():
                self._view(news, now_ms)
            case Clock():
                self._clock_moved(news, now_ms)
            case Alive():
                self.clock.set_right(news.clock, now_ms)
            case Receipt() | Done() | Refusal():
                self._reply(news)
            case Spoken() | Notice() | Team() | Deals() | Company() | TableRules():
                self._word(news)
            case (
                Wall()
                | TableStatus()
                | Alarms()
                | Standbys()
                | Debriefing()
                | CodeIssued()
                | Room()
                | Seen()
                | DrawShown()
                | Hint()
                | Elsewhere()
            ):
                pass  # These are for umpires, for the link, and for clients that have bots
            case _:
                assert_never(news)

    def _linked(self, change: LinkChange) -> None:
        """Record the state of the link. When the link is closed permanently, no request is waiting any longer."""
        self.link = change
        if change.state is LinkState.UP:
            self.moved, self._moved_at = change.text, None
        else:
            self.clock.freeze(self._now_ms)
        if change.state not in (LinkState.SHUT, LinkState.ENDED):
            return
        if self.sending is not None:
            self.sending, self.refused = None, say("link.shut_before_answer")
        for request in self._pending.empty():
            if isinstance(request, Say):
                self.talks.give_back(request.channel, request.text)

    def _shouted(self, shout: LinkAlarm) -> None:
        self.alarm, self._alarm_gate = shout.text, shout.gate
        self._unsealed = max(self._unsealed, shout.gate)
        if self.view is not None and shout.gate == self.view.gate:
            self.sealed = None

    def _welcomed(self, welcome: Welcome) -> None:
        """Record which seat this is. A window shows nothing of a seat that it has left."""
        before = self.welcome
        self.welcome, self.trouble = welcome, wrong_role(welcome.role)
        if before is not None and _place(before) != _place(welcome):
            lost = self._pending or self.sending is not None
            again = self.view is not None and self.view.ended is not None
            self._sit_down()
            self._moved_at = None
            self.said = say("link.left_seat") if lost else "" if again else say("link.new_seat")
        elif before is not None and before.role is not welcome.role:
            self.said = say("talk.done_claim" if welcome.role is Role.SEAT else "talk.done_hand_over")

    def _reply(self, news: Receipt | Done | Refusal) -> None:
        match news:
            case Receipt():
                self._receipt(news)
            case Done():
                self._done(news)
            case Refusal():
                self._refusal(news)

    def _word(self, news: Spoken | Notice | Team | Deals | Company | TableRules) -> None:
        match news:
            case Spoken():
                self.talks.hear(news)
            case Notice():
                self._notice(news)
            case Team():
                self.team, self.bot, self.lent = news.team, news.bot, news.lent
                self._asked(has_sealed=self.sealed is not None)
            case Company():
                self.company = news
            case TableRules():
                self.rules = news
            case Deals():
                self._deals(news.deals, self.deals)

    def _view(self, view: View, now_ms: int) -> None:
        before = self.view
        new_gate = before is None or view.gate != before.gate
        if before is not None and new_gate:
            self.late.pass_on(now_ms)
            self._closed(before, view)
        self._story(view)
        self.view = view
        asks_anew = self.seatings > 1 if before is None else new_gate or view.form != before.form
        if view.form is not None and asks_anew:
            self.guard.raise_at(now_ms)
        if before is not None and (view.begun, view.paused) != (before.begun, before.paused):
            self.refused = ""  # The reason for the refusal may be gone, or another one applies
        self.clock.put(view.clock, now_ms)
        self.paused, self.team, self.bot, self.lent = view.paused, view.team, view.bot, view.lent
        self.sealed = view.sealed if view.gate != self._unsealed else None
        if self._moved_at not in (None, view.gate):
            self.moved = ""
        self._moved_at = view.gate
        if new_gate:
            self.sending, self.refused, self.said, self.drafted = None, "", "", None
            self.in_hand = None
        elif self.sending is not None and self.sealed == self.sending.answer:
            self.sending = None
        if self.drafted is None:
            self.drafted = view.drafted
        self._said(view, is_first=before is None)
        if new_gate:
            self._put_old_news_away(view)
        self._asked(has_sealed=view.sealed is not None)

    def _said(self, view: View, *, is_first: bool) -> None:
        """Record what was said: lines, proposals and notices."""
        deals = self.deals
        if view.whole:
            self.deals, self.notices = {}, []
            self.talks.forget_lines()
        for channel in view.channels:
            self.talks.know(channel)
        for line in view.lines:
            self.talks.hear(line)
        if is_first:
            self.talks.see_all()  # Lines from before the player sat down can be read, but do not count as unread
        elif view.whole:
            self.talks.see_no_further()
        self._deals(view.deals, deals)
        for notice in view.notices:
            self._notice(notice)

    def _put_old_news_away(self, view: View) -> None:
        """Dismiss what was shown for the time of a question: outcomes of proposals and, at the end of the
        game, notices.
        """
        self.settled = [number for number in self.settled if number not in self._settled_before]
        self._settled_before = set(self.settled)
        if view.ended is not None:
            self.notices_read |= set(range(self._notices_before))
        self._notices_before = len(self.notices)

    def _notice(self, notice: Notice) -> None:
        """Record a message. An answer to a request for information settles the request at every seat that
        received it.
        """
        self.notices.append(notice)
        if notice.answers:
            self.answered.add(notice.answers)

    def _deals(self, deals: Sequence[Deal], before: Mapping[int, Deal]) -> None:
        """Record proposals, and note which were settled since `before`."""
        for deal in deals:
            known = before.get(deal.number)
            if known is not None and known.state == "open" and deal.state != "open":
                self.settled.append(deal.number)
        self.deals |= {deal.number: deal for deal in deals}

    def _asked(self, *, has_sealed: bool) -> None:
        """Record in `deeds` the open question, whether this player answers it, and whether an umpire voided
        the answer.
        """
        if self.view is None:
            return
        is_ours = not self.bot and not self.view.watching
        asked = self.view.form is not None and is_ours and not (self.view.voided or self.view.readiness)
        self.deeds.opened(self.view.gate, asked=asked, has_sealed=has_sealed, now_ms=self._now_ms)
        if not is_ours:
            self.deeds.handed_over()
        if self.view.voided:
            self.deeds.struck_out()

    def _closed(self, before: View, view: View) -> None:
        """Record the result of a question that closed, unless another person answers for the seat or an umpire voided
        its answer.
        """
        if before.form is None:
            return
        if self.sending is not None:
            if self.sending.answer not in (self.sealed, self.drafted):
                self._overtaken = self.sending, answer_words(before.form, self.sending.answer)
        elif not (view.whole or before.voided or self.bot or before.watching):
            ran_out = self.clock.left_ms(self._now_ms) == 0
            if view.ended is not None and not ran_out:
                return  # An umpire ended the game, so no answer counts
            for words, in_story in closed_words(
                before,
                view.story,
                sealed=self.sealed,
                drafted=self.drafted,
                in_hand=self.in_hand,
                ran_out=ran_out,
            ):
                self.late.tell(words, self._now_ms, in_story=in_story)

    def _story(self, view: View) -> None:
        """Record what happened.

        After a broken link only the missed lines are news. When the player sits down, no line is news.
        """
        if not view.whole:
            new = view.story
            self.story += new
        else:
            new = _missed(self.story, view.story)
            self.story = list(view.story)
        if new:
            self.news = new
            self.news_number += 1

    def whole_story(self, untold: int = 0) -> tuple[list[StoryLine], int]:
        """Return the story with the messages to this seat, and how many of its last lines are new.

        The newest `untold` events are left out, with the messages that came after them.
        """
        events, later = self.story[: len(self.story) - untold], self.story[len(self.story) - untold :]
        notices = [each for each in self.notices if not later or each.gate <= later[0].gate]
        new = events[len(events) - max(0, len(self.news) - untold) :]
        since = [each for each in notices if new and each.gate > new[0].gate]
        return with_messages(events, notices), len(new) + len(since)

    def _clock_moved(self, news: Clock, now_ms: int) -> None:
        if self.view is not None and news.gate == self.view.gate:
            self.paused = news.paused
            self.clock.put(news.clock, now_ms)

    def _receipt(self, receipt: Receipt) -> None:
        if self._overtaken is not None:
            late, _ = self._overtaken
            if (receipt.gate, receipt.answer) == (late.gate, late.answer):
                self._sealed_in_time()
        if self.view is None or receipt.gate != self.view.gate:
            return
        is_back = takes_back(self.view, receipt.answer)
        self.sealed, self.refused, self._unsealed = None if is_back else receipt.answer, "", 0
        if receipt.gate == self._alarm_gate:
            self.alarm, self._alarm_gate = "", 0
        if is_back:
            self.drafted = self.in_hand = None
            self.said = say("question.taken_back")
            self.deeds.taken_back(receipt.gate)
        else:
            self.said = "" if self.said == say("question.taken_back") else self.said
            self.deeds.receipt(receipt.gate, self._now_ms)
        if self.sending is not None and self.sending.id == receipt.id:
            self.sending = None

    def _sealed_in_time(self) -> None:
        """Add the message that an answer was sealed, or taken back, in time, although its question closed first."""
        assert self._overtaken
        words, self._overtaken = self._overtaken[1], None
        if not words:
            self.late.tell(say("question.taken_back_in_time"), self._now_ms)
            return
        self.late.tell(say("question.sealed_in_time", answer=words), self._now_ms)
        self.deeds.receipt_after()

    def _done(self, done: Done) -> None:
        request = self._pending.pop(done.id)
        if isinstance(request, Write):
            self.answered.add(request.notice)
        if request is not None:
            self.said = done_words(request) or self.said

    def _refusal(self, refusal: Refusal) -> None:
        text = refused(refusal)
        if refusal.rule:
            text = say("question.by_rule", text=text, rule=clean(refusal.rule))
        if self.sending is not None and refusal.id == self.sending.id:
            self._not_sealed(self.sending, refusal.code, text)
            return
        if self._overtaken is not None and refusal.id == self._overtaken[0].id:
            if refusal.code is RefusalCode.COUNTED:
                self._sealed_in_time()
            else:
                self.late.tell(_refused_words(self._overtaken[1], refusal.code, text), self._now_ms)
                self._overtaken = None
            return
        request = self._pending.pop(refusal.id)
        if isinstance(request, Say):
            kept = self.talks.give_back(request.channel, request.text)
            self.said = (
                say("talk.not_said", why=text)
                if kept
                else say("talk.not_said_line", why=text, line=request.text)
            )
        elif request is not None:
            self.said = say("talk.not_done", why=text)
        elif not refusal.id:
            self.said = text

    def _not_sealed(self, declare: Declare, code: RefusalCode, why: str) -> None:
        """Record that a declaration was refused.

        If another question is open by now, the message is shown beside that question.
        """
        self.sending, view = None, self.view
        if view is not None and view.form is not None and (view.watching or self.bot):
            answer = answer_words(view.form, declare.answer)
            self.late.tell(_refused_words(answer, code, why), self._now_ms)
        else:
            self.refused = why


def _missed(known: Sequence[StoryLine], story: Sequence[StoryLine]) -> tuple[StoryLine, ...]:
    """Return the lines of a complete story that follow the known ones. Return none if it does not continue them.

    A complete story has no scenes, and may begin later than the known one.
    """
    told, whole = ([(line.gate, line.heading, line.text) for line in lines] for lines in (known, story))
    for shared in range(min(len(told), len(whole)), 0, -1):
        if told[-shared:] == whole[:shared]:
            return tuple(story[shared:])
    return ()


def _refused_words(answer: str, code: RefusalCode, why: str) -> str:
    """Return a sentence which says that an answer came too late.

    If the answer was voided or replaced, the sentence says that it does not count. If a ready mark was to be
    taken back, the sentence says that this failed.
    """
    if not answer:
        return say("question.not_taken_back", why=why)
    if code is RefusalCode.NOT_ALLOWED:
        return say("question.does_not_count", answer=answer, why=why)
    return say("question.not_sealed_in_time", answer=answer)


def _place(welcome: Welcome) -> tuple[str, TableId, SeatId]:
    return welcome.exercise, welcome.table, welcome.seat
