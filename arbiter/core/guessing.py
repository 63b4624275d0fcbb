"""Guessing: what umpires are told of wrong codes at the door. One alarm for all of it, however many guess."""

from __future__ import annotations

from warcouncil.arbiter.core.stimuli import Guessed
from warcouncil.protocol.replies import Alarm
from warcouncil.protocol.words import TableId, clean

OVER_AFTER_MS = 10 * 60 * 1000
"""After so long without another wrong code the alarm is over."""
NAMED_MAX = 5


class Guessing:
    """The alarm, and how long it lasts."""

    def __init__(self) -> None:
        self.alarms: tuple[Alarm, ...] = ()
        self._last = 0

    def take(self, guessed: Guessed) -> None:
        """Take in from where wrong codes come."""
        named = [
            f"{one.wrong} from {clean(one.address) or 'an address that is not known'}"
            for one in guessed.worst[:NAMED_MAX]
        ]
        rest = guessed.others + len(guessed.worst[NAMED_MAX:])
        more = [f"more from {rest} other address{'es' * (rest > 1)}"] * bool(rest)
        text = f"somebody guesses codes at the door: {', '.join([*named, *more])}"
        self.alarms, self._last = (Alarm(table=TableId(0), text=text),), guessed.at

    def settle(self, at: int) -> bool:
        """Let the alarm be over when it is time; tell whether it ended now."""
        over = bool(self.alarms) and at - self._last > OVER_AFTER_MS
        if over:
            self.alarms = ()
        return over
