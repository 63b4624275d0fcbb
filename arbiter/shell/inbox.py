"""The inbox: what seats and consoles sent, made into stimuli; what is none is counted and politely refused."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from warcouncil.arbiter.core.exercise import Exercise
from warcouncil.arbiter.core.mail import refusal_frame
from warcouncil.arbiter.core.outcome import Send
from warcouncil.arbiter.core.stimuli import Greeted, Received, Stimulus
from warcouncil.arbiter.shell.gauge import Buckets
from warcouncil.arbiter.shell.wires import Incoming
from warcouncil.protocol.replies import RefusalCode
from warcouncil.protocol.requests import Hello, Resync, ToArbiter
from warcouncil.protocol.wire import REQUEST_BYTES, WireError, WireFault, decode_request

REFUSALS_PER_SECOND, REFUSALS_AT_ONCE = 2.0, 4
WHOLES_PER_SECOND, WHOLES_AT_ONCE = 1.0, 10
"""So often a key may ask for everything anew; it is by far the dearest thing to ask for."""
SESSION_TOKEN_BYTES = 16

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
    unknown_key: int = 0
    batches: int = 0
    faults: int = 0


class Inbox:
    """Reads messages. `send` carries the refusals."""

    def __init__(self, exercise: Exercise, counters: Counters, send: Callable[[Send], None]) -> None:
        self._exercise = exercise
        self._counters = counters
        self._send = send
        self._refusals = Buckets(REFUSALS_PER_SECOND, REFUSALS_AT_ONCE)
        self._wholes = Buckets(WHOLES_PER_SECOND, WHOLES_AT_ONCE)

    def read(self, incoming: Incoming, at: int) -> Stimulus | None:
        """Give the stimulus in a message; what is none is counted and politely refused."""
        self._counters.received += 1
        message = self._decode(incoming)
        if isinstance(message, RefusalCode):
            self._refuse(incoming, message)
            return None
        body, key, route = message.body, incoming.key, incoming.route
        if isinstance(body, Hello | Resync) and not self._wholes.take(key, asyncio.get_running_loop().time()):
            self._counters.too_fast += 1
            return None
        if isinstance(body, Hello):
            token = secrets.token_hex(SESSION_TOKEN_BYTES)
            return Greeted(at=at, key=key, route=route, token=token, app=body.app, held=body.held)
        return Received(at=at, key=key, body=body, session=message.session, route=route)

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

    def _refuse(self, incoming: Incoming, code: RefusalCode) -> None:
        """Tell the sender, a few times a second at most."""
        if incoming.key and self._refusals.take(incoming.key, asyncio.get_running_loop().time()):
            self._send(Send(incoming.key, incoming.route, refusal_frame(code, TEXTS[code])))
