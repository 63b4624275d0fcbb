"""The changes of the public board for every event: the place that lights up, and its new content."""

from __future__ import annotations

from typing import Any

from warcouncil.games.kit.events import Event

from tests.games.kashmir_crisis.test_told import TOLD
from tests.games.watched import Watched, check_watched, each_with_its_scene

SHOWN: tuple[Watched, ...] = (
    (
        "CardLaid",
        {
            "title": "The cards are laid",
            "joins": True,
            "changes": (
                {"front": "Diplomatic", "side": "India", "add": ({"back": "black"},)},
                {
                    "title": "india-held",
                    "cards": ({"back": "black"}, {"back": "black"}, {"back": "black"}),
                    "count": 3,
                },
                {"title": "india-reserve", "cards": ({"back": "black"},), "count": 1},
            ),
        },
    ),
    (
        "CardLaid",
        {
            "title": "The cards are laid",
            "joins": True,
            "changes": (
                {"title": "india-held", "cards": (), "count": 0},
                {"title": "india-reserve", "cards": ({"back": "black"},), "count": 1},
            ),
        },
    ),
    ("CardsBarred", None),
    ("CardsDealtOpenly", None),
    (
        "CardsPlaced",
        {
            "title": "The cards are laid",
            "joins": True,
            "changes": (
                {"front": "Diplomatic", "side": "India", "cards": ({"back": "black"},), "total": "?"},
                {"front": "Information", "side": "India", "cards": (), "total": "?"},
                {"front": "Military", "side": "India", "cards": ({"back": "black"},), "total": "?"},
                {"title": "india-held", "cards": (), "count": 0},
                {"title": "india-reserve", "cards": (), "count": 0},
            ),
        },
    ),
    (
        "CardsPlaced",
        {
            "title": "The cards are laid",
            "joins": True,
            "changes": (
                {"front": "Diplomatic", "side": "Pakistan", "cards": ({"back": "red"},), "total": "?"},
                {
                    "front": "Information",
                    "side": "Pakistan",
                    "cards": ({"back": "red"}, {"back": "red"}),
                    "total": "?",
                },
                {"front": "Military", "side": "Pakistan", "cards": ({"back": "red"},), "total": "?"},
                {"title": "pakistan-held", "cards": (), "count": 0},
                {"title": "pakistan-reserve", "cards": ({"back": "red"}, {"back": "red"}), "count": 2},
            ),
        },
    ),
    ("CardsReceived", None),
    ("CardsReceived", None),
    (
        "CardsShown",
        {
            "title": "Military Front",
            "changes": (
                {
                    "front": "Military",
                    "side": "Pakistan",
                    "add": ({"face": "3♦", "tone": "red"},),
                    "total": "3",
                },
            ),
        },
    ),
    ("CrisisEnded", None),
    ("DeckRefreshed", None),
    ("EffectChosen", None),
    ("EventMissing", None),
    (
        "EventRevealed",
        {
            "title": "The event",
            "changes": (
                {
                    "title": "K♥ Answering Raid",
                    "text": "Effect: Pakistan's Military total +2 and Pakistan's Military cards are played face up.",
                },
                {"front": "Diplomatic", "side": "India", "cards": (), "total": "", "mark": "", "note": ""},
                {"front": "Diplomatic", "side": "Pakistan", "cards": (), "total": ""},
                {"front": "Information", "side": "India", "cards": (), "total": "", "mark": "", "note": ""},
                {"front": "Information", "side": "Pakistan", "cards": (), "total": ""},
                {
                    "front": "Military",
                    "side": "India",
                    "cards": (),
                    "total": "",
                    "mark": "at stake",
                    "note": "",
                },
                {"front": "Military", "side": "Pakistan", "cards": (), "total": ""},
            ),
        },
    ),
    ("FaceUpOrdered", None),
    (
        "FrontLost",
        {
            "title": "The other fronts",
            "joins": True,
            "changes": (
                {"front": "Diplomatic", "side": "India", "cards": (), "total": "", "note": "India −1 VP"},
                {"title": "Dead Pile", "add": ({"face": "7♠", "tone": "black"},)},
                {"label": "India VP", "value": "6"},
                {"track": "india-lead", "at": 0},
                {"track": "pakistan-lead", "at": 0},
            ),
        },
    ),
    (
        "FrontLost",
        {
            "title": "The other fronts",
            "joins": True,
            "changes": (
                {
                    "front": "Diplomatic",
                    "side": "Pakistan",
                    "cards": (),
                    "total": "",
                    "note": "Pakistan −0 VP",
                },
                {"title": "Dead Pile", "add": ({"face": "2♦", "tone": "red"},)},
                {"label": "Pakistan VP", "value": "0"},
                {"track": "india-lead", "at": 0},
                {"track": "pakistan-lead", "at": 0},
            ),
        },
    ),
    (
        "FrontLost",
        {
            "title": "The other fronts",
            "joins": True,
            "changes": (
                {"front": "Information", "side": "India", "note": "India −0 VP"},
                {"label": "India VP", "value": "0"},
                {"track": "india-lead", "at": 0},
                {"track": "pakistan-lead", "at": 0},
            ),
        },
    ),
    (
        "FrontRevealed",
        {
            "title": "Diplomatic Front: all cards 4 of 40",
            "changes": (
                {
                    "front": "Diplomatic",
                    "side": "India",
                    "cards": ({"face": "2♠", "tone": "black"},),
                    "total": "0",
                },
                {
                    "front": "Diplomatic",
                    "side": "Pakistan",
                    "cards": ({"face": "2♦", "tone": "red"},),
                    "total": "2",
                },
            ),
        },
    ),
    (
        "FrontRevealed",
        {
            "title": "Diplomatic Front: all cards 4 of 40",
            "changes": (
                {
                    "front": "Diplomatic",
                    "side": "India",
                    "cards": ({"face": "9♣", "tone": "black"},),
                    "total": "9",
                },
                {
                    "front": "Diplomatic",
                    "side": "Pakistan",
                    "cards": ({"face": "2♦", "tone": "red"},),
                    "total": "2",
                },
            ),
        },
    ),
    (
        "FrontRevealed",
        {
            "title": "Information Front: all cards 4 of 40",
            "changes": (
                {"front": "Information", "side": "India", "cards": (), "total": "0"},
                {
                    "front": "Information",
                    "side": "Pakistan",
                    "cards": ({"face": "10♥", "tone": "red"}, {"face": "A♥", "tone": "red"}),
                    "total": "11",
                },
            ),
        },
    ),
    (
        "FrontScored",
        {
            "title": "India +7 VP",
            "changes": (
                {"front": "Military", "side": "India", "note": "India +7 VP"},
                {"label": "India VP", "value": "7"},
                {"track": "india-lead", "at": 0},
                {"track": "pakistan-lead", "at": 0},
            ),
        },
    ),
    ("FrontTied", None),
    ("GameOpened", None),
    ("JokerRevealed", None),
    ("JokerRevealed", None),
    (
        "MarkerMoved",
        {
            "title": "The other fronts",
            "joins": True,
            "changes": ({"front": "Diplomatic", "side": "India", "at": 1},),
        },
    ),
    (
        "MarkerMoved",
        {
            "title": "The other fronts",
            "joins": True,
            "changes": ({"front": "Diplomatic", "side": "India", "at": -2},),
        },
    ),
    (
        "MarkerMoved",
        {
            "title": "The other fronts",
            "joins": True,
            "changes": ({"front": "Diplomatic", "side": "India", "at": 0},),
        },
    ),
    ("TotalModified", None),
    (
        "ValuesAdded",
        {
            "title": "All cards: 33",
            "changes": (
                {"front": "Diplomatic", "side": "India", "mark": ""},
                {"front": "Information", "side": "India", "mark": ""},
                {"front": "Military", "side": "India", "mark": ""},
            ),
        },
    ),
    (
        "ValuesAdded",
        {
            "title": "All cards: 52",
            "changes": ({"front": "Military", "side": "India", "mark": "★ SCORED ★"},),
        },
    ),
    (
        "VpChanged",
        {
            "title": "India -1 VP",
            "changes": (
                {"label": "India VP", "value": "0"},
                {"track": "india-lead", "at": 0},
                {"track": "pakistan-lead", "at": 0},
            ),
        },
    ),
    (
        "VpChanged",
        {
            "title": "India +0 VP",
            "changes": (
                {"label": "India VP", "value": "0"},
                {"track": "india-lead", "at": 0},
                {"track": "pakistan-lead", "at": 0},
            ),
        },
    ),
    (
        "VpChanged",
        {
            "title": "Pakistan +1 VP",
            "changes": (
                {"label": "Pakistan VP", "value": "1"},
                {"track": "india-lead", "at": 0},
                {"track": "pakistan-lead", "at": 0},
            ),
        },
    ),
)
"""In the order of the events. None: the event is shown, and changes nothing that could be watched."""


@each_with_its_scene(TOLD, SHOWN)
def test_the_public_watches_each_event_in_its_place(
    event: Event, name: str, scene: dict[str, Any] | None
) -> None:
    """An event changes another place of the board, or shows another value or name there."""
    check_watched(event, name, scene)
