"""Words and scenes that the sentences about a battle share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from warcouncil.games.kartenspiel.roles import ROMAN, TEAMS
from warcouncil.games.kartenspiel.state import NONE, Force, spoken
from warcouncil.games.kartenspiel.wording import say
from warcouncil.games.kit.events import Known
from warcouncil.games.kit.text.phrases import listed
from warcouncil.protocol.table.scenes import FactChange, PostChange, Scene

Change = tuple[Force, Force]
"""The force that came to a corps, and the force that was taken from it."""


NO_CHANGE = (NONE, NONE)


def moves(known: Known) -> list[str]:
    """Return phrases in the past tense about the divisions that were taken from corps and sent to them, as far as the reader knows."""
    took: list[str] = []
    sent: list[str] = []
    for number, corps in enumerate(ROMAN, 1):
        came, left = known.get(f"corps_{number}", NO_CHANGE)
        mine = known.mine(f"commander_{number}") and not known.mine("army")
        if left.size:
            key = "events.from_corps_yours" if mine else "events.from_corps"
            took.append(say(key, force=spoken(left), corps=corps))
        if came.size:
            key = "events.to_corps_yours" if mine else "events.to_corps"
            sent.append(say(key, force=spoken(came), corps=corps))
    phrases = [say("events.took", what=listed(took))] if took else []
    return [*phrases, say("events.sent", what=listed(sent))] if sent else phrases


def attacks(title: str, orders: tuple[bool, ...]) -> str:
    """Return the sentence that lists the corps with which a side attacked."""
    numerals = [ROMAN[k] for k in range(4) if orders[k]]
    if not numerals:
        return say("events.defended", side=title)
    return say("events.attacked", side=title, corps=listed(numerals))


def lost_in_all(title: str) -> str:
    """Return the label of a side's total losses."""
    return say("sheet.lost_in_all", side=title)


def pair_scene(known: Known, of: Callable[[str], dict[str, Any]], *more: FactChange) -> Scene:
    """Return the scene in which both corps of a pair change."""
    numeral = ROMAN[known["corps"] - 1]
    posts = (PostChange(team=team, post=numeral, **of(team)) for team in TEAMS)
    return Scene(title=say("events.scene_pair", corps=numeral), changes=(*posts, *more))
