"""The events of the orders of a turn: the redeployments, the confused orders, and the eight revealed orders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from warcouncil.games.kartenspiel.events.words import Change, attacks, moves
from warcouncil.games.kartenspiel.roles import TEAMS, TITLE, TITLES, corps_title, opposite
from warcouncil.games.kartenspiel.stances import stance
from warcouncil.games.kartenspiel.state import Force, spoken
from warcouncil.games.kartenspiel.wording import say
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.games.kit.text.phrases import listed
from warcouncil.protocol.table.scenes import LineChange, Scene
from warcouncil.protocol.words import SeatId

_TURNED = {
    (False, True): "events.turned_attack",
    (False, False): "events.turned_defence",
    (True, True): "events.turned_charge",
    (True, False): "events.turned_hold",
}
"""The choice of the enemy, by whether it was a charge, and whether the corps acts."""


@dataclass(frozen=True, slots=True)
class ArmiesMustered(Event):
    """2. Both armies are in reserve at the start of the battle."""

    seen_by = EVERYONE
    red: Public[Force]
    black: Public[Force]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return what each army has."""
        return say("events.mustered", red=spoken(known["red"]), black=spoken(known["black"]))


@dataclass(frozen=True, slots=True)
class Redeployed(Event):
    """3.1 For each corps of a side, the divisions that it received and lost to the reserve or to other corps. Its
    commander and the army commander know them. `sharers` has the team if its members see everything of their side.
    Otherwise it is empty.
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
            if known.mine("army"):
                return say("events.no_order_mine")
            return say("events.no_order", side=TITLE[known["team"]])
        acts = moves(known)
        if known.mine("army"):
            return say("events.moved_mine", acts=listed(acts)) if acts else say("events.moved_mine_none")
        if known.reader is None:
            side = TITLE[known["team"]]
            if not acts:
                return say("events.moved_side_none", side=side)
            return say("events.moved_side", side=side, acts=listed(acts))
        if acts:
            return say("events.moved_ours", acts=listed(acts))
        return say("events.moved_ours_none" if known["sharers"] else "events.moved_not_to_you")


@dataclass(frozen=True, slots=True)
class OrderConfused(Event):
    """3.2 At least one order or charge did not come in time. `corps` names the corps if everyone may know them."""

    seen_by = EVERYONE
    charge: Public[bool]
    corps: Public[tuple[str, ...]] = ()

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the sentence which says that orders were confused."""
        corps = list(known["corps"])
        if not corps:
            return say("events.late_charge" if known["charge"] else "events.late_order")
        key = "events.late_charges_of" if known["charge"] else "events.late_orders_of"
        return say(key, n=len(corps), corps=listed(corps))


@dataclass(frozen=True, slots=True)
class OrderTurned(Event):
    """3.2 The commander opposite chose the missing order of a corps.

    The two commanders know it. If everyone may know it, `onlookers` has both teams and the public.
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
        what = say(_TURNED[known["charge"], known["acts"]])
        number = TEAMS.index(known["team"]) * 4 + known["corps"] - 1
        corps = corps_title(number)
        if known.mine("chooser"):
            return say("events.turned_chooser", what=what, corps=corps)
        if known.mine("commander"):
            return say("events.turned_commander", what=what, corps=corps)
        return say("events.turned_seen", what=what, corps=corps, enemy=corps_title(opposite(number)))


@dataclass(frozen=True, slots=True)
class OrdersRevealed(Event):
    """3.2 All eight orders, revealed at once. True means an attack."""

    seen_by = EVERYONE
    red: Public[tuple[bool, ...]]
    black: Public[tuple[bool, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which corps attacked."""
        if not any(known["red"] + known["black"]):
            return say("events.all_defended")
        red, black = attacks(TITLES[0], known["red"]), attacks(TITLES[1], known["black"])
        return say("events.revealed", red=red, black=black)

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that shows all eight orders at once."""
        return Scene(
            title=say("events.scene_orders"),
            changes=tuple(
                LineChange(team=team, stances=tuple(map(stance, known[team]))) for team in ("red", "black")
            ),
        )
