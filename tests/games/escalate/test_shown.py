"""The changes of the board for every event and every reader: the place that lights up, and its new content."""

from __future__ import annotations

from typing import Any

from warcouncil.games.escalate.cards import ROLES, role_title
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.protocol.table.sheets import Cards, Element, Facts, Sheet

from tests.games import found
from tests.games.escalate.test_told import TOLD
from tests.games.test_conformance_scenes import boards, closings
from tests.games.watched import Watched, check_watched, each_with_its_scene

NO_DISCARDS = tuple({"label": title, "value": "0"} for title in map(role_title, ROLES))

SHOWN: tuple[Watched, ...] = (
    ("AnswerPassed", None),
    ("AnswerPassed", None),
    (
        "CardReturned",
        {
            "title": "Exchange",
            "changes": (
                {"title": "south-hand", "take": ({"face": "2♣"},)},
                {"title": "Discard pile", "cards": ({"face": "2♣", "note": "Diplomat"},), "count": 7},
                {"label": "Diplomat", "value": "3"},
            ),
            "joins": True,
        },
    ),
    ("CardsDrawn", None),
    ("CircleRepeated", None),
    (
        "DiscardsShuffled",
        {
            "title": "Discards shuffled",
            "changes": (
                {"title": "Discard pile", "cards": (), "count": 0},
                {"title": "Draw pile", "count": 0},
                *NO_DISCARDS,
            ),
        },
    ),
    (
        "DiscardsShuffled",
        {
            "title": "Discards shuffled",
            "changes": (
                {"title": "Discard pile", "cards": (), "count": 0},
                {"title": "Draw pile", "count": 3},
                *NO_DISCARDS,
            ),
        },
    ),
    ("ExchangeOrdered", None),
    ("GameEnded", None),
    ("GameEnded", None),
    ("GameEnded", None),
    ("HolderReplaced", {"title": "West takes over", "changes": ({"label": "held by", "value": "West"},)}),
    (
        "IncidentEscalated",
        {
            "title": "East",
            "changes": (
                {"title": "On the table", "add": ({"face": "K♦", "note": "East", "tone": "special"},)},
                {"label": "held by", "value": "East"},
                {"label": "at stake", "value": "3"},
                {"label": "to be answered", "value": "Proxy Conflict"},
                {"label": "answered by", "value": "1 Soldier"},
                {"title": "east-hand", "take": ({"face": "K♦"},)},
                {
                    "title": "Players, clockwise",
                    "row": "east",
                    "cells": ("2", "4", "dealer, holds the Incident"),
                },
                {"title": "Players, clockwise", "row": "north", "cells": ("0", "3", "")},
            ),
        },
    ),
    (
        "IncidentEscalated",
        {
            "title": "East",
            "changes": (
                {"title": "On the table", "add": ({"face": "Q♦", "note": "East", "tone": "special"},)},
                {"label": "held by", "value": "East"},
                {"label": "at stake", "value": "3"},
                {"title": "east-hand", "take": ({"face": "Q♦"},)},
            ),
        },
    ),
    (
        "IncidentLed",
        {
            "title": "North",
            "changes": (
                {
                    "title": "On the table",
                    "cards": (),
                    "add": ({"face": "Q♣", "note": "North", "tone": "special"},),
                },
                {"label": "held by", "value": "North"},
                {"title": "north-hand", "take": ({"face": "Q♣"},)},
            ),
        },
    ),
    (
        "IncidentTurned",
        {
            "title": "North",
            "changes": (
                {"title": "On the table", "add": ({"face": "5♣", "note": "North"},)},
                {"label": "held by", "value": "North"},
                {"title": "north-hand", "take": ({"face": "5♣"},)},
            ),
        },
    ),
    (
        "IncidentVoided",
        {
            "title": "Points lost: 3",
            "changes": (
                {"title": "On the table", "cards": (), "note": ""},
                {"label": "to be answered", "value": "nothing"},
                {"label": "answered by", "value": "–"},
                {"label": "held by", "value": "no player"},
                {"label": "at stake", "value": "0"},
                {"title": "Discard pile", "cards": ({"face": "A♥", "note": "U.N."},), "count": 9},
                {"label": "Proxy Conflict", "value": "1"},
                {"label": "U.N.", "value": "2"},
            ),
        },
    ),
    (
        "IncidentWon",
        {
            "title": "South +2",
            "changes": (
                {"title": "On the table", "cards": (), "note": ""},
                {"label": "to be answered", "value": "nothing"},
                {"label": "answered by", "value": "–"},
                {"label": "held by", "value": "no player"},
                {"label": "at stake", "value": "0"},
                {"track": "south", "at": 2},
                {"title": "Discard pile", "cards": ({"face": "6♠", "note": "Spy"},), "count": 2},
                {"label": "Spy War", "value": "1"},
                {"label": "Spy", "value": "1"},
            ),
        },
    ),
    ("LeadObliged", None),
    (
        "NukeAnswered",
        {
            "title": "☢ South strikes back",
            "changes": (
                {"title": "NUKE", "text": "☢ South strikes back at North with Joker ☢"},
                {"track": "north", "note": "☢ under fire"},
                {"title": "south-hand", "take": ({"face": "Joker"},)},
                {
                    "title": "Discard pile",
                    "cards": ({"face": "Joker", "note": "Nuke", "tone": "special"},),
                    "count": 5,
                },
                {"label": "Nuke", "value": "2"},
            ),
        },
    ),
    (
        "NukesLaunched",
        {
            "title": "☢ North launches",
            "changes": (
                {"title": "NUKE", "text": "☢ North launches Joker and A♠ at South, East ☢"},
                {"track": "south", "note": "☢ under fire"},
                {"track": "east", "note": "☢ under fire"},
                {"title": "north-hand", "take": ({"face": "Joker"}, {"face": "A♠"})},
            ),
        },
    ),
    (
        "NukesLaunched",
        {
            "title": "☢ North launches",
            "changes": (
                {"title": "NUKE", "text": "☢ North launches Joker at South ☢"},
                {"track": "south", "note": "☢ under fire"},
                {"title": "north-hand", "take": ({"face": "Joker"},)},
                {
                    "title": "Discard pile",
                    "cards": ({"face": "Joker", "note": "Nuke", "tone": "special"},),
                    "count": 1,
                },
                {"label": "Nuke", "value": "1"},
            ),
        },
    ),
    ("OpeningDeferred", None),
    ("OpeningPassed", None),
    (
        "SeatDropped",
        {
            "title": "North is out",
            "changes": (
                {"track": "north", "note": "dropped out"},
                {"title": "Players, clockwise", "row": "north", "cells": ("0", "4", "dropped out")},
            ),
        },
    ),
    (
        "SeatKnockedOut",
        {
            "title": "North is knocked out",
            "changes": ({"track": "north", "note": "✗ knocked out"}, {"title": "north-hand", "cards": ()}),
        },
    ),
    (
        "SeatKnockedOut",
        {
            "title": "South is knocked out",
            "changes": (
                {"track": "south", "note": "✗ knocked out"},
                {"title": "south-hand", "cards": ()},
                {"title": "Discard pile", "cards": ({"face": "3♥", "note": "Diplomat"},), "count": 6},
                {"label": "Soldier", "value": "1"},
                {"label": "Spy", "value": "1"},
                {"label": "Diplomat", "value": "2"},
            ),
        },
    ),
    ("TableLaid", None),
    (
        "UnPlayed",
        {
            "title": "North",
            "changes": (
                {"title": "On the table", "add": ({"face": "A♥", "note": "North", "tone": "green"},)},
                {"label": "held by", "value": "North"},
                {"label": "to be answered", "value": "U.N. card"},
                {"label": "answered by", "value": "another U.N. card"},
                {"title": "north-hand", "take": ({"face": "A♥"},)},
                {"title": "Players, clockwise", "row": "north", "cells": ("0", "4", "holds the Incident")},
            ),
        },
    ),
    (
        "UnPlayed",
        {
            "title": "South",
            "changes": (
                {"title": "On the table", "add": ({"face": "A♣", "note": "South", "tone": "green"},)},
                {"label": "held by", "value": "South"},
                {"title": "south-hand", "take": ({"face": "A♣"},)},
            ),
        },
    ),
    (
        "UnPlayed",
        {
            "title": "South",
            "changes": (
                {"title": "On the table", "add": ({"face": "A♠", "note": "South", "tone": "green"},)},
                {"label": "held by", "value": "South"},
                {"title": "south-hand", "take": ({"face": "A♠"},)},
            ),
        },
    ),
)
"""In the order of the events. None: the event is shown, and changes nothing that could be watched."""


@each_with_its_scene(TOLD, SHOWN)
def test_every_reader_watches_each_event_in_its_place(
    event: Event, name: str, scene: dict[str, Any] | None
) -> None:
    """Another card turns, a marker goes to another place, or a change has another's name."""
    check_watched(event, name, scene)


def test_the_discard_pile_is_told_with_what_is_laid_there() -> None:
    """The discard pile does not change while cards are thrown on it, and jumps at the end of the events."""
    game, told = found.load("escalate"), 0
    for played in found.default_games("escalate"):
        for seat in (*game.seats(played.playing.options), PUBLIC):
            for before, events, now in closings(game, played, seat):
                last = [before, *boards(before, events, seat)][-1]
                assert discards(last)[:1] == discards(now)[:1], [each.event for each in events]
                if len(discards(before)) == len(discards(now)) == 2:
                    assert discards(last) == discards(now), [each.event for each in events]
                told += discards(now) != discards(before)
    assert told


def discards(sheet: Sheet) -> list[Element]:
    """Return what a sheet shows of the discard pile: the pile, and how many there are of each kind, if any."""
    titles = ("Discard pile", "In the discard pile")
    return [each for each in sheet.elements if isinstance(each, Cards | Facts) and each.title in titles]
