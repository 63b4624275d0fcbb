"""Council: the commands that address other people: talk, proposals, the umpire, and the crew."""

from __future__ import annotations

from collections.abc import Callable

from warcouncil.clients.plain.base.teller import meant
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.shown.announcements import deal_words, talk_words
from warcouncil.clients.seat.words.seat_names import with_person
from warcouncil.clients.widgets.pieces.message_heads import message_head
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.wire.requests import Request
from warcouncil.protocol.words import ChannelId, clean, plain, typed_number

Came = tuple[list[str], Request | None]
"""The lines to write, and the request to send."""
TALK_LINES = 20


class Council:
    """Handles the commands that address other people."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.ways: dict[str, Callable[[str, int], Came]] = {
            "say": self._say,
            "talk": self._talk,
            "deals": self._deals,
            "propose": self._propose,
            "accept": lambda rest, now_ms: self._respond(rest, now_ms, accept=True),
            "refuse": lambda rest, now_ms: self._respond(rest, now_ms, accept=False),
            "call": self._call,
            "ask": self._ask,
            "reply": self._reply,
            "messages": self._messages,
            "team": self._team,
            "take": self._take,
            "handover": self._hand_over,
        }

    # --- talk -----------------------------------------------------------------------------------------------------

    def _channels(self) -> list[tuple[ChannelId, str]]:
        view, desk = self._desk.view, self._desk
        channels = view.channels if view is not None else ()
        return [
            (each.id, desk.name_of(desk.talks[each.id]) if each.id in desk.talks else each.title)
            for each in channels
        ]

    def _say(self, rest: str, now_ms: int) -> Came:
        channels = self._channels()
        if not channels:
            return [say("talk.nobody")], None
        if not rest:
            return [say("plain.write_what")], None
        to, text = channels[0][0], rest
        if len(channels) > 1:
            word, _, text = rest.partition(" ")
            number = _chosen(word, [title for _, title in channels])
            if number is None or not text.strip():
                names = ", ".join(f"{at} {title}" for at, (_, title) in enumerate(channels, 1))
                return [say("plain.say_where", names=names)], None
            to = channels[number][0]
        return [], self._desk.say(to, text, now_ms)

    def _talk(self, rest: str, now_ms: int) -> Came:
        desk, lines = self._desk, []
        for number, (channel, title) in enumerate(self._channels(), 1):
            talk = desk.talks[channel]
            key = "plain.talk_state" if desk.is_open(talk, now_ms) else "plain.talk_state_closed"
            mine = desk.welcome.seat_title if desk.welcome is not None else ""
            who = ", ".join(each for each in talk.members if each != mine) or say("plain.all")
            lines.append(f"talk {number}: {say(key, title=title, who=who)}")
            if talk.reads_only:
                lines.append(f"talk {number}: {say('talk.reads_only')}")
            elif talk.readers:
                lines.append(f"talk {number}: {say('talk.read_by', names=', '.join(talk.readers))}")
        for talk in desk.talks.values():
            said = list(talk.lines.values())[-TALK_LINES:]
            lines += [f"talk: {talk_words(desk, talk, line)}" for line in said]
            if talk.half:
                lines.append(f"talk, {talk.title}: {say('plain.half_written', text=talk.half)}")
        return lines or [say("talk.nobody")], None

    # --- proposals ------------------------------------------------------------------------------------------------

    def _deals(self, rest: str, now_ms: int) -> Came:
        view, desk = self._desk.view, self._desk
        lines = [deal_words(deal, desk.me) for deal in desk.deals.values()] or [say("deals.none")]
        lines += [say("plain.how_deal", n=deal.number) for deal in desk.waiting_deals]
        if view is not None and view.seats and not desk.no_deals(now_ms):
            names = ", ".join(f"{number} {title}" for number, (_, title) in enumerate(view.seats, 1))
            lines.append(say("plain.may_propose", names=names))
        return lines, None

    def _propose(self, rest: str, now_ms: int) -> Came:
        view, why = self._desk.view, self._desk.no_deals(now_ms)
        if why or view is None or not view.seats:
            return [why or say("deals.cannot")], None
        word, _, text = rest.partition(" ")
        number = _chosen(word, [title for _, title in view.seats])
        if len(view.seats) == 1 and number is None:
            number, text = 0, rest
        if number is None or not text.strip():
            names = ", ".join(f"{at} {title}" for at, (_, title) in enumerate(view.seats, 1))
            return [say("plain.say_to_whom", names=names)], None
        return [], self._desk.propose(view.seats[number][0], text)

    def _respond(self, rest: str, now_ms: int, *, accept: bool) -> Came:
        waiting = {str(deal.number): deal for deal in self._desk.waiting_deals}
        wanted = rest or (next(iter(waiting)) if len(waiting) == 1 else "")
        if wanted not in waiting:
            numbers = ", ".join(waiting) or say("fields.none")
            return [say("plain.say_which", numbers=numbers)], None
        if why := self._desk.no_deals(now_ms):
            return [why], None
        return [], self._desk.respond(waiting[wanted].number, accept=accept)

    # --- the umpire -----------------------------------------------------------------------------------------------

    def _call(self, rest: str, now_ms: int) -> Came:
        request = self._desk.call(rest)
        return ([] if request is not None else [say("plain.write_need")]), request

    def _ask(self, rest: str, now_ms: int) -> Came:
        if not self._desk.asks_at:
            return [say("notices.cannot_ask")], None
        request = self._desk.ask(rest)
        return ([] if request is not None else [say("plain.write_ask", who=self._desk.asks_at)]), request

    def _reply(self, rest: str, now_ms: int) -> Came:
        """Reply to the message with the number before the text. Without a number, reply to the only or newest message that waits."""
        desk = self._desk
        asks = desk.unreplied
        if not asks:
            return [say("plain.waits_for_no_reply")], None
        word, _, text = rest.partition(" ")
        numbered = [notice for notice in asks if notice.number == typed_number(word)]
        chosen, words = (numbered[0], text) if numbered and text.strip() else (asks[-1], rest)
        request = desk.write(chosen.number, words)
        if request is not None:
            return [], request
        waiting = [say("plain.waits", n=notice.number, text=clean(notice.text)) for notice in asks]
        return [say("plain.write_reply"), *waiting], None

    def _messages(self, rest: str, now_ms: int) -> Came:
        lines = [
            say("aloud.notice", head=message_head(notice), text=plain(notice.text))
            for notice in self._desk.notices
        ]
        return lines or [say("notices.none")], None

    # --- the crew -------------------------------------------------------------------------------------------------

    def _team(self, rest: str, now_ms: int) -> Came:
        lines = [
            f"team: {with_person(self._desk.company, mate.seat, mate.title)}: "
            + say("company.bot_plays" if mate.bot else "company.is_here" if mate.linked else "company.away")
            for mate in self._desk.team
        ]
        return lines or [say("plain.alone")], None

    def _take(self, rest: str, now_ms: int) -> Came:
        if not (self._desk.bot or self._desk.watching):
            return [say("plain.drives_already")], None
        return [], self._desk.claim()

    def _hand_over(self, rest: str, now_ms: int) -> Came:
        if self._desk.bot or self._desk.watching:
            return [say("plain.drives_not")], None
        if self._desk.alone:
            return [say("company.seat_alone")], None
        return [], self._desk.hand_over()


def _chosen(word: str, titles: list[str]) -> int | None:
    """Return the index of the list item that a typed number or the beginning of a title means."""
    number = typed_number(word) or 0
    if 0 < number <= len(titles):
        return number - 1
    names = [title.casefold() for title in titles]
    found = meant(word.casefold(), dict.fromkeys(names))
    return names.index(found) if found else None
