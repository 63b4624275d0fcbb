"""Talk at a table: lines in channels, deals between seats, notices to seats, calls for the umpire.

It does not check the time, because the table does. It only stores talk, and returns what each seat may read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.views import Deal, MessageKind, Notice, Spoken
from warcouncil.protocol.words import ChannelId, Model, SeatId

LINES_KEPT_MAX = 2000
"""How many of the newest lines a table keeps between two closings."""


class Said(Model):
    """Everything said while one gate was open. The closing keeps it in the journal.

    `calls` has all calls so far, if any call is new or newly answered.
    """

    lines: tuple[LineSaid, ...]
    deals: tuple[Deal, ...]
    notices: tuple[tuple[tuple[SeatId, ...], Notice], ...]
    calls: tuple[CallForUmpire, ...]


class LineSaid(Model):
    """A line that was spoken, and the members of the channel at that time."""

    spoken: Spoken
    members: tuple[SeatId, ...]


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A line as it is stored. It needs a sixth of the memory of the message that is made from it."""

    channel: ChannelId
    n: int
    seat: SeatId
    title: str
    text: str
    members: tuple[SeatId, ...]

    @property
    def spoken(self) -> Spoken:
        """The line as a message."""
        return Spoken(channel=self.channel, n=self.n, seat=self.seat, title=self.title, text=self.text)


class CallForUmpire(Model):
    """A player's call, or a reply to an umpire's message. `answer` is the umpire's answer.

    An empty answer means that there is none yet or, with `read`, that none was needed.
    """

    number: int
    seat: SeatId
    text: str
    answer: str = ""
    is_reply: bool = False
    read: bool = False

    @property
    def waits(self) -> bool:
        """Whether no umpire has answered or dismissed it."""
        return not (self.answer or self.read)


