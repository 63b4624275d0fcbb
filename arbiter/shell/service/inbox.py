"""The inbox: converts the frames of seats and consoles into stimuli, in order.

Invalid frames are counted and refused.

- The time of a message is noted when it is taken from its socket. The message is judged by that time, however long it
  waits.
- An answer does not show how long its message waited. That would reveal that the message of another client was being
  recorded.
- A tick has its place among the messages. Messages from before the end of a clock are handled first. Then the clock
  ends, and the later messages follow.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.views.messages import refusal_frame
from warcouncil.arbiter.core.words.outcome import Send
from warcouncil.arbiter.core.words.stimuli import Greeted, Received, Stimulus
from warcouncil.arbiter.shell.base.clock import ExerciseClock
from warcouncil.arbiter.shell.base.rate_limit import Buckets
from warcouncil.arbiter.shell.network.outbox import ANSWER_SECONDS
from warcouncil.arbiter.shell.network.sockets import TURN_MAX, Incoming
from warcouncil.protocol.sentences.sentence import sentence
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.wire.requests import (
    AskHint,
    Beat,
    Declare,
    Hello,
    Leave,
    ReadRules,
    Request,
    Resync,
    Rule,
    ToArbiter,
)
from warcouncil.protocol.wire.wire import REQUEST_BYTES, WireError, WireFault, decode_request
from warcouncil.protocol.words import Role

REFUSALS_PER_SECOND, REFUSALS_AT_ONCE = 2.0, 4
WHOLES_PER_SECOND, WHOLES_AT_ONCE = 1.0, 10
"""How often a key may request a complete view or leave. A complete view is by far the most expensive request. If a
client leaves, other clients get a message.
"""
BEATS_PER_SECOND, BEATS_AT_ONCE = 4.0, 8
"""How often a key gets an answer to its beats. This is twice as often as a client sends them."""
SESSION_TOKEN_BYTES = 16
WAITED_MS_MAX = round(ANSWER_SECONDS * 1000)
"""By how much the clock in an answer may be out of date, in milliseconds. The limit also holds for answers that are
sent late.
"""
HEARD_MAX = 10_000
"""How many messages may wait while others are recorded. It is more than two for each of four thousand seats. Further
messages are dropped, and their senders ask again."""
KEY_HEARD_MAX = 200
"""How many messages of one key may wait. No client sends as many. So a flooding client neither delays others nor
locks them out."""
SLOW_TURN_MAX = 10 * TURN_MAX
"""How many messages are recorded with one commit, if a commit takes longer than an answer waits. Otherwise messages
would arrive faster than they are recorded."""
OPEN_ROLES: tuple[Role, ...] = (Role.STAND_IN, Role.UMPIRE, Role.OBSERVER, Role.TECHNICAL, Role.DISPLAY)
"""The roles that seal nothing secret. They are answered at once."""
RULING_ROLES: tuple[Role, ...] = (Role.UMPIRE, Role.TECHNICAL)
TOLD_THE_TIME = (Beat, Hello, Resync)
"""The requests whose answer is a clock. They change nothing and are not recorded."""

KEYS = {
    RefusalCode.MALFORMED: "refusals.malformed",
    RefusalCode.WRONG_VERSION: "refusals.wrong_version",
    RefusalCode.UNKNOWN_KEY: "refusals.unknown_key",
}
"""The sentences of the refusals before a session."""


@dataclass(slots=True)
class Counters:
    """Counts of messages refused before they reached the exercise, and other counts for the operator."""

    received: int = 0
    malformed: int = 0
    too_large: int = 0
    wrong_version: int = 0
    multipart: int = 0
    too_fast: int = 0
    too_many: int = 0
    unknown_key: int = 0
    batches: int = 0
    faults: int = 0


@dataclass(frozen=True, slots=True)
class HeardStimulus:
    """A stimulus, and the loop's time before which its effects may not be sent. 0 means that they are sent at once."""

    stimulus: Stimulus
    due: float = 0.0


