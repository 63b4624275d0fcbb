"""The events at the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.events.words import city_scene, dead_of, named, who
from warcouncil.games.hard_war.state import NAMES, NOBODY, HardWarState, WarEnd
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.games.kit.text.phrases import listed
from warcouncil.protocol.table.scenes import FactChange, ProseChange, Scene

_REASONS = {
    "intervention": "events.reason_intervention",
    "decks": "events.reason_decks",
    "turns": "events.reason_turns",
}


def why_counted(reason: str) -> str:
    """Return why the dead were counted, as a sentence without its full stop."""
    return say(_REASONS[reason])


@dataclass(frozen=True, slots=True)
class WarWon(Event):
    """A player had enough victory points and won at once."""

    seen_by = EVERYONE
    seat: Public[str]
    vp: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which player won by force of arms."""
        return say("events.won_arms", who=who(known), vp=known["vp"])


@dataclass(frozen=True, slots=True)
class TribunalCalled(Event):
    """The game ended by a count of the dead."""

    seen_by = EVERYONE
    reason: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return why the dead were counted."""
        return say("events.tribunal", reason=why_counted(known["reason"]))


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
        if known.mine("seat"):
            return say("events.row_mine", city=known["city"], attacks=attacks, dead=known["dead"])
        side = named(known["seat"])
        return say("events.row", city=known["city"], side=side, attacks=attacks, dead=known["dead"])

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that turns the whole row up, with its dead. The rows of both sides turn at the same time."""
        row = tuple(map(cards.in_row, known["attacks"]))
        dead = FactChange(label=dead_of(known["seat"]), value=known.get("own", known["seen"]))
        return city_scene(known["city"], known["seat"], dead, cards=row, total=known["dead"], joins=True)


@dataclass(frozen=True, slots=True)
class DeadCounted(Event):
    """A player's dead were summed up. `relief` is how much Jus ad bellum reduced it."""

    seen_by = EVERYONE
    seat: Public[str]
    total: Public[int]
    relief: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the toll of the attacks, the relief by Jus ad bellum, and the sum."""
        total, relief = known["total"], known["relief"]
        side, killed = named(known["seat"]), total + relief
        if known.mine("seat"):
            if relief:
                return say("events.counted_relief_mine", total=killed, relief=relief, sum=total)
            return say("events.counted_mine", total=killed)
        if relief:
            return say("events.counted_relief", side=side, total=killed, relief=relief, sum=total)
        return say("events.counted", side=side, total=killed)

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene of the sum."""
        name = named(known["seat"])
        title = say("events.scene_sum", sum=known["total"])
        said = ProseChange(title=title, text=say("events.scene_bears", side=name))
        counted = FactChange(
            label=dead_of(known["seat"]), value=say("sheet.dead_known", dead=known["total"] + known["relief"])
        )
        # The sums of both sides have one title, so that they are shown together.
        return Scene(title=say("events.scene_sums"), changes=(said, counted), joins=True)


@dataclass(frozen=True, slots=True)
class TribunalClosed(Event):
    """The tribunal named the winner, the player with the lower sum, or "" if no player won."""

    seen_by = EVERYONE
    seat: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which player won. The winner may have more dead, because Jus ad bellum reduced the sum."""
        if not known["seat"]:
            return say("events.same_guilt")
        return say("events.won_sum", who=who(known))


def reason(state: HardWarState, result: WarEnd) -> str:
    """5.5: return one sentence that says why the war ended, when, and what decided it."""
    if result.sums is None:
        held = tuple(city.name for city in state.cities if city.owner == result.winner)
        winner, points = NAMES[result.winner], state.sides[result.winner].vp
        if not held:
            return say("events.finish_arms_bare", side=winner, turn=state.turn, vp=points)
        return say("events.finish_arms", side=winner, turn=state.turn, cities=listed(held), vp=points)
    why = why_counted(result.reason)
    if result.winner == NOBODY:
        return say("events.finish_same", reason=why, turn=state.turn, dead=result.sums[0])
    loser = 1 - result.winner
    return say(
        "events.finish_sums",
        reason=why,
        turn=state.turn,
        winner=NAMES[result.winner],
        fewer=result.sums[result.winner],
        loser=NAMES[loser],
        more=result.sums[loser],
    )
