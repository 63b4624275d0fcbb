"""The events of the Final Phase: fronts revealed, scored and resolved, and the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from warcouncil.games.kashmir_crisis.cards import FRONT_NAMES, FRONTS, INDIA, NAMES, SEAT_IDS, labels, ordered
from warcouncil.games.kashmir_crisis.events.words import face_up, points, who
from warcouncil.games.kashmir_crisis.wording import say
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, Sight
from warcouncil.protocol.table.scenes import CardsChange, FrontChange, Scene
from warcouncil.protocol.words import SeatId


@dataclass(frozen=True, slots=True)
class FrontRevealed(Event):
    """Both sides turned their cards on a front face up."""

    seen_by: ClassVar[Sight] = EVERYONE
    front: Public[str]
    india: Public[tuple[str, ...]]
    pakistan: Public[tuple[str, ...]]
    india_total: Public[int]
    pakistan_total: Public[int]
    so_far: Public[tuple[int, int]]
    """The sum of all open cards so far, and the sum at which a front is scored."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which cards were on the front, and their totals."""
        india, pakistan = (
            labels(known[seat]) if known[seat] else say("events.no_card") for seat in ("india", "pakistan")
        )
        return say(
            "events.revealed",
            front=FRONT_NAMES[known["front"]],
            india=india,
            india_total=known["india_total"],
            pakistan=pakistan,
            pakistan_total=known["pakistan_total"],
        )

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene: both sides' cards on the front with their totals, and the sum of all cards so far."""
        front = FRONT_NAMES[known["front"]]
        return Scene(
            title=say("events.scene_sum", front=front, sum=known["so_far"][0], needed=known["so_far"][1]),
            changes=tuple(
                FrontChange(
                    front=front,
                    side=NAMES[seat],
                    cards=tuple(map(face_up, ordered(known[seat]))),
                    total=str(known[f"{seat}_total"]),
                )
                for seat in SEAT_IDS
            ),
        )


@dataclass(frozen=True, slots=True)
class ValuesAdded(Event):
    """The values of all cards on all fronts were added up."""

    seen_by: ClassVar[Sight] = EVERYONE
    raw: Public[int]
    front: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return whether a front is scored."""
        if known["front"]:
            return say("events.added", raw=known["raw"], front=FRONT_NAMES[known["front"]])
        return say("events.added_none", raw=known["raw"])

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that marks the scored front, or clears all marks if the sum is too low."""
        changes = [
            FrontChange(
                front=FRONT_NAMES[front], side=NAMES[INDIA], mark=say("events.scored_mark") if hit else ""
            )
            for front in FRONTS
            if (hit := front == known["front"]) or not known["front"]
        ]
        return Scene(title=say("events.scene_all", sum=known["raw"]), changes=tuple(changes))


@dataclass(frozen=True, slots=True)
class FrontScored(Event):
    """A side had the higher total on the scored front."""

    seen_by: ClassVar[Sight] = EVERYONE
    front: Public[str]
    seat: Public[SeatId]
    gain: Public[int]
    vp: Public[int]
    lead: Public[int]
    """India's lead now."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which side gained how many points."""
        front = FRONT_NAMES[known["front"]]
        return say("events.scored", who=who(known), gain=known["gain"], front=front, vp=known["vp"])

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that adds the points."""
        name, front = NAMES[known["seat"]], FRONT_NAMES[known["front"]]
        gained = say("sheet.scene_gain", side=name, gain=known["gain"])
        return Scene(
            title=gained,
            changes=(
                FrontChange(front=front, side=name, note=gained),
                *points(known["seat"], known["vp"], known["lead"]),
            ),
        )


@dataclass(frozen=True, slots=True)
class FrontTied(Event):
    """Both totals on a front were equal."""

    seen_by: ClassVar[Sight] = EVERYONE
    front: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the sentence which says that a tie has no effect."""
        return say("events.tied", front=FRONT_NAMES[known["front"]])


@dataclass(frozen=True, slots=True)
class FrontLost(Event):
    """A side had the lower total on a resolved front, or no card there."""

    seen_by: ClassVar[Sight] = EVERYONE
    front: Public[str]
    seat: Public[SeatId]
    cards: Public[tuple[str, ...]]
    loss: Public[int]
    vp: Public[int]
    lead: Public[int]
    """India's lead now."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return what was lost."""
        front = FRONT_NAMES[known["front"]]
        loss, vp = known["loss"], known["vp"]
        if not known["cards"]:
            if loss:
                return say("events.bare", who=who(known), front=front, loss=loss, vp=vp)
            return say("events.bare_no_vp", who=who(known), front=front)
        cards = labels(known["cards"])
        if loss:
            return say("events.lost", who=who(known), front=front, cards=cards, loss=loss, vp=vp)
        return say("events.lost_no_vp", who=who(known), front=front, cards=cards)

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene: the lost cards go from the front to the Dead Pile, and the points of the side go down."""
        name, front = NAMES[known["seat"]], FRONT_NAMES[known["front"]]
        lost = tuple(map(face_up, ordered(known["cards"])))
        off = FrontChange(
            front=front,
            side=name,
            cards=() if lost else None,
            total="" if lost else None,
            note=say("sheet.scene_loss", side=name, loss=known["loss"]),
        )
        dead = (CardsChange(title=say("sheet.dead_pile"), add=lost),) if lost else ()
        counted = points(known["seat"], known["vp"], known["lead"])
        # All fronts that are not scored have one title, so that their losses are shown together.
        return Scene(title=say("events.scene_resolved"), joins=True, changes=(off, *dead, *counted))


@dataclass(frozen=True, slots=True)
class MarkerMoved(Event):
    """A marker moved one box along its Progress Track."""

    seen_by: ClassVar[Sight] = EVERYONE
    front: Public[str]
    seat: Public[SeatId]
    boxes: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which side moved the marker, and where it is."""
        boxes = known["boxes"]
        front = FRONT_NAMES[known["front"]]
        if not boxes:
            return say("events.moved_start", who=who(known), front=front)
        key = "events.moved_india" if boxes > 0 else "events.moved_pakistan"
        return say(key, who=who(known), front=front, n=abs(boxes))

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that moves the marker."""
        front = FRONT_NAMES[known["front"]]
        return Scene(
            title=say("events.scene_resolved"),
            joins=True,
            changes=(FrontChange(front=front, side=NAMES[INDIA], at=known["boxes"]),),
        )


@dataclass(frozen=True, slots=True)
class CrisisEnded(Event):
    """The game ended, and the points were compared."""

    seen_by: ClassVar[Sight] = EVERYONE
    why: Public[str]
    verdict: Public[str]
    meaning: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return why the game ended, which side leads, and what that means."""
        return say("events.ended", why=known["why"], verdict=known["verdict"], meaning=known["meaning"])
