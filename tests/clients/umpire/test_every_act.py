"""Every act of the protocol has a key and a command, and a description."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import get_args

import pytest
from textual.binding import Binding
from warcouncil.clients.commands.rule.acts import COMMANDS
from warcouncil.clients.umpire.acts.act_builder import BadBox, make_act
from warcouncil.clients.umpire.acts.act_descriptions import ACT_DESCRIPTIONS, in_the_room
from warcouncil.clients.umpire.acts.act_results import what_was_done
from warcouncil.clients.umpire.acts.act_target import barred, seat_words, target
from warcouncil.clients.umpire.model.board import Board
from warcouncil.clients.umpire.model.orders import Order, Ruling
from warcouncil.clients.umpire.screens import app  # noqa: F401  # loads every screen
from warcouncil.clients.umpire.screens import help as page
from warcouncil.clients.umpire.screens.base import ConsoleScreen
from warcouncil.clients.widgets.window.rebinding import bindings_of, screens_of
from warcouncil.protocol.acts.acts import ACTS, Act
from warcouncil.protocol.acts.room_acts import Approve, Withdraw
from warcouncil.protocol.acts.umpire_act import UmpireAct
from warcouncil.protocol.wire.replies import Welcome
from warcouncil.protocol.wire.requests import Rule
from warcouncil.protocol.words import MessageId, Role, SeatId, TableId

from tests.clients.umpire.builders import ids, table
from tests.clients.umpire.model.test_board import board_of

KINDS = tuple(ACTS.values())
OWN_KEYS = {
    "pause",
    "resume",
    "answered",
    "give_to_bot",
    "give_back",
    "approve",
    "withdraw",
    "declare_for",
    "put_away",
    "send_inject",
    "postpone",
    "keep_back",
}
"""Acts that a key with more to decide leads to: p, c, b, y, s at a seat, and I with the list of injects."""
AMOUNTS = {"go_back": "2", "reseat": "1 red corps II", "renew": "7k3"}


def test_every_act_is_in_the_message_once() -> None:
    """An umpire's act is refused as malformed, or one word means two things."""
    assert get_args(get_args(Act)[0]) == KINDS
    assert {kind.word() for kind in UmpireAct.__subclasses__()} == set(ACTS)
    assert len(KINDS) == len(ACTS)


@pytest.mark.parametrize("lists", [ACT_DESCRIPTIONS, COMMANDS], ids=["console", "command line"])
def test_every_act_has_its_way(lists: dict[type[UmpireAct], object]) -> None:
    """A new ruling of the protocol cannot be given from the console, without notice."""
    assert set(lists) == set(KINDS)


def test_every_act_has_a_key_of_its_own() -> None:
    """Two acts have one key, or one act has none."""
    keyless = {kind.word() for kind, description in ACT_DESCRIPTIONS.items() if not description.key}
    assert keyless == OWN_KEYS
    keys = [binding.key for binding in ConsoleScreen.BINDINGS if isinstance(binding, Binding)]
    assert len(keys) == len(set(keys))


def test_every_key_of_an_act_is_in_the_help() -> None:
    """An umpire does not find the key of an act while the room waits."""
    told = {key for keys, _ in page.KEYS for key in keys.split()}
    assert {description.key for description in ACT_DESCRIPTIONS.values() if description.key} <= told
    capitals = {binding.key for binding in ConsoleScreen.BINDINGS if isinstance(binding, Binding)} & set(
        "PXETK"
    )
    assert capitals <= told


@pytest.mark.parametrize("kind", KINDS, ids=ACTS)
def test_every_act_can_be_made_from_its_boxes(kind: type[UmpireAct]) -> None:
    """The box closes and sends nothing, or sends another act than the intended one."""
    board = board_of(table(1, gate=4))
    seat = "red.corps.1" if kind.one_seat else ""
    aimed = replace(
        target(board, kind, [*board.tables], seat, number=7), winners=("red",), phase="Redeployment"
    )
    act = make_act(board, aimed, AMOUNTS.get(kind.word(), "60"), "Words.")
    assert type(act) is kind
    said = act.model_dump()
    assert said.get("seat", seat) == seat
    assert {said.get(name, value) for name, value in (("call", 7), ("number", 7))} == {7}
    assert said.get("text", "Words.") == "Words."
    assert said.get("winners", ("red",)) == ("red",)
    if aimed.description.words:
        with pytest.raises(BadBox):
            make_act(board, aimed, "60", " ")


@pytest.mark.parametrize("kind", KINDS, ids=ACTS)
def test_an_act_that_is_done_to_one_seat_names_it(kind: type[UmpireAct]) -> None:
    """The console asks for a seat where there is none, or acts on the first one."""
    field = kind.model_fields.get("seat")
    assert kind.one_seat == (field is not None and field.is_required())


@pytest.mark.parametrize("kind", KINDS, ids=ACTS)
def test_a_card_for_connections_may_do_what_touches_no_game(kind: type[UmpireAct]) -> None:
    """The technical crew steers a battle, or cannot help a player."""
    board = Board(ids())
    for role, may in ((Role.UMPIRE, True), (Role.OBSERVER, False), (Role.TECHNICAL, kind.technical)):
        board.feed(Welcome(exercise="x", role=role, session="0" * 32), 0)
        assert (barred(board, kind) == "") == may
        assert re.match(r"(This card is .*\.)?$", barred(board, kind))


@pytest.mark.parametrize("kind", KINDS, ids=ACTS)
def test_an_act_of_the_whole_room_is_sent_once(kind: type[UmpireAct]) -> None:
    """An act on the complete room is asked for at each of forty tables."""
    assert in_the_room(kind) == (kind.room_wide and kind not in (Approve, Withdraw))


@pytest.mark.parametrize("kind", KINDS, ids=ACTS)
def test_an_act_in_the_list_names_its_seat_and_its_words(kind: type[UmpireAct]) -> None:
    """Two orders in the list read alike, and an umpire cannot tell them apart."""
    board = board_of(table(1, gate=4))
    seat = "red.corps.1" if kind.one_seat else ""
    aimed = target(board, kind, [*board.tables], seat)
    act = make_act(board, aimed, AMOUNTS.get(kind.word(), "60"), "These very words.")
    request = Rule(id=MessageId("0" * 32), table=TableId(1), act=act, reason="because")
    told = what_was_done(board, Order(1, act, "because", 0, {request.id: Ruling(request)}))
    assert (seat_words(board, SeatId("red.corps.1"), [TableId(1)]) in told) == kind.one_seat
    assert ("These very words." in told) == ("text" in kind.model_fields)


def test_no_screen_takes_an_acts_key_for_something_else() -> None:
    """The key of an act does something else on one screen. For example, `z` widens a pane and reveals nothing."""
    screens = [screen for screen in screens_of("umpire") if issubclass(screen, ConsoleScreen)]
    assert len(screens) > 2
    taken = {
        (screen.__name__, binding.key): held[binding.key].action
        for screen in screens
        for held in ({each.key: each for each in bindings_of(screen)},)
        for binding in bindings_of(ConsoleScreen)
        if held[binding.key].action != binding.action
    }
    assert taken == {}
