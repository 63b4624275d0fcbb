"""The choices of the bot, and random choices, for SwiftWar.

A choice uses only what its player may know: the player's own hand and attacks, the backs and revealed tolls of the
opponent's attacks, and the backs on top of the decks.
"""

from __future__ import annotations

from collections.abc import Callable

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.state import NOBODY, SIGN
from warcouncil.games.hard_war.swift.war import (
    ADD,
    ATROCITIES,
    ATTACK,
    CONTROL,
    DEDES,
    DISCARD,
    DRAW,
    EXPOSE,
    EXTRA,
    EXTRAS,
    FACE,
    GROUND,
    HIDDEN_TOLLS,
    OBSERVE,
    PLAY,
    READY,
    REPORTS,
    SECOND,
    SHIFT_TOLL,
    SHIFTS,
    SHOW,
    SPECIAL,
    STOP,
    TAKE_CITY,
    TAKE_TOP,
    THROW,
    TOLLS,
    USE_JUS,
    Plain,
    SwiftWar,
)
from warcouncil.games.kit.dice import Dice

ORDER = ("Palpero", "Nishka", "Korocas", "Adech", "Inae", "Dunshe", "Dedes")
"""The cities in the order in which the bot takes them."""
RELIEF = 30
"""By how much the bot reduces the dead of the owner of Jus ad bellum, in thousands."""
_SPARE = {
    card: place for place, card in enumerate((3, 2, 1, 0, 10, 11, 7, 6, 5, 4, *REPORTS))
}  # The heaviest Artillery first, Ground and reports last
_STOP: Plain = (STOP,)
Stream = Callable[[str], Dice]
"""Returns the random numbers for the field with this name."""


def chosen(war: SwiftWar) -> Plain:
    """Return what the bot declares."""
    step = war.agenda[-1][0]
    if step == PLAY:
        return _play(war)
    if step == DRAW:
        return TAKE_TOP, _deck(war)
    if step == EXTRA:
        return _best_extra(war, 0.0)[1]
    if step == DISCARD:
        return THROW, _spare(war)
    if step == SECOND:
        best, target = _best_target(war)
        return EXPOSE, target if best > 0 else None
    if step == CONTROL:
        return TAKE_CITY, min(war.claims(), key=lambda place: ORDER.index(war.printed.names[place]))
    if step == DEDES:
        margin = _margin(war)
        return SHIFT_TOLL, SHIFTS[1 if margin > 20 else 2 if margin < 0 else 0]
    return (READY,)


def _margin(war: SwiftWar) -> int:
    """Return the lead that the active player would have at a tribunal, as far as this player knows, in thousands."""
    player = war.active
    lead = war.seen[1 - player] - war.dead[player]
    if war.jab == NOBODY:
        return lead
    return lead + RELIEF if war.jab == player else lead - RELIEF


def _play(war: SwiftWar) -> Plain:
    """Return the best play. None if no play has a score above zero. Of equal plays, the first in the form counts."""
    best, declared = 0.0, _STOP
    if war.plays_left:
        hand = war.hands[war.active]
        best, declared = _best_attack(war, hand)
        report = next((card for card in hand if card in REPORTS), None)
        if report is not None and war.hidden:
            score, target = _best_target(war)
            if score > best and target is not None:
                best, declared = score, (SHOW, report, *target)
        if war.rules.extra_as_play:
            return _best_extra(war, best, declared)[1]
    return _with_jus(war, best, declared)[1]


def _best_attack(war: SwiftWar, hand: list[int]) -> tuple[float, Plain]:
    """Return the best attack and its score. Of two attacks of a kind on one city, the lighter is better."""
    best, declared = 0.0, _STOP
    player, securing = war.active, war.rules.securing
    near = 0.5 + war.toll / war.rules.toll_max
    sign, flags, points, marker = SIGN[player], war.printed.flags, war.printed.points, war.marker
    kinds = set[bool]()
    for card in hand:
        if card >= SPECIAL:
            break
        is_ground = card >= GROUND
        if is_ground in kinds and not (securing and card in ATROCITIES):
            continue
        kinds.add(is_ground)
        cost = TOLLS[card] / 20 * near
        for place, secure in war.spots(card):
            if secure:
                step = 6.0 * points[place]
            else:
                at = marker[place] * sign
                step = _worth(at, flags[place]) * points[place]
            opens = is_ground and not war.rows[place][player]
            score = step - (cost + 0.3) if opens else step - cost
            if score > best:
                best, declared = score, (ATTACK, card, place, secure)
    return best, declared


def _worth(at: int, flags: int) -> float:
    """Return the score of moving the marker one step towards the active player, for each point of the city."""
    if at == -flags:
        return 10.0
    if at == flags - 1:
        return 7.0
    return 4.0 if at >= 0 else 3.0


def _best_extra(war: SwiftWar, best: float, declared: Plain = _STOP) -> tuple[float, Plain]:
    """Return the best extra card or effect of Jus ad bellum, if it is better than the best play so far."""
    player = war.active
    hand = war.hands[player]
    if hand and hand[-1] >= EXTRAS[0]:
        sign, flags, points, marker = SIGN[player], war.printed.flags, war.printed.points, war.marker
        for card in EXTRAS:
            if card in hand:
                for place in war.extra_spots(card):
                    score = _worth(marker[place] * sign, flags[place]) * points[place] + 1.0
                    if score > best:
                        best, declared = score, (ADD, card, place)
    return _with_jus(war, best, declared)


