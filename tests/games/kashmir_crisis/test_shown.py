"""What every event changes on the board for whoever looks on: which place lights up, and what stands there from now on."""

from __future__ import annotations

from typing import Any

from warcouncil.games.kit.events import Event

from tests.games.kashmir_crisis.test_told import TOLD
from tests.games.watched import Watched, check_watched, each_with_its_scene

SHOWN: tuple[Watched, ...] = (
    ("CardLaid", None),
    ("CardLaid", None),
    ("CardsBarred", None),
    ("CardsDealtOpenly", None),
    ("CardsPlaced", None),
    ("CardsPlaced", None),
    ("CardsReceived", None),
    ("CardsReceived", None),
    (
        "CardsShown",
        {
            "title": "Military Front",
            "changes": ({"front": "Military", "side": "Pakistan", "add": ({"face": "3♦", "tone": "red"},)},),
        },
    ),
    ("CrisisEnded", None),
    ("DeckRefreshed", None),
    ("EffectChosen", None),
    ("EventMissing", None),
    (
        "EventRevealed",
        {
            "title": "Turn 1: the event",
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
            "changes": (
                {"front": "Diplomatic", "side": "India", "cards": (), "note": "India −1 VP"},
                {"label": "India VP", "value": "6"},
            ),
            "joins": True,
        },
    ),
    (
        "FrontLost",
        {
            "title": "The other fronts",
            "changes": (
                {"front": "Diplomatic", "side": "Pakistan", "cards": (), "note": "Pakistan −0 VP"},
                {"label": "Pakistan VP", "value": "0"},
            ),
            "joins": True,
        },
    ),
    (
        "FrontLost",
        {
            "title": "The other fronts",
            "changes": (
                {"front": "Information", "side": "India", "note": "India −0 VP"},
                {"label": "India VP", "value": "0"},
            ),
            "joins": True,
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
            "changes": ({"front": "Diplomatic", "side": "India", "at": 1},),
            "joins": True,
        },
    ),
    (
        "MarkerMoved",
        {
            "title": "The other fronts",
            "changes": ({"front": "Diplomatic", "side": "India", "at": -2},),
            "joins": True,
        },
    ),
    (
        "MarkerMoved",
        {
            "title": "The other fronts",
            "changes": ({"front": "Diplomatic", "side": "India", "at": 0},),
            "joins": True,
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
    ("VpChanged", {"title": "India -1 VP", "changes": ({"label": "India VP", "value": "0"},)}),
    ("VpChanged", {"title": "India +0 VP", "changes": ({"label": "India VP", "value": "0"},)}),
    ("VpChanged", {"title": "Pakistan +1 VP", "changes": ({"label": "Pakistan VP", "value": "1"},)}),
)
"""In the order of what is told; None: it is told, and changes nothing that could be watched."""


@each_with_its_scene(TOLD, SHOWN)
def test_everybody_watches_what_happened_where_it_happened(
    event: Event, name: str, scene: dict[str, Any] | None
) -> None:
    """Another card would turn, a marker go to another place, or a change be called by another's name."""
    check_watched(event, name, scene)
