"""Guessing: what umpires are told of wrong codes at the door, and of cards that are used a second time. One alarm each."""

from __future__ import annotations

from warcouncil.arbiter.core.stimuli import Guessed
from warcouncil.protocol.consoles import Alarm
from warcouncil.protocol.words import TableId, clean

OVER_AFTER_MS = 10 * 60 * 1000
"""After so long without another wrong code, or another use of a card, the alarm is over."""
NAMED_MAX = 5


class Guessing:
    """The alarm, and how long it lasts."""

    def __init__(self) -> None:
        self._told: dict[str, tuple[int, Alarm]] = {}
        """Each alarm by what it is about, and when that happened last."""

    @property
    def alarms(self) -> tuple[Alarm, ...]:
        """What consoles are told now."""
        return tuple(alarm for _, alarm in self._told.values())

    def take(self, guessed: Guessed) -> None:
        """Take in from where wrong codes come."""
        named = [
            f"{one.wrong} from {clean(one.address) or 'an address that is not known'}"
            for one in guessed.worst[:NAMED_MAX]
        ]
        rest = guessed.others + len(guessed.worst[NAMED_MAX:])
        more = [f"more from {rest} other address{'es' * (rest > 1)}"] * bool(rest)
        text = f"somebody guesses codes at the door: {', '.join([*named, *more])}"
        self._told["guessing"] = guessed.at, Alarm(table=TableId(0), text=text)

    def used_again(self, plate: str, at: int) -> None:
        """Take in that a console's card let another key in, when its holder had long been inside."""
        text = f"the console's card {plate} was used again; if that was not its holder, renew it"
        self._told[plate] = at, Alarm(table=TableId(0), text=text)

    def settle(self, at: int) -> bool:
        """Let the alarm be over when it is time; tell whether it ended now."""
        over = [name for name, (last, _) in self._told.items() if at - last > OVER_AFTER_MS]
        for name in over:
            del self._told[name]
        return bool(over)
