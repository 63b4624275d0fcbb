"""The events of the Final Phase: fronts revealed, scored and resolved, and the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from warcouncil.games.kashmir_crisis.cards import FRONT_NAMES, FRONTS, INDIA, NAMES, SEAT_IDS, labels, ordered
from warcouncil.games.kashmir_crisis.events.words import DEAD_PILE, face_up, points, who
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, Sight
from warcouncil.protocol.table.scenes import CardsChange, FrontChange, Scene
from warcouncil.protocol.words import SeatId

_RESOLVED = "The other fronts"
"""One title for all fronts that are not scored, so that their losses are watched together."""


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
        return (
            f"{FRONT_NAMES[known['front']]} Front: India showed {labels(known['india'])} (total "
            f"{known['india_total']}), Pakistan {labels(known['pakistan'])} (total {known['pakistan_total']})."
        )

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene: both sides' cards on the front with their totals, and the sum of all cards so far."""
        front = FRONT_NAMES[known["front"]]
        return Scene(
            title="{} Front: all cards {} of {}".format(front, *known["so_far"]),
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
            return f"All cards together came to {known['raw']}: the {FRONT_NAMES[known['front']]} Front was scored."
        return f"All cards together came to {known['raw']}: no front was scored."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that marks the scored front, or clears all marks if the sum is too low."""
        changes = [
            FrontChange(front=FRONT_NAMES[front], side=NAMES[INDIA], mark="★ SCORED ★" if hit else "")
            for front in FRONTS
            if (hit := front == known["front"]) or not known["front"]
        ]
        return Scene(title=f"All cards: {known['raw']}", changes=tuple(changes))


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
        return f"{who(known)} scored {known['gain']} VP on the {front} Front ({known['vp']} VP now)."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that adds the points."""
        name, front = NAMES[known["seat"]], FRONT_NAMES[known["front"]]
        return Scene(
            title=f"{name} +{known['gain']} VP",
            changes=(
                FrontChange(front=front, side=name, note=f"{name} +{known['gain']} VP"),
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
        """Return that a tie has no effect."""
        return f"The {FRONT_NAMES[known['front']]} Front was tied, without effect."


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
        vp = (
            f"{known['loss']} VP ({known['vp']} VP now)"
            if known["loss"]
            else "no VP, there being none to lose"
        )
        if not known["cards"]:
            return f"{who(known)} had no card on the {front} Front and lost {vp}."
        noun = "card" if len(known["cards"]) == 1 else "cards"
        cards = f"the {noun} {labels(known['cards'])}"
        return f"{who(known)} had the lower total on the {front} Front and lost {cards} and {vp}."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene: the lost cards go from the front to the Dead Pile, and the points are counted down."""
        name, front = NAMES[known["seat"]], FRONT_NAMES[known["front"]]
        lost = tuple(map(face_up, ordered(known["cards"])))
        off = FrontChange(
            front=front,
            side=name,
            cards=() if lost else None,
            total="" if lost else None,
            note=f"{name} −{known['loss']} VP",
        )
        dead = (CardsChange(title=DEAD_PILE, add=lost),) if lost else ()
        counted = points(known["seat"], known["vp"], known["lead"])
        return Scene(title=_RESOLVED, joins=True, changes=(off, *dead, *counted))


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
        now = "one box" if abs(boxes) == 1 else f"{abs(boxes)} boxes"
        end = "India's" if boxes > 0 else "Pakistan's"
        where = f"{now} from the start, towards {end} end" if boxes else "back at the start"
        return f"{who(known)} moved the {FRONT_NAMES[known['front']]} marker by one box: it is {where}."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that moves the marker."""
        front = FRONT_NAMES[known["front"]]
        return Scene(
            title=_RESOLVED,
            joins=True,
            changes=(FrontChange(front=front, side=NAMES[INDIA], at=known["boxes"]),),
        )


@dataclass(frozen=True, slots=True)
class CrisisEnded(Event):
    """The game was over and the points were compared."""

    seen_by: ClassVar[Sight] = EVERYONE
    why: Public[str]
    verdict: Public[str]
    meaning: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return why the game ended, which side leads, and what that means."""
        return f"{known['why']} {known['verdict']} {known['meaning']}"
