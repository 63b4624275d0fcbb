"""4. The opening position: the cities in their line, three cards for each player, and the pack cut into two decks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from warcouncil.games.hard_war import cards, flow
from warcouncil.games.hard_war.course import WarCourse
from warcouncil.games.hard_war.events.turns import HandDealt
from warcouncil.games.hard_war.manifest import Manifest
from warcouncil.games.hard_war.options import (
    HardWarOptions,
    flags_of,
    jus_effects_of,
    manifest_of,
    pack_of,
    played_rules,
    talk_tolls_of,
)
from warcouncil.games.hard_war.state import (
    AMBER,
    PLAYERS,
    SEAT_IDS,
    SEATS,
    City,
    Faction,
    HardWarState,
    WarRules,
    seen_back,
)
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.game import Resolution
from warcouncil.games.kit.negotiation import talk_of

PILES = ("amber", "teal", "left", "right")


@dataclass(frozen=True, slots=True)
class OpeningCards:
    """Both opening hands and both decks, top card first."""

    hands: tuple[tuple[str, ...], tuple[str, ...]]
    decks: tuple[tuple[str, ...], tuple[str, ...]]


def open_game(options: HardWarOptions, dice: Dice) -> Resolution[HardWarState]:
    """Set the game up. Raises BadOption."""
    manifest = manifest_of(options)
    pack = pack_of(options, manifest)
    size = manifest.hand_size
    deal = _shuffle(pack, size, dice) if options.deal is None else _given(options.deal, pack, size)
    flags = flags_of(options, manifest)
    starter = (
        dice.stream("starter").below(2) if options.starting == "random" else PILES.index(options.starting)
    )
    state = HardWarState(
        rules=_rules(options, manifest),
        cities=tuple(City(city.name, city.vp, flags[city.name], city.effect) for city in manifest.cities),
        sides=(Faction(cards.in_order(deal.hands[0])), Faction(cards.in_order(deal.hands[1]))),
        decks=deal.decks,
        starter=starter,
        active=starter,
        talk_tolls=talk_tolls_of(options, manifest),
    )
    course = WarCourse(state)
    for player in PLAYERS:
        hand = state.sides[player].hand
        backs = tuple(seen_back(state, card) for card in hand) if options.backs_visible else ()
        course.tell(HandDealt(SEAT_IDS[player], len(hand), backs, hand))
    flow.lay_out_turn(course, state.active)
    flow.run(course)
    return Resolution(course.state, tuple(course.events), say("events.setup"))


def _rules(options: HardWarOptions, manifest: Manifest) -> WarRules:
    return WarRules(
        hand_size=manifest.hand_size,
        toll_max=manifest.toll_track.max,
        military_vp=manifest.military_vp,
        jab_bonus=manifest.jab_final_bonus,
        jab_effects=jus_effects_of(options, manifest),
        **asdict(played_rules(options)),
        observers_anywhere=options.observers_at == "any",
        max_turns=options.max_turns or 0,
        talk=talk_of(options, SEATS),
        talk_turns=options.talk_turns,
        seconds={
            "control": options.control_seconds,
            "draw": options.draw_seconds,
            "play": options.play_seconds,
            "extra": options.extra_seconds,
            "discard": options.discard_seconds,
        },
    )


def _shuffle(pack: Mapping[str, int], size: int, dice: Dice) -> OpeningCards:
    """4.2: shuffle all cards together, deal, and cut the rest in halves."""
    every = [card for card in cards.ALL for _ in range(pack.get(card, 0))]
    order = dice.stream("pack").shuffled(every)
    rest = order[2 * size :]
    half = (len(rest) + 1) // 2
    return OpeningCards((order[:size], order[size : 2 * size]), (rest[:half], rest[half:]))


def _given(deal: Mapping[str, Sequence[str]], pack: Mapping[str, int], size: int) -> OpeningCards:
    """Return the deal that the option `deal` sets. Raises BadOption, which names the first wrong card."""
    for name in deal:
        if name not in PILES:
            raise BadOption(say("options.deal_no_pile", pile=repr(name), piles=", ".join(PILES)))
    for name in PILES:
        if name not in deal:
            raise BadOption(say("options.deal_pile_missing", pile=name, piles=", ".join(PILES)))
    for name in SEAT_IDS:
        if len(deal[name]) != size:
            raise BadOption(say("options.deal_size", pile=name, n=len(deal[name]), size=size))
    _check_counts([card for name in PILES for card in deal[name]], pack)
    hands = (tuple(deal[SEAT_IDS[AMBER]]), tuple(deal[SEAT_IDS[1 - AMBER]]))
    return OpeningCards(hands, (tuple(deal["left"]), tuple(deal["right"])))


def _check_counts(dealt: list[str], pack: Mapping[str, int]) -> None:
    for card in dealt:
        if card not in cards.ALL:
            raise BadOption(say("options.deal_no_card", card=repr(card), cards=", ".join(cards.ALL)))
    for card in cards.ALL:
        there, wanted = dealt.count(card), pack.get(card, 0)
        if there > wanted:
            raise BadOption(say("options.deal_too_many", card=card, n=there, wanted=wanted))
        if there < wanted:
            raise BadOption(say("options.deal_too_few", card=card, n=there, wanted=wanted))
