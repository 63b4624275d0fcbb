"""Random messages and acts at a desk: a real game's views, and every line, request and refusal beside them."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from warcouncil.clients.link.base.line import LinkAlarm, LinkChange, LinkState, News
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.rulebooks import Briefing, Rulebook
from warcouncil.protocol.table.views import (
    ChannelView,
    ClockView,
    Company,
    Deal,
    Ended,
    Mate,
    Notice,
    Sitter,
    Spoken,
    StoryLine,
    View,
)
from warcouncil.protocol.wire.replies import (
    Alive,
    Clock,
    Deals,
    Done,
    DrawShown,
    Farewell,
    Fenced,
    Receipt,
    Refusal,
    RefusalCode,
    TableRules,
    Team,
    Welcome,
)
from warcouncil.protocol.wire.requests import Call, Claim, Declare, HandOver, Propose, Respond, Say, Write
from warcouncil.protocol.words import ChannelId, GateNo, MessageId, Role, SeatId

from tests.clients.seat.tables import playing, view, welcome

TEXTS = (
    "",
    "Hold.",
    " we  go\ton ",
    "evil \x1b[31m\u202e text",
    "e\u0301\u0301\u0301\u0301\u0301 Gül",
    "x" * 300,
)
CHANNELS = ("red", "red+black", "whole_room")
PEOPLE = ("", "Gül", "Ned\u202e", "Ivo")


@cache
def views() -> tuple[View, ...]:
    """Return some views of a seat in a game, in their order. Some ask only whether the seat is ready."""
    return tuple(
        view(playing("kartenspiel", gates), "red.corps.2").model_copy(update={"readiness": gates % 3 == 1})
        for gates in range(8)
    )


@cache
def welcomes() -> tuple[Welcome, ...]:
    """Return welcomes of a joining person: twice the same seat, another, and a card without a seat."""
    table = playing("kartenspiel")
    mine = welcome(table, "red.corps.2")
    other = welcome(table, "red.corps.1")
    wrong = mine.model_copy(update={"role": Role.UMPIRE})
    return mine, mine, mine, other, wrong, mine.model_copy(update={"role": Role.WATCHER, "plays_again": True})


class Dealer:
    """Makes random events at a desk. `asked` contains the open requests of the desk, as far as the dealer
    remembers them.
    """

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.asked: list[Any] = []
        self.deal = 0
        self.line = 0
        self._opening = [self._up, self._welcome, self._view]
        """The first messages, as most people get them: otherwise hardly anything could ever be sealed."""

    def clock(self) -> ClockView:
        """Make a clock."""
        left = self.dice.choice([0, 0, 0, 400, 9_000, 10_000, 10_001, 42_000, 42_000, 42_000, 42_000])
        return ClockView(left_ms=left, total_ms=60_000, running=self.dice.random() < 0.85)

    def news(self, desk: Desk) -> News:
        """Make a piece of news."""
        if desk._overtaken is not None and self.dice.random() < 0.5:
            return self._to_late(desk._overtaken[0])
        if self._opening:
            return self._opening.pop(0)(desk)
        kinds = [self._view, self._answer, self._word, self._state, self._clock, self._link]
        return self.dice.choices(kinds, [30, 20, 22, 6, 14, 8])[0](desk)

    def _up(self, desk: Desk) -> News:
        return LinkChange(LinkState.UP)

    def _welcome(self, desk: Desk) -> News:
        return welcomes()[0]

    def _view(self, desk: Desk) -> View:
        dice = self.dice
        base = dice.choices(views(), [6 if one.form else 1 for one in views()])[0]  # mostly it is asked
        gate = desk.view.gate if desk.view is not None and dice.random() < 0.5 else base.gate
        if desk.view is not None and desk.sending is not None and dice.random() < 0.4:
            gate = GateNo(desk.view.gate + 1)  # its question is over, and its receipt may be on its way
        form = base.form if dice.random() < 0.85 else None
        sealed, drafts = None, dice.random() < 0.4
        if desk.sending is not None and dice.random() < 0.3:
            sealed = desk.sending.answer
        elif form is not None and form.suggested is not None and dice.random() < 0.2:
            sealed = form.suggested
        return base.model_copy(
            update={
                "gate": gate,
                "form": form,
                "sealed": sealed,
                "whole": dice.random() < 0.3,
                "begun": dice.random() < 0.85,
                "paused": dice.choice(["", "", "", "", "", "", "A pause\u202e for coffee."]),
                "held": dice.random() < 0.07,
                "waits": dice.random() < 0.2,
                "voided": dice.random() < 0.07,
                "bot": dice.random() < 0.08,
                "lent": dice.random() < 0.2,
                "watching": dice.random() < 0.07,
                "drafts": drafts,
                "drafted": form.suggested if form is not None and drafts and dice.random() < 0.5 else None,
                "unanswered": dice.choice(["", "Nothing\u202e moves.", "You pass."]),
                "closes_at_once": dice.random() < 0.3,
                "clock": None if dice.random() < 0.06 else self.clock(),
                "story": self._story(),
                "channels": tuple(
                    self._channel(name) for name in dice.sample(CHANNELS, dice.randrange(1, 4))
                ),
                "lines": tuple(self._spoken() for _ in range(dice.randrange(3))),
                "deals": tuple(self._deal() for _ in range(dice.randrange(2))),
                "notices": tuple(self._notice() for _ in range(dice.randrange(2))),
                "ended": self._ended() if dice.random() < 0.06 else None,
                "deals_open": dice.random() < 0.8,
            }
        )

    def _story(self) -> tuple[StoryLine, ...]:
        counts = " You pass."  # The answer of a seat that did not answer in time
        told = tuple(
            StoryLine(
                heading=f"Turn {number // 3}",
                text=f"Event {number}.{counts * (number % 3 == 1)}",
                gate=number // 2,
                shows=self.dice.randrange(2),
            )
            for number in range(9)
        )
        begin = self.dice.choice([0, 0, 0, 3])
        return told[begin : self.dice.randrange(begin, 10)]

    def _channel(self, name: str) -> ChannelView:
        quiet = self.dice.choice([0, 0, 10_000])
        return ChannelView(
            id=ChannelId(name),
            title=" and ".join(each.title() for each in name.split("+")),
            members=self.dice.choice([("A", "B"), ("A", "B", "C")]),
            open=True,
            quiet_ms=quiet,
        )

    def _spoken(self) -> Spoken:
        self.line += self.dice.randrange(2)
        return Spoken(
            channel=ChannelId(self.dice.choice((*CHANNELS, "never_named"))),
            n=self.line,
            seat=SeatId(self.dice.choice(["red.army", "red.corps.2"])),
            title="Red army",
            text=self.dice.choice(TEXTS) or "?",
        )

    def _deal(self) -> Deal:
        self.deal += self.dice.randrange(2)
        seats = ["red.corps.2", "black.army"]
        self.dice.shuffle(seats)
        return Deal(
            number=self.deal,
            giver=SeatId(seats[0]),
            giver_title=seats[0],
            taker=SeatId(seats[1]),
            taker_title=seats[1],
            text="Peace?",
            state=self.dice.choice(["open", "accepted", "refused", "lapsed"]),
            heading="",
        )

    def _notice(self) -> Notice:
        dice = self.dice
        return Notice(
            to="you",
            text=dice.choice(TEXTS) or "?",
            number=dice.randrange(4),
            sender=dice.choice(["", "Reuters"]),
            kind=dice.choice(["message", "news", "request", "answer"]),
            answers=dice.choice([0, 0, 0, 1, 2, 3]),
            gate=dice.randrange(6),
        )

    def _ended(self) -> Ended:
        return Ended(
            reason="Red is beaten", winners=("Black",), won=self.dice.choice([True, False, None]), scores=()
        )

    def _mates(self) -> tuple[Mate, ...]:
        return (Mate(seat=SeatId("red.army"), title="Red army", linked=self.dice.random() < 0.5, bot=False),)

    def _answer(self, desk: Desk) -> News:
        dice = self.dice
        known = [*self.asked, *([desk.sending] if desk.sending is not None else [])]
        declared = [each for each in known if isinstance(each, Declare)] or known
        request = dice.choice([dice.choice(known), declared[-1]]) if known and dice.random() < 0.9 else None
        name = MessageId(request.id if request is not None else "f" * 32)
        if isinstance(request, Declare) and dice.random() < 0.6:
            return self._receipt(request)
        if dice.random() < 0.55:
            return Done(id=name)
        rule = dice.choice(["", "3.1", "3\u202e.2"])
        name = name if dice.random() < 0.9 else MessageId("")
        return Refusal(id=name, code=RefusalCode.ILLEGAL, text=dice.choice(TEXTS), rule=rule)

    def _to_late(self, declare: Declare) -> News:
        """Answer what was on its way when its question closed."""
        code = self.dice.choice([None, RefusalCode.CLOSED, RefusalCode.COUNTED, RefusalCode.NOT_ALLOWED])
        return Refusal(id=declare.id, code=code, text="?") if code else self._receipt(declare)

    def _receipt(self, declare: Declare) -> Receipt:
        gate = declare.gate if self.dice.random() < 0.9 else GateNo(declare.gate + 1)
        return Receipt(id=declare.id, gate=gate, answer=declare.answer, digest="0" * 32, signature="00")

    def _word(self, desk: Desk) -> News:
        dice = self.dice
        match dice.randrange(6):
            case 0 | 1:
                return self._spoken()
            case 2:
                return self._notice()
            case 3:
                return Team(team=self._mates(), bot=dice.random() < 0.05, lent=dice.random() < 0.5)
            case 4:
                return Deals(deals=(self._deal(),))
            case _:
                return self._company()

    def _company(self) -> Company:
        dice, seats = self.dice, ["red.corps.2", "red.army", "black.army", "a", "b", "c"]
        sitters = tuple(
            Sitter(
                seat=SeatId(seat), title=seat.title(), person=dice.choice(PEOPLE), awaited=dice.random() < 0.5
            )
            for seat in dice.sample(seats, dice.randrange(1, 7))
        )
        none = tuple(one.model_copy(update={"awaited": False}) for one in sitters)
        begins = dice.choice(["now", "linked", "ready", "umpire"])
        return Company(begins=begins, sitters=sitters if dice.random() < 0.7 else none)

    def _state(self, desk: Desk) -> News:
        dice = self.dice
        if dice.random() < 0.55:
            return dice.choice(welcomes())
        if dice.random() < 0.7:
            briefing = Briefing(role="r", wins="w", sees="s", decides="d", looks=dice.choice(TEXTS))
            book = Rulebook(title="t", designer="d", chapters=())
            return TableRules(id=MessageId("0" * 32), briefing=briefing, book=book)
        return DrawShown(pledges=(), signature="")

    def _clock(self, desk: Desk) -> News:
        if self.dice.random() < 0.6:
            return Alive(clock=self.clock() if self.dice.random() < 0.8 else None)
        gate = desk.view.gate if desk.view is not None and self.dice.random() < 0.7 else GateNo(3)
        return Clock(gate=gate, clock=self.clock(), paused=self.dice.choice(["", "", "Tea."]))

    def _link(self, desk: Desk) -> News:
        dice = self.dice
        gate = int(desk.view.gate) if desk.view is not None else 0
        state = dice.choices([LinkState.UP, LinkState.DOWN, LinkState.SHUT, LinkState.ENDED], [60, 20, 1, 1])[
            0
        ]
        said: list[News] = [
            LinkChange(state, "It is so."),
            LinkAlarm("FALSE.", dice.choice([0, gate, gate + 1])),
            Fenced(text="Gone."),
            Farewell(text="Bye."),
        ]
        return dice.choices(said, [60, 16, 1, 1])[0]

    # --- what a person does -------------------------------------------------------------------------------------

    def deed(self, desk: Desk) -> tuple[str, list[Any], dict[str, Any]]:
        """Choose an action at the desk. Return its name and its arguments."""
        dice = self.dice
        kind = dice.choices(
            [
                "declare",
                "draft",
                "say",
                "propose",
                "respond",
                "call",
                "write",
                "hand_over",
                "claim",
                "ready",
                "take_back",
                "wants_rules",
                "in_hand",
                "press",
                "follow",
                "is_told",
                "see",
                "put_notice_away",
            ],
            [18, 8, 14, 4, 4, 5, 5, 3, 3, 3, 8, 4, 14, 5, 3, 3, 5, 3],
        )[0]
        match kind:
            case "declare" | "draft" | "in_hand":
                return kind, [self._filled(desk)], {}
            case "say":
                return kind, [dice.choice(CHANNELS), dice.choice(TEXTS)], {}
            case "propose":
                return kind, ["black.army", dice.choice(TEXTS)], {}
            case "respond":
                return kind, [dice.randrange(3)], {"accept": dice.random() < 0.5}
            case "call":
                return kind, [dice.choice(TEXTS)], {}
            case "write":
                return kind, [dice.randrange(4), dice.choice(TEXTS)], {}
            case "see":
                return kind, [dice.choice(CHANNELS)], {}
            case "is_told":
                return kind, [dice.random() < 0.7], {}
            case _:
                return kind, [], {}

    def _filled(self, desk: Desk) -> Answer:
        form = desk.view.form if desk.view is not None else None
        suggested = dict(form.suggested or {}) if form is not None else {}
        if suggested and self.dice.random() < 0.5:
            suggested.pop(next(iter(suggested)))
        return suggested

    def note(self, request: Any) -> None:
        """Remember a request."""
        if isinstance(request, Declare | Call | Claim | HandOver | Propose | Respond | Say | Write):
            self.asked.append(request)
