"""Words and form elements that several phases share."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.events.words import JUS_WORDS
from warcouncil.games.hard_war.legal import Target, extra_spots, jus_ready, report_targets
from warcouncil.games.hard_war.state import NAMES, NOBODY, SEAT_IDS, SIGN, City, HardWarState
from warcouncil.protocol.table.forms import Choice, FormField, Option, When
from warcouncil.protocol.words import SeatId

EFFECT_WORDS = {
    "none": "",
    "play+1": "play one card more",
    "toll+-30_once": "move the toll by 30k, once",
    "draw+1": "may draw one card more",
    "draw3_once": "draw up to three cards, once",
    "opp_hand-1": "opponent's hand size is one less",
    "opp_discard_hand_once": "opponent discards the hand, once",
}
"""The city effects in a few words (6A)."""


DONE = "done"
_JUS = "jus:"


@dataclass(frozen=True, slots=True)
class UseJus:
    """A declaration (5.4): use this effect of Jus ad bellum, and answer the question afterwards."""

    effect: str


def jus_options(state: HardWarState) -> tuple[Option, ...]:
    """Return an option for each effect of Jus ad bellum that may be used now."""
    return tuple(
        Option(
            value=f"{_JUS}{effect}",
            label=f"Use Jus ad bellum: {JUS_WORDS[effect]}",
            help="Then it goes to your opponent.",
        )
        for effect in jus_ready(state)
    )


def jus_chosen(value: str) -> UseJus | None:
    """Return the use of Jus ad bellum that a chosen value means, or None if it means something else."""
    return UseJus(value.removeprefix(_JUS)) if value.startswith(_JUS) else None


@dataclass(frozen=True, slots=True)
class ExtraCard:
    """A declaration: play this US Bombing or Local Support on that city (6B.2, 6B.3)."""

    card: str
    place: int


@dataclass(frozen=True, slots=True)
class StopPlaying:
    """A declaration: play no more cards in this phase."""


def offer(
    plays: list[Option], fields: list[FormField], value: str, label: str, options: tuple[Option, ...]
) -> None:
    """Add a play and the field for its place, if it has any place."""
    if options:
        plays.append(Option(value=value, label=label))
        when = When(field="card", values=(value,))
        fields.append(Choice(name=f"at.{value}", label=f"{label}: where", options=options, when=when))


def offer_extras(state: HardWarState, plays: list[Option], fields: list[FormField]) -> None:
    """Add the extra cards of a hand and the cities on which each may be played."""
    for card in cards.EXTRAS:
        if card in state.sides[state.active].hand:
            options = tuple(city_option(state, place) for place in extra_spots(state, card))
            offer(plays, fields, card, cards.words(card), options)


def title(state: HardWarState, what: str) -> str:
    """Return the title of a question: the turn, the player, and the subject."""
    return f"Turn {state.turn} · {NAMES[state.active]} · {what}"


def active_seat(state: HardWarState) -> tuple[SeatId, ...]:
    """Return the active player alone."""
    return (SEAT_IDS[state.active],)


def where(city: City, reader: int) -> str:
    """Return where a city's marker is, in words for the player `reader` (NOBODY: the public)."""
    if city.owner != NOBODY:
        return f"controlled by {_name(city.owner, reader)}"
    if city.secured != NOBODY:
        return f"secured by {_name(city.secured, reader)}"
    if city.marker == 0:
        return "marker on the start space"
    player = 0 if city.marker > 0 else 1
    return f"marker {city.marker * SIGN[player]} of {city.flags} towards {_name(player, reader)}"


def _name(player: int, reader: int) -> str:
    return "you" if player == reader else NAMES[player]


def worth(city: City) -> str:
    """Return the points and the effect of a city, such as "1 VP, play one card more"."""
    return ", ".join(part for part in (f"{city.vp} VP", EFFECT_WORDS[city.effect]) if part)


def city_option(state: HardWarState, place: int, value: str = "", then: str = "") -> Option:
    """Return an option for a city: its name, its marker and its worth."""
    city = state.cities[place]
    label = f"{city.name}{then}"
    return Option(value=value or city.name, label=label, help=f"{where(city, state.active)}; {worth(city)}")


def named_city(state: HardWarState, name: str) -> int:
    """Return the place of the city that an answer names."""
    return [city.name for city in state.cities].index(name)


def target_name(state: HardWarState, target: Target) -> str:
    """Return the name of a card on the table in an answer, such as "Inae.teal.2"."""
    return f"{state.cities[target.place].name}.{SEAT_IDS[target.player]}.{target.index + 1}"


def named_target(state: HardWarState, name: str) -> Target:
    """Return the card on the table that an answer names."""
    return next(target for target in report_targets(state) if target_name(state, target) == name)


def target_option(state: HardWarState, target: Target) -> Option:
    """Return an option for a face-down card on the table. Its owner reads its toll."""
    city = state.cities[target.place]
    row = city.rows[target.player]
    card = row[target.index].card
    mine = target.player == state.active
    what = (
        f"your {cards.words(card)}"
        if mine
        else f"{NAMES[target.player]}'s {cards.back_words(cards.back(card))}"
    )
    return Option(
        value=target_name(state, target),
        label=f"{city.name}: {what}, attack {target.index + 1} of {len(row)}",
    )
