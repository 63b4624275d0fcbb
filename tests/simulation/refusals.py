"""Refusals: what clients were told, compared with the journal. Each refusal must be true, and stay true.

A fault is the name of the broken promise, and the reason. The journal is the one at the moment at which the client
hears the refusal. So only reasons that do not pass are checked.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from warcouncil.protocol.wire.replies import Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Call, Declare, Propose, Request, Say, Write

SPEECHES_MAX, WINDOW_MS = 10, 10_000
"""The limit on speech, as the documents state it: ten utterances of a seat in ten seconds of exercise time."""
SPOKEN = frozenset({"say", "propose", "call", "write"})
UNANSWERED = {"propose": 20, "call": 5, "write": 5}
"""How many of a kind may wait for an answer. Later ones are refused."""
STOPPING = frozenset({"pause", "hold"})
Fault = tuple[str, str]


@dataclass
class Refusals:
    """The requests that were asked and refused, and the journal's records about them."""

    asked: dict[tuple[str, str], Request] = field(default_factory=dict)
    """The newest request of a client, by key and id."""
    refused: dict[tuple[str, str], RefusalCode] = field(default_factory=dict)
    """The requests whose client knows that they were refused, and has not asked again since."""
    sessions: dict[tuple[str, str], str] = field(default_factory=dict)
    """The session in which each of them was refused last, whether it was asked again or not."""
    spoke: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """When each seat spoke."""
    said: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often each seat spoke in each way."""
    voided: set[tuple[str, int]] = field(default_factory=set)
    """The seats and gates whose answers an umpire struck out."""
    stopped: set[int] = field(default_factory=set)
    """The tables that an umpire or a fault has ever stopped."""

    def forget_journal(self) -> None:
        """Forget what the journal says: it is read again."""
        self.spoke.clear()
        self.said.clear()
        self.voided.clear()
        self.stopped.clear()

    # --- the journal ------------------------------------------------------------------------------------------------

    def hear(self, kind: str, table: int) -> None:
        """Process a record."""
        if kind in ("faulted", "doubted"):
            self.stopped.add(table)

    def write(self, at: int, key: str, seat: str, body: dict[str, Any]) -> Fault | None:
        """Hear of a request in the journal. `seat`: the seat of its key."""
        if body["type"] == "rule" and body["act"]["act"] in STOPPING:
            self.stopped.add(body["table"])
        if body["type"] in SPOKEN:
            spoke = self.spoke[seat]
            spoke.append(at)
            self.said[seat, body["type"]] += 1
            if len(spoke) > SPEECHES_MAX and at - spoke[-1 - SPEECHES_MAX] < WINDOW_MS:
                return "pace", f"{seat} spoke {SPEECHES_MAX + 1} times in {at - spoke[-1 - SPEECHES_MAX]} ms"
        if (key, body.get("id", "")) in self.refused:
            return "final", f"a {body['type']} was carried out after its client was told that it is refused"
        return None

    # --- the clients ------------------------------------------------------------------------------------------------

    def ask(self, key: str, body: Request) -> None:
        """Record that a client sends a request, perhaps once more."""
        name = getattr(body, "id", "")
        self.asked[key, name] = body
        self.refused.pop((key, name), None)

    def accepted(self, key: str, name: str, session: str) -> Fault | None:
        """Record that a client's request was carried out in a session."""
        if session and self.sessions.get((key, name)) == session:
            return "final", "a request was refused and then carried out in one session"
        return None

    def judge(
        self, key: str, seat: str, refusal: Refusal, session: str, gates: Mapping[int, int]
    ) -> Fault | None:
        """Hear that a client was told of a refusal in a session, and that the journal does not hold the request.
        Return why that is not true. `gates`: the open question of each table, as the journal says.
        """
        body = self.asked.get((key, refusal.id))
        if body is None:
            return None
        self.refused[key, refusal.id] = refusal.code
        self.sessions[key, refusal.id] = session
        if seat[:1].isdigit() and not self._is_true(
            body, seat, refusal, gates.get(int(seat.partition(":")[0]), 1)
        ):
            return "true", f"{seat} was told of its {body.type}: {refusal.text}"
        return None

    def _is_true(self, body: Request, seat: str, refusal: Refusal, gate: int) -> bool:
        match refusal.code:
            case RefusalCode.COUNTED:
                return False  # The journal does not hold it.
            case RefusalCode.STALE if isinstance(body, Declare):
                return body.gate < gate
            case RefusalCode.NOT_ASKED if isinstance(body, Declare):
                return False  # Its form was shown to this seat.
            case RefusalCode.NOT_ALLOWED if isinstance(body, Declare):
                return (seat, body.gate) in self.voided
            case RefusalCode.TOO_FAST if isinstance(body, Say | Propose | Call | Write):
                unanswered = self.said[seat, body.type] >= UNANSWERED.get(body.type, 1 << 30)
                return unanswered or self._spoke_fast(seat)
            case RefusalCode.PAUSED:
                return gate == 1 or int(seat.partition(":")[0]) in self.stopped
            case RefusalCode.UNKNOWN_KEY | RefusalCode.NOT_DRIVER:
                return False
            case _:
                return True

    def _spoke_fast(self, seat: str) -> bool:
        spoke = self.spoke[seat]
        return any(
            last - first < WINDOW_MS for first, last in zip(spoke, spoke[SPEECHES_MAX - 1 :], strict=False)
        )
