"""Words and form elements that several phases share."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.legal import Target, extra_spots, jus_ready, report_targets
from warcouncil.games.hard_war.state import NAMES, NOBODY, SEAT_IDS, SIGN, City, HardWarState
from warcouncil.games.hard_war.wording import say
from warcouncil.protocol.table.forms import Choice, FormField, Option, When
from warcouncil.protocol.words import SeatId

_EFFECTS = {
    "play+1": "forms.effect_play",
    "toll+-30_once": "forms.effect_toll",
    "draw+1": "forms.effect_draw",
    "draw3_once": "forms.effect_draw3",
    "opp_hand-1": "forms.effect_hand",
    "opp_discard_hand_once": "forms.effect_discard",
}
_JUS_LABELS = {
    "play+1": "forms.jus_play",
    "draw2_now": "forms.jus_draw",
    "ignore_friendly_fire_once": "forms.jus_fire",
}


def effect_words(effect: str) -> str:
    """Return a city effect in a few words (6A), or "" for none."""
    return "" if effect == "none" else say(_EFFECTS[effect])


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
            label=say(_JUS_LABELS[effect]),
            help=say("forms.jus_help"),
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
    plays: list[Option], fields: list[FormField], play: Option, place: str, options: tuple[Option, ...]
) -> None:
    """Add a play and the field for its place, if it has any place. `place` is the label of that field."""
    if options:
        plays.append(play)
        when = When(field="card", values=(play.value,))
        fields.append(Choice(name=f"at.{play.value}", label=place, options=options, when=when))


def offer_extras(state: HardWarState, plays: list[Option], fields: list[FormField]) -> None:
    """Add the extra cards of a hand and the cities on which each may be played."""
    for card in cards.EXTRAS:
        if card in state.sides[state.active].hand:
            options = tuple(play_option(state, place) for place in extra_spots(state, card))
            offer(plays, fields, Option(value=card, label=cards.words(card)), say("forms.city"), options)


def title(state: HardWarState, what: str) -> str:
    """Return the title of a question, which has the turn, the player and the subject."""
    return say("phases.title", turn=state.turn, side=NAMES[state.active], about=what)


def active_seat(state: HardWarState) -> tuple[SeatId, ...]:
    """Return only the active player."""
    return (SEAT_IDS[state.active],)


def where(city: City, reader: int) -> str:
    """Return a text for the player `reader` that says where a city's marker is. NOBODY means the public."""
    if city.owner != NOBODY:
        if city.owner == reader:
            return say("forms.by_you")
        return say("forms.controlled_by", side=NAMES[city.owner])
    if city.secured != NOBODY:
        if city.secured == reader:
            return say("forms.secured_by_you")
        return say("forms.secured_by", side=NAMES[city.secured])
    if city.marker == 0:
        return say("forms.marker_start")
    return _on_flag(city, city.marker, reader, "forms.marker_you", "forms.marker")


def _on_flag(city: City, marker: int, reader: int, yours: str, theirs: str) -> str:
    """Return one of two messages about a marker on a flag, by the side on which that flag is."""
    player = 0 if marker > 0 else 1
    at = marker * SIGN[player]
    if player == reader:
        return say(yours, at=at, flags=city.flags)
    return say(theirs, at=at, flags=city.flags, side=NAMES[player])


def worth(city: City) -> str:
    """Return the points and the effect of a city, such as "1 VP, one more play each turn"."""
    effect = effect_words(city.effect)
    return say("forms.worth_effect", vp=city.vp, effect=effect) if effect else say("forms.worth", vp=city.vp)


def city_option(state: HardWarState, place: int) -> Option:
    """Return an option for a city: its name, its marker and its worth."""
    city = state.cities[place]
    return Option(value=city.name, label=city.name, help=_about(city, where(city, state.active)))


def play_option(state: HardWarState, place: int) -> Option:
    """Return an option to play a card on a city. It says where the marker goes."""
    city, player = state.cities[place], state.active
    if city.marker == city.outer(player):
        does = say("forms.moves_not", at=city.flags, flags=city.flags)
    else:
        does = _on_flag(city, city.stepped(player), player, "forms.moves_you", "forms.moves")
    return Option(value=city.name, label=city.name, help=_about(city, does))


def secure_option(state: HardWarState, place: int, value: str) -> Option:
    """Return an option to secure a city with an Atrocity (5.6.2)."""
    city = state.cities[place]
    label = say("forms.city_secure", city=city.name)
    return Option(value=value, label=label, help=_about(city, say("forms.moves_off")))


def _about(city: City, marker: str) -> str:
    """Return the words about a city's marker, with the worth of the city."""
    return say("forms.city_help", where=marker, worth=worth(city))


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
    """Return an option for a face-down card on the table. Its owner can read its toll."""
    city = state.cities[target.place]
    row = city.rows[target.player]
    card = row[target.index].card
    mine = target.player == state.active
    number, of = target.index + 1, len(row)
    if mine:
        label = say("forms.target_mine", card=cards.words(card), city=city.name, n=number, of=of)
    else:
        side, kind = NAMES[target.player], cards.back_words(cards.back(card))
        label = say("forms.target", side=side, card=kind, city=city.name, n=number, of=of)
    return Option(value=target_name(state, target), label=label)
