"""Answers any form through the readable page: with a given answer, or by trying.

It knows only roles and names, as a screen reader says them, and nothing of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.table.answers import applies
from warcouncil.protocol.table.forms import (
    Answer,
    Choice,
    Count,
    Form,
    FormField,
    Option,
    Pick,
    Rank,
    Sort,
    Thing,
    Value,
    Words,
)
from warcouncil.protocol.words import clean

from tests.clients.web.browser.hands import Hand
from tests.clients.web.browser.tree import Node

TRIES_MAX = 60


def question(hand: Hand, form: Form) -> Node:
    """Return the node of the open question."""
    return hand.reader.tree().one("region", clean(form.question))


def sealer(asked: Node) -> Node:
    """Return the control that seals."""
    return asked.first("button", "Seal")


def fill_in(hand: Hand, form: Form, answer: Answer) -> None:
    """Fill a form in with an answer, whatever its present values."""
    for field in form.fields:
        if applies(field.when, answer):
            _fill_field(hand, form, field, answer[field.name])


def seal(hand: Hand, form: Form, answer: Answer) -> None:
    """Fill in a form and seal it. Confirm if the page asks."""
    fill_in(hand, form, answer)
    hand.seal(sealer(question(hand, form)))
    for doubt in hand.reader.tree().all("alertdialog"):
        hand.press(doubt.first("button", "Seal it"))


def _part(hand: Hand, form: Form, field: FormField, role: str) -> Node:
    """Return a field of the question. It has its own name or, if it is the only one, the question's."""
    asked = question(hand, form)
    own = [node for node in asked.all(role) if node.name.casefold() == clean(field.label).casefold()]
    alone = [
        node
        for node in asked.all("radiogroup", "group", "spinbutton", "textbox")
        if node.name == clean(form.question)
    ]
    if own:
        return own[-1]
    assert alone, f"no {role} {field.label!r}"
    assert alone[-1].role == role, (
        f"no {role} {field.label!r} among {[(node.role, node.name) for node in asked.walk()]}"
    )
    return alone[-1]


def _fill_field(hand: Hand, form: Form, field: FormField, value: Value) -> None:
    match field, value:
        case Choice(), str():
            _tick(hand, _part(hand, form, field, "radiogroup"), field.options, (value,))
        case Pick(), list() | tuple():
            one = field.low == field.high == 1
            _tick(
                hand, _part(hand, form, field, "radiogroup" if one else "group"), field.options, tuple(value)
            )
        case Count(), int():
            hand.write(_part(hand, form, field, "spinbutton"), str(value))
        case Words(), str():
            hand.write(_part(hand, form, field, "textbox"), value)
        case Rank(), list() | tuple():
            _rank(hand, form, field, tuple(value))
        case Sort(), dict():
            _sort(hand, form, field, value)
        case _:
            raise AssertionError((field, value))


def _tick(hand: Hand, group: Node, options: Sequence[Option], values: tuple[str, ...]) -> None:
    """Choose these options, and no others."""
    boxes = group.all("radio", "checkbox")
    labels = [clean(option.label) for option in options]
    assert [box.name for box in boxes] == labels, f"{[box.name for box in boxes]} are not {labels}"
    for box, option in zip(boxes, options, strict=True):
        if box.on and option.value not in values and box.role == "checkbox":
            hand.press(box)
    for box, option in zip(boxes, options, strict=True):
        if not box.on and option.value in values:
            hand.press(box)


def _rank(hand: Hand, form: Form, field: Rank, values: tuple[str, ...]) -> None:
    """Remove every place, and assign them again, the best first."""

    def rows() -> list[Node]:
        group = _part(hand, form, field, "group")
        return [node for node in group.all("button") if "pressed" in node.states]

    while placed := [row for row in rows() if row.on]:
        hand.press(placed[-1])
    labels = {option.value: clean(option.label) for option in field.options}
    for value in values:
        row = next(row for row in rows() if row.name.startswith(labels[value]))
        if not row.on:  # where all must have a place the page gives the last of them the last
            hand.press(row)


def _sort(hand: Hand, form: Form, field: Sort, moves: Mapping[str, Mapping[str, int]]) -> None:
    """Move things to places: first from the places that get fewer, then to those that get more."""
    labels = {place.name: clean(place.label) for place in field.places}
    for thing in field.things:
        group = _part(hand, form, field, "group")
        wanted = moves.get(thing.name, {})
        if thing.count == 1:
            _send_one(hand, group, thing, labels, next((place for place, n in wanted.items() if n), thing.at))
            continue
        boxes = {
            place: say("fields.moved_to", what=clean(thing.label), place=labels[place])
            for place in thing.to
            if place in labels
        }
        for more in (False, True):
            for place, label in boxes.items():
                box = question(hand, form).one("spinbutton", label)
                now, then = int(box.value or 0), wanted.get(place, 0)
                if now != then and (then > now) == more:
                    hand.write(box, str(then))


def _send_one(hand: Hand, group: Node, thing: Thing, labels: Mapping[str, str], place: str) -> None:
    """Send the only thing of its kind to a place."""
    label = clean(thing.label)
    lists = [node for node in group.all("combobox") if node.name.casefold() == label.casefold()]
    if lists:
        hand.select(lists[0], labels[place])
        return
    chip = group.one("radiogroup", label).one("radio", labels[place])
    if not chip.on:
        hand.press(chip)


def answer_by_trying(hand: Hand, dice: Dice) -> str:
    """Answer any form without knowing its game: touch its controls until it can be sealed. Return the form."""
    for number in range(TRIES_MAX):
        asked = next(
            node
            for node in hand.reader.tree().all("region")
            if any(each.name.startswith("Seal") for each in node.all("button"))
        )
        control = sealer(asked)
        if not control.off and number:
            hand.seal(control)
            return asked.name
        _touch(hand, asked, dice.stream(f"try {number}"))
    raise AssertionError(f"{TRIES_MAX} tries fill this in with nothing that can be sealed: {asked.words}")


def _touch(hand: Hand, asked: Node, dice: Dice) -> None:
    """Touch one part of a question: one without a choice if there is any."""
    open_groups = [node for node in asked.all("radiogroup") if not any(each.on for each in node.all("radio"))]
    things = (
        dice.pick(open_groups).all("radio")
        if open_groups
        else [
            node
            for node in asked.all("radio", "checkbox", "spinbutton", "textbox", "button")
            if not node.off and not node.name.startswith("Seal")
        ]
    )
    if not things:
        return
    thing = dice.pick(things)
    if thing.role == "spinbutton":
        low, high = (int(float(thing.states.get(f"value{end}", 0))) for end in ("min", "max"))
        hand.write(thing, str(dice.between(low, max(low, high))))
    elif thing.role == "textbox":
        hand.write(thing, "We hold until nightfall.")
    else:
        hand.press(thing)
