"""The events of attacks, reports, and plays that move a marker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.events.words import (
    JUS,
    JUS_WORDS,
    TOLL,
    city_scene,
    dead_of,
    left_of,
    named,
    used,
    who,
    whom,
    whose,
)
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.protocol.table.scenes import FactChange, ProseChange, Scene, TrackChange


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
        way = "face up" if known["up"] else "face down"
        fire = ", in spite of friendly fire" if known["friendly_fire"] else ""
        return (
            f"{who(known)} attacked {known['city']} with {kind} {way}{fire}: the marker is {known['marker']}."
        )

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene: the attack, with its face for the player and its back for the others, and the marker."""
        if "card" in known:
            card = cards.in_row(
                known["card"], secret=not known["up"], note="" if known["up"] else "face down"
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
    """A player moved a marker off their edge of a city."""

    seen_by = EVERYONE
    seat: Public[str]
    city: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return what securing prevents."""
        verb = "take" if known.mine("seat") else "takes"
        return f"{who(known)} secured {known['city']}: no counterattack there before {whom(known, 'seat')} {verb} it."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that marks the city as secured."""
        seat = known["seat"]
        return city_scene(known["city"], seat, mark=f"secured by {named(seat)}")


@dataclass(frozen=True, slots=True)
class ReportPlayed(Event):
    """A player played a Media Report on an attack."""

    seen_by = EVERYONE
    seat: Public[str]
    card: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which report was played."""
        return f"{who(known)} played a {cards.words(known['card'])}."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene of the report, above everything else, taken out of the hand."""
        said = ProseChange(title=cards.words(known["card"]), text="The world looks at an attack.")
        return Scene(title=f"{named(known['seat'])}'s report", changes=(said, used(known)))


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
        attack = f"{whose(known, 'owner')} attack on {known['city']}"
        return f"The world saw {attack}: {cards.words(known['card'])}. The toll is {known['toll']}k."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that turns the attack up in its city, and moves the toll."""
        toll = TrackChange(track=TOLL, at=known["toll"], note=f"+{cards.toll(known['card'])}k dead")
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
        return f"Jus ad bellum went to {whom(known, 'seat')}, face down."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene of its new owner."""
        return Scene(title=JUS, changes=(FactChange(label=JUS, value=f"{named(known['seat'])}, face down"),))


@dataclass(frozen=True, slots=True)
class JusUsed(Event):
    """The owner of Jus ad bellum used one of its effects."""

    seen_by = EVERYONE
    seat: Public[str]
    effect: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which effect was used."""
        return f"{who(known)} used Jus ad bellum: {JUS_WORDS[known['effect']]}."


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
        return f"{who(known)} sent observers to {known['city']} ({cards.words(known['card'])}): attacks played there from now are face up."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that marks the observers in the city."""
        return city_scene(known["city"], known["seat"], used(known), mark="observers: attacks face up")


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
        return f"{who(known)} played {cards.words(known['card'])} on {known['city']}: the marker is {known['marker']}."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that moves the marker."""
        return city_scene(known["city"], known["seat"], used(known), at=known["at"])
