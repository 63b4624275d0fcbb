"""The events at the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.events.words import city_scene, dead_of, listed, named, who, whose
from warcouncil.games.hard_war.state import NAMES, NOBODY, HardWarState, WarEnd
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.protocol.table.scenes import FactChange, ProseChange, Scene

REASONS = {
    "intervention": "The toll reached its end and the United Nations intervened",
    "decks": "Both decks ran out",
    "turns": "The last turn was over",
}
"""Why the dead were counted, as the beginning of a sentence."""

_SUMS = "The dead"
"""One title for the sums of both sides, so that they are watched together."""


@dataclass(frozen=True, slots=True)
class WarWon(Event):
    """A player had enough victory points and won at once."""

    seen_by = EVERYONE
    seat: Public[str]
    vp: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which player won by force of arms."""
        return f"{who(known)} won the war by force of arms, with {known['vp']} victory points."


@dataclass(frozen=True, slots=True)
class TribunalCalled(Event):
    """The game ended and the dead were to be counted."""

    seen_by = EVERYONE
    reason: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return why the dead were counted."""
        return f"{REASONS[known['reason']]}: every attack was shown and the dead were counted."


@dataclass(frozen=True, slots=True)
class RowShown(Event):
    """All of a player's attacks on one city were shown at the end. Neither the toll nor Jus ad bellum moved."""

    seen_by = EVERYONE
    seat: Public[str]
    city: Public[str]
    attacks: Public[tuple[str, ...]]
    dead: Public[str]
    """The dead of the row, in words."""
    seen: Public[str]
    """All the player's dead now, as the others know them, in words."""
    own: Annotated[str, known_to("seat")]
    """All the player's dead now, as the player knows them, in words."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the attacks and their dead."""
        attacks = listed(tuple(map(cards.words, known["attacks"])))
        return f"{known['city']}, {whose(known, 'seat')} attacks: {attacks}; {known['dead']} dead."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that turns the whole row up, with its dead. Both sides' rows turn together."""
        row = tuple(map(cards.in_row, known["attacks"]))
        dead = FactChange(label=dead_of(known["seat"]), value=known.get("own", known["seen"]))
        return city_scene(known["city"], known["seat"], dead, cards=row, total=known["dead"], joins=True)


@dataclass(frozen=True, slots=True)
class DeadCounted(Event):
    """A player's dead were summed up. `relief` is what Jus ad bellum took off."""

    seen_by = EVERYONE
    seat: Public[str]
    total: Public[int]
    relief: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the toll of the attacks, the relief by Jus ad bellum, and the sum."""
        total, relief = known["total"], known["relief"]
        off = f", less {relief}k for Jus ad bellum: {total}k" if relief else ""
        own = "Your" if known.mine("seat") else f"{named(known['seat'])}'s"
        return f"{own} attacks weigh {total + relief}k{off}."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene of the sum."""
        name = named(known["seat"])
        said = ProseChange(title=f"{known['total']}k dead", text=f"{name} bears them")
        counted = FactChange(label=dead_of(known["seat"]), value=f"{known['total'] + known['relief']}k")
        return Scene(title=_SUMS, changes=(said, counted), joins=True)


@dataclass(frozen=True, slots=True)
class TribunalClosed(Event):
    """The tribunal named the winner, the player with the lower sum. "": no player won."""

    seen_by = EVERYONE
    seat: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which player won. That side may have more dead, because Jus ad bellum took some off."""
        if not known["seat"]:
            return "Both bear the same guilt: nobody won."
        return f"{who(known)} won with the lower sum."


def reason(state: HardWarState, result: WarEnd) -> str:
    """5.5: return one sentence that says why the war was over, when, and what decided it."""
    if result.sums is None:
        held = tuple(city.name for city in state.cities if city.owner == result.winner)
        points = f"{state.sides[result.winner].vp} victory points"
        return f"{NAMES[result.winner]} won by force of arms on turn {state.turn}, with {listed((*held, points))}"
    over = f"{REASONS[result.reason]} (turn {state.turn})"
    if result.winner == NOBODY:
        return f"{over}: both sides bear {result.sums[0]}k dead"
    loser = 1 - result.winner
    return f"{over}: {NAMES[result.winner]} bears {result.sums[result.winner]}k dead, {NAMES[loser]} {result.sums[loser]}k"
