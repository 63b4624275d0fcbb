"""A bot with its own connection to the arbiter. It reads views and fills in forms, as a person would, until
the game is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from uuid import uuid4

from warcouncil.clients.link.base.line import Line, LinkAlarm, LinkChange, LinkState
from warcouncil.clients.seat.model.sealing import has_choice
from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.registry import bot_for
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.views import ChannelView, Deal, Ended, Notice, View
from warcouncil.protocol.wire.replies import Clock, Deals, Fenced, Refusal, RefusalCode, Reply, Welcome
from warcouncil.protocol.wire.requests import Declare, Respond, Say, SayReady, Write
from warcouncil.protocol.words import GateNo, clean

MakeBot = Callable[[Welcome], Bot]
Told = Callable[[str], None]
"""Receives a line about what a bot does or waits for."""
PATIENCE_SECONDS = 1.0
"""How long a bot waits before it repeats a request that was refused for now."""


def bots_of(kind: str, dice: Dice) -> MakeBot:
    """Return a function that makes a bot of this kind for the seat of a welcome.

    Raises KeyError for an unknown kind.
    """
    bot_for("", kind)

    def make(welcome: Welcome) -> Bot:
        own = dice.stream(welcome.table, welcome.seat)
        return bot_for(welcome.game, kind)(welcome.seat, welcome.team, own)

    return make


def _tell_nobody(line: str) -> None:
    """Ignore a line."""


async def play(
    line: Line,
    make_bot: MakeBot,
    *,
    pace_seconds: float = 0.0,
    told: Told = _tell_nobody,
    among_bots: bool = False,
) -> Ended | None:
    """Play a seat to the end of the game, and return the end. Return None if the link was closed permanently.

    `among_bots`: no person plays in the bot's team, even if the view shows linked seats there.
    """
    player = _Player(line, make_bot, pace_seconds, among_bots=among_bots)
    while True:
        if player.is_due:
            player.answer()
        try:
            async with asyncio.timeout_at(player.due):
                item = await line.receive()
        except TimeoutError:
            continue
        match item:
            case LinkChange(state=LinkState.SHUT, text=text) | Fenced(text=text):
                told(text)
                return None
            case LinkChange(state=LinkState.ENDED, text=text):
                told(text)
                line.again()  # A bot cannot be asked whether it wants to leave
            case LinkChange(text=text) | LinkAlarm(text=text):
                told(text)
            case View(ended=Ended() as ended):
                return ended
            case _:
                player.take(item)
                told(player.doing)


class _Player:
    """One seat's bot, and the question that it must still answer."""

    def __init__(self, line: Line, make_bot: MakeBot, pace_seconds: float, *, among_bots: bool) -> None:
        self._line = line
        self._make_bot = make_bot
        self._pace = pace_seconds
        self._among_bots = among_bots
        self._bot: Bot | None = None
        self._welcome: Welcome | None = None
        self._view: View | None = None
        self._declared: Declare | None = None
        self._planned: tuple[GateNo, Form, Answer] | None = None
        self._conferred: GateNo | None = None
        self._responded: set[int] = set()
        self._declined: set[int] = set()
        """The requests for information that it has answered, by number."""
        self.due: float | None = None
        """The time when the bot will answer, by the loop's clock, or None if it waits for news."""

    @property
    def doing(self) -> str:
        """Return what the seat does, or what it waits for."""
        if self._welcome is None or self._view is None:
            return ""
        view, table = self._view, f"table {self._welcome.table}"
        if view.bot or view.watching:
            return f"{table}: another machine plays {self._welcome.seat_title} now"
        if view.held:
            return f"{table}: held until an umpire releases it"
        return f"{table}: {view.paused or view.title}"

    @property
    def is_due(self) -> bool:
        """Whether the bot must answer now, before it reads more news."""
        return self.due is not None and self.due <= asyncio.get_running_loop().time()

    def take(self, reply: Reply) -> None:
        """Handle a reply of the arbiter."""
        match reply:
            case Welcome():
                self._seat(reply)
            case View():
                if not reply.begun and self._view is None:
                    self._line.send(SayReady())
                self._view = reply
                self._consider(reply)
                self._respond(reply.deals)
                self._decline(reply.notices)
            case Deals():
                self._respond(reply.deals)
            case Notice():
                self._decline((reply,))
            case Clock() if self._view and not reply.paused:
                self._view = self._view.model_copy(update={"paused": ""})
                self._consider(self._view)
            case Refusal() if self._declared and reply.id == self._declared.id:
                self._refused(reply)
            case _:
                pass

    def _seat(self, welcome: Welcome) -> None:
        """Sit down. After a lost connection the same bot continues, unless it is at another seat."""
        before, self._welcome = self._welcome, welcome
        same = before is not None and (before.table, before.seat) == (welcome.table, welcome.seat)
        if self._bot is None or not same:
            self._bot, self._view, self._declared, self.due = self._make_bot(welcome), None, None, None
            self._planned = self._conferred = None
            self._responded.clear()
            self._declined.clear()

    def answer(self) -> None:
        """Answer the question that is open now."""
        self.due = None
        if self._view and self._view.form and self._bot:
            self._declare(self._view.gate, self._planned_for(self._view, self._view.form))

    def _planned_for(self, view: View, form: Form) -> Answer:
        """Return the answer to a question. The bot decides once, and keeps to the answer that it has sent to
        its team.
        """
        assert self._bot is not None
        if self._planned is None or self._planned[:2] != (view.gate, form):
            self._planned = view.gate, form, self._bot.play(view.sheet, form)
        return self._planned[2]

    def _confer(self, view: View, form: Form) -> None:
        """Send the answer that this seat plans to its team, once for each question.

        The only answer to a form, such as "Ready to continue", is not sent.
        """
        mates = {mate.title for mate in view.team}
        council = next((each for each in view.channels if each.open and _is_among(each, mates)), None)
        if council is None or self._conferred == view.gate or not has_choice(form):
            return
        self._conferred = view.gate
        plan = say("talk.bot_plans", answer=answer_words(form, self._planned_for(view, form)))
        text = clean(plan)
        self._line.send(Say(id=uuid4().hex, channel=council.id, text=text, gate=view.gate))

    def _respond(self, deals: Sequence[Deal]) -> None:
        """Accept or refuse each new proposal to this seat, by its own random numbers. The proposer waits for an answer."""
        view = self._view
        if self._bot is None or view is None or view.bot or view.watching:
            return
        for deal in deals:
            if deal.state == "open" and deal.taker == self._bot.seat and deal.number not in self._responded:
                self._responded.add(deal.number)
                accept = self._bot.dice.stream("deal", deal.number).below(2) == 0
                self._line.send(Respond(id=uuid4().hex, deal=deal.number, accept=accept))

    def _decline(self, notices: Sequence[Notice]) -> None:
        """Answer each open request for information by saying that there is no answer. So the team does not
        wait.

        The text depends on nothing that the seat knows. If a person is in the same team, the bot leaves the
        answer to that person.
        """
        view = self._view
        if self._bot is None or view is None or view.bot or view.watching:
            return
        if not self._among_bots and not _no_person(view, self._bot.seat):
            return
        self._declined |= {notice.answers for notice in notices}
        for notice in notices:
            if notice.kind == "request" and notice.number and notice.number not in self._declined:
                self._declined.add(notice.number)
                self._line.send(Write(id=uuid4().hex, notice=notice.number, text=say("talk.bot_declines")))

    def _consider(self, view: View) -> None:
        answered = view.sealed is not None or (self._declared and self._declared.gate == view.gate)
        if view.form is None or answered or view.bot or view.watching or view.held or view.paused:
            self.due = None
        else:
            self._confer(view, view.form)
            if self.due is None:
                self._wait(self._pace)

    def _refused(self, refusal: Refusal) -> None:
        """Try again later if the refusal is temporary.

        Answer at random if the bot's own answer was against the rules.
        """
        self._declared = None
        if refusal.code is RefusalCode.ILLEGAL and self._view and self._view.form and self._bot:
            self._declare(self._view.gate, _any_answer(self._view.form, self._bot))
        elif refusal.code in (RefusalCode.PAUSED, RefusalCode.TOO_FAST, RefusalCode.NOT_DRIVER):
            self._wait(PATIENCE_SECONDS)

    def _wait(self, seconds: float) -> None:
        self.due = asyncio.get_running_loop().time() + seconds

    def _declare(self, gate: GateNo, answer: Answer) -> None:
        assert self._welcome is not None
        self._declared = Declare(
            id=uuid4().hex, gate=gate, answer=answer, table=self._welcome.table, seat=self._welcome.seat
        )
        self._line.send(self._declared)


def _is_among(channel: ChannelView, mates: set[str]) -> bool:
    """Return whether a conversation has several members, all of one team. No other seat hears it."""
    return len(channel.members) > 1 and set(channel.members) <= mates


def _no_person(view: View, seat: str) -> bool:
    """Return whether every other member of a seat's team is not linked, or is a bot of the arbiter."""
    return not any(mate.linked and not mate.bot for mate in view.team if mate.seat != seat)


def _any_answer(form: Form, bot: Bot) -> Answer:
    return fill(form, bot.dice.stream("again"))
