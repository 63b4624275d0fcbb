"""Moves things between places by typed lines such as "4 infantry to Corps I", or in short "1 b 4". The
functions are pure.
"""

from __future__ import annotations

from string import ascii_lowercase

from warcouncil.clients.plain.base.teller import meant
from warcouncil.clients.seat.answer.sort_keys import goals, put, taken
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.answers import held
from warcouncil.protocol.table.forms import Moves, Place, Sort, Thing
from warcouncil.protocol.words import typed_number

ALL = "all"
"""The word that means all remaining things of a kind."""


class MoveFault(Exception):
    """A line moves nothing. The text explains why."""


def example(field: Sort) -> tuple[str, str]:
    """Return an example of a line, in its long and in its short form."""
    thing = next((thing for thing in field.things if thing.to), None)
    if thing is None:
        return "1 a", "1 a"
    place = next(each for each in field.places if each.name in thing.to)
    number = min(thing.count, 3)
    pieces = f"{number} {thing.label}" if thing.count > 1 else thing.label
    short = (
        f"{field.things.index(thing) + 1} {_letter(field, place)}{f' {number}' if thing.count > 1 else ''}"
    )
    return say("fields.moved_to", what=pieces, place=place.label), short


def sort_lines(field: Sort, moves: Moves) -> list[str]:
    """Return each thing with its place, and each place with how many things it has and accepts."""
    things = [_thing_line(field, moves, thing) for thing in field.things]
    lying = held(field, moves)
    return [*things, *(_place_line(field, place, lying[place.name]) for place in field.places)]


def changed_lines(field: Sort, before: Moves, moves: Moves) -> list[str]:
    """Return the things that were moved and, in one line, how many each place has now."""
    things = [
        _thing_line(field, moves, thing)
        for thing in field.things
        if before.get(thing.name, {}) != moves.get(thing.name, {})
    ]
    lying = held(field, moves)
    return [*things, ", ".join(f"{place.label} {lying[place.name]}" for place in field.places)]


def _thing_line(field: Sort, moves: Moves, thing: Thing) -> str:
    names = {place.name: place.label for place in field.places}
    away = moves.get(thing.name, {})
    lies = {thing.at: thing.count - taken(moves, thing)} | away
    where = [(names.get(place, place), count) for place, count in lies.items() if count]
    said = where[0][0] if thing.count == 1 else ", ".join(f"{count} {place}" for place, count in where)
    return f"{field.things.index(thing) + 1} {thing.label}: {said}"


def _place_line(field: Sort, place: Place, number: int) -> str:
    most = sum(thing.count for thing in field.things)
    span = place.high != place.low
    many = say("fields.span", low=place.low, high=place.high) if span else str(place.low)
    limits = say("plain.takes", many=many) if place.low or place.high < most else ""
    key = _letter(field, place)
    if place.holds and not any(thing.at == place.name for thing in field.things):
        return say("plain.place_gets", key=key, place=place.label, n=number, what=place.holds, takes=limits)
    return say("plain.place_holds", key=key, place=place.label, n=number, takes=limits)


def _letter(field: Sort, place: Place) -> str:
    number = field.places.index(place)
    return ascii_lowercase[number] if number < len(ascii_lowercase) else f"a{number}"


def moved(field: Sort, moves: Moves, text: str) -> Moves:
    """Return the moves after a line of moves, separated by commas. Raises MoveFault."""
    try:
        for part in text.split(","):
            moves = _one(field, moves, part.split())
    except MoveFault as why:
        words, short = example(field)
        raise MoveFault(say("plain.write_so", why=str(why), example=words, short=short)) from None
    return moves


def _one(field: Sort, moves: Moves, words: list[str]) -> Moves:
    if words == ["clear"]:
        return {}
    thing_word, place_word, number = _parts(field, words)
    thing, place = _thing(field, thing_word), _place(field, place_word)
    if place.name not in goals(field, thing):
        raise MoveFault(say("plain.may_not_go", thing=thing.label, place=place.label))
    if place.name == thing.at:
        return {name: dict(away) for name, away in moves.items() if name != thing.name}
    free = (
        thing.count
        if thing.count == 1
        else thing.count - taken(moves, thing) + taken(moves, thing, place.name)
    )
    return put(moves, thing, place.name, _number(thing, number, free))


def _parts(field: Sort, words: list[str]) -> tuple[str, str, list[str]]:
    """Return the words for the thing, for the place, and for the number if there is one.

    The line can be "3 infantry to Corps I", "3 of 1 to b", or in short "1 b 3".
    """
    small = [word.casefold() for word in words]
    to = next((at for at, word in enumerate(small) if word in say("plain.words_to").split()), None)
    if to is None:
        if len(words) not in (2, 3):
            raise MoveFault(say("plain.not_understood", text=" ".join(words)))
        return words[0], words[1], words[2:]
    left, place = words[:to], " ".join(words[to + 1 :])
    if left and len(left) == 1 and len(field.things) == 1 and field.things[0].count > 1:
        left = [*left, "1"]  # The number of the only thing
    number: list[str] = []
    if len(left) > 1 and (_is_number(left[0])):
        number = left[:1]
        left = left[2:] if small[1] in say("plain.words_of").split() else left[1:]
    if not left or not place:
        raise MoveFault(say("plain.not_understood", text=" ".join(words)))
    return " ".join(left), place, number


def _is_number(word: str) -> bool:
    return word.casefold() == ALL or typed_number(word) is not None


def _number(thing: Thing, words: list[str], free: int) -> int:
    if not words and thing.count > 1:
        raise MoveFault(say("plain.how_many", thing=thing.label))
    word = words[0] if words else "1"
    if word.casefold() == ALL:
        return free
    number = typed_number(word)
    if number is None:
        raise MoveFault(say("plain.no_number", text=word))
    if number > free:
        raise MoveFault(say("plain.only_left", n=free, thing=thing.label))
    return number


def _thing(field: Sort, word: str) -> Thing:
    number = typed_number(word) or 0
    if 0 < number <= len(field.things):
        return field.things[number - 1]
    labels = [thing.label.casefold() for thing in field.things]
    found = meant(word.casefold(), dict.fromkeys(labels))
    if found:
        return field.things[labels.index(found)]
    raise MoveFault(say("plain.no_thing", text=word))


def _place(field: Sort, word: str) -> Place:
    small = word.casefold()
    labels = [place.label.casefold() for place in field.places]
    letters = [_letter(field, place) for place in field.places]
    for exact in (labels, letters):
        if small in exact:
            return field.places[exact.index(small)]
    last_words = [label.split()[-1] for label in labels]
    if last_words.count(small) == 1:  # Boards write only II for Corps II
        return field.places[last_words.index(small)]
    found = meant(small, dict.fromkeys(labels))
    if found:
        return field.places[labels.index(found)]
    raise MoveFault(say("plain.no_place", text=word))
