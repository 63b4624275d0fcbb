"""NewsTold: the news of a desk since the last call, as lines: the link, the story, talk, proposals, the
umpire, the crew.
"""

from __future__ import annotations

from warcouncil.clients.link.base.line import LinkChange
from warcouncil.clients.plain.base.teller import LINK_WORDS
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.talk import Conversation
from warcouncil.clients.seat.words.seat_names import with_person
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import Deal, Spoken
from warcouncil.protocol.words import SeatId, clean

STATES = {
    "open": "deals.open",
    "accepted": "plain.accepted",
    "refused": "plain.refused",
    "lapsed": "deals.lapsed",
}


def deal_line(deal: Deal, me: SeatId) -> str:
    """Return a proposal and its result in words."""
    giver = say("company.you") if deal.giver == me else deal.giver_title
    taker = say("company.you") if deal.taker == me else deal.taker_title
    state = say(STATES[deal.state])
    if deal.state == "open" and deal.taker == me:
        state = say("plain.accept_or_refuse", state=state, n=deal.number)
    return say("plain.proposal", n=deal.number, giver=giver, taker=taker, text=deal.text, state=state)


def talk_line(desk: Desk, talk: Conversation, line: Spoken) -> str:
    """Return a line of talk with its writer.

    Between two seats it names the reader, and otherwise the conversation.
    """
    mine = line.seat == desk.me
    who = say("company.you") if mine else with_person(desk.company, line.seat, line.title)
    if not desk.is_pair(talk):
        return f"talk, {talk.title}: {who}: {line.text}"
    to = _other(desk, talk) if mine else say("company.you")
    said = say("plain.spoken_to", who=who, to=to, text=line.text)
    return f"talk, {said}" if desk.name_of(talk) != clean(talk.title) else f"talk, {talk.title}: {said}"


def _other(desk: Desk, talk: Conversation) -> str:
    """Return the name of the other member of a conversation of two."""
    name, mine = desk.name_of(talk), desk.welcome.seat_title if desk.welcome is not None else ""
    others = [member for member in talk.members if clean(member) != clean(mine)]
    return others[0] if name == clean(talk.title) and len(others) == 1 else name


class NewsTold:
    """Compares a desk with the lines already written about it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._link: LinkChange | None = None
        self._alarm = ""
        self._begin()

    def _begin(self) -> None:
        self._seating = self._desk.seatings
        self._came = False
        self._story = 0
        self._lines: set[tuple[str, int]] = set()
        self._deals: dict[int, Deal] = {}
        self._notices = 0
        self._said = ""
        self._late: tuple[tuple[int, str], ...] = ()
        self._who = (False, False)

    def new(self) -> list[str]:
        """Return the lines to write."""
        desk = self._desk
        if desk.seatings != self._seating:
            self._begin()
        lines = self._of_link()
        if desk.view is not None:
            first, self._came = not self._came, True
            lines += [
                *self._of_story(first=first),
                *self._of_talk(),
                *self._of_deals(),
                *self._of_umpire(),
                *self._of_crew(),
            ]
        lines += [words for ms, words in desk.late.said if (ms, words) not in self._late]
        self._late = tuple(desk.late.said)
        if desk.said and desk.said != self._said:
            lines.append(desk.said)
        self._said = desk.said
        return lines

    def _of_link(self) -> list[str]:
        desk, lines = self._desk, []
        if desk.link != self._link:
            self._link = desk.link
            word = say(LINK_WORDS[desk.link.state])
            lines.append(f"link: {word} {desk.link.text}")
        if desk.alarm and desk.alarm != self._alarm:
            lines.append(f"RECEIPT: {desk.alarm}")
        self._alarm = desk.alarm
        return lines

    def _of_story(self, *, first: bool) -> list[str]:
        story = self._desk.story
        new, self._story = story[self._story :], len(story)
        if first and len(new) > 1:
            return [f"story: {say('plain.before_you_came', n=len(new))}"]
        return [f"story, {line.heading}: {line.text}" for line in new]

    def _of_talk(self) -> list[str]:
        lines = []
        for talk in self._desk.talks.values():
            for number, line in talk.lines.items():
                if (talk.id, number) not in self._lines:
                    self._lines.add((talk.id, number))
                    lines.append(talk_line(self._desk, talk, line))
        return lines

    def _of_deals(self) -> list[str]:
        desk = self._desk
        me = desk.welcome.seat if desk.welcome is not None else SeatId("")
        new = [deal for number, deal in desk.deals.items() if self._deals.get(number) != deal]
        self._deals = dict(desk.deals)
        return [deal_line(deal, me) for deal in new]

    def _of_umpire(self) -> list[str]:
        new, self._notices = self._desk.notices[self._notices :], len(self._desk.notices)
        return [
            say("plain.umpire_asks" if notice.number else "plain.umpire_to", who=notice.to, text=notice.text)
            for notice in new
        ]

    def _of_crew(self) -> list[str]:
        before, self._who = self._who, (self._desk.bot, self._desk.watching)
        if self._who == before:
            return []
        if self._desk.bot:
            way = say("plain.take_takes" if self._desk.lent else "plain.call_asks")
            return [f"seat: {way}"]
        if self._desk.watching:
            return [f"seat: {say('plain.you_watch')}"]
        return [f"seat: {say('plain.you_drive')}"]
