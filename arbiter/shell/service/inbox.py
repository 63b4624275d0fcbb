"""The inbox: what seats and consoles sent, in order, made into stimuli; what is none is counted and politely refused.

Laws: when a message came is noted as it is taken from its socket, whatever else is going on; that is its time, by which it is judged however
long it waited, and a clock in an answer that told how long would tell that another's was being written down. A tick has its place among the messages: what
came before a clock ran out is heard before that is known, and what came after it afterwards.
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
"""So often a key may ask for everything anew, by far the dearest thing to ask for, or say good-bye, which others are told."""
BEATS_PER_SECOND, BEATS_AT_ONCE = 4.0, 8
"""So often a key is told that the arbiter is alive: twice as often as a client asks."""
SESSION_TOKEN_BYTES = 16
WAITED_MS_MAX = round(ANSWER_SECONDS * 1000)
"""So old a clock in an answer is at most when the message is taken in: who is answered late all the same is told no older one."""
HEARD_MAX = 10_000
"""So many messages wait while others are written down: two of each of four thousand seats, and more. What comes then is
dropped, and its sender will ask again."""
KEY_HEARD_MAX = 200
"""So many of one key's: no client has as many under way, and who floods the arbiter keeps others neither out nor waiting."""
SLOW_TURN_MAX = 10 * TURN_MAX
"""So many messages are written down with one commit where commits take longer than an answer waits: more would come in meanwhile than are
written down."""
OPEN_ROLES: tuple[Role, ...] = (Role.STAND_IN, Role.UMPIRE, Role.OBSERVER, Role.TECHNICAL, Role.DISPLAY)
"""Who seals nothing that the network may not know of, and is answered at once."""
RULING_ROLES: tuple[Role, ...] = (Role.UMPIRE, Role.TECHNICAL)
TOLD_THE_TIME = (Beat, Hello, Resync)
"""What is answered with a clock, changes nothing and is not written down."""

TEXTS = {
    RefusalCode.MALFORMED: "The arbiter did not understand; the two programs do not fit together.",
    RefusalCode.WRONG_VERSION: "The arbiter runs another version of warcouncil; install the same one.",
    RefusalCode.UNKNOWN_KEY: "This arbiter does not know you; join with your code.",
}


@dataclass(slots=True)
class Counters:
    """What was refused before it reached the exercise, and other things that an operator wants to know."""

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
    """A stimulus, and the loop's time before which what follows from it does not leave; 0: it leaves at once."""

    stimulus: Stimulus
    due: float = 0.0


class Inbox:
    """Keeps and reads messages. `send` carries the refusals, and when they are due."""

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
        """What came, and when; None: a tick."""
        self._of_key: Counter[str] = Counter()
        """How many of each key's wait."""
        self._refusals = Buckets(REFUSALS_PER_SECOND, REFUSALS_AT_ONCE)
        self._wholes = Buckets(WHOLES_PER_SECOND, WHOLES_AT_ONCE)
        self._beats = Buckets(BEATS_PER_SECOND, BEATS_AT_ONCE)
        self.passed = clock.now()
        """The exercise time of the last tick that was taken: all that came before it was taken too."""
        self.ticked = 0.0
        """The loop's time of it."""
        self.commit_seconds = 0.0
        """How long the last commit took."""

    @property
    def is_behind(self) -> bool:
        """Whether more waits than was taken."""
        return bool(self._waiting)

    def put(self, batch: Iterable[Incoming]) -> None:
        """Keep messages that have come just now."""
        now, moment = asyncio.get_running_loop().time(), self._clock.moment()
        for incoming in batch:
            if len(self._waiting) < HEARD_MAX and self._of_key[incoming.key] < KEY_HEARD_MAX:
                self._of_key[incoming.key] += 1
                self._waiting.append((incoming, now, moment))
            else:
                self._counters.too_many += 1

    def tick(self) -> None:
        """Note that time passes just now, behind all that has come."""
        if self._waiting and self._waiting[-1][0] is None:
            self._waiting.pop()
        self._waiting.append((None, asyncio.get_running_loop().time(), self._clock.moment()))

    def take(self, at: int, earliest: int, deadline: int | None = None) -> list[HeardStimulus]:
        """Give what came first and can be written down with one commit, and not after a tick at which `deadline` had come. It is `at` now;
        each is as of when it came, but not before `earliest` nor what goes before it. A ruling is of now: a question that it opens has
        all its time."""
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
        """Give what a message says; what says nothing is counted and politely refused."""
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
            case Declare():  # the most that come, and these two soonest told apart
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
        """Tell the sender, a few times a second at most."""
        if incoming.key and self._refusals.take(incoming.key, asyncio.get_running_loop().time()):
            self._send(Send(incoming.key, incoming.route, refusal_frame(code, TEXTS[code])), due)


def _stimulus(incoming: Incoming, message: ToArbiter, at: int, shown: int) -> Stimulus:
    """Give what was sent as a stimulus of when it came; a clock that it is answered with is as of `shown`."""
    body, key, route = message.body, incoming.key, incoming.route
    if isinstance(body, TOLD_THE_TIME):
        at = shown
    if isinstance(body, Hello):
        token = secrets.token_hex(SESSION_TOKEN_BYTES)
        return Greeted(at=at, key=key, route=route, token=token, app=body.app, held=body.held)
    return Received(at=at, key=key, body=body, session=message.session, route=route, shown=shown)
