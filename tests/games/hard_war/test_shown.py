"""The changes of the board for every event and every reader: the place that lights up, and its new content."""

from __future__ import annotations

from typing import Any

from warcouncil.games.kit.events import Event

from tests.games.hard_war.test_told import TOLD
from tests.games.watched import Watched, check_watched, each_with_its_scene

SHOWN: tuple[Watched, ...] = (
    (
        "AttackPlayed",
        {
            "title": "Dedes",
            "changes": (
                {
                    "front": "Dedes",
                    "side": "Amber",
                    "add": ({"back": "Artillery", "tone": "green"},),
                    "total": "0k+?",
                    "at": 2,
                },
                {"label": "killed by Amber", "value": "0k, 1 attack hidden"},
                {"label": "Amber's cards to play", "value": "0 of 1"},
                {"title": "amber-hand", "take": ({"back": "Artillery", "tone": "green"},)},
            ),
        },
    ),
    (
        "AttackPlayed",
        {
            "title": "Palpero",
            "changes": (
                {
                    "front": "Palpero",
                    "side": "Amber",
                    "add": ({"back": "Ground", "tone": "yellow"},),
                    "total": "0k+?",
                    "at": 1,
                },
                {"label": "killed by Amber", "value": "0k, 1 attack hidden"},
                {"label": "Amber's cards to play", "value": "0 of 1"},
                {"title": "amber-hand", "take": ({"back": "Ground", "tone": "yellow"},)},
            ),
        },
    ),
    (
        "AttackRevealed",
        {
            "title": "Palpero",
            "changes": (
                {
                    "front": "Palpero",
                    "side": "Amber",
                    "turned": (0, {"face": "Grd 30k", "back": "Ground", "tone": "yellow"}),
                    "total": "30k",
                },
                {"track": "toll", "at": 30, "note": "+30k dead"},
                {"label": "killed by Amber", "value": "30k"},
            ),
        },
    ),
    (
        "AttackRevealed",
        {
            "title": "Nishka",
            "changes": (
                {
                    "front": "Nishka",
                    "side": "Teal",
                    "turned": (1, {"face": "Art 20k", "back": "Artillery", "tone": "green"}),
                    "total": "20k",
                },
                {"track": "toll", "at": 80, "note": "+20k dead"},
                {"label": "killed by Teal", "value": "20k"},
            ),
        },
    ),
    ("CardDrawn", None),
    ("CardDrawn", None),
    ("CardsDiscarded", None),
    ("CardsDiscarded", None),
    (
        "CitySecured",
        {"title": "Dedes", "changes": ({"front": "Dedes", "side": "Amber", "mark": "secured by Amber"},)},
    ),
    (
        "CityTaken",
        {
            "title": "Nishka",
            "changes": (
                {"front": "Nishka", "side": "Teal", "mark": "★ Teal takes it"},
                {"label": "Teal's victory points", "value": "1 of 4"},
            ),
        },
    ),
    (
        "DeadCounted",
        {
            "title": "The dead",
            "joins": True,
            "changes": (
                {"title": "250k dead", "text": "Amber is to blame"},
                {"label": "killed by Amber", "value": "250k"},
            ),
        },
    ),
    (
        "DeadCounted",
        {
            "title": "The dead",
            "joins": True,
            "changes": (
                {"title": "130k dead", "text": "Teal is to blame"},
                {"label": "killed by Teal", "value": "160k"},
            ),
        },
    ),
    (
        "ExtraPlayed",
        {
            "title": "Dedes",
            "changes": (
                {"front": "Dedes", "side": "Amber", "at": 1},
                {
                    "title": "amber-hand",
                    "take": (
                        {"face": "Local Support", "back": "Special", "secret": True, "tone": "special"},
                    ),
                },
            ),
        },
    ),
    ("HandDealt", None),
    ("HandDealt", None),
    ("HandSizeCut", None),
    (
        "JusPassed",
        {"title": "Jus ad bellum", "changes": ({"label": "Jus ad bellum", "value": "Teal, face down"},)},
    ),
    ("JusTurnedUp", None),
    ("JusUsed", None),
    ("ObserversLeft", None),
    (
        "ObserversSent",
        {
            "title": "Dunshe",
            "changes": (
                {"front": "Dunshe", "side": "Teal", "mark": "observers: attacks face up"},
                {
                    "title": "teal-hand",
                    "take": (
                        {"face": "Media Report x2", "back": "Special", "secret": True, "tone": "special"},
                    ),
                },
            ),
        },
    ),
    (
        "ReportPlayed",
        {
            "title": "Amber's report",
            "changes": (
                {"title": "Media Report x2", "text": "The world looks at an attack."},
                {
                    "title": "amber-hand",
                    "take": (
                        {"face": "Media Report x2", "back": "Special", "secret": True, "tone": "special"},
                    ),
                },
            ),
        },
    ),
    (
        "RowShown",
        {
            "title": "Adech",
            "joins": True,
            "changes": (
                {
                    "front": "Adech",
                    "side": "Amber",
                    "cards": (
                        {"face": "Grd 20k", "back": "Ground", "tone": "yellow"},
                        {"face": "Grd 10k", "back": "Ground", "tone": "yellow"},
                    ),
                    "total": "30k",
                },
                {"label": "killed by Amber", "value": "90k"},
            ),
        },
    ),
    (
        "TollShifted",
        {
            "title": "Dedes",
            "changes": (
                {"front": "Dedes", "side": "Amber"},
                {"track": "toll", "at": 30},
            ),
        },
    ),
    (
        "TollShifted",
        {
            "title": "Dedes",
            "changes": ({"front": "Dedes", "side": "Teal"}, {"track": "toll", "at": 0}),
        },
    ),
    (
        "TollShifted",
        {"title": "Dedes", "changes": ({"front": "Dedes", "side": "Teal"}, {"track": "toll", "at": 80})},
    ),
    ("TribunalCalled", None),
    ("TribunalCalled", None),
    ("TribunalCalled", None),
    ("TribunalClosed", None),
    ("TribunalClosed", None),
    ("TurnBegan", None),
    ("WarWon", None),
)
"""In the order of the events. None: the event is shown, and changes nothing that could be watched."""


@each_with_its_scene(TOLD, SHOWN)
def test_every_reader_watches_each_event_in_its_place(
    event: Event, name: str, scene: dict[str, Any] | None
) -> None:
    """Another card turns, a marker goes to another place, or a change has another's name."""
    check_watched(event, name, scene)
