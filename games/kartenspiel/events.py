"""What happens in a battle. A combat is told in steps: what was shown, who charged, how it counted, what was lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from warcouncil.games.kartenspiel.roles import ROMAN, TEAMS, TITLES
from warcouncil.games.kartenspiel.state import NONE, Force, words
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.games.kit.quick import quick
from warcouncil.protocol.words import SeatId

Change = tuple[Force, Force]
"""What came to a corps, and what was taken from it."""

TITLE = dict(zip(TEAMS, TITLES, strict=True))
_NO_CHANGE = (NONE, NONE)
_NUMBERS = ("none", "one", "two", "three")


@quick
@dataclass(frozen=True, slots=True)
class ArmiesMustered(Event):
    """2. Both armies stand in reserve at the start of the battle."""

    seen_by = EVERYONE
    red: Public[Force]
    black: Public[Force]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say what each army has."""
        return f"Red began with {words(known['red'])}, Black with {words(known['black'])}, all in reserve."


@quick
@dataclass(frozen=True, slots=True)
class Redeployed(Event):
    """3.1 What came to each corps of a side, and what was taken from it: known to its commander and the army's.

    `sharers` is the team where all of a side see what it holds, and nobody otherwise.
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

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say what moved, to the one who sent it or the one who got it."""
        acts = [act for number in (1, 2, 3, 4) for act in _changes(known, number)]
        if known.mine("army"):
            return f"You {listed(acts)}." if acts else "You moved nothing."
        who = f"{TITLE[known['team']]}'s" if known.reader is None else "Your"
        all_seen = known.reader is None or known["sharers"]
        nothing = "moved nothing" if all_seen else "sent nothing to you"
        return f"{who} army commander {listed(acts) if acts else nothing}."


def _changes(known: Known, number: int) -> list[str]:
    """Say in the past tense what came to a corps and what left it, as far as the reader knows."""
    came, left = known.get(f"corps_{number}", _NO_CHANGE)
    if not came.size and not left.size:
        return []
    mine = known.mine(f"commander_{number}") and not known.mine("army")
    whom = f"{'your ' if mine else ''}corps {ROMAN[number - 1]}"
    acts = [f"took {words(left)} from {whom}"] if left.size else []
    return acts + ([f"sent {words(came)} to {whom}"] if came.size else [])


@quick
@dataclass(frozen=True, slots=True)
class OrderConfused(Event):
    """3.2 At least one order or charge did not come in time. `corps` says whose, where everyone may know it."""

    seen_by = EVERYONE
    charge: Public[bool]
    corps: Public[tuple[str, ...]] = ()

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say that orders were confused."""
        whom = " to the cavalry" if known["charge"] else ""
        corps = list(known["corps"])
        if not corps:
            return f"An order{whom} was confused; the enemy opposite was asked to choose in its place."
        orders = f"The order{whom} of {listed(corps)}"
        return f"{orders} was confused; the enemy opposite was asked to choose."


@quick
@dataclass(frozen=True, slots=True)
class OrderTurned(Event):
    """3.2 A corps whose order was missing got one from the commander opposite; the two know, and the `onlookers` where all may."""

    seen_by = known_to("commander", "chooser", "onlookers")
    commander: Public[SeatId]
    chooser: Public[SeatId]
    onlookers: Public[tuple[str, ...]]
    corps: Public[int]
    team: Public[str]
    acts: Public[bool]
    """Whether it attacks, or charges."""
    charge: Public[bool]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who chose what for whom."""
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


