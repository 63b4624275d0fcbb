"""Order: an order for one piece in the form of a state: `hold`, `move coast`, `support guard`, `support guard coast`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["hold", "move", "support"]


@dataclass(frozen=True, slots=True)
class Order:
    """The order of one piece. `to` is the place that it moves to, or into which the supported piece `of` moves.

    A support without `to` is for a piece that stays.
    """

    kind: Kind = "hold"
    to: str = ""
    of: str = ""

    def __str__(self) -> str:
        """Return the order in the form of a state."""
        return " ".join(filter(None, (self.kind, self.of, self.to)))


HOLD = Order()


def parsed(text: str) -> Order:
    """Return the order of a text. Any other text is a hold."""
    match text.split():
        case ["move", to]:
            return Order("move", to)
        case ["support", of]:
            return Order("support", of=of)
        case ["support", of, to]:
            return Order("support", to, of)
        case _:
            return HOLD
