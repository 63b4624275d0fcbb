"""The cursor in a ranking: the effect of a key on the order, and the new place of the cursor."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from warcouncil.clients.seat.answer.filling import Filling, KeyResult
from warcouncil.protocol.table.answers import fault
from warcouncil.protocol.table.forms import Form, Option, Rank

NAMES = {"escort": "e", "talk": "t", "leave": "l", "wait": ""}
OPTIONS = tuple(Option(value=name, label=name.title(), key=key) for name, key in NAMES.items())


def filling(low: int = 4, high: int = 4, start: Sequence[str] | None = None) -> Filling:
    """Return an unfinished ranking of `low` to `high` of four ways."""
    form = Form(
        question="Which first?",
        rule="1",
        fields=(Rank(name="r", label="ways", options=OPTIONS, low=low, high=high),),
    )
    return Filling(form, None if start is None else {"r": tuple(start)})


def pressed(made: Filling, keys: str) -> str:
    """Press keys by their names. Return the order, in first letters."""
    for key in keys.split():
        made.press(key, {"space": " ", "plus": "+", "minus": "-"}.get(key, key if len(key) == 1 else ""))
    return "".join(str(value)[0] for value in made.picked(made.form.fields[0]))  # type: ignore[arg-type]  # the one field


@pytest.mark.parametrize(
    ("keys", "order"),
    [
        ("space", "e"),
        ("space space", "et"),
        ("down space space", "te"),
        ("down down down space", "w"),
        ("space space space", "etlw"),  # the last place is the last one's
        ("end space space", "we"),
        ("t l", "tl"),
        ("t t", ""),
        ("t l w", "tl"),  # no option has this key
        ("plus", "e"),
        ("minus", ""),
        ("e t l end plus plus plus", "wetl"),
        ("e t l home minus", "telw"),
        ("e t l home minus minus minus minus", "tlwe"),
        ("e t minus", "et"),  # the hand is on what has no place
        ("e t up minus", "e"),  # behind the last: no place any more
        ("e t l end 1", "wetl"),
        ("e t l home 3", "tlew"),
        ("3", "e"),  # the next that is free
        ("9", ""),
        ("e t l home shift+down", "telw"),
        ("e t l end shift+up", "etwl"),
    ],
)
def test_keys_put_things_in_order(keys: str, order: str) -> None:
    """A player cannot rank their aims without a mouse."""
    assert pressed(filling(), keys) == order


def test_no_more_have_a_place_than_may() -> None:
    """The screen accepts three ranked things where two are asked, and the arbiter refuses them."""
    made = filling(1, 2)
    assert pressed(made, "e t") == "et"
    assert made.press("space", " ") is KeyResult.MOVED
    assert pressed(made, "l 1") == "et"
    assert pressed(filling(1, 1), "e t") == "t"


def test_the_hand_stays_on_what_it_moves() -> None:
    """A second press of the key moves another thing."""
    made = filling(start=("escort", "talk", "leave", "wait"))
    made.press("end")
    for row in (2, 1, 0, 0):
        made.press("plus", "+")
        assert made.row == row
    assert made.answer == {"r": ("wait", "escort", "talk", "leave")}


def test_it_is_sealed_when_enough_have_a_place() -> None:
    """Half an order is sealed, or a complete one cannot be sealed."""
    made = filling(2, 3)
    assert made.fault == "Rank 2 more."
    made.press("space", " ")
    assert made.press("enter") is KeyResult.MOVED
    assert made.fault == "Rank 1 more."
    made.press("space", " ")
    assert made.press("enter") is KeyResult.FINISHED
    assert fault(made.form, made.answer) == ""


def test_a_click_gives_a_place_and_takes_it() -> None:
    """A player with a mouse cannot rank."""
    made = filling()
    assert made.reach(0, 2) is KeyResult.CHANGED
    assert made.reach(0, 1) is KeyResult.CHANGED
    assert made.answer == {"r": ("leave", "escort")}
    assert made.reach(0, 0) is KeyResult.CHANGED
    assert made.answer == {"r": ("escort",)}


def test_one_thing_alone_has_its_place() -> None:
    """A person must rank a list with only one possible order."""
    form = Form(
        question="?", rule="1", fields=(Rank(name="r", label="r", options=OPTIONS[:1], low=1, high=1),)
    )
    assert Filling(form).answer == {"r": ("escort",)}