@quick
@dataclass(frozen=True, slots=True)
class OrdersRevealed(Event):
    """3.2 All eight declarations, revealed at once: true attacks."""

    seen_by = EVERYONE
    red: Public[tuple[bool, ...]]
    black: Public[tuple[bool, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who attacked where."""
        if not any(known["red"] + known["black"]):
            return "All eight corps defended."
        return f"{_attacks('Red', known['red'])}; {_attacks('Black', known['black'])}."


def _attacks(title: str, orders: tuple[bool, ...]) -> str:
    numerals = [ROMAN[k] for k in range(4) if orders[k]]
    return f"{title} attacked with corps {listed(numerals)}" if numerals else f"{title} defended everywhere"


def listed(names: list[str]) -> str:
    """Give names for a sentence: `I, II and IV`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


@quick
@dataclass(frozen=True, slots=True)
class BothDefended(Event):
    """3.3 Nothing happened between two corps that both defended, and nothing was shown."""

    seen_by = EVERYONE
    corps: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say that nothing happened."""
        return f"Corps {ROMAN[known['corps'] - 1]}: both defended."


@quick
@dataclass(frozen=True, slots=True)
class HoldingsShown(Event):
    """3.3 Both corps of a fighting pair laid their divisions on the table."""

    seen_by = EVERYONE
    corps: Public[int]
    red: Public[Force]
    black: Public[Force]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say what each showed."""
        corps = ROMAN[known["corps"] - 1]
        return f"Corps {corps}: Red showed {words(known['red'])}, Black showed {words(known['black'])}."


@quick
@dataclass(frozen=True, slots=True)
class ChargesRevealed(Event):
    """3.3 Which cavalry charged; None where there was none."""

    seen_by = EVERYONE
    corps: Public[int]
    red: Public[bool | None]
    black: Public[bool | None]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say whose cavalry charged."""
        choices = zip(TITLES, (known["red"], known["black"]), strict=True)
        acts = [
            f"{title}'s cavalry {'charged' if choice else 'held back'}"
            for title, choice in choices
            if choice is not None
        ]
        return f"Corps {ROMAN[known['corps'] - 1]}: {'; '.join(acts)}."


@quick
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
        """Say who attacked whom with what, and what it cost."""
        red, black = known["attacks"]
        one, other = (0, 1) if red else (1, 0)
        verb = "and {} attacked each other".format if red and black else "attacked {}".format
        totals, owed = known["totals"], known["owed"]
        clash = f"{TITLES[one]} {totals[one]} {verb(f'{TITLES[other]} {totals[other]}')}"
        cost = f"{TITLES[one]} had to lose {_NUMBERS[owed[one]]}, {TITLES[other]} {_NUMBERS[owed[other]]}"
        return f"Corps {ROMAN[known['corps'] - 1]}: {clash}; {cost}."


@quick
@dataclass(frozen=True, slots=True)
class LossesPaid(Event):
    """3.3 The divisions that each corps gave up."""

    seen_by = EVERYONE
    corps: Public[int]
    red: Public[Force]
    black: Public[Force]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say what was lost."""
        sides = ((title, known[name]) for title, name in (("Red", "red"), ("Black", "black")))
        lost = "; ".join(f"{title} lost {words(force)}" for title, force in sides if force.size)
        return f"Corps {ROMAN[known['corps'] - 1]}: {lost}."


@quick
@dataclass(frozen=True, slots=True)
class LineBroken(Event):
    """4. A side's line broke: these corps fought and had no division left."""

    seen_by = EVERYONE
    team: Public[str]
    corps: Public[tuple[int, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say where the line broke."""
        return (
            f"{TITLE[known['team']]}'s line broke at corps {listed([ROMAN[k - 1] for k in known['corps']])}."
        )


@quick
@dataclass(frozen=True, slots=True)
class NightFell(Event):
    """6. Nobody attacked: night fell, all divisions went back to reserve, and some of the lost rallied."""

    seen_by = EVERYONE
    day: Public[int]
    red: Public[Force]
    black: Public[Force]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say that night fell and what rallied."""
        rallied = f"Red rallied {words(known['red'])}, Black {words(known['black'])}"
        return f"Night fell on day {known['day']}; all divisions went back to reserve; {rallied}."


@quick
@dataclass(frozen=True, slots=True)
class BattleEnded(Event):
    """4. The battle was over. `winner` is a team, or "" for a draw."""

    seen_by = EVERYONE
    winner: Public[str]
    reason: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who won and why."""
        end = f"{TITLE[known['winner']]} won the battle" if known["winner"] else "the battle was drawn"
        return f"{known['reason']}: {end}."


EVENTS: tuple[type[Event], ...] = (
    ArmiesMustered,
    Redeployed,
    OrderConfused,
    OrderTurned,
    OrdersRevealed,
    BothDefended,
    HoldingsShown,
    ChargesRevealed,
    CombatCounted,
    LossesPaid,
    LineBroken,
    NightFell,
    BattleEnded,
)
BOTH_DEFENDED = tuple(BothDefended(corps) for corps in (1, 2, 3, 4))
