"""Sessions: the linked clients, the numbers of their messages, and the requests that were already carried out.

The numbers of a session count only its own messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from warcouncil.arbiter.core.words.outcome import Refused, Send
from warcouncil.arbiter.core.words.stimuli import SILENCE_MS_MAX, Grant
from warcouncil.protocol.sentences.sentence import Sentence
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.wire.wire import pad_reply, wrap_reply
from warcouncil.protocol.words import Role, SeatId, TableId

K = TypeVar("K")
V = TypeVar("V")

ASKED_MAX = 256
"""How many of the newest requests are remembered for each seat's key. A seat cannot send more while its link is
broken."""
RULED_MAX = 65_536
"""How many requests are remembered for each console's key. A script that repeats its requests may run for days."""
REFUSED_MAX = 4096
"""How many of the newest refusals are remembered."""


@dataclass(slots=True)
class Session:
    """One link of a key. The newest link counts. Older links are fenced."""

    key: str
    route: bytes
    token: str
    holder: Grant
    heard_at: int
    n: int = 0
    linked: bool = True
    browser: bool = False
    """The client says that it is a page in a browser."""
    ready: bool = False
    """Its player has read the briefing. The client repeats it on every link."""
    watching: TableId | None = None
    room_story: int = 0
    room_lines: int = 0
    room_rulings: int = 0
    room_injects: object = None
    """The state of the watched table's injects that this session last received."""

    def sees(self, table: TableId) -> bool:
        """Return whether a console may see a table."""
        return not self.holder.tables or table in self.holder.tables

    def mail(self, body: bytes, size: int = 0) -> Send:
        """Return the next numbered frame, padded to `size` if that is not 0."""
        self.n += 1
        return Send(self.key, self.route, pad_reply(wrap_reply(body, self.token, self.n, self.n), size))

    def aside(self, body: bytes) -> Send:
        """Return a frame without a number."""
        return Send(self.key, self.route, pad_reply(wrap_reply(body, self.token, 0, self.n), 0))


class Attendance(NamedTuple):
    """Whether the holder of a seat is linked, when that holder last sent a message, and whether a linked
    client there is a browser.

    `at` is -1 if the holder has no session.
    """

    linked: bool
    at: int
    browser: bool


def numbered_mail(letters: Iterable[tuple[Session, bytes]], size: int = 0) -> list[Send]:
    """Return the next numbered frame of each session, all padded to `size` if that is not 0."""
    return [session.mail(body, size) for session, body in letters]


class Sessions:
    """The sessions of an exercise, by key."""

    def __init__(self) -> None:
        self._by_key: dict[str, Session] = {}
        self._at_seat: dict[tuple[TableId, SeatId], dict[str, Session]] = {}
        self._consoles: dict[str, Session] = {}
        self._heard_since = 0
        """Every linked session has sent a message at this time or later."""

    def __iter__(self) -> Iterator[Session]:
        return iter(self._by_key.values())

    def get(self, key: str) -> Session | None:
        """Return a key's session. Return None if it has none."""
        return self._by_key.get(key)

    def open(self, session: Session) -> None:
        """Add a session. It replaces the last session of its key."""
        self.drop(session.key)
        self._by_key[session.key] = session
        holder = session.holder
        if holder.seat:
            self._at_seat.setdefault((holder.table, holder.seat), {})[session.key] = session
        else:
            self._consoles[session.key] = session

    def drop(self, *keys: str) -> None:
        """Remove the sessions of keys. Their clients may say Hello again."""
        for key in keys:
            session = self._by_key.pop(key, None)
            if session is not None and session.holder.seat:
                del self._at_seat[session.holder.table, session.holder.seat][key]
            self._consoles.pop(key, None)

    def silent(self, at: int) -> list[Session]:
        """Return the linked sessions that have been silent for too long. The check is skipped while no session can be silent for too long."""
        if at - self._heard_since <= SILENCE_MS_MAX:
            return []
        linked = [session for session in self if session.linked]
        silent = [session for session in linked if at - session.heard_at > SILENCE_MS_MAX]
        others = (one.heard_at for one in linked if at - one.heard_at <= SILENCE_MS_MAX)
        self._heard_since = min(others, default=at)
        return silent

    def placed(self) -> Iterator[Session]:
        """Yield all sessions, grouped by place."""
        for here in self._at_seat.values():
            yield from here.values()
        yield from self._consoles.values()

    def at(self, table: TableId, seat: SeatId) -> tuple[Session, ...]:
        """Return the sessions at a seat, its stand-in's included, in order of arrival."""
        return tuple(self._at_seat.get((table, seat), {}).values())

    def among(self, table: TableId, seats: Iterable[SeatId]) -> list[Session]:
        """Return the sessions at these seats, seat by seat."""
        return [session for seat in seats for session in self._at_seat.get((table, seat), {}).values()]

    def around(self, table: TableId, seats: Iterable[SeatId]) -> list[Session]:
        """Return the sessions at these seats, and the projectors that show the table."""
        return [*self.among(table, seats), *self.displays(table)]

    def heard(self, table: TableId, seats: Iterable[SeatId]) -> dict[SeatId, Attendance]:
        """Return the attendance of each seat."""
        found: dict[SeatId, Attendance] = {}
        for seat in seats:
            linked, heard_at, browser = False, -1, False
            for session in self._at_seat.get((table, seat), {}).values():
                browser = browser or (session.linked and session.browser)
                if session.holder.role is Role.SEAT:  # At most one, because a seat has one driver.
                    linked, heard_at = session.linked, session.heard_at
            found[seat] = Attendance(linked, heard_at, browser)
        return found

    def consoles(self, table: TableId) -> tuple[Session, ...]:
        """Return the sessions of consoles and displays that may see this table."""
        return tuple(session for session in self._consoles.values() if session.sees(table))

    def displays(self, table: TableId) -> tuple[Session, ...]:
        """Return the projectors that show a table."""
        return tuple(
            session
            for session in self._consoles.values()
            if session.holder.role is Role.DISPLAY and session.watching == table
        )

    def linked(self, table: TableId, seat: SeatId) -> bool:
        """Return whether the seat's own holder is linked."""
        here = self._at_seat.get((table, seat), {})
        return any(session.linked for session in here.values() if session.holder.role is Role.SEAT)

    def ready(self, table: TableId, seat: SeatId) -> bool:
        """Return whether the seat's own holder is linked and has said that they are ready."""
        here = self._at_seat.get((table, seat), {})
        return any(one.linked and one.ready for one in here.values() if one.holder.role is Role.SEAT)


