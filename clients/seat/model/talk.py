"""The talk and the clock of a seat: conversations, the state of the clock, and messages about cards that open
no seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import ChannelView, Spoken
from warcouncil.protocol.words import ChannelId, Role, SeatId, clean

PAIR = " and "
"""The form in which the games join the names of two sides in the title of a conversation: "One and Other"."""
WRONG_ROLE = {
    Role.UMPIRE: "door.umpires_card",
    Role.OBSERVER: "door.observers_card",
    Role.TECHNICAL: "door.technicals_card",
    Role.DISPLAY: "door.displays_card",
}


def wrong_role(role: Role) -> str:
    """Return the message which says that a card opens no seat. It is "" if the card opens one."""
    return say(WRONG_ROLE[role]) if role in WRONG_ROLE else ""


class Timing(Enum):
    """The state of the clock."""

    NONE = auto()
    """There is no clock, because the game is over or no view has come yet."""
    RUNS = auto()
    URGENT = auto()
    """The clock runs, and little time is left."""
    UP = auto()
    STANDS = auto()
    """The clock is stopped: paused, held or not begun."""
    FROZEN = auto()
    """The state of the clock is unknown, because the link is down."""


@dataclass(slots=True)
class Conversation:
    """A conversation with its stored lines by number, and the line that is being written."""

    id: ChannelId
    title: str
    members: tuple[str, ...]
    quiet_ms: int
    lines: dict[int, Spoken]
    half: str = ""
    seen: int = 0
    """The number of the newest line that the player has seen on the screen."""
    readers: tuple[str, ...] = ()
    """The names of the readers of the conversation besides its members."""
    reads_only: bool = False
    """Whether this seat reads the conversation but is not a member."""

    def unread(self, me: SeatId) -> tuple[Spoken, ...]:
        """Return the lines of others that the player has not seen, in order."""
        return tuple(
            line for number, line in sorted(self.lines.items()) if number > self.seen and line.seat != me
        )

    def see(self) -> None:
        """Record that the player has seen every line."""
        self.seen = max((self.seen, *self.lines))

    def name_for(self, *mine: str) -> str:
        """Return the title of a conversation. If it has two members, return the name of the other one."""
        title = clean(self.title)
        for name in filter(None, map(clean, mine)):
            for other in (title.removeprefix(f"{name}{PAIR}"), title.removesuffix(f"{PAIR}{name}")):
                if other != title:
                    return other
        return title


class Talks(dict[ChannelId, Conversation]):
    """The conversations of a seat, in the order in which the client received them."""

    def forget_lines(self) -> None:
        """Forget all lines. They will all be sent again. Lines that are being written stay."""
        for talk in self.values():
            talk.lines.clear()

    def see_all(self) -> None:
        """Record that the reader has seen every line of every conversation."""
        for talk in self.values():
            talk.see()

    def see_no_further(self) -> None:
        """Set the number of the newest seen line to at most the newest line, because a restored exercise
        counts lines again.
        """
        for talk in self.values():
            talk.seen = min(talk.seen, max(talk.lines, default=0))

    def know(self, channel: ChannelView) -> None:
        """Record a conversation that this seat is a member of."""
        talk = self.get(channel.id)
        if talk is None:
            talk = self[channel.id] = Conversation(
                channel.id, channel.title, channel.members, channel.quiet_ms, lines={}
            )
        talk.title, talk.members, talk.quiet_ms = channel.title, channel.members, channel.quiet_ms
        talk.readers, talk.reads_only = channel.readers, channel.reads_only

    def hear(self, line: Spoken) -> None:
        """Record a line that was said."""
        talk = self.get(line.channel)
        if talk is None:
            talk = self[line.channel] = Conversation(
                line.channel, str(line.channel).replace("_", " ").capitalize(), (), 0, lines={}
            )
        talk.lines[line.n] = line

    def give_back(self, channel: ChannelId, text: str) -> bool:
        """Put a line that was not sent back into the input line, unless the player has begun another one.

        Return whether it was put back.
        """
        talk = self.get(channel)
        if talk is None or talk.half:
            return False
        talk.half = text
        return True
