"""The events of a combat, step by step: strengths, charges, totals, losses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from warcouncil.games.kartenspiel.events.words import (
    lost_in_all,
    pair_scene,
)
from warcouncil.games.kartenspiel.roles import ROMAN, TEAMS, TITLES
from warcouncil.games.kartenspiel.state import Force, parts, spoken, words
from warcouncil.games.kartenspiel.wording import say
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public
from warcouncil.protocol.table.scenes import FactChange, Scene

_BOTH_CHARGES = {
    (True, True): "events.charged_both",
    (False, False): "events.charged_neither",
    (None, None): "events.no_cavalry",
}
"""The sentences about two corps whose cavalry did the same."""


@dataclass(frozen=True, slots=True)
class BothDefended(Event):
    """3.3 Two corps both defended. Nothing happened, and nothing was shown."""

    seen_by = EVERYONE
    corps: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the sentence which says that both defended."""
        return say("events.both_defended", corps=ROMAN[known["corps"] - 1])


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
        return say("events.showed", corps=corps, red=spoken(known["red"]), black=spoken(known["black"]))

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene in which both strengths become visible."""
        return pair_scene(
            known, lambda team: {"now": known[team].size, "parts": parts(known[team]), "note": ""}
        )


@dataclass(frozen=True, slots=True)
class ChargesRevealed(Event):
    """3.3 The charges of a pair. A charge is None if the corps has no cavalry."""

    seen_by = EVERYONE
    corps: Public[int]
    red: Public[bool | None]
    black: Public[bool | None]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which cavalry charged."""
        red, black, corps = known["red"], known["black"], ROMAN[known["corps"] - 1]
        if red == black:
            return say(_BOTH_CHARGES[red, black], corps=corps)
        if red is None or black is None:
            side = TITLES[red is None]
            return say(
                "events.charged_alone" if red or black else "events.held_alone", corps=corps, side=side
            )
        return say("events.charged_one", corps=corps, one=TITLES[not red], other=TITLES[red])

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that shows which cavalry charged."""

        def decided(team: str) -> dict[str, str]:
            charges = known[team]
            if charges is None:
                return {"note": ""}
            return {"note": say("events.note_charges" if charges else "events.note_holds")}

        return pair_scene(known, decided)


@dataclass(frozen=True, slots=True)
class CombatCounted(Event):
    """3.3 The totals of a combat and what each corps must lose. `attacks` says for each side whether it attacks."""

    seen_by = EVERYONE
    corps: Public[int]
    attacks: Public[tuple[bool, bool]]
    totals: Public[tuple[int, int]]
    owed: Public[tuple[int, int]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which side attacked with which total, and what it cost."""
        red, black = known["attacks"]
        totals, owed, corps = known["totals"], known["owed"], ROMAN[known["corps"] - 1]
        if red and black:
            cost, price = owed
            return say(
                "events.fought_both", corps=corps, red=totals[0], black=totals[1], cost=cost, price=price
            )
        one, other = (0, 1) if red else (1, 0)
        return say(
            "events.fought",
            corps=corps,
            one=TITLES[one],
            other=TITLES[other],
            mine=totals[one],
            theirs=totals[other],
            cost=owed[one],
            price=owed[other],
        )

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that shows each side's total and losses."""

        def counted(team: str) -> dict[str, str]:
            side = TEAMS.index(team)
            total, lost = known["totals"][side], known["owed"][side]
            return {"note": say("events.note_counts", total=total, lost=lost)}

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
    """How many divisions each side has lost in total."""
    lost: Public[tuple[Force, Force]]
    """The pile of lost divisions of each side."""
    field: Public[tuple[Force, Force]]
    """The divisions that each side has left, reserve and corps together."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return what was lost."""
        red, black, corps = known["red"], known["black"], ROMAN[known["corps"] - 1]
        if red.size and black.size:
            return say("events.lost_both", corps=corps, red=spoken(red), black=spoken(black))
        if not red.size and not black.size:
            return say("events.lost_none", corps=corps)
        side = TITLES[not red.size]
        return say("events.lost_one", corps=corps, side=side, force=spoken(red if red.size else black))

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene in which the losses leave the corps."""

        def counted_down(team: str) -> dict[str, Any]:
            left, lost = known["left"][TEAMS.index(team)], known[team]
            note = say("events.note_lost", force=words(lost)) if lost.size else ""
            return {"now": left.size, "parts": parts(left), "note": note}

        totals = zip(TITLES, known["ever"], strict=True)
        in_all = (FactChange(label=lost_in_all(title), value=str(lost)) for title, lost in totals)
        behind = (
            FactChange(label=label, value=words(held), team=team)
            for label, sides in ((say("sheet.lost"), known["lost"]), (say("sheet.in_field"), known["field"]))
            for team, held in zip(TEAMS, sides, strict=True)
        )
        return pair_scene(known, counted_down, *in_all, *behind)


BOTH_DEFENDED = tuple(BothDefended(corps) for corps in (1, 2, 3, 4))
