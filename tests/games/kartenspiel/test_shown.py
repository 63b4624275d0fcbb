"""The changes of the public board for every event: the place that lights up, and its new content."""

from __future__ import annotations

from typing import Any

from warcouncil.games.kit.events import Event

from tests.games.kartenspiel.test_told import TOLD
from tests.games.watched import Watched, check_watched, each_with_its_scene

SHOWN: tuple[Watched, ...] = (
    ("ArmiesMustered", None),
    ("BattleEnded", None),
    ("BattleEnded", None),
    ("BothDefended", None),
    (
        "ChargesRevealed",
        {
            "title": "Corps I",
            "changes": (
                {"team": "red", "post": "I", "note": "holds back"},
                {"team": "black", "post": "I", "note": "holds back"},
            ),
        },
    ),
    (
        "ChargesRevealed",
        {
            "title": "Corps II",
            "changes": (
                {"team": "red", "post": "II", "note": ""},
                {"team": "black", "post": "II", "note": "charges!"},
            ),
        },
    ),
    (
        "ChargesRevealed",
        {
            "title": "Corps III",
            "changes": (
                {"team": "red", "post": "III", "note": "charges!"},
                {"team": "black", "post": "III", "note": "holds back"},
            ),
        },
    ),
    (
        "ChargesRevealed",
        {
            "title": "Corps IV",
            "changes": (
                {"team": "red", "post": "IV", "note": ""},
                {"team": "black", "post": "IV", "note": ""},
            ),
        },
    ),
    (
        "CombatCounted",
        {
            "title": "Corps I",
            "changes": (
                {"team": "red", "post": "I", "note": "counts 4, loses 2"},
                {"team": "black", "post": "I", "note": "counts 5, loses 1"},
            ),
        },
    ),
    (
        "CombatCounted",
        {
            "title": "Corps II",
            "changes": (
                {"team": "red", "post": "II", "note": "counts 4, loses 2"},
                {"team": "black", "post": "II", "note": "counts 8, loses 0"},
            ),
        },
    ),
    (
        "CombatCounted",
        {
            "title": "Corps II",
            "changes": (
                {"team": "red", "post": "II", "note": "counts 4, loses 1"},
                {"team": "black", "post": "II", "note": "counts 5, loses 0"},
            ),
        },
    ),
    (
        "HoldingsShown",
        {
            "title": "Corps I",
            "changes": (
                {"team": "red", "post": "I", "now": 4, "parts": ("3 inf", "1 cav"), "note": ""},
                {"team": "black", "post": "I", "now": 5, "parts": ("4 inf", "1 cav"), "note": ""},
            ),
        },
    ),
    ("LineBroken", {"title": "The line breaks", "changes": ({"team": "red", "post": "II", "broken": True},)}),
    (
        "LossesPaid",
        {
            "title": "Corps I",
            "changes": (
                {"team": "red", "post": "I", "now": 0, "parts": (), "note": ""},
                {"team": "black", "post": "I", "now": 0, "parts": (), "note": "lost 1 inf 1 cav"},
                {"label": "Red's total losses", "value": "2"},
                {"label": "Black's total losses", "value": "1"},
                {"label": "lost", "team": "red", "value": "2 inf"},
                {"label": "lost", "team": "black", "value": "1 inf"},
                {"label": "still in the field", "team": "red", "value": "9 inf 2 cav"},
                {"label": "still in the field", "team": "black", "value": "9 inf 3 cav"},
            ),
        },
    ),
    (
        "LossesPaid",
        {
            "title": "Corps I",
            "changes": (
                {"team": "red", "post": "I", "now": 2, "parts": ("1 inf", "1 cav"), "note": "lost 2 inf"},
                {"team": "black", "post": "I", "now": 4, "parts": ("3 inf", "1 cav"), "note": "lost 1 inf"},
                {"label": "Red's total losses", "value": "2"},
                {"label": "Black's total losses", "value": "1"},
                {"label": "lost", "team": "red", "value": "2 inf"},
                {"label": "lost", "team": "black", "value": "1 inf"},
                {"label": "still in the field", "team": "red", "value": "9 inf 2 cav"},
                {"label": "still in the field", "team": "black", "value": "9 inf 3 cav"},
            ),
        },
    ),
    ("NightFell", None),
    ("OrderConfused", None),
    ("OrderConfused", None),
    ("OrderConfused", None),
    ("OrderConfused", None),
    ("OrderTurned", None),
    ("OrderTurned", None),
    ("OrderTurned", None),
    (
        "OrdersRevealed",
        {
            "title": "Orders revealed",
            "changes": (
                {"team": "red", "stances": ("✋ A attacks", "✋ A attacks", "✊ D defends", "✋ A attacks")},
                {
                    "team": "black",
                    "stances": ("✋ A attacks", "✊ D defends", "✋ A attacks", "✊ D defends"),
                },
            ),
        },
    ),
    ("Redeployed", None),
    ("Redeployed", None),
)
"""In the order of the events. None: the event is shown, and changes nothing that could be watched."""


@each_with_its_scene(TOLD, SHOWN)
def test_the_public_watches_each_event_in_its_place(
    event: Event, name: str, scene: dict[str, Any] | None
) -> None:
    """An event changes another place of the board, or shows another value or name there."""
    check_watched(event, name, scene)
