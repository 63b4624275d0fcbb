"""The events of attacks, reports, and plays that move a marker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.events.words import (
    TOLL,
    city_scene,
    dead_of,
    left_of,
    named,
    used,
    who,
    whom,
)
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.protocol.table.scenes import FactChange, ProseChange, Scene, TrackChange

_ATTACKED = {
    (False, False): "events.attacked_down",
    (True, False): "events.attacked_up",
    (False, True): "events.attacked_down_fire",
    (True, True): "events.attacked_up_fire",
}
"""The sentences about an attack, by whether it was face up, and whether it broke the rule of friendly fire."""
_JUS = {
    "play+1": "events.jus_play",
    "draw2_now": "events.jus_draw",
    "ignore_friendly_fire_once": "events.jus_fire",
}


@dataclass(frozen=True, slots=True)
class AttackPlayed(Event):
    """A player attacked a city with a card, face down or face up."""

    seen_by = EVERYONE
    seat: Public[str]
    city: Public[str]
    kind: Public[str]
    up: Public[bool]
    marker: Public[str]
    at: Public[int]
    """The present place of the marker, counted towards the player."""
    friendly_fire: Public[bool]
    left: Public[str]
    """The plays left this turn, in words."""
    seen: Public[tuple[str, str]]
    """The dead of the row and of all the player's rows, as the others know them."""
    own: Annotated[tuple[str, str], known_to("seat")]
    """The dead of the row and of all the player's rows, as the player knows them."""
    card: Annotated[str, known_to("seat")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return what was played on which city, and where the marker went."""
        kind = cards.words(known["card"]) if "card" in known else cards.back_words(known["kind"])
        key = _ATTACKED[known["up"], known["friendly_fire"]]
        return say(key, who=who(known), city=known["city"], card=kind, marker=known["marker"])

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene: the attack, with its face for the player and its back for the others, and the marker."""
        if "card" in known:
            card = cards.in_row(
                known["card"], secret=not known["up"], note="" if known["up"] else say("sheet.face_down")
            )
        else:
            card = cards.face_down(known["kind"])
        row, dead = known.get("own", known["seen"])
        more = (
            FactChange(label=dead_of(known["seat"]), value=dead),
            FactChange(label=left_of(known["seat"]), value=known["left"]),
            used(known),
        )
        return city_scene(known["city"], known["seat"], *more, add=(card,), at=known["at"], total=row)


@dataclass(frozen=True, slots=True)
class CitySecured(Event):
    """A player moved a marker off the player's own edge of a city."""

    seen_by = EVERYONE
    seat: Public[str]
    city: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return what securing prevents."""
        if known.mine("seat"):
            return say("events.secured_mine", city=known["city"])
        return say("events.secured", side=named(known["seat"]), city=known["city"])

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that marks the city as secured."""
        seat = known["seat"]
        return city_scene(known["city"], seat, mark=say("sheet.secured", side=named(seat)))


@dataclass(frozen=True, slots=True)
class ReportPlayed(Event):
    """A player played a Media Report on an attack."""

    seen_by = EVERYONE
    seat: Public[str]
    card: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which report was played."""
        return say("events.reported", who=who(known), card=cards.words(known["card"]))

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene of the report, above everything else and removed from the hand."""
        said = ProseChange(title=cards.words(known["card"]), text=say("events.scene_report_text"))
        return Scene(title=say("events.scene_report", side=named(known["seat"])), changes=(said, used(known)))


@dataclass(frozen=True, slots=True)
class AttackRevealed(Event):
    """An attack was revealed to everyone. `place` is its number in its row, from 0."""

    seen_by = EVERYONE
    owner: Public[str]
    city: Public[str]
    card: Public[str]
    toll: Public[int]
    place: Public[int]
    seen: Public[tuple[str, str]]
    """The dead of the row and of all the owner's rows, as the others know them."""
    own: Annotated[tuple[str, str], known_to("owner")]
    """The dead of the row and of all the owner's rows, as the owner knows them."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the toll of the attack and of the war."""
        card = cards.words(known["card"])
        if known.mine("owner"):
            return say("events.revealed_mine", city=known["city"], card=card, toll=known["toll"])
        side = named(known["owner"])
        return say("events.revealed", side=side, city=known["city"], card=card, toll=known["toll"])

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that turns the attack up in its city, and moves the toll."""
        toll = TrackChange(
            track=TOLL, at=known["toll"], note=say("events.scene_dead", toll=cards.toll(known["card"]))
        )
        turned = (known["place"], cards.in_row(known["card"]))
        row, dead = known.get("own", known["seen"])
        counted = FactChange(label=dead_of(known["owner"]), value=dead)
        return city_scene(known["city"], known["owner"], toll, counted, turned=turned, total=row)


@dataclass(frozen=True, slots=True)
class JusPassed(Event):
    """Jus ad bellum went to a player, face down."""

    seen_by = EVERYONE
    seat: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which player has it now."""
        return say("events.jus_passed", whom=whom(known, "seat"))

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene of its new owner."""
        jus, owner = say("sheet.jus"), say("sheet.jus_down", side=named(known["seat"]))
        return Scene(title=jus, changes=(FactChange(label=jus, value=owner),))


@dataclass(frozen=True, slots=True)
class JusUsed(Event):
    """The owner of Jus ad bellum used one of its effects."""

    seen_by = EVERYONE
    seat: Public[str]
    effect: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which effect was used."""
        return say(_JUS[known["effect"]], who=who(known))


@dataclass(frozen=True, slots=True)
class ObserversSent(Event):
    """A player attached a Media Report to a city."""

    seen_by = EVERYONE
    seat: Public[str]
    city: Public[str]
    card: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return what follows from it."""
        card = cards.words(known["card"])
        return say("events.observers_sent", who=who(known), city=known["city"], card=card)

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that marks the observers in the city."""
        return city_scene(known["city"], known["seat"], used(known), mark=say("sheet.observers_up"))


@dataclass(frozen=True, slots=True)
class ExtraPlayed(Event):
    """A player moved a marker with a US Bombing or Local Support."""

    seen_by = EVERYONE
    seat: Public[str]
    card: Public[str]
    city: Public[str]
    marker: Public[str]
    at: Public[int]
    """The present place of the marker, counted towards the player."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return where the marker went."""
        card = cards.words(known["card"])
        return say("events.extra", who=who(known), card=card, city=known["city"], marker=known["marker"])

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that moves the marker."""
        return city_scene(known["city"], known["seat"], used(known), at=known["at"])
