"""The options of a new game of The Hard War."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, JsonValue
from warcouncil.games.hard_war import manifest as manifests
from warcouncil.games.hard_war.manifest import FLAGS_MAX, JusEffect, Manifest
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.negotiation import TalkOptions

Flags = Annotated[int, Field(ge=1, le=FLAGS_MAX)]
Seconds = Annotated[float, Field(gt=0, le=3600)]


def _listed(value: object) -> object:
    """Return "a,b" as a tuple of two, because people write two values in this form on a command line.

    Other values are returned unchanged.
    """
    if isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    return value


class HardWarOptions(TalkOptions):
    """The advanced rules, the house numbers and the clocks."""

    starting: Literal["random", "amber", "teal"] = Field(
        default="random", description="The side that takes the first turn (rule 4.5)."
    )
    un_observers: bool = Field(
        default=False,
        description="Advanced rule 5.6.1: a Media Report may be attached to a city as observers.",
    )
    observers_at: Literal["any", "uncontrolled"] = Field(
        default="any",
        description="Sets where a player may send observers (5.6.1). any: to any city, and observers in another city "
        "move there. uncontrolled: only to cities that no side controls.",
    )
    securing: bool = Field(
        default=False, description="Advanced rule 5.6.2: an Atrocity played face up secures a local victory."
    )
    extra_cards: Literal["extra_phase", "also_as_play"] = Field(
        default="extra_phase",
        description="When US Bombing and Local Support can be played (6B.2, 6B.3). extra_phase: in the play extra "
        "phase. also_as_play: also in the play phase, as one of its cards.",
    )
    media_removed: int = Field(
        default=0,
        ge=0,
        le=20,
        description="Rule 6C.4: how many Media Reports are taken out of the pack before play. Single reports are "
        "taken out first.",
    )
    manifest: Literal["house"] | dict[str, JsonValue] = Field(
        default="house",
        description="The numbers on cards and cities. house: those of warcouncil. Or a mapping of the same form with "
        "other numbers.",
    )
    flags_per_side: Flags | dict[str, Flags] | None = Field(
        default=None,
        description="House rule: the number of flags on each side of every city, or a mapping of cities to numbers. "
        "If left out, the manifest decides: 2 in each city, and 3 in Palpero.",
    )
    overplay: Literal["illegal", "allow"] = Field(
        default="illegal",
        description="Whether you may play an Attack card if the marker is already on your own outer flag. allow: you "
        "may, and the marker does not move.",
    )
    deck_end: Literal["immediate", "end_of_turn", "failed_draw"] = Field(
        default="immediate",
        description="When empty decks end the game (rule 5.5.3). immediate: when the last card is drawn. "
        "end_of_turn: at the end of that turn. failed_draw: when a player must draw a card and there is "
        "none.",
    )
    jab_effects: Annotated[tuple[JusEffect, ...], BeforeValidator(_listed)] | None = Field(
        default=None,
        description="House rule: the effects of Jus ad bellum, from `play+1`, `draw2_now` and "
        "`ignore_friendly_fire_once`. An empty list means no effect. If left out, the manifest decides.",
    )
    jab_when: Literal["turn", "plays"] = Field(
        default="turn",
        description="When a player may use Jus ad bellum (5.4). turn: at any question of their own turn. plays: only "
        "in the play phase. With `plays`, its effect `draw2_now` is also possible in the play extra "
        "phase.",
    )
    backs_visible: bool = Field(
        default=True,
        description="Whether everyone sees the backs of the decks and of the cards in hand. The backs of cards on "
        "the table are always visible.",
    )
    max_turns: Annotated[int, Field(ge=2, le=1000)] | None = Field(
        default=None,
        description="House rule: after this many turns, counted for both players together, the dead are counted as "
        "in rule 5.5.2. If left out, only the rules end the game.",
    )
    deal: dict[str, tuple[str, ...]] | None = Field(
        default=None,
        description="The exact deal: lists of cards for `amber`, `teal`, `left` and `right`, the top card first. "
        "Every card of the pack is in one list. Names of cards are artillery-30, ground-10, media, "
        "media2, us_bombing and local_support, for example.",
    )
    talk_turns: bool = Field(
        default=True,
        description="If `talk` is not off: negotiation opens before each turn of the starting player.",
    )
    talk_tolls: tuple[int, ...] = Field(
        default=(),
        max_length=20,
        description="Negotiation opens when the toll reaches one of these numbers, in thousands, such as [60, 120]. "
        "It opens once for each number.",
    )
    control_seconds: Seconds = Field(default=30, description="The time for a choice when control is checked.")
    draw_seconds: Seconds = Field(default=30, description="The time to choose a deck for each card.")
    play_seconds: Seconds = Field(default=90, description="The time for each card of the play phase.")
    extra_seconds: Seconds = Field(default=45, description="The time for each card of the play extra phase.")
    discard_seconds: Seconds = Field(default=45, description="The time to choose the cards to discard.")


@dataclass(frozen=True, slots=True)
class PlayedRules:
    """The optional rules and readings that change the text of a phase, by their names in `WarRules`."""

    un_observers: bool = False
    securing: bool = False
    extra_as_play: bool = False
    jus_all_turn: bool = True
    overplay: bool = False
    deck_end: str = "immediate"
    backs_visible: bool = True


def played_rules(options: HardWarOptions) -> PlayedRules:
    """Return the optional rules that these options choose."""
    return PlayedRules(
        un_observers=options.un_observers,
        securing=options.securing,
        extra_as_play=options.extra_cards == "also_as_play",
        jus_all_turn=options.jab_when == "turn",
        overplay=options.overplay == "allow",
        deck_end=options.deck_end,
        backs_visible=options.backs_visible,
    )


def manifest_of(options: HardWarOptions) -> Manifest:
    """Return the manifest of this game. Raises BadOption."""
    return manifests.house() if options.manifest == "house" else manifests.parse(options.manifest)


def flags_of(options: HardWarOptions, manifest: Manifest) -> dict[str, int]:
    """Return the flags on either side of each city. Raises BadOption for an unknown city."""
    flags = {city.name: city.flags_per_side for city in manifest.cities}
    match options.flags_per_side:
        case None:
            return flags
        case int(number):
            return dict.fromkeys(flags, number)
        case dict(chosen):
            for name in chosen:
                if name not in flags:
                    raise BadOption(say("options.flags_no_city", city=name, cities=", ".join(flags)))
            return flags | chosen


def jus_effects_of(options: HardWarOptions, manifest: Manifest) -> tuple[JusEffect, ...]:
    """Return the effects of Jus ad bellum. Raises BadOption if an effect is named twice."""
    if options.jab_effects is None:
        return tuple(line.id for line in manifest.jab_effects)
    for effect in options.jab_effects:
        if options.jab_effects.count(effect) > 1:
            raise BadOption(say("options.jus_named_twice", effect=effect))
    return options.jab_effects


def pack_of(options: HardWarOptions, manifest: Manifest) -> dict[str, int]:
    """Return how many of each card are in play, after Media Reports are taken out. Raises BadOption."""
    pack = manifest.pack()
    reports = pack["media"] + pack["media2"]
    if options.media_removed > reports:
        raise BadOption(say("options.media_removed", wanted=options.media_removed, reports=reports))
    single = min(options.media_removed, pack["media"])
    pack["media"] -= single
    pack["media2"] -= options.media_removed - single
    return pack


def talk_tolls_of(options: HardWarOptions, manifest: Manifest) -> tuple[int, ...]:
    """Return the tolls that open a negotiation, lowest first. Raises BadOption."""
    if options.talk_tolls and options.talk == "off" and not options.talk_deals:
        raise BadOption(say("options.tolls_without_talk"))
    if (options.talk != "off" or options.talk_deals) and not (options.talk_turns or options.talk_tolls):
        raise BadOption(say("options.talk_never_opens"))
    for toll in options.talk_tolls:
        if not 0 < toll < manifest.toll_track.max:
            raise BadOption(say("options.toll_outside", toll=toll, most=manifest.toll_track.max))
    return tuple(sorted(set(options.talk_tolls)))
