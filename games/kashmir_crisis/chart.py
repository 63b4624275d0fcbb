"""The Event Card Chart (5.0): the effects of each face card, read from data and checked when loaded."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, JsonValue, ValidationError, model_validator
from warcouncil.games.kashmir_crisis.cards import (
    EVENT_CARDS,
    FRONT_NAMES,
    INDIA,
    NAMES,
    PAKISTAN,
    RESOURCES,
    SUIT_SIGNS,
    fits,
    label,
)
from warcouncil.games.kashmir_crisis.wording import say
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.text.phrases import either, listed
from warcouncil.games.kit.text.suggestions import wanted
from warcouncil.protocol.words import Model, SeatId, clean

SHIPPED = ("house", "blank")
_LINE_CHARS_MAX = 400

Side = Literal["IN", "PK"]
FrontName = Literal["D", "I", "M"]
Rank = Literal["J", "Q", "K"]
Number = Annotated[int, Field(ge=-20, le=20)]


def _printable(text: str) -> str:
    """Return the text. Raises ValueError if a screen cannot show it unchanged."""
    if clean(text) != text:
        raise ValueError(say("options.plain_text"))
    return text


Printable = Annotated[str, AfterValidator(_printable)]
SEAT_OF: dict[Side, SeatId] = {"IN": INDIA, "PK": PAKISTAN}


class Vp(Model):
    """A side gains (or loses) victory points at once."""

    type: Literal["vp"] = "vp"
    side: Side
    n: Number


class TotalMod(Model):
    """The total of a side on a front changes this turn."""

    type: Literal["total_mod"] = "total_mod"
    side: Side
    front: FrontName
    n: Number


class FaceUp(Model):
    """A side plays its cards on these fronts face up this turn."""

    type: Literal["face_up"] = "face_up"
    side: Side
    fronts: tuple[FrontName, ...] = Field(min_length=1, max_length=3)


class Unusable(Model):
    """A side cannot play cards of these kinds on any front this turn: ranks (10), suits (S) or single cards (10S)."""

    type: Literal["unusable"] = "unusable"
    side: Side
    cards: tuple[str, ...] = Field(min_length=1, max_length=20)

    @model_validator(mode="after")
    def _names_cards_of_the_side(self) -> Self:
        seat = SEAT_OF[self.side]
        for kind in self.cards:
            if not any(fits(kind, card) for card in RESOURCES[seat]):
                raise ValueError(say("options.side_no_card", side=NAMES[seat], card=repr(kind[:8])))
        return self


Immediate = Vp | TotalMod | FaceUp | Unusable
"""An effect that asks no side."""
Plain = Annotated[Immediate, Field(discriminator="type")]


class ChoiceOf(Model):
    """A side chooses one of several lists of effects, at once."""

    type: Literal["choice"] = "choice"
    side: Side
    options: tuple[Annotated[tuple[Plain, ...], Field(max_length=6)], ...] = Field(min_length=2, max_length=6)


Effect = Annotated[Immediate | ChoiceOf, Field(discriminator="type")]


class ChartEntry(Model):
    """One event card: its title and its effects, in the order in which they take place."""

    card: str
    front: FrontName | None = None
    title: Printable = Field(default="", max_length=80)
    origin: Literal["seed", "house"] = "house"
    effects: tuple[Effect, ...] = Field(default=(), max_length=6)


class Chart(Model):
    """A whole chart: one entry for each of the twelve face cards, and the front that each rank scores."""

    name: Printable = Field(default="inline", min_length=1, max_length=40)
    note: str = Field(default="", max_length=400)
    rank_front: dict[Rank, FrontName]
    rank_front_origin: dict[Rank, str] = Field(default={})
    events: tuple[ChartEntry, ...] = Field(max_length=24)

    def front(self, card: str) -> str:
        """Return the front that an event scores. Its rank alone decides (8.1)."""
        return next((front for rank, front in self.rank_front.items() if rank == card[0]), "")

    def entry(self, card: str) -> ChartEntry:
        """Return the entry of an event card. The chart must have it."""
        return next(entry for entry in self.events if entry.card == card)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """The effects of all events of the chart."""
        return tuple(effect for entry in self.events for effect in entry.effects)

    @property
    def offers_choice(self) -> bool:
        """Whether an event gives a side a choice."""
        return any(isinstance(effect, ChoiceOf) for effect in self.effects)


def chart_of(source: str | dict[str, JsonValue]) -> Chart:
    """Return a shipped chart by its name, or parse one that is written in full. Raises BadOption."""
    if isinstance(source, str):
        if source not in SHIPPED:
            raise BadOption(say("options.no_chart", chart=repr(source), charts=either(SHIPPED)))
        return _shipped(source)
    try:
        chart = Chart.model_validate(source)
    except ValidationError as fault:
        raise BadOption(_fault_line(source, fault)) from None
    _check(chart)
    return chart


def describe(effect: Effect) -> str:
    """Return an effect in words, such as "Pakistan's Diplomatic total -2"."""
    side = NAMES[SEAT_OF[effect.side]]
    match effect:
        case Vp():
            return say("events.effect_vp", side=side, change=f"{effect.n:+d}")
        case TotalMod():
            front = FRONT_NAMES[effect.front]
            return say("events.effect_total", side=side, front=front, change=f"{effect.n:+d}")
        case FaceUp():
            fronts = listed(tuple(FRONT_NAMES[front] for front in effect.fronts))
            return say("events.effect_face_up", side=side, fronts=fronts)
        case Unusable():
            return say("events.effect_unusable", side=side, kinds=kinds(effect.cards))
        case ChoiceOf():
            chosen = say("events.effect_or").join(describe_all(option) for option in effect.options)
            return say("events.effect_choice", side=side, options=chosen)


def kinds(names: tuple[str, ...]) -> str:
    """Return kinds of cards in words, such as "any 10, any ♠ and 3♥"."""
    return listed(tuple(map(_kind, names)))


def _kind(name: str) -> str:
    if name in SUIT_SIGNS:
        return say("events.any_kind", kind=SUIT_SIGNS[name])
    return label(name) if name[-1] in SUIT_SIGNS else say("events.any_kind", kind=name)


def describe_all(effects: tuple[Effect, ...]) -> str:
    """Return several effects in words, or "nothing"."""
    return say("events.effect_and").join(map(describe, effects)) or say("events.effect_none")


@cache
def _shipped(name: str) -> Chart:
    folder = resources.files("warcouncil.games.kashmir_crisis") / "data"
    chart = Chart.model_validate_json((folder / f"{name}.json").read_text(encoding="utf-8"))
    _check(chart)
    return chart


def _check(chart: Chart) -> None:
    """Check that every event card occurs once, on the front of its rank. Raises BadOption.

    A single entry cannot check this.
    """
    for rank in ("J", "Q", "K"):
        if not chart.front(rank):
            raise BadOption(say("options.rank_without_front", rank=rank))
    seen: set[str] = set()
    for at, entry in enumerate(chart.events):
        where = clean(say("options.chart_entry", at=at, card=entry.card[:8]))
        if entry.card not in EVENT_CARDS:
            raise BadOption(say("options.chart_no_card", where=where))
        if entry.card in seen:
            raise BadOption(say("options.chart_card_twice", where=where))
        if entry.front not in (None, chart.front(entry.card)):
            raise BadOption(
                say(
                    "options.chart_other_front",
                    where=where,
                    front=entry.front,
                    rank=entry.card[0],
                    wanted=chart.front(entry.card),
                )
            )
        seen.add(entry.card)
    missing = [card for card in EVENT_CARDS if card not in seen]
    if missing:
        raise BadOption(say("options.chart_missing", cards=", ".join(missing)))


def _fault_line(source: dict[str, JsonValue], fault: ValidationError) -> str:
    """Return the first fault of a chart as one line that names the entry."""
    first = fault.errors()[0]
    place = ""
    for part in first["loc"]:
        place += f"[{part}]" if isinstance(part, int) else f".{part}" if place else f"{part}"
    events = source.get("events")
    loc = first["loc"]
    card = ""
    if len(loc) > 1 and loc[0] == "events" and isinstance(loc[1], int) and isinstance(events, list):
        entry = events[loc[1]]
        named = entry.get("card") if isinstance(entry, dict) else None
        card = f" ({named[:8]})" if isinstance(named, str) else ""
    return (
        clean(
            f"event_chart, {place or 'the chart'}{card}: {wanted(first)}",
            _LINE_CHARS_MAX,
        )
        + " (rule 5.0)"
    )
