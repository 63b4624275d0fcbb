"""Help with an answer.

A player who presses Enter at everything gets a battle, and a player is warned before leaving a corps empty.
"""

from __future__ import annotations

from warcouncil.clients.room.players.hints import hints_from
from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.model.hints import caution
from warcouncil.clients.seat.model.typing_guard import GUARD_MS
from warcouncil.clients.seat.screen.boxes import SureBox
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.table.forms import Sort
from warcouncil.protocol.wire.requests import Declare
from warcouncil.protocol.words import SeatId

from tests.clients.seat.sitting import Sitting, sitting
from tests.clients.seat.tables import playing, view, welcome

OPENING = playing("kartenspiel")
DEPLOYING = view(OPENING, "red.army")
ARMY = welcome(OPENING, "red.army")
BATTLE = playing("kartenspiel", 1)
DECLARING = view(BATTLE, "red.corps.2")
CORPS = welcome(BATTLE, "red.corps.2")


def hinted(seat: Sitting) -> None:
    """Make a bot propose answers, as the demo does."""
    seat.app.seat.answers.suggest = hints_from(Dice(b"hints".ljust(16)))


async def test_an_order_that_leaves_every_corps_empty_is_asked_about_each_time() -> None:
    """If this fails, a beginner who presses Enter twice seals an order that leaves all four corps empty."""
    async with sitting(ARMY, DEPLOYING) as seat:
        await seat.press("enter")
        assert seat.sent(Declare) == []
        assert isinstance(seat.app.screen, SureBox)
        said = " ".join(seat.said("#sure").split())
        assert (
            "Corps I, Corps II, Corps III and Corps IV: an empty corps breaks when it attacks or is attacked."
            in said
        )
        await seat.press("escape")
        assert seat.sent(Declare) == []
        await seat.later(GUARD_MS)
        await seat.press("enter")
        assert isinstance(seat.app.screen, SureBox)
        assert seat.sent(Declare) == []
        await seat.later(GUARD_MS)
        await seat.press("y")
        assert seat.sent(Declare)[0].answer == {"moves": {}}


async def test_a_player_who_confirms_in_the_box_seals() -> None:
    """An army commander cannot leave the corps empty on purpose."""
    async with sitting(ARMY, DEPLOYING) as seat:
        await seat.press("enter")
        await seat.later(GUARD_MS)
        await seat.press("enter")
        assert seat.sent(Declare)[0].answer == {"moves": {}}


async def test_enter_pressed_twice_is_no_answer_to_the_box() -> None:
    """An order is sealed although the player has not read the warning."""
    async with sitting(ARMY, DEPLOYING) as seat:
        await seat.press("enter", "enter", "y")
        assert seat.sent(Declare) == []
        assert "Still typing? Pause a moment, then answer." in " ".join(seat.said("#sure").split())
        await seat.later(GUARD_MS)
        assert "Enter yes" in seat.said("#sure")


async def test_a_line_that_is_typed_while_the_box_asks_is_no_answer() -> None:
    """A line to another seat seals the order that the box asks about, by its letter y or by its Enter."""
    async with sitting(ARMY, DEPLOYING) as seat:
        await seat.press("enter")
        await seat.later(GUARD_MS)
        await seat.type_text("why now ya")
        await seat.press("enter")
        assert isinstance(seat.app.screen, SureBox)
        assert seat.sent(Declare) == []
        await seat.later(GUARD_MS)
        await seat.press("enter")
        assert len(seat.sent(Declare)) == 1


async def test_escape_leaves_the_box_in_the_middle_of_a_line() -> None:
    """A player who began to type cannot close the box."""
    async with sitting(ARMY, DEPLOYING) as seat:
        await seat.press("enter", *"wh", "escape")
        assert not isinstance(seat.app.screen, SureBox)
        assert seat.sent(Declare) == []


async def test_a_player_who_left_no_corps_empty_is_not_warned() -> None:
    """The clock runs out under an unneeded question."""
    async with sitting(ARMY, DEPLOYING) as seat:
        await seat.press("5", "right", "5", "right", "5", "right", "5", "enter")
        assert len(seat.sent(Declare)) == 1


def test_only_what_could_still_be_mended_is_warned_of() -> None:
    """The box opens at orders without a mistake, and players learn to close it unread."""
    form = DEPLOYING.form
    assert form is not None
    assert "Corps IV:" in caution(Filling(form))
    assert caution(Filling(form, {"moves": {"inf": {"I": 1}}})) == "", "a corps left empty may be a trap"
    (field,) = form.fields
    assert isinstance(field, Sort)
    stuck = tuple(thing.model_copy(update={"to": ()}) for thing in field.things)
    immobile = form.model_copy(update={"fields": (field.model_copy(update={"things": stuck}),)})
    assert caution(Filling(immobile)) == "", "no division can be sent to a corps"
    later = view(playing("kartenspiel", 5), "red.army").form
    assert later is not None
    assert caution(Filling(later)) == "", "the corps hold the divisions of the turn before"


async def test_enter_alone_fills_in_a_suggestion_and_then_seals_it() -> None:
    """A player who only presses Enter seals an order that moves no troops."""
    async with sitting(ARMY.model_copy(update={"hints": True}), DEPLOYING) as seat:
        hinted(seat)
        await seat.press("enter")
        assert seat.sent(Declare) == []
        assert "A suggestion is filled in" in seat.said("#notice")
        await seat.press("enter")
        (declare,) = seat.sent(Declare)
        moves = declare.answer["moves"]
        assert isinstance(moves, dict)
        assert {goal for goals in moves.values() for goal in goals} == {"I", "II", "III", "IV"}
        OPENING.game.read(OPENING.state, SeatId("red.army"), declare.answer)


async def test_enter_at_a_choice_of_weight_fills_in_a_suggestion_and_then_seals_it() -> None:
    """A corps commander who presses Enter is asked for ever to choose an answer."""
    async with sitting(CORPS.model_copy(update={"hints": True}), DECLARING) as seat:
        hinted(seat)
        await seat.press("enter")
        assert seat.sent(Declare) == []
        await seat.press("enter")
        (declare,) = seat.sent(Declare)
        assert DECLARING.form is not None
        judge(DECLARING.form, declare.answer)


async def test_a_key_fills_in_a_suggestion_where_the_exercise_allows_it() -> None:
    """Players of an examination use a bot's answers."""
    async with sitting(CORPS, DECLARING) as seat:
        hinted(seat)
        await seat.press("ctrl+g", "enter", "enter")
        assert seat.sent(Declare) == []
        await seat.hear(CORPS.model_copy(update={"hints": True}))
        await seat.press("ctrl+g")
        assert "A suggestion is filled in" in seat.said("#notice")
        await seat.press("enter")
        assert len(seat.sent(Declare)) == 1


async def test_an_answer_by_hand_is_not_replaced_by_a_hint() -> None:
    """The Enter that was to seal a half-made order deletes it."""
    async with sitting(ARMY.model_copy(update={"hints": True}), DEPLOYING) as seat:
        hinted(seat)
        await seat.press("5", "enter")
        assert seat.sent(Declare)[0].answer == {"moves": {"inf": {"I": 5}}}
