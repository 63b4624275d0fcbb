"""Replaces the word `own` by each team or seat, in a rule with `for_each`."""

from __future__ import annotations

import re
from dataclasses import replace

from warcouncil.games.scenario.file.text.clauses import (
    OWN,
    Change,
    Compared,
    Computed,
    Condition,
    Counted,
    Has,
    Holds,
    Is,
    Ref,
    Summed,
    Term,
)

_SLOT = re.compile(r"\{[^{}]*\}")
_OF_OWN = re.compile(r" of own\b")


def owned_ref(found: Ref, owner: str) -> Ref:
    """Return a reference with the owner in the place of `own`."""
    return replace(found, owner=owner) if found.owner == OWN else found


def owned_term(term: Term, owner: str) -> Term:
    """Return a term with the owner in the place of `own`."""
    match term:
        case Ref():
            return owned_ref(term, owner)
        case Summed() | Counted():
            return replace(term, of=tuple(owner if each == OWN else each for each in term.of))
        case Computed():
            return replace(term, left=owned_term(term.left, owner), right=owned_term(term.right, owner))
        case _:
            return term


def owned_condition(found: Condition, owner: str) -> Condition:
    """Return a condition with the owner in the place of `own`."""
    match found:
        case Compared():
            return replace(found, left=owned_term(found.left, owner), right=owned_term(found.right, owner))
        case Is():
            values = tuple(owner if value == OWN else value for value in found.values)
            return replace(found, ref=owned_ref(found.ref, owner), values=values)
        case Has():
            return replace(found, ref=owned_ref(found.ref, owner))
        case Holds():
            return replace(found, owner=owner) if found.owner == OWN else found


def owned_change(found: Change, owner: str) -> Change:
    """Return a change with the owner in the place of `own`."""
    return replace(found, ref=owned_ref(found.ref, owner), amount=owned_term(found.amount, owner))


def owned_slots(text: str, owner: str) -> str:
    """Return a text with the owner in the place of `own` in its braces. Outside braces the word stays unchanged."""
    return _SLOT.sub(lambda found: _OF_OWN.sub(f" of {owner}", found[0]), text)
