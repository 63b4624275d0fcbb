"""The 54 cards, their uses, and the sets of agents that answer each Incident. This is data only, without rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, get_args

from warcouncil.games.escalate.wording import say
from warcouncil.games.kit.text.phrases import listed

Role = Literal["K", "Q", "J", "soldier", "spy", "diplomat", "un", "nuke"]
"""The use of a card. Rank within a role, and suit, never matter (rule 1)."""
Top = Literal["", "J", "Q", "K", "UN"]
"""The card that must be answered now. It is "" while no Incident is open."""

ROLES: tuple[Role, ...] = get_args(Role)
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RANKS = ("K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A")
ALL_CARDS: tuple[str, ...] = (
    *(rank + suit for rank in RANKS for suit in SUITS),
    "joker1",
    "joker2",
)

VALUES: dict[str, int] = {"J": 1, "Q": 2, "K": 3}
"""The victory points of an Incident card. A higher card escalates a lower one."""
TOP_OF: dict[Role, Top] = {"J": "J", "Q": "Q", "K": "K", "un": "UN"}
"""The top after a card was played, for each card that is not an agent or a Nuke."""

_ROLE_OF_RANK: dict[str, Role] = {
    "K": "K",
    "Q": "Q",
    "J": "J",
    "10": "soldier",
    "9": "soldier",
    "8": "soldier",
    "7": "spy",
    "6": "spy",
    "5": "spy",
    "4": "diplomat",
    "3": "diplomat",
    "2": "diplomat",
    "A": "un",
    "joker": "nuke",
}
_SWAPPED: dict[Role, Role] = {"un": "nuke", "nuke": "un"}

SETS: dict[str, tuple[dict[Role, int], ...]] = {
    "J": ({"diplomat": 1},),
    "Q": ({"spy": 1}, {"diplomat": 2}),
    "K": ({"soldier": 1}, {"spy": 2}, {"diplomat": 3}),
}
"""The sets of agents that turn each Incident (rule 4.1)."""
MIXED_SET: dict[Role, int] = {"spy": 1, "diplomat": 2}
"""The one mixed set that the option `mixing` allows, against a Proxy Conflict."""

_TITLES: dict[str, str] = {
    "K": "events.role_k",
    "Q": "events.role_q",
    "J": "events.role_j",
    "soldier": "events.role_soldier",
    "spy": "events.role_spy",
    "diplomat": "events.role_diplomat",
    "un": "events.role_un",
    "nuke": "events.role_nuke",
}
_AGENTS: dict[Role, str] = {
    "soldier": "events.set_soldier",
    "spy": "events.set_spy",
    "diplomat": "events.set_diplomat",
}


@cache
def role_title(kind: str) -> str:
    """Return the name of a role, such as "Proxy Conflict"."""
    return say(_TITLES[kind])


def role_of(card: str, *, mad: bool) -> Role:
    """Return the role of a card. With M.A.D. Aces and Jokers exchange their roles."""
    role = _ROLE_OF_RANK[card[:-1]]
    return _SWAPPED.get(role, role) if mad else role


def face(card: str) -> str:
    """Return a card in the form that people read, such as 10♠."""
    return say("events.joker") if card.startswith("joker") else card[:-1] + SUITS[card[-1]]


def faces(cards: tuple[str, ...]) -> str:
    """Return several cards in the form that people read, such as "5♥ and 7♦"."""
    return listed([face(card) for card in cards])


def sets_against(top: Top, *, mixing: bool) -> tuple[dict[Role, int], ...]:
    """Return the sets of agents that turn the top. No set turns a U.N. card."""
    wanted = SETS.get(top, ())
    return (*wanted, MIXED_SET) if mixing and top == "K" else wanted


def set_words(wanted: Mapping[Role, int]) -> str:
    """Return a set of agents as text, such as "1 Spy and 2 Diplomats"."""
    return listed([say(_AGENTS[role], n=number) for role, number in wanted.items()])


def deck_of(*, mad: bool, salt: bool, gunboat: bool) -> tuple[str, ...]:
    """Return the cards in play (rule 7). Roles are assigned first, then SALT and Gunboat remove roles."""
    gone = {role for role, removed in (("nuke", salt), ("un", gunboat)) if removed}
    return tuple(card for card in ALL_CARDS if role_of(card, mad=mad) not in gone)
