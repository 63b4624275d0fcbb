"""The briefing of a faction and the tables of the page. They come from the manifest and hold no secret."""

from __future__ import annotations

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.asking import EFFECT_WORDS
from warcouncil.games.hard_war.events.words import JUS_WORDS
from warcouncil.games.hard_war.manifest import Manifest
from warcouncil.games.hard_war.options import (
    HardWarOptions,
    flags_of,
    jus_effects_of,
    manifest_of,
    pack_of,
)
from warcouncil.games.hard_war.state import NAMES, player_of
from warcouncil.protocol.table.rulebooks import Briefing, RuleTable
from warcouncil.protocol.words import SeatId

_DOES = {
    cards.MEDIA: "turns one face-down attack of anyone face up; its toll goes on the track",
    cards.MEDIA2: "turns up to two face-down attacks face up, one after the other",
    cards.BOMBING: "played for free by whoever has Jus ad bellum: moves a marker one flag towards you",
    cards.SUPPORT: "played for free on a city that nobody has ever attacked: moves its marker one flag towards you",
}


def briefing_of(options: HardWarOptions, seat: SeatId) -> Briefing:
    """Return the briefing of a faction: role, goal, what it sees and what it decides."""
    manifest, player = manifest_of(options), player_of(seat)
    enemy = NAMES[1 - player]
    return Briefing(
        role=f"You lead the {NAMES[player]} nationalists in a civil war over seven cities, against {enemy}.",
        wins=f"Take {manifest.military_vp} victory points of cities and you win at once. If the toll that the world sees comes to "
        f"{manifest.toll_track.max},000 or the cards run out, all attacks are shown, and the lower sum of dead wins; Jus ad bellum "
        f"takes {manifest.jab_final_bonus}k off its owner's.",
        sees=f"You see your own hand and what you played face down. Of {enemy}'s attacks you see the kind and the city, not "
        "how many they kill, until a Media Report shows it.",
        decides="In your turn you draw two cards, each from the deck you like, and play up to two: attacks that pull a city's "
        "marker towards you, or reports that lay the enemy's dead open.",
        looks="Look at the markers: one on the flag nearest to you as your turn begins makes the city yours. And look at the "
        "toll: it moves with every attack that the world sees.",
    )


def facts_of(options: HardWarOptions) -> dict[str, str | RuleTable]:
    """Return what the page asks for: the cities, the cards and the numbers printed on them."""
    manifest = manifest_of(options)
    return {
        "cities": _cities(manifest, flags_of(options, manifest)),
        "attacks": _attacks(pack_of(options, manifest)),
        "specials": _specials(pack_of(options, manifest)),
        "jus": "; ".join(JUS_WORDS[effect] for effect in jus_effects_of(options, manifest)) or "nothing",
        "points": str(manifest.military_vp),
        "toll": f"{manifest.toll_track.max}k",
        "bonus": f"{manifest.jab_final_bonus}k",
        "hand": str(manifest.hand_size),
    }


def _cities(manifest: Manifest, flags: dict[str, int]) -> RuleTable:
    rows = tuple(
        (city.name, str(city.vp), str(flags[city.name]), EFFECT_WORDS[city.effect] or "nothing more")
        for city in manifest.cities
    )
    return RuleTable(head=("city", "points", "flags on either side", "what it brings"), rows=rows)


def _attacks(pack: dict[str, int]) -> RuleTable:
    rows = tuple(
        (cards.back_words(kind), *(str(pack[f"{kind}-{toll}"]) for toll in cards.TOLLS))
        for kind in (cards.ARTILLERY, cards.GROUND)
    )
    head = tuple(f"{toll}k{' (Atrocity)' if toll == cards.ATROCITY else ''}" for toll in cards.TOLLS)
    return RuleTable(head=("attack", *head), rows=rows)


def _specials(pack: dict[str, int]) -> RuleTable:
    rows = tuple((cards.words(card), str(pack[card]), _DOES[card]) for card in cards.SPECIALS)
    return RuleTable(head=("card", "how many", "what it does"), rows=rows)
