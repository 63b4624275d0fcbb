"""What every event changes on the board for whoever looks on: which place lights up, and what stands there from now on."""

from __future__ import annotations

from typing import Any

from warcouncil.games.kit.events import Event

from tests.games.escalate.test_told import TOLD
from tests.games.watched import Watched, check_watched, each_with_its_scene

SHOWN: tuple[Watched, ...] = (
    ("AnswerPassed", None),
    ("AnswerPassed", None),
    ("CardReturned", None),
    ("CardsDrawn", None),
    ("CircleRepeated", None),
    ("DiscardsShuffled", None),
    ("DiscardsShuffled", None),
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
            "title": "3 points lost",
            "changes": (
                {"title": "On the table", "cards": (), "note": ""},
                {"label": "to be answered", "value": "nothing"},
                {"label": "answered by", "value": "–"},
                {"label": "held by", "value": "nobody"},
                {"label": "at stake", "value": "0"},
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
                {"label": "held by", "value": "nobody"},
                {"label": "at stake", "value": "0"},
                {"track": "south", "at": 2},
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
            "changes": ({"track": "south", "note": "✗ knocked out"}, {"title": "south-hand", "cards": ()}),
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
"""In the order of what is told; None: it is told, and changes nothing that could be watched."""


@each_with_its_scene(TOLD, SHOWN)
def test_everybody_watches_what_happened_where_it_happened(
    event: Event, name: str, scene: dict[str, Any] | None
) -> None:
    """Another card would turn, a marker go to another place, or a change be called by another's name."""
    check_watched(event, name, scene)