class SeenRequests:
    """The requests that were carried out, by key and id, and those that were refused, by session and id. A repeat
    gets the same answer and has no second effect.

    A request that was carried out counts for every holder of its key. Each key has its own memory, so requests of
    other keys never displace it. A refused request is not tried again in the session that got the refusal. A client
    may repeat a refused request after another Hello. Either it asks again on purpose, or it has not received the
    refusal.
    """

    def __init__(self, keys: Mapping[str, Grant]) -> None:
        """Set the keys that may send requests. Requests of removed keys are forgotten."""
        self._keys = keys
        self._done: dict[str, dict[str, None]] = {}
        self._refused: dict[tuple[str, str], tuple[RefusalCode, Sentence, str]] = {}
        """The content of each refusal. The exception itself is not stored, because it would keep alive everything
        that its traceback refers to."""

    def known(self, key: str, request: str) -> bool:
        """Return whether a request of a key was carried out before."""
        return request in self._done.get(key, ())

    def remember(self, key: str, request: str) -> None:
        """Record that a request of a key was carried out."""
        if key not in self._done:
            self._forget_struck()
        _keep(self._done.setdefault(key, {}), request, None, self.most(key))

    def most(self, key: str) -> int:
        """Return how many requests of a key may be remembered."""
        holder = self._keys.get(key)
        return ASKED_MAX if holder is None or holder.seat else RULED_MAX

    def over(self) -> bool:
        """Return whether more is remembered than the limits allow."""
        return len(self._refused) > REFUSED_MAX or any(
            len(asked) > self.most(key) for key, asked in self._done.items()
        )

    def refuse(self, session: str, request: str, refused: Refused) -> None:
        """Record that a request was refused in the session with this token."""
        _keep(self._refused, (session, request), (refused.code, refused.said, refused.rule), REFUSED_MAX)

    def check(self, session: str, request: str) -> None:
        """Check that a request was not refused before. The sender knows of the refusal and may have given up. Raises
        Refused."""
        told = self._refused.get((session, request))
        if told is not None:
            raise Refused(*told)

    def _forget_struck(self) -> None:
        """Forget the requests of removed keys before they outnumber the present keys. Stand-ins do not count: their
        only requests are declarations, which receipts remember."""
        may_ask = sum(holder.role is not Role.STAND_IN for holder in self._keys.values())
        if len(self._done) >= 2 * may_ask:
            for key in self._done.keys() - self._keys.keys():
                del self._done[key]


def _keep(kept: dict[K, V], request: K, what: V, most: int) -> None:
    """Store the result of a request, and remove the oldest one if there are too many."""
    kept[request] = what
    if len(kept) > most:
        del kept[next(iter(kept))]
