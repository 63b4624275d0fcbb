"""Words and scenes that the sentences about a battle share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from warcouncil.games.kartenspiel.roles import ROMAN, TEAMS, TITLES
from warcouncil.games.kartenspiel.state import NONE, Force, words
from warcouncil.games.kit.events import Known
from warcouncil.protocol.table.scenes import FactChange, PostChange, Scene

Change = tuple[Force, Force]
"""The force that came to a corps, and the force that was taken from it."""


TITLE = dict(zip(TEAMS, TITLES, strict=True))


NO_CHANGE = (NONE, NONE)


NUMBERS = ("none", "one", "two", "three")


def changes(known: Known, number: int) -> list[str]:
    """Return phrases in the past tense: what came to a corps and what left it, as far as the reader knows."""
    change = known.get(f"corps_{number}", NO_CHANGE)
    if change == NO_CHANGE:
        return []
    came, left = change
    mine = known.mine(f"commander_{number}") and not known.mine("army")
    whom = f"{'your ' if mine else ''}corps {ROMAN[number - 1]}"
    acts = [f"took {words(left)} from {whom}"] if left.size else []
    return acts + ([f"sent {words(came)} to {whom}"] if came.size else [])


def attacks(title: str, orders: tuple[bool, ...]) -> str:
    """Return the phrase that lists the corps with which a side attacked."""
    numerals = [ROMAN[k] for k in range(4) if orders[k]]
    return f"{title} attacked with corps {listed(numerals)}" if numerals else f"{title} defended everywhere"


def listed(names: list[str]) -> str:
    """Return names as a list in a sentence: `I, II and IV`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


LOST, IN_FIELD = "lost", "still in the field"
"""The labels of the facts behind a line: a side's pile of lost divisions, and all that it has left."""


def lost_in_all(title: str) -> str:
    """Return the label of a side's losses in all."""
    return f"{title} lost in all"


def pair_scene(known: Known, of: Callable[[str], dict[str, Any]], *more: FactChange) -> Scene:
    """Return the scene in which both corps of a pair change."""
    numeral = ROMAN[known["corps"] - 1]
    posts = (PostChange(team=team, post=numeral, **of(team)) for team in TEAMS)
    return Scene(title=f"Corps {numeral}", changes=(*posts, *more))
