"""The briefing of a faction, the agreed options, and the texts and tables of the rules page.

They come from the options and the manifest, and contain no secret.
"""

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
from warcouncil.games.hard_war.state import AMBER, NAMES, SEATS, TEAL, player_of
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.negotiation import talk_terms
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
    """Return the facts for the page: the cities, the cards and the numbers printed on them."""
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
        "decks_end": _decks_end(options),
        "backs": say("agreed.page_backs" if options.backs_visible else "agreed.page_backs_hidden"),
        "backs_public": say("agreed.page_public" if options.backs_visible else "agreed.page_public_hidden"),
    }


def _decks_end(options: HardWarOptions) -> str:
    """5.5.3 Return when the dead are counted without an intervention."""
    decks = say(_DECKS_END[options.deck_end])
    return say("agreed.page_turns", decks=decks, n=options.max_turns) if options.max_turns else decks


_DECKS_END = {
    "immediate": "agreed.page_decks",
    "end_of_turn": "agreed.page_decks_end_of_turn",
    "failed_draw": "agreed.page_decks_failed_draw",
}
_DECK_END_AGREED = {
    "end_of_turn": "agreed.deck_end_of_turn",
    "failed_draw": "agreed.deck_failed_draw",
}
PARAGRAPHS_OF = {
    "starting": ("4.5",),
    "observers_at": ("5.6.1",),
    "extra_cards": ("5.1.3", "HW-A9"),
    "media_removed": ("3",),
    "manifest": ("3",),
    "flags_per_side": ("HW-A1",),
    "overplay": ("5.2.1", "HW-A7"),
    "deck_end": ("5.5.3", "HW-A14"),
    "jab_effects": ("HW-A23",),
    "jab_when": ("5.4",),
    "backs_visible": ("HW-A17",),
    "max_turns": ("5.5",),
}
"""The numbered paragraphs and readings that each option changes."""


def terms_of(options: HardWarOptions) -> dict[str, str]:
    """Return sentences for players about the options that differ from their defaults.

    A sentence is "" if the option changes nothing at this table.
    """
    comma, manifest = say("events.list_comma"), manifest_of(options)
    free, talks = options.observers_at != "any", options.talk != "off" or options.talk_deals
    observers = say("agreed.observers_free" if free else "agreed.observers")
    tolls = comma.join(map(str, sorted(options.talk_tolls)))
    return {
        **talk_terms(options, SEATS),
        "starting": say("agreed.starting", side=NAMES[TEAL if options.starting == "teal" else AMBER]),
        "un_observers": observers,
        "observers_at": observers if options.un_observers else "",
        "securing": say("agreed.securing"),
        "extra_cards": say("agreed.extra_cards"),
        "media_removed": say("agreed.media_removed", n=options.media_removed),
        "manifest": say("agreed.manifest"),
        "flags_per_side": _flags(options, manifest),
        "overplay": say("agreed.overplay"),
        "deck_end": say(_DECK_END_AGREED[options.deck_end]) if options.deck_end != "immediate" else "",
        "jab_effects": _jus(options, manifest),
        "jab_when": say("agreed.jab_when"),
        "backs_visible": say("agreed.backs_visible"),
        "max_turns": say("agreed.max_turns", n=options.max_turns or 0),
        "talk_turns": say("agreed.talk_turns") if talks else "",
        "talk_tolls": say("agreed.talk_tolls", tolls=tolls) if talks else "",
    }


def _flags(options: HardWarOptions, manifest: Manifest) -> str:
    """Return how many flags the cities have, if the option sets them."""
    if isinstance(options.flags_per_side, int):
        return say("agreed.flags", n=options.flags_per_side)
    flags = flags_of(options, manifest)
    cities = [say("agreed.flags_city", city=city, n=flags[city]) for city in options.flags_per_side or ()]
    return say("agreed.flags_of", cities=say("events.list_comma").join(cities))


def _jus(options: HardWarOptions, manifest: Manifest) -> str:
    """Return the effects of Jus ad bellum that the option sets."""
    effects = say("briefing.jus_joined").join(say(_JUS[each]) for each in jus_effects_of(options, manifest))
    return say("agreed.jab_effects", effects=effects) if effects else say("agreed.jab_none")


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