@dataclass(slots=True)
class Talk:
    """Everything said at one table."""

    lines: list[KeptLine] = field(default_factory=list)
    deals: list[Deal] = field(default_factory=list)
    notices: list[tuple[tuple[SeatId, ...], Notice]] = field(default_factory=list)
    desk: frozenset[SeatId] = frozenset()
    """The neutral seats. If a request for information goes to one of them, that seat is asked for the answer."""
    calls: list[CallForUmpire] = field(default_factory=list)
    lapsed: tuple[Deal, ...] = ()
    """The deals that lapsed with the last question. Their parties have not been told yet."""
    forgotten: int = 0
    """How many of the oldest lines were removed. The journal has them."""
    _counts: dict[ChannelId, int] = field(default_factory=dict)
    _circled: dict[tuple[ChannelId, tuple[SeatId, ...]], int] = field(default_factory=dict)
    """How many lines were spoken in a channel to the same members."""
    _taken: tuple[int, int, int] = (0, 0, 0)
    _calls_taken: tuple[CallForUmpire, ...] = ()
    _strings: dict[str, str] = field(default_factory=dict)
    _circles: dict[tuple[SeatId, ...], tuple[SeatId, ...]] = field(default_factory=dict)
    """Values that many lines share. Each is stored once."""

    def take(self) -> Said:
        """Return what was said since the last call, for a closing."""
        lines, deals, notices = self._taken
        self._taken = (len(self.lines), len(self.deals), len(self.notices))
        new = tuple(LineSaid(spoken=line.spoken, members=line.members) for line in self.lines[lines:])
        self._forget()
        calls = tuple(self.calls)
        changed, self._calls_taken = calls != self._calls_taken, calls
        return Said(
            lines=new,
            deals=tuple(self.deals[deals:]),
            notices=tuple(self.notices[notices:]),
            calls=calls if changed else (),
        )

    def put(self, said: Said, gate: int) -> None:
        """Restore the result of `take` at the closing of a gate. Older exercise files lack the gates of notices."""
        for line in said.lines:
            self._keep(line)
        self.deals.extend(said.deals)
        self.notices.extend(
            (to, notice if notice.gate else notice.model_copy(update={"gate": gate}))
            for to, notice in said.notices
        )
        if said.calls:
            self.calls[:] = said.calls
            self._calls_taken = said.calls
        for line in said.lines:
            self._counts[line.spoken.channel] = line.spoken.n
            self._count(line)
        self._taken = (len(self.lines), len(self.deals), len(self.notices))
        self._forget()

    def _forget(self) -> None:
        """Remove all except the newest lines. No view holds more."""
        over = len(self.lines) - LINES_KEPT_MAX
        if over > 0:
            del self.lines[:over]
            self.forgotten += over
            self._taken = (len(self.lines), *self._taken[1:])

    def speak(self, channel: ChannelId, members: tuple[SeatId, ...], seat: Seat, text: str) -> LineSaid:
        """Add a line to a channel."""
        self._counts[channel] = self._counts.get(channel, 0) + 1
        spoken = Spoken(channel=channel, n=self._counts[channel], seat=seat.id, title=seat.title, text=text)
        line = LineSaid(spoken=spoken, members=members)
        self._count(line)
        self._keep(line)
        return line

    def _count(self, line: LineSaid) -> None:
        circle = line.spoken.channel, line.members
        self._circled[circle] = self._circled.get(circle, 0) + 1

    def _keep(self, line: LineSaid) -> None:
        spoken = line.spoken
        self.lines.append(
            KeptLine(
                channel=ChannelId(self._strings.setdefault(spoken.channel, spoken.channel)),
                n=spoken.n,
                seat=SeatId(self._strings.setdefault(spoken.seat, spoken.seat)),
                title=self._strings.setdefault(spoken.title, spoken.title),
                text=spoken.text,
                members=self._circles.setdefault(line.members, line.members),
            )
        )

    def spoken_in(self, channel: ChannelId) -> int:
        """Return how many lines have been spoken in a channel."""
        return self._counts.get(channel, 0)

    def propose(self, giver: Seat, taker: Seat, text: str, heading: str) -> Deal:
        """Add a proposal."""
        deal = Deal(
            number=len(self.deals) + 1,
            giver=giver.id,
            giver_title=giver.title,
            taker=taker.id,
            taker_title=taker.title,
            text=text,
            state="open",
            heading=heading,
        )
        self.deals.append(deal)
        return deal

    def respond(self, number: int, *, accept: bool) -> Deal:
        """Accept or refuse a proposal."""
        return self._settle(number, "accepted" if accept else "refused")

    def lapse(self) -> None:
        """Mark every open proposal as lapsed, because its time is over."""
        waiting = [deal.number for deal in self.deals if deal.state == "open"]
        self.lapsed = tuple(self._settle(number, "lapsed") for number in waiting)

    def take_lapsed(self) -> tuple[Deal, ...]:
        """Return the lapsed deals whose parties must be informed now."""
        lapsed, self.lapsed = self.lapsed, ()
        return lapsed

    def _settle(self, number: int, state: str) -> Deal:
        settled = self.deals[number - 1].model_copy(update={"state": state})
        self.deals[number - 1] = settled
        return settled

    def notify(
        self,
        to: tuple[SeatId, ...],
        text: str,
        whom: str,
        *,
        gate: int,
        reply: bool = False,
        sender: str = "",
        kind: MessageKind | Literal["request"] = "message",
    ) -> Notice:
        """Store a notice to these seats, from the umpire or in the name of a sender, at an open question.

        `whom` is the addressee as they read it. A notice that asks for a reply has a number.
        """
        number = len(self.notices) + 1 if reply else 0
        notice = Notice(text=text, to=whom, number=number, sender=sender, kind=kind, gate=gate)
        self.notices.append((to, notice))
        return notice

    def answer_request(self, request: Notice, text: str, *, gate: int) -> tuple[tuple[SeatId, ...], Notice]:
        """Store the answer to a request for information. Return it with its readers, which are the readers of the request."""
        to = self.notices[request.number - 1][0]
        notice = Notice(
            text=text,
            to=request.sender,
            sender=request.to,
            kind="answer",
            about=request.text,
            answers=request.number,
            gate=gate,
        )
        self.notices.append((to, notice))
        return to, notice

    def put_to(self, seat: SeatId) -> dict[int, Notice]:
        """Return the notices that ask a seat for a reply, by their numbers for that seat."""
        mine = [
            (notice, self.notice_as_read(notice, seat).number) for to, notice in self.notices if seat in to
        ]
        return {number: notice for notice, number in mine if number}

    def open_requests(self, seat: SeatId) -> list[Notice]:
        """Return the unanswered requests for information that a seat knows of, the oldest first."""
        answered = {notice.answers for _, notice in self.notices}
        return [
            notice
            for to, notice in self.notices
            if notice.kind == "request" and notice.number not in answered and seat in to
        ]

    def call(self, seat: SeatId, text: str, *, is_reply: bool = False) -> CallForUmpire:
        """Store a call for the umpire, or a reply to an umpire's message."""
        call = CallForUmpire(number=len(self.calls) + 1, seat=seat, text=text, is_reply=is_reply)
        self.calls.append(call)
        return call

    def answer(self, number: int, text: str) -> CallForUmpire:
        """Store the answer to a call. An empty text means that it was read."""
        answered = self.calls[number - 1].model_copy(update={"answer": text, "read": True})
        self.calls[number - 1] = answered
        return answered

    def lines_for(self, seat: SeatId, most: int = LINES_KEPT_MAX) -> tuple[Spoken, ...]:
        """Return the newest lines that a seat may read, which were spoken while it was a member.

        They have the numbers of that seat. The table's numbers would reveal how many lines others have spoken in that
        channel.
        """
        own: list[Spoken] = []
        counts: dict[ChannelId, int] = {}
        for line in reversed([line for line in self.lines if seat in line.members][-most:]):
            if line.channel not in counts:
                counts[line.channel] = self.heard_by(seat, line.channel)
            own.append(line.spoken.model_copy(update={"n": counts[line.channel]}))
            counts[line.channel] -= 1
        return tuple(reversed(own))

    def heard_by(self, seat: SeatId, channel: ChannelId) -> int:
        """Return how many lines a seat has heard in a channel."""
        return sum(n for (where, members), n in self._circled.items() if where == channel and seat in members)

    def deals_for(self, seat: SeatId) -> tuple[Deal, ...]:
        """Return the deals of a seat, with the numbers of that seat. The table's numbers would reveal how many deals
        others have made."""
        own = self.deals_of(seat)
        return tuple(deal.model_copy(update={"number": number}) for number, deal in enumerate(own, 1))

    def deals_of(self, seat: SeatId) -> tuple[Deal, ...]:
        """Return the deals of a seat, with the table's numbers."""
        return tuple(deal for deal in self.deals if seat in (deal.giver, deal.taker))

    def as_read(self, deal: Deal, seat: SeatId) -> Deal:
        """Return a deal with the number that one of its parties sees."""
        own = sum(each.number <= deal.number for each in self.deals_of(seat))
        return deal.model_copy(update={"number": own})

    def notices_for(self, seat: SeatId) -> tuple[Notice, ...]:
        """Return the notices to a seat, in order."""
        return tuple(self.notice_as_read(notice, seat) for to, notice in self.notices if seat in to)

    def notice_as_read(self, notice: Notice, seat: SeatId) -> Notice:
        """Return a notice with the numbers of its reader. The table's numbers would reveal how many questions others
        were asked. A team's own request is no question to this team, so its notice has no number."""
        if not (notice.number or notice.answers):
            return notice
        if notice.kind in ("request", "answer") and seat not in self.desk:
            return notice.model_copy(update={"number": 0, "answers": 0})
        own = {
            "number": self._own_number(notice.number, seat),
            "answers": self._own_number(notice.answers, seat),
        }
        return notice.model_copy(update=own)

    def _own_number(self, number: int, seat: SeatId) -> int:
        """Return how many notices up to this number asked a seat for a reply."""
        return sum(
            seat in to and 0 < each.number <= number and (each.kind != "request" or seat in self.desk)
            for to, each in self.notices
        )


Said.model_rebuild()

NOTHING_SAID = Said(lines=(), deals=(), notices=(), calls=())
