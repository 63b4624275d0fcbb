"""Sessions: who is linked, the numbering of what each is sent, and what was carried out already.

A session's numbers count its own mail only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from warcouncil.arbiter.core.words.outcome import Refused, Send
from warcouncil.arbiter.core.words.stimuli import SILENCE_MS_MAX, Grant
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.wire.wire import pad_reply, wrap_reply
from warcouncil.protocol.words import Role, SeatId, TableId

K = TypeVar("K")
V = TypeVar("V")

ASKED_MAX = 256
"""So many of the newest requests of each seat's key are remembered: more than a seat can ask while its link is broken."""
RULED_MAX = 65_536
"""So many of each console's: a script that repeats itself with a word of its own may be at it for days."""
REFUSED_MAX = 4096
"""So many of the newest refusals are remembered."""


@dataclass(slots=True)
class Session:
    """One link of a key: the newest counts, older ones are fenced."""

    key: str
    route: bytes
    token: str
    holder: Grant
    heard_at: int
    n: int = 0
    linked: bool = True
    browser: bool = False
    """It says of itself that it is a page in a browser."""
    ready: bool = False
    """Its person has read his briefing. It is said anew on every link."""
    watching: TableId | None = None
    room_story: int = 0
    room_lines: int = 0
    room_rulings: int = 0
    room_injects: object = None
    """What it was told of the injects there."""

    def sees(self, table: TableId) -> bool:
        """Tell whether a console may see a table."""
        return not self.holder.tables or table in self.holder.tables

    def mail(self, body: bytes, size: int = 0) -> Send:
        """Give the next numbered frame, padded to `size` when it is given."""
        self.n += 1
        return Send(self.key, self.route, pad_reply(wrap_reply(body, self.token, self.n, self.n), size))

    def aside(self, body: bytes) -> Send:
        """Give a frame outside the count."""
        return Send(self.key, self.route, pad_reply(wrap_reply(body, self.token, 0, self.n), 0))


class Attendance(NamedTuple):
    """What is heard of a seat: whether its own holder is linked, the moment since which one may have heard nothing of him
    (-1: he has no session), and whether anybody who is linked there sits in a browser."""

    linked: bool
    at: int
    browser: bool


def numbered_mail(letters: Iterable[tuple[Session, bytes]], size: int = 0) -> list[Send]:
    """Give each session its next numbered frame, all padded to `size` when it is given."""
    return [session.mail(body, size) for session, body in letters]


class Sessions:
    """The sessions of an exercise, by key."""

    def __init__(self) -> None:
        self._by_key: dict[str, Session] = {}
        self._at_seat: dict[tuple[TableId, SeatId], dict[str, Session]] = {}
        self._consoles: dict[str, Session] = {}
        self._heard_since = 0
        """Every linked session was heard then or later."""

    def __iter__(self) -> Iterator[Session]:
        return iter(self._by_key.values())

    def get(self, key: str) -> Session | None:
        """Give a key's session."""
        return self._by_key.get(key)

    def open(self, session: Session) -> None:
        """Add a session in place of the key's former one."""
        self.drop(session.key)
        self._by_key[session.key] = session
        holder = session.holder
        if holder.seat:
            self._at_seat.setdefault((holder.table, holder.seat), {})[session.key] = session
        else:
            self._consoles[session.key] = session

    def drop(self, *keys: str) -> None:
        """Forget the sessions of keys, which may say hello again."""
        for key in keys:
            session = self._by_key.pop(key, None)
            if session is not None and session.holder.seat:
                del self._at_seat[session.holder.table, session.holder.seat][key]
            self._consoles.pop(key, None)

    def silent(self, at: int) -> list[Session]:
        """Give the linked sessions from which nothing was heard for too long. None is looked at before there can be one."""
        if at - self._heard_since <= SILENCE_MS_MAX:
            return []
        linked = [session for session in self if session.linked]
        silent = [session for session in linked if at - session.heard_at > SILENCE_MS_MAX]
        others = (one.heard_at for one in linked if at - one.heard_at <= SILENCE_MS_MAX)
        self._heard_since = min(others, default=at)
        return silent

    def placed(self) -> Iterator[Session]:
        """Give all sessions, place by place."""
        for here in self._at_seat.values():
            yield from here.values()
        yield from self._consoles.values()

    def at(self, table: TableId, seat: SeatId) -> tuple[Session, ...]:
        """Give the sessions at a seat, its stand-in's included, in the order in which they came."""
        return tuple(self._at_seat.get((table, seat), {}).values())

    def among(self, table: TableId, seats: Iterable[SeatId]) -> list[Session]:
        """Give the sessions at these seats, seat by seat."""
        return [session for seat in seats for session in self._at_seat.get((table, seat), {}).values()]

    def around(self, table: TableId, seats: Iterable[SeatId]) -> list[Session]:
        """Give the sessions at these seats, and the projectors that show the table."""
        return [*self.among(table, seats), *self.displays(table)]

    def heard(self, table: TableId, seats: Iterable[SeatId]) -> dict[SeatId, Attendance]:
        """Give for each seat what is heard of it."""
        found: dict[SeatId, Attendance] = {}
        for seat in seats:
            linked, heard_at, browser = False, -1, False
            for session in self._at_seat.get((table, seat), {}).values():
                browser = browser or (session.linked and session.browser)
                if session.holder.role is Role.SEAT:  # one at most: a seat has one driver
                    linked, heard_at = session.linked, session.heard_at
            found[seat] = Attendance(linked, heard_at, browser)
        return found

    def consoles(self, table: TableId) -> tuple[Session, ...]:
        """Give the sessions, displays included, that follow the room and may see this table."""
        return tuple(session for session in self._consoles.values() if session.sees(table))

    def displays(self, table: TableId) -> tuple[Session, ...]:
        """Give the projectors that show a table."""
        return tuple(
            session
            for session in self._consoles.values()
            if session.holder.role is Role.DISPLAY and session.watching == table
        )

    def linked(self, table: TableId, seat: SeatId) -> bool:
        """Tell whether the seat's own holder is linked."""
        here = self._at_seat.get((table, seat), {})
        return any(session.linked for session in here.values() if session.holder.role is Role.SEAT)

    def ready(self, table: TableId, seat: SeatId) -> bool:
        """Tell whether the seat's own holder is linked and has said that he is ready."""
        here = self._at_seat.get((table, seat), {})
        return any(one.linked and one.ready for one in here.values() if one.holder.role is Role.SEAT)


