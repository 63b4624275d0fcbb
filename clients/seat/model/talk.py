"""What a desk speaks of: conversations, what the clock does, and the cards that open no seat."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import ChannelView, Spoken
from warcouncil.protocol.words import ChannelId, Role, SeatId, clean

PAIR = " and "
"""The games title a conversation of two sides "One and Other"."""
WRONG_ROLE = {
    Role.UMPIRE: "door.umpires_card",
    Role.OBSERVER: "door.observers_card",
    Role.TECHNICAL: "door.technicals_card",
    Role.DISPLAY: "door.displays_card",
}


def wrong_role(role: Role) -> str:
    """Say that a card opens no seat; "" where it does."""
    return say(WRONG_ROLE[role]) if role in WRONG_ROLE else ""


class Timing(Enum):
    """What the clock does."""

    NONE = auto()
    """There is none: the game is over, or nothing has come yet."""
    RUNS = auto()
    URGENT = auto()
    """It runs, and little is left."""
    UP = auto()
    STANDS = auto()
    """It stands: paused, held or not begun."""
    FROZEN = auto()
    """It may run, but nobody here can know: the link is down."""


@dataclass(slots=True)
class Conversation:
    """A conversation, as long as it is remembered: its lines by number, and what is half written."""

    id: ChannelId
    title: str
    members: tuple[str, ...]
    quiet_ms: int
    lines: dict[int, Spoken]
    half: str = ""
    seen: int = 0
    """The number of the newest line that the reader has had on the screen."""

    def unread(self, me: SeatId) -> tuple[Spoken, ...]:
        """Return the lines of others that the reader has not seen, in order."""
        return tuple(
            line for number, line in sorted(self.lines.items()) if number > self.seen and line.seat != me
        )

    def see(self) -> None:
        """Record that the reader has seen every line."""
        self.seen = max((self.seen, *self.lines))

    def name_for(self, *mine: str) -> str:
        """Return the other's name where two talk and one of them has a name of `mine`, else the title."""
        title = clean(self.title)
        for name in filter(None, map(clean, mine)):
            for other in (title.removeprefix(f"{name}{PAIR}"), title.removesuffix(f"{PAIR}{name}")):
                if other != title:
                    return other
        return title


class Talks(dict[ChannelId, Conversation]):
    """The conversations of a seat, in the order in which they were heard of."""

    def forget_lines(self) -> None:
        """Forget what was said: all of it comes anew. What is half written stays."""
        for talk in self.values():
            talk.lines.clear()

    def see_all(self) -> None:
        """Record that the reader has seen every line of every conversation."""
        for talk in self.values():
            talk.see()

    def see_no_further(self) -> None:
        """Record that no line beyond the newest one was seen: a restored exercise counts them anew."""
        for talk in self.values():
            talk.seen = min(talk.seen, max(talk.lines, default=0))

    def know(self, channel: ChannelView) -> None:
        """Take note of a conversation that one is a member of."""
        talk = self.get(channel.id)
        if talk is None:
            self[channel.id] = Conversation(
                channel.id, channel.title, channel.members, channel.quiet_ms, lines={}
            )
        else:
            talk.title, talk.members, talk.quiet_ms = channel.title, channel.members, channel.quiet_ms

    def hear(self, line: Spoken) -> None:
        """Take in what was said."""
        talk = self.get(line.channel)
        if talk is None:
            talk = self[line.channel] = Conversation(
                line.channel, str(line.channel).replace("_", " ").capitalize(), (), 0, lines={}
            )
        talk.lines[line.n] = line

    def give_back(self, channel: ChannelId, text: str) -> bool:
        """Put a line that was not said back before its writer, unless he has begun another; whether it is there."""
        talk = self.get(channel)
        if talk is None or talk.half:
            return False
        talk.half = text
        return True