class Inbox:
    """Queues and parses messages. `send` sends the refusals at their due times."""

    def __init__(
        self,
        exercise: Exercise,
        clock: ExerciseClock,
        counters: Counters,
        send: Callable[[Send, float], None],
    ) -> None:
        self._exercise = exercise
        self._clock = clock
        self._counters = counters
        self._send = send
        self._waiting: deque[tuple[Incoming | None, float, int]] = deque()
        """The waiting messages with their times of arrival. A tick has no message (None)."""
        self._of_key: Counter[str] = Counter()
        """How many messages of each key wait."""
        self._refusals = Buckets(REFUSALS_PER_SECOND, REFUSALS_AT_ONCE)
        self._wholes = Buckets(WHOLES_PER_SECOND, WHOLES_AT_ONCE)
        self._beats = Buckets(BEATS_PER_SECOND, BEATS_AT_ONCE)
        self.passed = clock.now()
        """The exercise time of the last tick taken. Every message before that tick has been taken too."""
        self.ticked = 0.0
        """The loop's time of that tick."""
        self.commit_seconds = 0.0
        """How long the last commit took."""

    @property
    def is_behind(self) -> bool:
        """Whether messages wait."""
        return bool(self._waiting)

    def put(self, batch: Iterable[Incoming]) -> None:
        """Queue messages that have just arrived."""
        now, moment = asyncio.get_running_loop().time(), self._clock.moment()
        for incoming in batch:
            if len(self._waiting) < HEARD_MAX and self._of_key[incoming.key] < KEY_HEARD_MAX:
                self._of_key[incoming.key] += 1
                self._waiting.append((incoming, now, moment))
            else:
                self._counters.too_many += 1

    def tick(self) -> None:
        """Queue a tick behind all messages that have arrived."""
        if self._waiting and self._waiting[-1][0] is None:
            self._waiting.pop()
        self._waiting.append((None, asyncio.get_running_loop().time(), self._clock.moment()))

    def take(self, at: int, earliest: int, deadline: int | None = None) -> list[HeardStimulus]:
        """Return the first waiting messages, as many as one commit records. Stop after a tick at which `deadline` had
        passed.

        `at` is the present exercise time. Each message counts from its arrival, but not before `earliest` and not
        before the messages in front of it. A ruling counts from now, so that a question that it opens has its full
        time.
        """
        heard: list[HeardStimulus] = []
        room = SLOW_TURN_MAX if self.commit_seconds > ANSWER_SECONDS else TURN_MAX
        while self._waiting and room:
            incoming, came, moment = self._waiting.popleft()
            waited = self._clock.since(moment)
            if incoming is None:
                self.ticked = came
                self.passed = max(self.passed, at - waited)
                if deadline is not None and deadline <= self.passed:
                    break
                continue
            room -= 1
            self._of_key[incoming.key] -= 1
            holder = self._exercise.keys.get(incoming.key)
            due = 0.0 if holder and holder.role in OPEN_ROLES else came + ANSWER_SECONDS
            message = self._read(incoming, came, due)
            if message is None:
                continue
            rules = isinstance(message.body, Rule) and holder and holder.role in RULING_ROLES
            earliest = at if rules else max(earliest, at - waited)
            shown = max(earliest, at - WAITED_MS_MAX)
            heard.append(HeardStimulus(_stimulus(incoming, message, earliest, shown), due))
        if not self._waiting:
            self._of_key.clear()
        return heard

    def _read(self, incoming: Incoming, came: float, due: float) -> ToArbiter | None:
        """Parse a message. An invalid one is counted and refused. Return None for it, and for one that came too fast."""
        self._counters.received += 1
        message = self._decode(incoming)
        if isinstance(message, RefusalCode):
            self._refuse(incoming, message, due)
            return None
        if self._too_fast(incoming.key, message.body, came):
            self._counters.too_fast += 1
            return None
        return message

    def _too_fast(self, key: str, body: Request, came: float) -> bool:
        match body:
            case Declare():  # Declarations are the most frequent requests, and this comparison is the fastest.
                return False
            case Beat():
                return not self._beats.take(key, came)
            case Hello() | Resync() | ReadRules() | AskHint() | Leave():
                return not self._wholes.take(key, came)
            case _:
                return False

    def _decode(self, incoming: Incoming) -> ToArbiter | RefusalCode:
        if incoming.key not in self._exercise.keys:
            self._counters.unknown_key += 1
            return RefusalCode.UNKNOWN_KEY
        if incoming.data is None:
            self._counters.multipart += 1
            return RefusalCode.MALFORMED
        if len(incoming.data) < REQUEST_BYTES:
            self._counters.malformed += 1
            return RefusalCode.MALFORMED
        try:
            return decode_request(incoming.data)
        except WireError as error:
            match error.fault:
                case WireFault.TOO_LARGE:
                    self._counters.too_large += 1
                case WireFault.WRONG_VERSION:
                    self._counters.wrong_version += 1
                    return RefusalCode.WRONG_VERSION
                case WireFault.MALFORMED:
                    self._counters.malformed += 1
            return RefusalCode.MALFORMED

    def _refuse(self, incoming: Incoming, code: RefusalCode, due: float) -> None:
        """Send a refusal to the sender, at most a few times a second."""
        if incoming.key and self._refusals.take(incoming.key, asyncio.get_running_loop().time()):
            self._send(Send(incoming.key, incoming.route, refusal_frame(code, sentence(KEYS[code]))), due)


def _stimulus(incoming: Incoming, message: ToArbiter, at: int, shown: int) -> Stimulus:
    """Return a message as a stimulus at its time of arrival. A clock in the answer shows the time `shown`."""
    body, key, route = message.body, incoming.key, incoming.route
    if isinstance(body, TOLD_THE_TIME):
        at = shown
    if isinstance(body, Hello):
        token = secrets.token_hex(SESSION_TOKEN_BYTES)
        return Greeted(at=at, key=key, route=route, token=token, app=body.app, held=body.held)
    return Received(at=at, key=key, body=body, session=message.session, route=route, shown=shown)
