"""The events of a combat, step by step: strengths, charges, totals, losses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from warcouncil.games.kartenspiel.events.words import (
    IN_FIELD,
    LOST,
    NUMBERS,
    lost_in_all,
    pair_scene,
)
from warcouncil.games.kartenspiel.roles import ROMAN, TEAMS, TITLES
from warcouncil.games.kartenspiel.state import Force, parts, words
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public
from warcouncil.protocol.table.scenes import FactChange, Scene

_CHARGED = {True: "charges!", False: "holds back", None: ""}


@dataclass(frozen=True, slots=True)
class BothDefended(Event):
    """3.3 Two corps both defended. Nothing happened, and nothing was shown."""

    seen_by = EVERYONE
    corps: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return that both defended."""
        return f"Corps {ROMAN[known['corps'] - 1]}: both defended."


@dataclass(frozen=True, slots=True)
class HoldingsShown(Event):
    """3.3 Both corps of a fighting pair showed their divisions."""

    seen_by = EVERYONE
    corps: Public[int]
    red: Public[Force]
    black: Public[Force]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return what each corps showed."""
        corps = ROMAN[known["corps"] - 1]
        return f"Corps {corps}: Red showed {words(known['red'])}, Black showed {words(known['black'])}."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene in which both strengths become visible."""
        return pair_scene(
            known, lambda team: {"now": known[team].size, "parts": parts(known[team]), "note": ""}
        )


@dataclass(frozen=True, slots=True)
class ChargesRevealed(Event):
    """3.3 The charges of a pair. None: the corps has no cavalry."""

    seen_by = EVERYONE
    corps: Public[int]
    red: Public[bool | None]
    black: Public[bool | None]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which cavalry charged."""
        choices = zip(TITLES, (known["red"], known["black"]), strict=True)
        acts = [
            f"{title}'s cavalry {'charged' if choice else 'held back'}"
            for title, choice in choices
            if choice is not None
        ]
        return f"Corps {ROMAN[known['corps'] - 1]}: {'; '.join(acts)}."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that shows which cavalry charged."""
        return pair_scene(known, lambda team: {"note": _CHARGED[known[team]]})


@dataclass(frozen=True, slots=True)
class CombatCounted(Event):
    """3.3 The totals of a combat and what each corps must lose. `attacks` is by side."""

    seen_by = EVERYONE
    corps: Public[int]
    attacks: Public[tuple[bool, bool]]
    totals: Public[tuple[int, int]]
    owed: Public[tuple[int, int]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which side attacked with which total, and what it cost."""
        red, black = known["attacks"]
        one, other = (0, 1) if red else (1, 0)
        verb = "and {} attacked each other".format if red and black else "attacked {}".format
        totals, owed = known["totals"], known["owed"]
        clash = f"{TITLES[one]} {totals[one]} {verb(f'{TITLES[other]} {totals[other]}')}"
        cost = f"{TITLES[one]} had to lose {NUMBERS[owed[one]]}, {TITLES[other]} {NUMBERS[owed[other]]}"
        return f"Corps {ROMAN[known['corps'] - 1]}: {clash}; {cost}."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that shows each side's total and losses."""

        def counted(team: str) -> dict[str, str]:
            side = TEAMS.index(team)
            return {"note": f"counts {known['totals'][side]}, loses {known['owed'][side]}"}

        return pair_scene(known, counted)


@dataclass(frozen=True, slots=True)
class LossesPaid(Event):
    """3.3 The divisions that each corps gave up, and what is left of both."""

    seen_by = EVERYONE
    corps: Public[int]
    red: Public[Force]
    black: Public[Force]
    left: Public[tuple[Force, Force]]
    ever: Public[tuple[int, int]]
    """How many divisions each side has lost in all."""
    lost: Public[tuple[Force, Force]]
    """The pile of lost divisions of each side."""
    field: Public[tuple[Force, Force]]
    """The divisions that each side has left, reserve and corps together."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return what was lost."""
        sides = ((title, known[name]) for title, name in (("Red", "red"), ("Black", "black")))
        lost = "; ".join(f"{title} lost {words(force)}" for title, force in sides if force.size)
        return f"Corps {ROMAN[known['corps'] - 1]}: {lost}."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that counts the losses down."""

        def counted_down(team: str) -> dict[str, Any]:
            left, lost = known["left"][TEAMS.index(team)], known[team]
            note = f"lost {words(lost)}" if lost.size else ""
            return {"now": left.size, "parts": parts(left), "note": note}

        totals = zip(TITLES, known["ever"], strict=True)
        in_all = (FactChange(label=lost_in_all(title), value=str(lost)) for title, lost in totals)
        behind = (
            FactChange(label=label, value=words(held), team=team)
            for label, sides in ((LOST, known["lost"]), (IN_FIELD, known["field"]))
            for team, held in zip(TEAMS, sides, strict=True)
        )
        return pair_scene(known, counted_down, *in_all, *behind)


BOTH_DEFENDED = tuple(BothDefended(corps) for corps in (1, 2, 3, 4))
