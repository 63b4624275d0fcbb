"""Eyes: make a view of what a seat, a team, the whole table or an umpire knew at a past moment. A client can draw it.

A seat's view is made as the arbiter makes it. A team's view is made only from the views of its seats. `whole_view`
alone knows more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from warcouncil.arbiter.core.table import story as table_story
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.views import seat_view
from warcouncil.arbiter.record.account.account import (
    NO_SEAT,
    TEXT_CHARS_MAX,
    Moment,
    MomentKind,
    TableAccount,
)
from warcouncil.arbiter.record.account.rewind import truth, view
from warcouncil.arbiter.record.account.shared_knowledge import together
from warcouncil.games.kit.events import Event, told
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.protocol.table.views import StoryLine, View
from warcouncil.protocol.words import SeatId, clean

OPENLY = frozenset({MomentKind.OPENED, MomentKind.CLOSED, MomentKind.STOPPED, MomentKind.RAN})
"""The kinds of moments that the whole table notices. The reason of a stopped clock is never among them, because it may hold secrets."""
OWN = frozenset(
    {
        MomentKind.CAME,
        MomentKind.SEALED,
        MomentKind.CHANGED,
        MomentKind.TAKEN_BACK,
        MomentKind.STRUCK,
        MomentKind.BOT,
        MomentKind.BACK,
    }
)
"""The kinds of moments that only their own seat knows. No seat is told which others have sealed."""
HEARD = frozenset(
    {
        MomentKind.SPOKE,
        MomentKind.PROPOSED,
        MomentKind.SETTLED,
        MomentKind.TOLD,
        MomentKind.CALLED,
        MomentKind.ANSWERED,
    }
)
"""The kinds of moments that only their receivers know."""


def known(moment: Moment, seats: Collection[SeatId]) -> Moment | None:
    """Return what these seats know of a moment. Return None if they know nothing.

    With no seats, return what the whole table knows.
    """
    if moment.kind in OPENLY:
        return replace(moment, seat=NO_SEAT, to=(), text="", title="")
    if moment.kind in OWN:
        return moment if moment.seat in seats else None
    if moment.kind in HEARD:
        return moment if not set(seats).isdisjoint(moment.to) else None
    return None


def team_view(table: Table, seats: Iterable[SeatId], at: int) -> View:
    """Return what several seats would know if each told the others everything."""
    sitting = [table.seats[seat] for seat in seats]
    views = {seat.title: view(table, seat.id, at) for seat in sitting}
    first = next(iter(views.values()))
    channels = {channel.id: channel for each in views.values() for channel in each.channels}
    own = {seat.id for seat in sitting}
    notices = [notice for to, notice in table.talk.notices if own & {*to}]
    events = [(chapter, event) for chapter in table.story.chapters for event in chapter.events]
    return first.model_copy(
        update={
            "sheet": together({title: each.sheet for title, each in views.items()}),
            "story": tuple(
                StoryLine(heading=chapter.heading, text=text, gate=chapter.gate)
                for chapter, event in events
                for text in sentences(event, sitting)
            ),
            "lines": tuple(line.spoken for line in table.talk.lines if own & {*line.members}),
            "deals": tuple(deal for deal in table.talk.deals if own & {deal.giver, deal.taker}),
            "channels": tuple(channels.values()),
            "notices": tuple(notices),
            "form": None,
            "sealed": None,
            "bot": False,
            "drafts": False,
            "drafted": None,
            "unanswered": "",
            "closes_at_once": False,
            "voided": False,
            "ended": seat_view.ended(table, sitting[0]) if first.ended is not None else None,
        }
    )


def whole_view(table: Table, at: int) -> View:
    """Return an umpire's view: the full truth, and all talk and all messages."""
    everybodys = view(table, None, at)
    return everybodys.model_copy(
        update={
            "sheet": truth(table),
            "story": table_story.story(table.story.chapters, None),
            "lines": tuple(line.spoken for line in table.talk.lines),
            "deals": tuple(table.talk.deals),
            "channels": seat_view.channels(table, at, None),
            "notices": tuple(notice for _, notice in table.talk.notices),
            "asked": seat_view.titles(table, table.now.asked),
        }
    )


def sentences(event: Event, seats: Iterable[Seat]) -> tuple[str, ...]:
    """Return what several seats read about an event. It is one sentence if all read the same, or else each reader's sentence with its title."""
    read = {seat.title: text for seat in seats if (text := told(event, seat))}
    if len(set(read.values())) < 2:
        return tuple(dict.fromkeys(read.values()))
    return tuple(f"{title}: {text}" for title, text in read.items())


def story(account: TableAccount, seats: Iterable[SeatId] | None) -> list[tuple[Moment, str]]:
    """Return every sentence told at a table, with the moment at which its question closed or the game was set up.

    The readers are these seats, the whole table (no seats), or an umpire (None).
    """
    sitting = [] if seats is None else [account.seats[seat] for seat in seats] or [PUBLIC]
    opened = [moment for moment in account.moments if moment.kind is MomentKind.OPENED]
    chapters = [(opened[0], account.setting)] if opened else []
    chapters += [(after, gate.events) for gate, after in zip(account.gates, opened[1:], strict=False)]
    return [
        (moment, clean(text, TEXT_CHARS_MAX))
        for moment, events in chapters
        for event in events
        for text in ((told(event, None),) if seats is None else sentences(event, sitting))
        if text
    ]
