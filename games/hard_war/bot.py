"""A sensible player of The Hard War. It saves cities, takes cities, and reveals the enemy's attacks if that helps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from warcouncil.games.hard_war.swift.shortcut import WarShortcut
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.table.forms import Answer, Choice, Form, FormField, Pick
from warcouncil.protocol.table.sheets import Card, Facts, Front, Fronts, Sheet, Track

_HIDDEN_TOLL = {"Artillery": 25, "Ground": 19}
"""The average toll of a face-down attack, in thousands."""
_BACK_RANK = ("Ground", "Artillery", "Special")
_SPARE_RANK = ("media", "ground", "local", "us", "artillery")
_ORDER = ("Palpero", "Nishka", "Korocas", "Adech", "Inae", "Dunshe", "Dedes")
_RELIEF = 30


@dataclass(frozen=True, slots=True)
class _Reading:
    """The numbers of the sheet. `mine` and `theirs` are estimates of the dead of both sides, in thousands."""

    fronts: dict[str, Front]
    toll: int
    toll_max: int
    mine: int
    theirs: int

    @property
    def margin(self) -> int:
        """The bot's lead at a tribunal, in thousands. It is positive if the bot's side would win."""
        return self.theirs - self.mine


class HardWarBot(Bot):
    """A bot that reads only the cities, the toll and the hand on the sheet."""

    name = "sensible"
    shortcut = WarShortcut()

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Return an answer, by the name of each field."""
        table = _read(sheet)
        first = form.fields[0]
        match first:
            case Choice(name="card"):
                return _card(table, form, first)
            case Choice(name="target"):
                return {"target": _second_target(table, first)}
            case Choice(name="deck"):
                return {"deck": _deck(first)}
            case Choice(name="city"):
                return {"city": next(name for name in _ORDER if name in _values(first))}
            case Choice(name="toll"):
                return {"toll": _shift(table)}
            case Choice(name="act"):
                return {"act": "discard", **_spare(form.fields[1])}
            case Pick():
                return _spare(first)
            case _:
                assert form.suggested is not None
                return form.suggested


def _read(sheet: Sheet) -> _Reading:
    fronts: dict[str, Front] = {}
    toll, toll_max, mine, theirs, me = 0, 200, 0, 0, ""
    for element in sheet.elements:
        match element:
            case Fronts():
                fronts = {front.label: front for front in element.fronts}
                me = element.left.split(" ")[0]
            case Track():
                toll, toll_max = element.at, element.high
            case Facts():
                nobody = say("sheet.jus_none")
                jus = next((fact.value for fact in element.facts if fact.label == say("sheet.jus")), nobody)
                mine -= _RELIEF if jus.startswith(me) else 0
                theirs -= _RELIEF if not jus.startswith((me, nobody)) else 0
            case _:
                pass
    mine += sum(_weight(card) for front in fronts.values() for card in front.left.cards)
    theirs += sum(_weight(card) for front in fronts.values() for card in front.right.cards)
    return _Reading(fronts, toll, toll_max, mine, theirs)


def _weight(card: Card) -> int:
    """Return the toll of an attack, or the average of its back if the face is hidden."""
    if card.face is None:
        return _HIDDEN_TOLL.get(card.back, 22)
    return int(card.face.split()[-1].removesuffix("k"))


def _values(field: Choice) -> list[str]:
    return [option.value for option in field.options]


def _card(table: _Reading, form: Form, first: Choice) -> Answer:
    """Return the best play. None if no play has a score above zero."""
    _, best = max(_plays(table, form, first), key=lambda play: play[0])
    return best


def _plays(table: _Reading, form: Form, first: Choice) -> Iterator[tuple[float, Answer]]:
    """Yield every play at every place, with its score."""
    yield 0.0, {"card": "done"}
    places = {field.name: field for field in form.fields[1:] if isinstance(field, Choice)}
    for card in _values(first):
        field = places.get(f"at.{card}")
        if field is None:
            yield _effect(table, card), {"card": card}
        else:
            for place, score in _scores(table, card, field):
                yield score, {"card": card, f"at.{card}": place}


