"""The briefing of a faction and the tables of the page. They come from the manifest and hold no secret."""

from __future__ import annotations

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.asking import effect_words
from warcouncil.games.hard_war.manifest import Manifest
from warcouncil.games.hard_war.options import (
    HardWarOptions,
    flags_of,
    jus_effects_of,
    manifest_of,
    pack_of,
)
from warcouncil.games.hard_war.state import NAMES, player_of
from warcouncil.games.hard_war.wording import say
from warcouncil.protocol.table.rulebooks import Briefing, RuleTable
from warcouncil.protocol.words import SeatId

_DOES = {
    cards.MEDIA: "briefing.media",
    cards.MEDIA2: "briefing.media2",
    cards.BOMBING: "briefing.bombing",
    cards.SUPPORT: "briefing.support",
}
_JUS = {
    "play+1": "briefing.jus_play",
    "draw2_now": "briefing.jus_draw",
    "ignore_friendly_fire_once": "briefing.jus_fire",
}


def briefing_of(options: HardWarOptions, seat: SeatId) -> Briefing:
    """Return the briefing of a faction: role, goal, what it sees and what it decides."""
    manifest, player = manifest_of(options), player_of(seat)
    enemy = NAMES[1 - player]
    return Briefing(
        role=say("briefing.role", side=NAMES[player], enemy=enemy),
        wins=say(
            "briefing.wins",
            points=manifest.military_vp,
            toll=manifest.toll_track.max,
            bonus=manifest.jab_final_bonus,
        ),
        sees=say("briefing.sees", enemy=enemy),
        decides=say("briefing.decides"),
        looks=say("briefing.looks"),
    )


def facts_of(options: HardWarOptions) -> dict[str, str | RuleTable]:
    """Return what the page asks for: the cities, the cards and the numbers printed on them."""
    manifest = manifest_of(options)
    return {
        "cities": _cities(manifest, flags_of(options, manifest)),
        "attacks": _attacks(pack_of(options, manifest)),
        "specials": _specials(pack_of(options, manifest)),
        "jus": say("briefing.jus_joined").join(say(_JUS[each]) for each in jus_effects_of(options, manifest))
        or say("briefing.jus_none"),
        "points": str(manifest.military_vp),
        "toll": f"{manifest.toll_track.max}k",
        "bonus": f"{manifest.jab_final_bonus}k",
        "hand": str(manifest.hand_size),
    }


def _cities(manifest: Manifest, flags: dict[str, int]) -> RuleTable:
    rows = tuple(
        (
            city.name,
            str(city.vp),
            str(flags[city.name]),
            effect_words(city.effect) or say("briefing.nothing_more"),
        )
        for city in manifest.cities
    )
    head = (
        say("briefing.head_city"),
        say("briefing.head_points"),
        say("briefing.head_flags"),
        say("briefing.head_brings"),
    )
    return RuleTable(head=head, rows=rows)


def _attacks(pack: dict[str, int]) -> RuleTable:
    rows = tuple(
        (cards.back_words(kind), *(str(pack[f"{kind}-{toll}"]) for toll in cards.TOLLS))
        for kind in (cards.ARTILLERY, cards.GROUND)
    )
    head = (
        say("briefing.head_atrocity" if toll == cards.ATROCITY else "briefing.head_toll", toll=toll)
        for toll in cards.TOLLS
    )
    return RuleTable(head=(say("briefing.head_attack"), *head), rows=rows)


def _specials(pack: dict[str, int]) -> RuleTable:
    rows = tuple((cards.words(card), str(pack[card]), say(_DOES[card])) for card in cards.SPECIALS)
    return RuleTable(
        head=(say("briefing.head_card"), say("briefing.head_many"), say("briefing.head_does")), rows=rows
    )
