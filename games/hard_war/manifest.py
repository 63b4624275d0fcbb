"""The manifest: the numbers of the cards and the values of the cities. The game has its own in `data/house.json`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import Field, JsonValue, ValidationError
from warcouncil.games.hard_war.cards import SPECIALS
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.text.suggestions import wanted
from warcouncil.protocol.words import Model, Name, Text

CITY_NAMES = ("Adech", "Dedes", "Dunshe", "Inae", "Korocas", "Nishka", "Palpero")
ATTACK_CARDS = 60
SPECIAL_CARDS = 20
FLAGS_MAX = 6

CityEffect = Literal[
    "none", "play+1", "toll+-30_once", "draw+1", "draw3_once", "opp_hand-1", "opp_discard_hand_once"
]
JusEffect = Literal["play+1", "draw2_now", "ignore_friendly_fire_once"]
Number = Annotated[int, Field(ge=0, le=60, strict=True)]
Tolls = dict[Literal["10", "20", "30", "40"], Number]


class AttackCards(Model):
    """How many Attack cards there are of each kind and toll."""

    artillery: Tolls
    ground: Tolls


class SpecialCards(Model):
    """How many Special cards there are of each sort."""

    media: Number
    media2: Number
    us_bombing: Number
    local_support: Number


class CityCard(Model):
    """One city: its victory points, its flags on either side and its effect."""

    name: Name
    vp: int = Field(ge=1, le=4, strict=True)
    flags_per_side: int = Field(ge=1, le=FLAGS_MAX, strict=True)
    effect: CityEffect


class Markers(Model):
    """The markers: one for each city, one for the toll, and a spare one for the second point of the capital."""

    cities: Literal[7] = 7
    palpero_spare: Literal[1] = 1
    toll: Literal[1] = 1


class TollTrack(Model):
    """The track of the dead, in thousands."""

    max: int = Field(ge=40, le=1000, multiple_of=10, strict=True)
    step: Literal[10] = 10


class JusLine(Model):
    """One effect on the Jus ad bellum card, and its author."""

    id: JusEffect
    origin: Text = ""


class Manifest(Model):
    """All that is printed on the cards."""

    name: Name
    note: Text = ""
    attack: AttackCards
    special: SpecialCards
    cities: tuple[CityCard, ...]
    markers: Markers = Markers()
    toll_track: TollTrack
    military_vp: int = Field(ge=1, le=8, strict=True)
    hand_size: int = Field(ge=2, le=10, strict=True)
    jab_final_bonus: int = Field(ge=0, le=200, multiple_of=10, strict=True)
    jab_effects: tuple[JusLine, ...] = ()

    def pack(self) -> dict[str, int]:
        """Return how many of each card there are, by name."""
        counts = {f"artillery-{toll}": number for toll, number in self.attack.artillery.items()}
        counts |= {f"ground-{toll}": number for toll, number in self.attack.ground.items()}
        return counts | {name: getattr(self.special, name) for name in SPECIALS}


@lru_cache(maxsize=1)
def house() -> Manifest:
    """Return the manifest that ships with the game."""
    text = files("warcouncil.games.hard_war").joinpath("data/house.json").read_text(encoding="utf-8")
    return Manifest.model_validate_json(text)


def parse(given: Mapping[str, JsonValue]) -> Manifest:
    """Parse and check a manifest that a user supplies.

    Raises BadOption, which names the entry and the rule it breaks.
    """
    try:
        manifest = Manifest.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"] if part != "[key]") or "the whole"
        raise BadOption(f"manifest: {place}: {wanted(first)} (rule {_rule(place)})") from None
    for fault in _faults(manifest):
        raise BadOption(f"manifest: {fault}")
    return manifest


def _rule(place: str) -> str:
    if place.startswith("cities"):
        return say("options.rule_cities")
    if place.startswith("jab"):
        return say("options.rule_jus")
    return say("options.rule_components")


def _faults(manifest: Manifest) -> list[str]:
    """Return the faults in the sums. The designer's counts apply to every manifest."""
    attack = sum(manifest.attack.artillery.values()) + sum(manifest.attack.ground.values())
    special = sum(getattr(manifest.special, name) for name in SPECIALS)
    names = [city.name for city in manifest.cities]
    faults = []
    if attack != ATTACK_CARDS:
        faults.append(say("options.attack_count", given=attack, wanted=ATTACK_CARDS))
    if special != SPECIAL_CARDS:
        faults.append(say("options.special_count", given=special, wanted=SPECIAL_CARDS))
    faults += [say("options.city_missing", city=name) for name in CITY_NAMES if name not in names]
    faults += [say("options.city_unknown", city=name) for name in names if name not in CITY_NAMES]
    faults += [say("options.city_twice", city=name) for name in CITY_NAMES if names.count(name) > 1]
    shared = [city.effect for city in manifest.cities if city.effect != "none"]
    faults += [say("options.effect_twice", effect=name) for name in _twice(shared)]
    points = sum(city.vp for city in manifest.cities)
    markers = manifest.markers.cities + manifest.markers.palpero_spare
    if not faults and points != markers:
        faults.append(say("options.city_points", points=points, markers=markers))
    effects = [line.id for line in manifest.jab_effects]
    faults += [say("options.jus_twice", effect=name) for name in _twice(effects)]
    return faults


def _twice(names: Sequence[str]) -> list[str]:
    return [name for place, name in enumerate(names) if name in names[:place]]
