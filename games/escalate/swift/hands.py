"""The cards as numbers, and the possible answers of a hand: every offer in the order of the rules, and the bot's
choice.

The bot uses its own hand and the public information of the table. Only the roles of the cards matter, but a name
distinguishes two cards of one role.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from typing import NamedTuple

from warcouncil.games.escalate.cards import ALL_CARDS, TOP_OF, Role, role_of, sets_against
from warcouncil.games.escalate.state import ActKind, Step

ROLES: tuple[Role, ...] = ("diplomat", "spy", "soldier", "un", "nuke", "J", "Q", "K")
"""The roles by their numbers, from the least useful. Incidents come last, in the order of their values."""
DIPLOMAT, SPY, SOLDIER, UN, NUKE, J, Q, K = range(len(ROLES))
NOTHING = 0
"""The top of an empty table. A role that can be a top has another number."""
TOPS = {"": NOTHING, "J": J, "Q": Q, "K": K, "UN": UN}
HUNT_MAX = 2
"""With at most this many rivals, the first Nuke nearly always decides and points rarely do."""
COPIES = 4
"""How many bits of a card distinguish the cards of one role. The bits above them are the role."""
LIMIT = len(ROLES) << COPIES
Cards = tuple[int, ...]
Plain = tuple[ActKind, Cards]
"""An act: its kind and its cards as numbers. In cached answers, each card is a place in the sorted hand."""


def value(role: int) -> int:
    """Return the victory points of an Incident card (rule 4.5), or 0 for any other card."""
    return max(0, role - NUKE)


WEIGHT = [1 << 4 * (card >> COPIES) for card in range(LIMIT)]
"""The weight of each card. The sum of the weights of a hand encodes how many cards of each role it has."""


def _numbered(*, mad: bool) -> dict[str, int]:
    """Return a number for each card. Within a role the numbers follow the names, as in `state.held`."""
    found: dict[str, int] = {}
    for number, role in enumerate(ROLES):
        names = sorted(card for card in ALL_CARDS if role_of(card, mad=mad) == role)
        found |= {name: (number << COPIES) + copy for copy, name in enumerate(names)}
    return found


NUMBER = {mad: _numbered(mad=mad) for mad in (False, True)}
"""The numbers of the cards, without and with M.A.D."""
NAME = {mad: {card: name for name, card in number.items()} for mad, number in NUMBER.items()}


class Known(NamedTuple):
    """The knowledge of a seat at a gate besides its hand.

    `worth`: a U.N. card is worth playing. `hunts`: the seat plays many cards, to draw a Nuke first. `waited`: the
    seat has passed in this Incident. `may_pass`, `may_launch`: the rules let it pass, or launch.
    """

    step: Step
    top: int
    worth: bool
    hunts: bool
    waited: bool
    holds: bool
    may_pass: bool
    may_launch: bool
    must_turn: bool
    mixing: bool


class Answers(NamedTuple):
    """The possible answers of a seat: the bot's choice if it does not launch, all offers, and its Nukes if it may
    launch.

    They are the same for all hands with the same number of cards of each role. A card is therefore named by its
    place in the sorted hand.
    """

    chosen: Plain
    offers: tuple[Plain, ...]
    nukes: int


def answers(hand: Sequence[int], known: Known) -> Answers:
    """Return what a seat may answer, and what the bot answers."""
    cards = sorted(hand)
    offers = _offers(cards, known)
    nukes = len(_held(cards, NUKE)) if known.may_launch else 0
    placed = {offer: (offer[0], tuple(map(cards.index, offer[1]))) for offer in offers}
    chosen = placed[_chosen(cards, known, offers)]
    every = tuple(placed.values())
    return Answers(chosen, (*every, ("launch", ())) if nukes else every, nukes)


# --- the offers of the rules ------------------------------------------------------------------------------------------


def _held(cards: Sequence[int], *roles: int) -> Cards:
    return tuple([card for card in cards if card >> COPIES in roles])


def _offers(cards: Sequence[int], known: Known) -> tuple[Plain, ...]:
    """Return the offers of a phase, except a launch."""
    step = known.step
    if step in ("opening", "obliged"):
        leads = _leads(cards)
        wait: tuple[Plain, ...] = (("pass", ()) if leads else ("defer", ()),)  # 3.1
        return leads if step == "obliged" else leads + wait
    if step == "exchange":  # 3.2
        return tuple([("exchange", (card,)) for card in cards])
    if step == "turning":
        return _turning(cards, known)
    hold: Plain = ("hold", ())
    if step == "interjection":  # 4.7
        return (hold, *_dearer(cards, known.top), *_un_cards(cards))
    if step == "retaliation" and _held(cards, NUKE):  # 5.2
        return hold, ("retaliate", ())
    return (hold,)


def _leads(cards: Sequence[int]) -> tuple[Plain, ...]:
    """3.1 Return the leads, the highest Incident first."""
    return tuple([("lead", (card,)) for role in (K, Q, J) for card in _held(cards, role)])


def _turning(cards: Sequence[int], known: Known) -> tuple[Plain, ...]:
    """4.1 to 4.4 Return the answers to the top."""
    turns = _turns(cards, known)
    waits: tuple[Plain, ...] = (("pass", ()),) if known.may_pass else ()  # 7.1
    drops: tuple[Plain, ...] = () if known.must_turn and turns else (("drop", ()),)
    return (*turns, *_dearer(cards, known.top), *_un_cards(cards), *waits, *drops)


def _turns(cards: Sequence[int], known: Known) -> tuple[Plain, ...]:
    """4.1 Return every set of agents that turns the top."""
    if known.top not in (J, Q, K):
        return ()
    found: list[Plain] = []
    for agents in sets_against(TOP_OF[ROLES[known.top]], mixing=known.mixing):
        parts = [combinations(_held(cards, ROLES.index(role)), many) for role, many in agents.items()]
        found += [("turn", tuple([card for part in taken for card in part])) for taken in product(*parts)]
    return tuple(found)


def _dearer(cards: Sequence[int], top: int) -> tuple[Plain, ...]:
    """4.2 Return the escalations, the lowest Incident first. No Incident escalates a U.N. card."""
    if top == UN:
        return ()
    dearer = [role for role in (J, Q, K) if role > top]
    return tuple([("escalate", (card,)) for role in dearer for card in reversed(_held(cards, role))])


def _un_cards(cards: Sequence[int]) -> tuple[Plain, ...]:
    """4.3 Return the U.N. cards."""
    return tuple([("un", (card,)) for card in _held(cards, UN)])


# --- the bot ----------------------------------------------------------------------------------------------------------


def _chosen(cards: Sequence[int], known: Known, offers: tuple[Plain, ...]) -> Plain:
    """Return the offer that the bot takes, if it does not launch."""
    of: dict[ActKind, list[Plain]] = {}
    for offer in offers:
        of.setdefault(offer[0], []).append(offer)
    if "retaliate" in of:
        return of["retaliate"][0]
    if "hold" in of and known.holds:
        return of["hold"][0]
    if "lead" in of:
        return max(of["lead"], key=lambda act: (_defence(cards, act), act[1][0] >> COPIES))
    if "turn" in of:
        many = -1 if known.hunts else 1
        return min(of["turn"], key=lambda act: (many * len(act[1]), act[1]))
    if "un" in of and known.worth:
        return of["un"][0]
    if "escalate" in of:
        return max(of["escalate"], key=lambda act: _defence(cards, act))
    mild: tuple[ActKind, ...] = (
        ("defer", "hold", "drop", "pass") if known.waited else ("defer", "hold", "pass", "drop")
    )
    return next((of[kind][0] for kind in mild if kind in of), offers[0])


def _defence(cards: Sequence[int], act: Plain) -> int:
    """Return how often the hand could answer the Incident of an act, multiplied by its points."""
    diplomats, spies, soldiers, aces = (len(_held(cards, role)) for role in (DIPLOMAT, SPY, SOLDIER, UN))
    role = act[1][0] >> COPIES
    if role == J:
        return diplomats + aces
    if role == Q:
        return 2 * (spies + diplomats // 2 + aces)
    return 3 * (soldiers + spies // 2 + diplomats // 3 + aces)
