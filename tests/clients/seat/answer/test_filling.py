"""An answer while it is filled: the effect of each key, for every kind of field."""

from __future__ import annotations

import pytest
from warcouncil.clients.seat.answer.filling import Filling, KeyResult
from warcouncil.clients.seat.drawing.fields import pieces
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Phase
from warcouncil.games.registry import names
from warcouncil.protocol.table.forms import (
    Answer,
    Choice,
    Form,
    FormField,
    Option,
    Pick,
    Place,
    Sort,
    Thing,
    When,
    Words,
)

from tests.clients.seat.tables import playing

ORDER = Choice(
    name="order",
    label="The order",
    options=(
        Option(value="attack", label="Attack", key="a"),
        Option(value="defend", label="Defend", key="d"),
    ),
)
TARGETS = Pick(
    name="targets",
    label="At whom",
    options=tuple(Option(value=name, label=name.title()) for name in ("north", "east", "south")),
    low=1,
    high=2,
    when=When(field="order", values=("attack",)),
)
CARDS = Sort(
    name="cards",
    label="Your cards",
    things=(
        Thing(name="8S", label="8♠", at="hand", to=("D", "R")),
        Thing(name="2S", label="2♠", at="hand", to=("D", "R")),
    ),
    places=(
        Place(name="hand", label="In hand", high=0),
        Place(name="D", label="Diplomatic", low=1, high=1),
        Place(name="R", label="Reserve"),
    ),
)


def of(*fields: FormField, suggested: Answer | None = None) -> Filling:
    """Begin to fill a form of these fields."""
    return Filling(Form(question="What do you do?", rule="1", fields=fields, suggested=suggested))


def press(filling: Filling, *keys: str) -> KeyResult:
    """Press keys, and return the result of the last one."""
    did = KeyResult.NOTHING
    for key in keys:
        did = filling.press(key, key if len(key) == 1 else "")
    return did


def test_a_choice_is_made_by_its_key_by_arrows_and_sealed_by_enter() -> None:
    """A player cannot choose by a letter or by the arrows, or Enter does not seal the choice."""
    filling = of(ORDER, suggested={"order": "defend"})
    assert filling.answer == {"order": "defend"}
    assert press(filling, "A") is KeyResult.CHANGED
    assert press(filling, "down") is KeyResult.CHANGED
    assert filling.answer == {"order": "defend"}
    assert press(filling, "up", "enter") is KeyResult.FINISHED
    assert filling.answer == {"order": "attack"}


def test_a_key_that_means_nothing_here_is_left_to_others() -> None:
    """The question takes keys that belong to other parts of the screen."""
    filling = of(ORDER, suggested={"order": "defend"})
    assert press(filling, "z") is KeyResult.NOTHING
    assert press(filling, "f1") is KeyResult.NOTHING
    assert press(filling, "tab") is KeyResult.NOTHING


def test_without_a_suggestion_no_option_is_preselected() -> None:
    """A mistaken Enter seals an answer that the player did not choose."""
    filling = of(ORDER)
    assert press(filling, "enter") is KeyResult.MOVED
    assert filling.fault == "Choose one."
    assert press(filling, "down") is KeyResult.CHANGED
    assert filling.answer == {"order": "attack"}


def test_a_field_comes_and_goes_with_the_choice_it_hangs_on() -> None:
    """An answer contains a field that is not asked, and is refused."""
    filling = of(ORDER, TARGETS, suggested={"order": "defend"})
    assert press(filling, "a", "enter") is KeyResult.MOVED
    assert press(filling, "down", "space", "3") is KeyResult.CHANGED
    assert filling.answer == {"order": "attack", "targets": ("east", "south")}
    assert press(filling, "shift+tab", "d", "enter") is KeyResult.FINISHED
    assert filling.answer == {"order": "defend"}


def test_a_mouse_does_what_the_keys_do() -> None:
    """A click chooses something else than the row under the mouse, or nothing."""
    filling = of(ORDER, TARGETS, CARDS, suggested={"order": "attack", "targets": ("north",)})
    assert filling.reach(0, 1) is KeyResult.CHANGED
    assert filling.answer["order"] == "defend"
    assert filling.reach(0, 0) is KeyResult.CHANGED
    assert filling.reach(1, 2) is KeyResult.CHANGED
    assert filling.answer["targets"] == ("north", "south")
    assert filling.reach(2, 1, 2) is KeyResult.CHANGED
    assert filling.answer["cards"] == {"2S": {"R": 1}}
    assert filling.reach(7, 0) is KeyResult.NOTHING


def test_the_content_of_a_place_is_counted_only_if_given_as_pieces() -> None:
    """The totals of the result are wrong."""
    assert (pieces("4 inf 1 cav"), pieces("nothing"), pieces("")) == (5, 0, 0)
    assert pieces("two divisions of the guard") is None


@pytest.mark.parametrize("game", names())
def test_whatever_keys_are_pressed_a_finished_answer_is_legal(game: str) -> None:
    """The client offers an answer that the rules refuse."""
    keys = (
        "up",
        "down",
        "left",
        "right",
        "tab",
        "space",
        "enter",
        "1",
        "2",
        "3",
        "a",
        "d",
        "plus",
        "backspace",
    )
    dice = Dice(b"any keys at all, sixteen or more")
    table = playing(game, 0)
    finished = 0
    while isinstance(phase := table.phase, Phase) and table.gate < 40:
        for seat in phase.asked:
            form = table.game.form(table.state, seat)
            filling = Filling(form)
            for number in range(25):
                key = dice.stream(table.gate, seat, number).pick(keys)
                if filling.press(key, key if len(key) == 1 else "") is KeyResult.FINISHED:
                    judge(form, filling.answer)
                    finished += 1
            if not filling.fault:
                judge(form, filling.answer)
                table.declare(seat, filling.answer)
        table.close()
    assert finished


def test_a_written_text_is_judged_as_the_rules_judge_it() -> None:
    """An accent that a keyboard sends as two characters is accepted on the screen, but refused by the rules."""
    field = Words(name="message", label="your message", chars_max=12)
    for accent in ("cafe\u0301", "e\u0301" * 20, "a\u202eb", " two words "):
        for at_once in (True, False):
            filling = of(field)
            if at_once:
                filling.write(accent)
            else:
                for char in accent:
                    filling.press(char, char)
            judge(filling.form, filling.answer)
            assert not filling.fault
    typed = of(field)
    for char in "two words":
        typed.press(char, char)
    assert typed.answer == {"message": "two words"}


def test_arrows_leave_a_text_that_the_player_has_left() -> None:
    """If this fails, a player who has left the text with Tab presses ↓ for the next part, and is back in the text."""
    text = Words(name="order", label="The order", chars_max=50, lines=True)
    filling = Filling(Form(question="?", rule="1", fields=(text, ORDER)))
    filling.press("h", "h")
    assert filling.press("down") is KeyResult.MOVED
    assert filling.at == 0
    filling.press("tab")
    assert filling.press("down") is KeyResult.MOVED
    assert filling.at == 1


def test_a_suggestion_is_one_until_something_is_changed() -> None:
    """If this fails, the screen calls a player's own answer a suggestion."""
    filling = Filling(Form(question="?", rule="1", fields=(ORDER,)), {"order": "defend"})
    filling.is_suggestion = True
    filling.press("d", "d")
    assert filling.is_suggestion
    filling.press("a", "a")
    assert not filling.is_suggestion
