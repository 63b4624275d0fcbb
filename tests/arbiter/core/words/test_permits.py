"""Permits: every request and every act, crossed with every role, by name."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from warcouncil.protocol.acts.acts import (
    Act,
)
from warcouncil.protocol.wire import replies
from warcouncil.protocol.wire.replies import (
    Refusal,
    RefusalCode,
)
from warcouncil.protocol.wire.requests import (
    Hello,
    Request,
    Rule,
)
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.arbiter.core.harness import Person, Room

RED, FOE = SeatId("red.1"), SeatId("black.1")
ONE, TWO = TableId(1), TableId(2)
CARD: Any = {"card": "3"}

REQUESTS: dict[str, dict[str, Any]] = {
    "beat": {},
    "resync": {},
    "leave": {},
    "declare": {"gate": 1, "answer": CARD},
    "draft": {"gate": 1, "answer": CARD},
    "say": {"channel": "red", "text": "x"},
    "propose": {"to": "red.2", "text": "x"},
    "respond": {"deal": 1, "accept": True},
    "call": {"text": "x"},
    "write": {"notice": 1, "text": "x"},
    "hand_over": {},
    "claim": {},
    "ready": {},
    "read_rules": {},
    "ask_hint": {"gate": 1},
    "pledge": {"pledge": "0" * 64},
    "open_lot": {"lot": "0" * 64},
    "watch": {"table": 1},
    "look": {"table": 1, "seat": "black.1"},
}
"""Every request except Hello, which opens a session, and Rule, which is tried with every act."""

ACTS: dict[str, dict[str, Any]] = {
    "begin": {},
    "pause": {},
    "resume": {},
    "extend": {"seconds": 5},
    "end_now": {},
    "void": {"seat": "red.1"},
    "tell": {"text": "x"},
    "give_to_bot": {"seat": "red.1"},
    "give_back": {"seat": "red.1"},
    "release": {},
    "answered": {"call": 1, "text": "x"},
    "declare_for": {"seat": "red.1", "answer": CARD},
    "go_back": {"to": 1},
    "hold": {},
    "end_game": {"text": "x"},
    "lay_open": {},
    "fiat": {"text": "x"},
    "amend": {"text": "x"},
    "set_clock": {"phase": "Bidding", "seconds": 5},
    "send_inject": {"inject": 1},
    "postpone": {"inject": 2, "seconds": 60},
    "keep_back": {"inject": 2},
    "reissue": {"seat": "red.1"},
    "renew": {"plate": "UMP"},
    "remove": {"seat": "red.1", "keep": True},
    "reseat": {"seat": "red.1", "to_table": 1, "to_seat": "black.1"},
    "note": {"text": "x"},
    "lockstep": {"phases": ["Bidding"]},
    "results": {"shown": True},
    "debrief": {},
    "put_away": {"alarm": 1},
    "hand_over": {},
    "approve": {"number": 1},
    "withdraw": {"number": 1},
}

MAY: dict[Role, str] = {
    Role.SEAT: "beat resync leave declare draft say propose respond call write hand_over claim ready read_rules ask_hint pledge open_lot",
    Role.WATCHER: "beat resync leave claim declare ready read_rules",
    Role.STAND_IN: "beat resync leave declare",
    Role.UMPIRE: "beat resync leave watch look",
    Role.OBSERVER: "beat resync leave watch look",
    Role.TECHNICAL: "beat resync leave",
    Role.DISPLAY: "beat resync leave watch",
}
MAY_RULE: dict[Role, str] = {Role.UMPIRE: " ".join(ACTS), Role.TECHNICAL: "reissue note hand_over"}


def union(kind: Any) -> tuple[Any, ...]:
    """Return the members of an annotated union."""
    return get_args(get_args(kind)[0])


def named(kind: Any, field: str) -> dict[str, Any]:
    """Return the members of a union of messages by their name in frames."""
    return {member.model_fields[field].default: member for member in union(kind)}


def request(room: Room, name: str) -> Request:
    """Return a request that makes sense at the first table."""
    kind = named(Request, "type")[name]
    more = {"id": room.fresh()} if "id" in kind.model_fields else {}
    made: Request = kind.model_validate({**REQUESTS[name], **more})
    return made


def act(name: str) -> Act:
    """Return an act that makes sense at the first table."""
    made: Act = named(Act, "act")[name].model_validate(ACTS[name])
    return made


def enter(room: Room, role: Role, tables: tuple[int, ...] = ()) -> Person:
    """Admit a person of a role, with a fresh key."""
    if role in (Role.SEAT, Role.WATCHER, Role.STAND_IN):
        return room.sit("red.1", role=role, key="new")
    return room.console(role, "new", tables=tables)


def full() -> Room:
    """Return a room of two tables with a person in every seat of the first."""
    room = Room("sealed_bid", tables=2)
    room.sit_all()
    return room


def codes(person: Person) -> list[RefusalCode]:
    """Return the codes of a person's refusals."""
    return [body.code for body in person.of(Refusal)]


