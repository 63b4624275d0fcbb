"""Where the hand is within one field: the row, the column, and the digits typed one after another."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Finger:
    """The place of the hand in the field that it is in. In a text `column` is the place of the next letter, `width` how many
    cells are drawn side by side, and `done` says that it was left: Enter writes no line any more."""

    row: int = 0
    column: int = 0
    typed: str = ""
    width: int = 60
    done: bool = False

    def lift(self) -> None:
        """Go back to the beginning of a field."""
        self.row, self.column, self.typed, self.done = 0, 0, "", False

    def walk(self, key: str, count: int) -> None:
        """Go up or down a list of so many rows."""
        to = {"up": self.row - 1, "down": self.row + 1, "home": 0, "end": count - 1}[key]
        self.row = max(0, min(count - 1, to))

    def dial(self, char: str, limit: int) -> int:
        """Read digits typed one after another as one number, and begin anew where that is too much."""
        typed = self.typed + char
        self.typed = typed if int(typed) <= limit else char
        return min(int(self.typed), limit)
