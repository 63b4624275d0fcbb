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
                {"label": "to be answered", "value": "Spy War"},
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
            ),
        },
    ),
    ("IncidentVoided", {"title": "3 points lost", "changes": ({"title": "On the table", "cards": ()},)}),
    (
        "IncidentWon",
        {
            "title": "South +2",
            "changes": ({"title": "On the table", "cards": ()}, {"track": "south", "at": 2}),
        },
    ),
    ("LeadObliged", None),
    (
        "NukeAnswered",
        {
            "title": "☢ South launches",
            "changes": (
                {"title": "NUKE", "text": "☢ South launches Joker at North ☢"},
                {"track": "north", "note": "☢ under fire"},
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
            ),
        },
    ),
    ("OpeningDeferred", None),
    ("OpeningPassed", None),
    ("SeatDropped", {"title": "North is out", "changes": ({"track": "north", "note": "dropped out"},)}),
    (
        "SeatKnockedOut",
        {"title": "North is knocked out", "changes": ({"track": "north", "note": "✗ knocked out"},)},
    ),
    (
        "SeatKnockedOut",
        {"title": "South is knocked out", "changes": ({"track": "south", "note": "✗ knocked out"},)},
    ),
    ("TableLaid", None),
    (
        "UnPlayed",
        {
            "title": "North",
            "changes": (
                {"title": "On the table", "add": ({"face": "A♥", "note": "North", "tone": "green"},)},
                {"label": "held by", "value": "North"},
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
