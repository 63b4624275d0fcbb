"""The cards: their faces, their backs, and the words for both.

The name of a card is the text on it, such as `artillery-30` or `media2`. Equal cards have one name.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from warcouncil.games.hard_war.wording import say
from warcouncil.protocol.table.sheets import Card

ARTILLERY = "artillery"
GROUND = "ground"
SPECIAL = "special"
BACKS = (ARTILLERY, GROUND, SPECIAL)

MEDIA = "media"
MEDIA2 = "media2"
BOMBING = "us_bombing"
SUPPORT = "local_support"
REPORTS = (MEDIA, MEDIA2)
EXTRAS = (BOMBING, SUPPORT)
SPECIALS = (MEDIA, MEDIA2, BOMBING, SUPPORT)

TOLLS = (10, 20, 30, 40)
"""The possible tolls of an Attack card, in thousands."""
ATROCITY = 40
"""The toll that makes an attack an Atrocity, in thousands."""

ATTACKS = tuple(f"{kind}-{toll}" for kind in (ARTILLERY, GROUND) for toll in TOLLS)
ALL = ATTACKS + SPECIALS
Tone = Literal["plain", "green", "yellow", "special"]
_TONES: dict[str, Tone] = {ARTILLERY: "green", GROUND: "yellow", SPECIAL: "special"}
_RANK = {card: place for place, card in enumerate(ALL)}

_SPECIAL_WORDS = {
    MEDIA: "events.card_media",
    MEDIA2: "events.card_media2",
    BOMBING: "events.card_us_bombing",
    SUPPORT: "events.card_local_support",
}
_SHORT = {ARTILLERY: "sheet.short_artillery", GROUND: "sheet.short_ground"}
_BACK_WORDS = {
    ARTILLERY: "events.back_artillery",
    GROUND: "events.back_ground",
    SPECIAL: "events.back_special",
    "": "events.back_unknown",
}


def is_attack(card: str) -> bool:
    """Return whether a card is an Attack card."""
    return card in ATTACKS


def back(card: str) -> str:
    """Return the back of a card: artillery, ground or special."""
    return card.partition("-")[0] if is_attack(card) else SPECIAL


def toll(card: str) -> int:
    """Return the toll of an Attack card, in thousands."""
    return int(card.partition("-")[2])


def is_atrocity(card: str) -> bool:
    """Return whether a card is an Attack card with a skull."""
    return is_attack(card) and toll(card) == ATROCITY


def in_order(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return cards sorted by their backs and then by their faces, like a hand."""
    return tuple(sorted(cards, key=lambda card: _RANK[card]))


@cache
def words(card: str) -> str:
    """Return the full name of a card, such as "Artillery 40k (Atrocity)"."""
    if not is_attack(card):
        return say(_SPECIAL_WORDS[card])
    key = "events.card_atrocity" if is_atrocity(card) else "events.card_attack"
    return say(key, kind=back_words(back(card)), toll=toll(card))


def back_words(kind: str) -> str:
    """Return the name of a back, or "a card" for an unknown one."""
    return say(_BACK_WORDS[kind])


@cache
def in_hand(card: str) -> Card:
    """Draw a card in its holder's hand. Only the holder knows the face."""
    kind = back(card)
    on_back = back_words(kind)
    face = say("events.card_attack", kind=on_back, toll=toll(card)) if is_attack(card) else words(card)
    return Card(face=face, back=on_back, note=_skull(card), secret=True, tone=_tone(kind))


@cache
def in_row(card: str, *, secret: bool = False, note: str = "") -> Card:
    """Draw an attack on the table whose toll the reader knows."""
    kind = back(card)
    said = ", ".join(word for word in (_skull(card), note) if word)
    face = say(_SHORT[kind], toll=toll(card))
    return Card(face=face, back=back_words(kind), note=said, secret=secret, tone=_tone(kind))


def _skull(card: str) -> str:
    return say("sheet.atrocity") if is_atrocity(card) else ""


@cache
def face_down(kind: str) -> Card:
    """Draw a card of which only the back is known. `kind` is "" if the back is unknown too."""
    return Card(back=back_words(kind) if kind else "", tone=_tone(kind))


def _tone(kind: str) -> Tone:
    return _TONES.get(kind, "plain")