class SeenRequests:
    """The requests that were carried out, by key and id, or refused, by session and id: one that comes again is answered as before and has no
    second effect.

    What was carried out is so for whoever holds the key. Each key has a memory of its own: however much others ask, one whose link was broken
    asks again and is known. What was refused is not tried again by the session that has read so; who says hello anew has either been told
    and asks once more, or has not, and asks still.
    """

    def __init__(self, keys: Mapping[str, Grant]) -> None:
        """`keys`: those that may ask; what others asked, who were struck, is forgotten."""
        self._keys = keys
        self._done: dict[str, dict[str, None]] = {}
        self._refused: dict[tuple[str, str], tuple[RefusalCode, str, str]] = {}
        """What each was told; not the refusal itself, which would keep alive all that was under way when it was raised."""

    def known(self, key: str, request: str) -> bool:
        """Tell whether a request of a key was carried out before."""
        return request in self._done.get(key, ())

    def remember(self, key: str, request: str) -> None:
        """Note that a request of a key was carried out."""
        if key not in self._done:
            self._forget_struck()
        _keep(self._done.setdefault(key, {}), request, None, self.most(key))

    def most(self, key: str) -> int:
        """Give how many requests of a key are remembered."""
        holder = self._keys.get(key)
        return ASKED_MAX if holder is None or holder.seat else RULED_MAX

    def over(self) -> bool:
        """Tell whether more is remembered than ever should be."""
        return len(self._refused) > REFUSED_MAX or any(
            len(asked) > self.most(key) for key, asked in self._done.items()
        )

    def refuse(self, session: str, request: str, refused: Refused) -> None:
        """Note that a request was refused in a session of that token."""
        _keep(self._refused, (session, request), (refused.code, refused.text, refused.rule), REFUSED_MAX)

    def check(self, session: str, request: str) -> None:
        """Check that a request was not refused before: its author has been told, and may have given it up. Raises Refused."""
        told = self._refused.get((session, request))
        if told is not None:
            raise Refused(*told)

    def _forget_struck(self) -> None:
        """Forget what struck keys asked, before they are as many as those that may ask. A stand-in only declares, which is known elsewhere."""
        may_ask = sum(holder.role is not Role.STAND_IN for holder in self._keys.values())
        if len(self._done) >= 2 * may_ask:
            for key in self._done.keys() - self._keys.keys():
                del self._done[key]


def _keep(kept: dict[K, V], request: K, what: V, most: int) -> None:
    """Keep what became of a request, and forget the oldest."""
    kept[request] = what
    if len(kept) > most:
        del kept[next(iter(kept))]
