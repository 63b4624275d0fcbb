"""What a seat says to others by lines: talk, proposals, the umpire, and who drives."""

from __future__ import annotations

from collections.abc import Callable

from warcouncil.clients.plain.heard import deal_line
from warcouncil.clients.plain.teller import meant
from warcouncil.clients.seat.desk import Desk
from warcouncil.protocol.requests import Request
from warcouncil.protocol.words import ChannelId, SeatId

Came = tuple[list[str], Request | None]
"""What is to be said, and what is to be sent."""
TALK_LINES = 20


class Council:
    """Reads the commands that speak to others."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.ways: dict[str, Callable[[str, int], Came]] = {
            "say": self._say,
            "talk": self._talk,
            "deals": self._deals,
            "propose": self._propose,
            "accept": lambda rest, _: self._respond(rest, accept=True),
            "refuse": lambda rest, _: self._respond(rest, accept=False),
            "call": self._call,
            "reply": self._reply,
            "umpire": self._umpire,
            "team": self._team,
            "take": self._take,
            "handover": self._hand_over,
        }

    # --- talk -----------------------------------------------------------------------------------------------------

    def _channels(self) -> list[tuple[ChannelId, str]]:
        view = self._desk.view
        return [(channel.id, channel.title) for channel in view.channels] if view is not None else []

    def _say(self, rest: str, now_ms: int) -> Came:
        channels = self._channels()
        if not channels:
            return ["There is nobody to talk with now."], None
        if not rest:
            return ["Write what you say: /say hello."], None
        to, text = channels[0][0], rest
        if len(channels) > 1:
            word, _, text = rest.partition(" ")
            number = _chosen(word, [title for _, title in channels])
            if number is None or not text.strip():
                names = ", ".join(f"{at} {title}" for at, (_, title) in enumerate(channels, 1))
                return [f"Say in which conversation: {names}; such as /say 1 hello."], None
            to = channels[number][0]
        return [], self._desk.say(to, text, now_ms)

    def _talk(self, rest: str, now_ms: int) -> Came:
        desk, lines = self._desk, []
        for number, (channel, title) in enumerate(self._channels(), 1):
            talk = desk.talks[channel]
            state = "open" if desk.is_open(talk, now_ms) else "closed"
            lines.append(f"talk {number}: {title}, {state}, with {', '.join(talk.members) or 'all'}")
        for talk in desk.talks.values():
            said = list(talk.lines.values())[-TALK_LINES:]
            lines += [f"talk, {talk.title}: {line.title}: {line.text}" for line in said]
            if talk.half:
                lines.append(f"talk, {talk.title}: not said yet: {talk.half}")
        return lines or ["There is nobody to talk with now."], None

    # --- proposals ------------------------------------------------------------------------------------------------

    def _deals(self, rest: str, now_ms: int) -> Came:
        view, desk = self._desk.view, self._desk
        me = desk.welcome.seat if desk.welcome is not None else SeatId("")
        lines = [deal_line(deal, me) for deal in desk.deals.values()] or ["No proposals yet."]
        if view is not None and view.deals_open and view.seats:
            names = ", ".join(f"{number} {title}" for number, (_, title) in enumerate(view.seats, 1))
            lines.append(f"You may put one, which binds nobody, to: {names}; such as /propose 1 your text.")
        return lines, None

    def _propose(self, rest: str, now_ms: int) -> Came:
        view = self._desk.view
        if view is None or not view.deals_open or not view.seats or self._desk.bot or self._desk.watching:
            return ["Proposals cannot be made now."], None
        word, _, text = rest.partition(" ")
        number = _chosen(word, [title for _, title in view.seats])
        if len(view.seats) == 1 and number is None:
            number, text = 0, rest
        if number is None or not text.strip():
            names = ", ".join(f"{at} {title}" for at, (_, title) in enumerate(view.seats, 1))
            return [f"Say to whom, and what: {names}; such as /propose 1 your text."], None
        return [], self._desk.propose(view.seats[number][0], text)

    def _respond(self, rest: str, *, accept: bool) -> Came:
        waiting = {str(deal.number): deal for deal in self._desk.waiting_deals}
        wanted = rest or (next(iter(waiting)) if len(waiting) == 1 else "")
        if wanted not in waiting:
            numbers = ", ".join(waiting) or "none"
            return [f"Say which proposal; waiting for you: {numbers}."], None
        return [], self._desk.respond(waiting[wanted].number, accept=accept)

    # --- the umpire -----------------------------------------------------------------------------------------------

    def _call(self, rest: str, now_ms: int) -> Came:
        request = self._desk.call(rest)
        return ([] if request is not None else ["Write what you need: /call may we swap seats."]), request

    def _reply(self, rest: str, now_ms: int) -> Came:
        desk = self._desk
        asks = [each for each in desk.notices if each.number and each.number not in desk.answered]
        if not asks:
            return ["The umpire waits for no reply of yours."], None
        request = desk.write(asks[-1].number, rest)
        return ([] if request is not None else [f"Write your reply to: {asks[-1].text}"]), request

    def _umpire(self, rest: str, now_ms: int) -> Came:
        lines = [f"umpire to {notice.to}: {notice.text}" for notice in self._desk.notices]
        return lines or ["The umpire has said nothing to you yet."], None

    # --- the crew -------------------------------------------------------------------------------------------------

    def _team(self, rest: str, now_ms: int) -> Came:
        lines = [
            f"team: {mate.title}: {'a bot plays' if mate.bot else 'here' if mate.linked else 'away'}"
            for mate in self._desk.team
        ]
        return lines or ["You are alone on your side."], None

    def _take(self, rest: str, now_ms: int) -> Came:
        if not (self._desk.bot or self._desk.watching):
            return ["You drive the seat already."], None
        return [], self._desk.claim()

    def _hand_over(self, rest: str, now_ms: int) -> Came:
        if self._desk.bot or self._desk.watching:
            return ["You do not drive the seat."], None
        return [], self._desk.hand_over()


def _chosen(word: str, titles: list[str]) -> int | None:
    """Give the place in a list that a number, or the beginning of a title, stands for."""
    if word.isascii() and word.isdecimal() and len(word) < 4 and 0 < int(word) <= len(titles):
        return int(word) - 1
    names = [title.casefold() for title in titles]
    found = meant(word.casefold(), dict.fromkeys(names))
    return names.index(found) if found else None
