"""The names of the players: beside seats, and in the list of players for whom the table waits before it begins."""

from __future__ import annotations

from collections.abc import Sequence

from warcouncil.clients.widgets.pieces.wording import listed
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import Company
from warcouncil.protocol.words import SeatId, clean

NAMED_MAX = 3
"""How many of the awaited players are named. The others are only counted."""
BEGINS = {
    "umpire": "company.begins_umpire",
    "linked": "company.begins_linked",
    "ready": "company.begins_ready",
}


def person_at(company: Company | None, seat: SeatId) -> str:
    """Return the name of the player at a seat. It is "" if it is unknown."""
    sitters = company.sitters if company is not None else ()
    return next((clean(one.person) for one in sitters if one.seat == seat), "")


def with_person(company: Company | None, seat: SeatId, title: str) -> str:
    """Return a seat's title with its player, such as "Red corps II (Gül)"."""
    person = person_at(company, seat)
    return say("company.with_person", title=clean(title), person=person) if person else clean(title)


def waiting_words(company: Company | None, me: SeatId) -> str:
    """Return which players the table waits for. If all players are there, return what else it waits for. It
    is "" if this is unknown.
    """
    if company is None:
        return ""
    awaited = [one for one in company.sitters if one.awaited]
    if not awaited:
        return say(BEGINS[company.begins]) if company.begins in BEGINS else ""
    others = [with_person(company, one.seat, one.title) for one in awaited if one.seat != me]
    named = [say("company.you"), *others] if len(others) < len(awaited) else others
    return say("company.waiting_for", who=_listed(named))


def _listed(names: Sequence[str]) -> str:
    if len(names) > NAMED_MAX + 1:
        return say("company.and_more", who=", ".join(names[:NAMED_MAX]), n=len(names) - NAMED_MAX)
    return listed(names)