def _with_jus(war: SwiftWar, best: float, declared: Plain) -> tuple[float, Plain]:
    """Return the effect of Jus ad bellum, if it is better. The bot uses it only to play one more card while a city
    is about to fall.
    """
    if best < 1.0 and "play+1" in war.jus_ready() and _falling(war):
        return 1.0, (USE_JUS, "play+1")
    return best, declared


def _falling(war: SwiftWar) -> bool:
    sign, flags = SIGN[war.active], war.printed.flags
    return any(
        owner == NOBODY and secured == NOBODY and marker * sign == -flags[place]
        for place, (owner, secured, marker) in enumerate(zip(war.owner, war.secured, war.marker, strict=True))
    )


def _best_target(war: SwiftWar) -> tuple[float, tuple[int, int, int] | None]:
    """Return the attack with the highest score for being revealed, and this score. Return None if no score is above
    0.
    """
    margin = _margin(war)
    if margin <= 10:
        return 0.0, None
    best, found = 0.0, None
    player, left = war.active, war.rules.toll_max - war.toll
    for target in war.targets():
        place, owner, index = target
        card = war.rows[place][owner][index] & FACE
        weight = TOLLS[card] if owner == player else HIDDEN_TOLLS[card >= GROUND]
        if weight >= left:
            score = 20.0
        elif margin < 20 or owner == player:
            continue
        else:
            score = margin / 20 + weight / 10
        if score > best:
            best, found = score, target
    return best, found


def _deck(war: SwiftWar) -> int:
    """Return the deck to draw from. Ground comes before Artillery and Special cards."""
    one, other = war.decks
    if not one or not other:
        return 0 if one else 1
    if not war.rules.backs_visible:
        return 0
    return 0 if _rank(one[-1]) <= _rank(other[-1]) else 1


def _rank(card: int) -> int:
    return 2 if card >= SPECIAL else 0 if card >= GROUND else 1


def _spare(war: SwiftWar) -> tuple[int, ...]:
    """Return the cards to discard, in the order of the hand."""
    player = war.agenda[-1][1]
    hand = war.hands[player]
    number = len(hand) - war.hand_limit(player)
    return tuple(sorted(sorted(hand, key=_SPARE.__getitem__)[:number]))


# --- random choices -------------------------------------------------------------------------------------------------


def at_random(war: SwiftWar, stream: Stream) -> Plain:
    """Return a random declaration, drawn field by field in the same way as `games.kit.answers.fill`."""
    step = war.agenda[-1][0]
    if step in (PLAY, EXTRA):
        return _any_card(war, stream, step)
    jus = war.jus_ready()
    if step == DRAW:
        decks = [deck for deck in (0, 1) if war.decks[deck]]
        if not war.to_draw()[0]:
            decks.append(NOBODY)
        return _any_of([(TAKE_TOP, deck) for deck in decks], jus, stream("deck"))
    if step == DISCARD:
        return _any_spare(war, jus, stream)
    if step == SECOND:
        shown: list[Plain] = [(EXPOSE, target) for target in war.targets()]
        return _any_of([*shown, (EXPOSE, None)], jus, stream("target"))
    if step == CONTROL:
        return _any_of([(TAKE_CITY, place) for place in war.claims()], jus, stream("city"))
    if step == DEDES:
        return _any_of([(SHIFT_TOLL, shift) for shift in SHIFTS], jus, stream("toll"))
    return (READY,)


def _any_of(options: list[Plain], jus: tuple[str, ...], dice: Dice) -> Plain:
    at = dice.below(len(options) + len(jus))
    return options[at] if at < len(options) else (USE_JUS, jus[at - len(options)])


def _any_card(war: SwiftWar, stream: Stream, step: int) -> Plain:
    """Return a random card at a random place, an effect of Jus ad bellum, or no card."""
    plays: list[tuple[str, list[Plain]]] = []
    if step == PLAY and war.plays_left:
        _offer_plays(war, plays)
    if step == EXTRA or (war.plays_left and war.rules.extra_as_play):
        for card in EXTRAS:
            if card in war.hands[war.active]:
                plays.append((cards.ALL[card], [(ADD, card, place) for place in war.extra_spots(card)]))
    plays = [play for play in plays if play[1]]
    jus = war.jus_ready()
    at = stream("card").below(len(plays) + len(jus) + 1)
    if at < len(plays):
        name, places = plays[at]
        return places[stream(f"at.{name}").below(len(places))]
    at -= len(plays)
    return (USE_JUS, jus[at]) if at < len(jus) else _STOP


def _offer_plays(war: SwiftWar, plays: list[tuple[str, list[Plain]]]) -> None:
    """Add each card of the hand with all its places."""
    for card in dict.fromkeys(war.hands[war.active]):
        name = cards.ALL[card]
        if card < SPECIAL:
            plays.append((name, [(ATTACK, card, *spot) for spot in war.spots(card)]))
        elif card in REPORTS:
            plays.append((name, [(SHOW, card, *target) for target in war.targets()]))
            spots = war.observer_spots()
            plays.append((f"{name}+observers", [(OBSERVE, card, place) for place in spots]))


def _any_spare(war: SwiftWar, jus: tuple[str, ...], stream: Stream) -> Plain:
    if jus:
        at = stream("act").below(1 + len(jus))
        if at:
            return USE_JUS, jus[at - 1]
    player = war.agenda[-1][1]
    hand, dice = war.hands[player], stream("cards")
    number = len(hand) - war.hand_limit(player)
    picked = dice.sample(range(len(hand)), dice.between(number, number))
    return THROW, tuple(sorted([hand[place] for place in picked]))