def _effect(table: _Reading, card: str) -> float:
    """Return the score of an effect of Jus ad bellum.

    The bot uses it only to play one more card while a city is about to fall.
    """
    falling = any(front.at is not None and front.at == front.low for front in table.fronts.values())
    return 1.0 if card == "jus:play+1" and falling else 0.0


def _scores(table: _Reading, card: str, field: Choice) -> Iterator[tuple[str, float]]:
    for place in _values(field):
        if card.endswith("+observers"):
            yield place, 0.0
        elif card.startswith("media"):
            yield place, _exposure(table, place)
        else:
            front = table.fronts[place.removesuffix("+secure")]
            yield place, _step(front, secure=place.endswith("+secure")) - _cost(table, card, front)


def _step(front: Front, *, secure: bool) -> float:
    """Return the score of moving the marker one step towards the bot's side. It is highest if a city is about to
    fall, and second highest if the bot takes a city.
    """
    points = 2 if front.note.startswith("2") else 1
    if secure:
        return 6.0 * points
    at = front.at or 0
    if at == front.low:
        return 10.0 * points
    if at == front.high - 1:
        return 7.0 * points
    return points * (4.0 if at >= 0 else 3.0)


def _cost(table: _Reading, card: str, front: Front) -> float:
    """Return the cost of an attack: its dead, and the Artillery that a first Ground attack excludes."""
    kind, _, toll = card.partition("-")
    if kind not in {"artillery", "ground"}:
        return -1.0
    near = table.toll / table.toll_max
    shuts = 0.3 if kind == "ground" and not front.left.cards else 0.0
    return int(toll) / 20 * (0.5 + near) + shuts


def _exposure(table: _Reading, target: str) -> float:
    """Return the score of revealing an attack.

    It is positive only for the enemy's attacks, and only while the bot would win at a tribunal.
    """
    name, side, number = target.split(".")
    front = table.fronts[name]
    theirs = front.right.title.lower() == side
    row = front.right.cards if theirs else front.left.cards
    weight = _weight(row[int(number) - 1])
    if table.toll + weight >= table.toll_max:
        return 20.0 if table.margin > 10 else -5.0
    if table.margin < 20 or not theirs:
        return -1.0
    return table.margin / 20 + weight / 10


def _second_target(table: _Reading, field: Choice) -> str:
    targets = [value for value in _values(field) if value.count(".") == 2]
    best = max(targets, key=lambda target: _exposure(table, target))
    return best if _exposure(table, best) > 0 else "done"


def _deck(field: Choice) -> str:
    """Return the deck to draw from. Ground comes before Artillery and Special cards. The bot always draws if it may."""
    decks = [option for option in field.options if option.value in {"left", "right"}]

    def rank(label: str) -> int:
        return next(
            (place for place, back in enumerate(_BACK_RANK) if f"{back} on top" in label), len(_BACK_RANK)
        )

    return min(decks, key=lambda option: rank(option.label)).value


def _shift(table: _Reading) -> str:
    """Return how to move the toll: up if the bot would win at a tribunal, otherwise down."""
    if table.margin > 20:
        return "add"
    return "subtract" if table.margin < 0 else "leave"


def _spare(field: FormField) -> Answer:
    """Return the cards to discard: the heaviest Artillery first, Ground and reports last."""
    assert isinstance(field, Pick)

    def worth(value: str) -> tuple[int, int]:
        name = value.partition(".")[0]
        kind, _, toll = name.partition("-")
        place = next(at for at, sort in enumerate(_SPARE_RANK) if kind.startswith(sort))
        return (-place, -int(toll or 0))

    values = [option.value for option in field.options]
    return {field.name: tuple(sorted(values, key=worth)[: field.low])}


BOT = HardWarBot
