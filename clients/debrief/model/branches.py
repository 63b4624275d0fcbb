"""The branches from a position that was played again, as a report shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from warcouncil.clients.debrief.model.badge import Badge
from warcouncil.clients.wording.saying import say


@dataclass(frozen=True, slots=True)
class WayOn:
    """One branch from a position: how it ended, its figure at each question, and the declarations there.

    Questions are counted as in the first game. `asked` has the title of each question, and the text of each
    seat's answer.
    """

    name: str
    won: str
    why: str
    label: str
    points: Mapping[str, tuple[tuple[int, float], ...]]
    asked: Mapping[int, tuple[str, Mapping[str, str]]]
    here: bool = False


@dataclass(frozen=True, slots=True)
class SameQuestion:
    """One question number on several branches: its title on each, and each seat's answers."""

    number: int
    titles: tuple[str, ...]
    rows: tuple[tuple[str, Badge, tuple[str, ...]], ...]


@dataclass(slots=True)
class Branched:
    """The beginning of a table, and all branches from there. The first game comes first, and then this table.

    For a team `ways` is empty.
    """

    told: str
    ways: tuple[WayOn, ...] = ()
    questions: tuple[SameQuestion, ...] = ()
    picture: str = ""


def again_words(found: Sequence[tuple[int, Branched]]) -> tuple[str, ...]:
    """Return sentences that compare how the tables from one position ended with the first game."""
    said = []
    for told, of in groupby((one for one in found if one[1].ways), lambda one: one[1].told):
        tables = list(of)
        numbers = [number for number, _ in tables]
        ends = Counter(branched.ways[1].won for _, branched in tables).most_common()
        ended = ", ".join(f"{words} ({count})" if len(tables) > 1 else words for words, count in ends)
        there = tables[0][1].ways[0].won
        if len(numbers) == 1:
            said.append(say("report.branched_one", table=numbers[0], where=told, there=there, here=ended))
        else:
            key = "report.branched_two" if len(numbers) == 2 else "report.branched_more"
            said.append(say(key, first=numbers[0], last=numbers[-1], where=told, there=there, here=ended))
    return tuple(said)
