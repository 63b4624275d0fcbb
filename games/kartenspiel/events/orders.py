"""The events of the orders of a turn: what was sent, what was confused, and the eight revealed orders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from warcouncil.games.kartenspiel.events.words import (
    TITLE,
    Change,
    attacks,
    changes,
    listed,
)
from warcouncil.games.kartenspiel.roles import ROMAN, TITLES
from warcouncil.games.kartenspiel.stances import stance
from warcouncil.games.kartenspiel.state import Force, words
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.protocol.table.scenes import LineChange, Scene
from warcouncil.protocol.words import SeatId


@dataclass(frozen=True, slots=True)
class ArmiesMustered(Event):
    """2. Both armies are in reserve at the start of the battle."""

    seen_by = EVERYONE
    red: Public[Force]
    black: Public[Force]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return what each army has."""
        return f"Red began with {words(known['red'])}, Black with {words(known['black'])}, all in reserve."


@dataclass(frozen=True, slots=True)
class Redeployed(Event):
    """3.1 The divisions that came to each corps of a side and left it.

    The commander of a corps and the army commander know them. `sharers` holds the team if its members see
    everything the side holds, and else nothing.
    """

    seen_by = known_to("team")
    team: Public[str]
    army: Public[SeatId]
    commander_1: Public[SeatId]
    commander_2: Public[SeatId]
    commander_3: Public[SeatId]
    commander_4: Public[SeatId]
    sharers: Public[tuple[str, ...]]
    corps_1: Annotated[Change, known_to("army", "commander_1", "sharers")]
    corps_2: Annotated[Change, known_to("army", "commander_2", "sharers")]
    corps_3: Annotated[Change, known_to("army", "commander_3", "sharers")]
    corps_4: Annotated[Change, known_to("army", "commander_4", "sharers")]
    ordered: Annotated[bool, known_to("army", "sharers")] = True
    """Whether an order of the army commander counted."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return what moved, for a reader who sent or received divisions."""
        if not known.get("ordered", True):
            whose = "" if known.mine("army") else f" of {TITLE[known['team']]}'s army commander"
            return f"No order{whose} counts: nothing moved."
        acts = [act for number in (1, 2, 3, 4) for act in changes(known, number)]
        if known.mine("army"):
            return f"You {listed(acts)}." if acts else "You moved nothing."
        who = f"{TITLE[known['team']]}'s" if known.reader is None else "Your"
        all_seen = known.reader is None or known["sharers"]
        nothing = "moved nothing" if all_seen else "sent nothing to you"
        return f"{who} army commander {listed(acts) if acts else nothing}."


@dataclass(frozen=True, slots=True)
class OrderConfused(Event):
    """3.2 At least one order or charge did not come in time. `corps` names the corps if everyone may know them."""

    seen_by = EVERYONE
    charge: Public[bool]
    corps: Public[tuple[str, ...]] = ()

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return that orders were confused."""
        whom = " to the cavalry" if known["charge"] else ""
        corps = list(known["corps"])
        if not corps:
            return f"An order{whom} was confused; the enemy opposite was asked to choose in its place."
        orders = f"The order{whom} of {listed(corps)}"
        return f"{orders} was confused; the enemy opposite was asked to choose."


@dataclass(frozen=True, slots=True)
class OrderTurned(Event):
    """3.2 The commander opposite chose the missing order of a corps.

    The two commanders know it. `onlookers` also know it, if everyone may.
    """

    seen_by = known_to("commander", "chooser", "onlookers")
    commander: Public[SeatId]
    chooser: Public[SeatId]
    onlookers: Public[tuple[str, ...]]
    corps: Public[int]
    team: Public[str]
    acts: Public[bool]
    """Whether the corps attacks, or charges."""
    charge: Public[bool]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which commander chose what for which corps."""
        yes, no = ("charge", "no charge") if known["charge"] else ("attack", "defence")
        what = yes if known["acts"] else no
        numeral = ROMAN[known["corps"] - 1]
        corps = f"{TITLE[known['team']]} corps {numeral}"
        enemy = f"{TITLES[1 - TITLES.index(TITLE[known['team']])]} corps {numeral}"
        if known.mine("chooser"):
            return f"The order of {corps} was confused; it became {what} by your choice."
        if known.mine("commander"):
            return (
                f"Your order for {corps} was confused; by the choice of the enemy opposite it became {what}."
            )
        return f"The order of {corps} was confused; it became {what} by the choice of {enemy}."


@dataclass(frozen=True, slots=True)
class OrdersRevealed(Event):
    """3.2 All eight orders, revealed at once. True is an attack."""

    seen_by = EVERYONE
    red: Public[tuple[bool, ...]]
    black: Public[tuple[bool, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which corps attacked."""
        if not any(known["red"] + known["black"]):
            return "All eight corps defended."
        return f"{attacks('Red', known['red'])}; {attacks('Black', known['black'])}."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that shows all eight orders at once."""
        return Scene(
            title="Eight hands",
            changes=tuple(
                LineChange(team=team, stances=tuple(map(stance, known[team]))) for team in ("red", "black")
            ),
        )
