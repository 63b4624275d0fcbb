"""The three themes of every client: dark, light, and one for colour-blind readers.

No meaning depends on colour alone. Every colour comes with a word or a sign.
"""

from __future__ import annotations

from typing import TypeVar

from textual.app import App
from textual.theme import Theme

DARK = Theme(
    name="warcouncil-dark",
    primary="#7fb3e6",
    secondary="#9aa7b8",
    accent="#e9b872",
    warning="#f2b84b",
    error="#ff8474",
    success="#86d293",
    foreground="#e8e5dc",
    background="#14171c",
    surface="#1b1f26",
    panel="#28303b",
    dark=True,
    variables={
        "muted": "#98a2b0",
        "faint": "#7d8796",
        "seal": "#e07a6a",
        "memory": "#b7a7d6",
        "red": "#ff9387",
        "on-red": "#ffffff",
        "red-ground": "#a8261d",
        "black": "#c3cad4",
        "on-black": "#ffffff",
        "black-ground": "#000000",
        "gold": "#efb65a",
        "on-gold": "#000000",
        "gold-ground": "#cf9420",
        "teal": "#56cdbd",
        "on-teal": "#000000",
        "teal-ground": "#2fae9f",
        "blue": "#8ab8f5",
        "on-blue": "#ffffff",
        "blue-ground": "#1f48b5",
        "violet": "#d3a0ea",
        "on-violet": "#ffffff",
        "violet-ground": "#86239c",
        "footer-key-foreground": "#e9b872",
        "block-cursor-background": "#7fb3e6",
        "block-cursor-foreground": "#14171c",
    },
)

LIGHT = Theme(
    name="warcouncil-light",
    primary="#1b5a94",
    secondary="#505b69",
    accent="#7d5200",
    warning="#8a4f00",
    error="#b3261e",
    success="#1c6e36",
    foreground="#1d2126",
    background="#f7f4ed",
    surface="#fffdf8",
    panel="#e4dfd2",
    dark=False,
    variables={
        "muted": "#5a626c",
        "faint": "#6b7076",
        "seal": "#9c2f22",
        "memory": "#5f4a94",
        "red": "#a32018",
        "on-red": "#ffffff",
        "red-ground": "#a32018",
        "black": "#15181c",
        "on-black": "#ffffff",
        "black-ground": "#15181c",
        "gold": "#7d4a00",
        "on-gold": "#000000",
        "gold-ground": "#dc9f2a",
        "teal": "#005f57",
        "on-teal": "#000000",
        "teal-ground": "#37b0a2",
        "blue": "#1b44a8",
        "on-blue": "#ffffff",
        "blue-ground": "#1b44a8",
        "violet": "#77208a",
        "on-violet": "#ffffff",
        "violet-ground": "#77208a",
        "footer-key-foreground": "#7d5200",
        "block-cursor-background": "#1b5a94",
        "block-cursor-foreground": "#ffffff",
    },
)

CLEAR = Theme(
    name="warcouncil-clear",
    primary="#56b4e9",
    secondary="#c0c0c0",
    accent="#f0e442",
    warning="#f0e442",
    error="#ff9a3c",
    success="#56b4e9",
    foreground="#ffffff",
    background="#000000",
    surface="#0c0c0c",
    panel="#2a2a2a",
    dark=True,
    variables={
        "muted": "#c8c8c8",
        "faint": "#909090",
        "seal": "#f0e442",
        "memory": "#e3a6c6",
        "red": "#ffb000",
        "on-red": "#000000",
        "red-ground": "#ffb000",
        "black": "#d8d8d8",
        "on-black": "#ffffff",
        "black-ground": "#3a3a3a",
        "gold": "#f0e442",
        "on-gold": "#000000",
        "gold-ground": "#e0b000",
        "teal": "#56b4e9",
        "on-teal": "#000000",
        "teal-ground": "#56b4e9",
        "blue": "#8fb4ff",
        "on-blue": "#ffffff",
        "blue-ground": "#0045c4",
        "violet": "#e3a6c6",
        "on-violet": "#000000",
        "violet-ground": "#d58fb5",
        "footer-key-foreground": "#f0e442",
        "block-cursor-background": "#56b4e9",
        "block-cursor-foreground": "#000000",
    },
)
"""Only blue, yellow and orange (after Okabe and Ito), on black.

People with every common kind of colour vision can distinguish them.
"""

THEMES = (DARK, LIGHT, CLEAR)
FAMILY = "warcouncil-"
Result = TypeVar("Result")


def install(app: App[Result], theme: str = DARK.name) -> None:
    """Register the themes with an app, and apply one, by its name or by its short word such as "light"."""
    for each in THEMES:
        app.register_theme(each)
    app.theme = theme if theme.startswith(FAMILY) else FAMILY + theme


def word_of(theme: str) -> str:
    """Return the word that users type for a theme."""
    return theme.removeprefix(FAMILY)


def next_theme(theme: str) -> str:
    """Return the name of the next theme. After the last theme, return the first."""
    names = [each.name for each in THEMES]
    return names[(names.index(theme) + 1) % len(names)] if theme in names else names[0]
