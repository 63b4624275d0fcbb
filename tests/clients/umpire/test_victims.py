"""The target that the box names is the target of the message, for every act, from every screen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.binding import Binding
from warcouncil.clients.umpire.acts.act_builder import make_act
from warcouncil.clients.umpire.acts.act_descriptions import ACT_DESCRIPTIONS, in_the_room, of_inject
from warcouncil.clients.umpire.acts.act_target import whom
from warcouncil.clients.umpire.screens.act_box import RulingScreen
from warcouncil.clients.umpire.screens.base import ConsoleScreen
from warcouncil.protocol.acts.acts import ACTS, Answered
from warcouncil.protocol.wire.consoles import TableStatus

from tests.clients.umpire.builders import room, seat, seats, table
from tests.clients.umpire.console import Desk, console
from tests.clients.umpire.test_every_act import AMOUNTS
from tests.profile import share

SCREENS = {
    "the wall": (),
    "a table": ("enter", "down"),
    "all that is so at a table": ("enter", "down", "0"),
    "a seat": ("enter", "down", "enter"),
}
CHOSEN = "Red corps I (Ana)"
"""The seat under the cursor in a table, and the one that is looked at."""


KINDS = [kind for kind in ACTS.values() if not in_the_room(kind) and kind is not Answered]
"""Every act that is aimed from the present screen. An answer goes to the caller."""


def _named() -> tuple[TableStatus, ...]:
    people = list(seats(("red.corps.2", "red.corps.1")))
    people[0] = people[0].model_copy(update={"person": "Ben"})
    people[1] = seat("red", "corps.1", asked=True).model_copy(update={"person": "Ana"})
    return (table(1, people=tuple(people)), table(2, people=tuple(people)))


async def _opened(desk: Desk, keys: tuple[str, ...]) -> ConsoleScreen:
    """Go to a screen, and hear what it asks for."""
    await desk.press(*keys)
    await desk.hear(room(1))
    screen = desk.app.screen
    assert isinstance(screen, ConsoleScreen)
    return screen


@pytest.mark.parametrize("place", SCREENS)
async def test_the_box_names_the_target_of_the_message(place: str) -> None:
    """An umpire who reads one name acts on ten people, or the other way round."""
    async with console(_named()) as desk:
        screen = await _opened(desk, SCREENS[place])
        board = desk.app.console_model.board
        for kind in KINDS:
            aimed = screen.aimed(kind)
            said = whom(board, replace(aimed, gates={}) if not aimed.gates else aimed)
            if kind.one_seat and not aimed.seat:
                assert place == "the wall", kind
                continue
            act = make_act(board, replace(aimed, phase="attack"), AMOUNTS.get(kind.word(), "60"), "Words.")
            struck = getattr(act, "seat", "")
            if said.startswith("nothing ("):
                assert not aimed.touched(board), kind
            elif struck:
                assert CHOSEN in said, kind
                assert "10 seats" not in said, kind
            elif of_inject(kind):  # the plan says whom they reach
                assert said in ("the players for whom it is written, at table 1", "no player, at table 1"), (
                    kind
                )
            else:
                assert "table 1 · 10 seats" in said, kind
                assert not [name for name in ("corps", "commander", "Ana", "Ben") if name in said], kind


@pytest.mark.night(keep=2)
@pytest.mark.parametrize("place", SCREENS)
async def test_every_key_of_an_act_opens_a_box_with_the_right_name(place: str) -> None:
    """The box that opens by a key names the wrong target, and it is all that the umpire reads."""
    keyed = {
        description.key: kind
        for kind, description in ACT_DESCRIPTIONS.items()
        if description.key and not in_the_room(kind)
    }
    assert set(keyed) <= {binding.key for binding in ConsoleScreen.BINDINGS if isinstance(binding, Binding)}
    boxes = 0
    async with console(_named()) as desk:
        screen = await _opened(desk, SCREENS[place])
        for key, kind in share(
            [*{**keyed, "p": ACTS["pause"]}.items()], [*SCREENS].index(place), len(SCREENS)
        ):
            await desk.press(key)
            if not isinstance(desk.app.screen, RulingScreen):
                assert desk.app.screen is screen, key
                continue  # nothing to do here, or no seat chosen: said at the foot
            boxes += 1
            said = desk.said("#whom").partition("affects")[2]
            one = kind.one_seat or (kind is ACTS["tell"] and place != "the wall")
            assert (CHOSEN in said) == one, (key, said)
            assert ("10 seats" in said) != one, (key, said)
            await desk.press("escape")
    assert boxes


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("place", SCREENS)
async def test_a_capital_names_every_table_and_no_person(place: str) -> None:
    """A fire alarm from a seat's screen reads as if it stopped one person."""
    boxes, capitals = 0, share("PXETHLN", [*SCREENS].index(place), 2)
    async with console(_named()) as desk:
        screen = await _opened(desk, SCREENS[place])
        for key in capitals:
            await desk.press(key)
            if not isinstance(desk.app.screen, RulingScreen):
                assert desk.app.screen is screen, key
                continue
            boxes += 1
            assert "every table: tables 1–2 · 20 seats" in desk.said("#whom"), key
            await desk.press("escape")
    assert boxes >= len(capitals) - 2