def test_the_tables_of_this_test_name_every_request_every_act_and_every_role() -> None:
    """A new kind of message is tested with no role."""
    assert {*REQUESTS, "hello", "rule"} == set(named(Request, "type"))
    assert set(ACTS) == set(named(Act, "act"))
    assert set(MAY) == set(Role)


@pytest.mark.parametrize("name", REQUESTS)
@pytest.mark.parametrize("role", Role)
def test_a_request_is_allowed_to_the_named_roles_only(role: Role, name: str) -> None:
    """A role can send a request that its authors never considered."""
    room = full()
    person = enter(room, role)
    rows = len(room.journal)
    person.replies.clear()
    room.ask(person, request(room, name))
    if name in MAY[role].split():
        assert RefusalCode.NOT_ALLOWED not in codes(person)
    else:
        assert codes(person) == [RefusalCode.NOT_ALLOWED]
        assert len(room.journal) == rows


@pytest.mark.parametrize("name", ACTS)
@pytest.mark.parametrize("role", Role)
def test_an_act_is_allowed_to_the_named_roles_only(role: Role, name: str) -> None:
    """A player, a guest or a technician rules."""
    room = full()
    person = enter(room, role)
    before = (room.table.state, room.table.gate, room.table.clock, room.table.held, len(room.journal))
    person.replies.clear()
    rule = Rule(id=room.fresh(), table=ONE, act=act(name), reason="because")
    room.ask(person, rule)
    if name in MAY_RULE.get(role, "").split():
        assert RefusalCode.NOT_ALLOWED not in codes(person)
        answers = [body for body in (*person.of(replies.Done), *person.of(Refusal)) if body.id == rule.id]
        assert len(answers) == 1
        if answers == person.of(replies.Done):
            assert [line.reason for line in room.table.story.record][-1:] == ["because"]
    else:
        assert codes(person) == [RefusalCode.NOT_ALLOWED]
        table = room.table
        assert (table.state, table.gate, table.clock, table.held, len(room.journal)) == before


@pytest.mark.parametrize("role", [Role.UMPIRE, Role.OBSERVER, Role.TECHNICAL, Role.DISPLAY])
@pytest.mark.parametrize("name", [*ACTS, "watch", "look"])
def test_a_console_may_do_nothing_outside_its_tables(role: Role, name: str) -> None:
    """A console of one table changes another."""
    room = full()
    person = enter(room, role, tables=(2,))
    rows = len(room.journal)
    person.replies.clear()
    if name in ACTS:
        room.ask(person, Rule(id=room.fresh(), table=ONE, act=act(name), reason="because"))
    else:
        room.ask(person, request(room, name))
    assert codes(person) == [RefusalCode.NOT_ALLOWED]
    assert len(room.journal) == rows


@pytest.mark.parametrize("role", [*Role])
def test_hello_opens_a_session_and_is_never_made_in_one(role: Role) -> None:
    """A hello in the middle of a session stops the arbiter, or opens a second session."""
    room = full()
    person = enter(room, role)
    sessions = len([*room.exercise.sessions])
    person.replies.clear()
    room.ask(person, Hello())
    assert codes(person) == [RefusalCode.NOT_ALLOWED]
    assert len([*room.exercise.sessions]) == sessions
