"""A ticket in a home folder that several machines share is never used in place of its owner."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import typer
from warcouncil.clients.commands.join.command_keys import command_ticket, wing_ticket
from warcouncil.clients.commands.join.join import ticket_for
from warcouncil.clients.commands.join.wings import NamedArbiter
from warcouncil.clients.link.identity import place
from warcouncil.clients.link.identity.keyring import Ticket, keep, open_with, tickets
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.protocol.proofs.doors import Kind
from zmq import curve_keypair

HERE, ELSEWHERE = "pc-1 0123456789ab", "pc-2 ba9876543210"


@pytest.fixture(autouse=True)
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a home folder of its own, on the first machine."""
    monkeypatch.setenv("WARCOUNCIL_HOME", str(tmp_path))
    monkeypatch.setattr(place, "_held", [])
    at(monkeypatch, HERE)


def at(monkeypatch: pytest.MonkeyPatch, machine: str) -> None:
    """Move to another machine that has the same home folder."""
    monkeypatch.setattr(place, "this_machine", lambda: machine)


def kept(kind: str, title: str = "North") -> Ticket:
    """Store a ticket as this machine does after joining."""
    public, secret = (key.decode() for key in curve_keypair())
    server = curve_keypair()[0].decode()
    return keep(
        Ticket(
            exercise="Lab",
            host="192.0.2.1",
            port=5280,
            server_key=server,
            public=public,
            secret=secret,
            title=title,
            kind=kind,
        )
    )


def asked(monkeypatch: pytest.MonkeyPatch, answer: str) -> list[str]:
    """Simulate a person at the terminal. Return the questions that they are asked."""
    questions: list[str] = []

    def prompt(question: str, **_: object) -> str:
        questions.append(question)
        if len(questions) > 1:
            raise BadInput("asked for the code")
        return answer

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(typer, "prompt", prompt)
    return questions


def again(kind: Kind) -> Ticket:
    """Come back without a code."""
    return ticket_for("192.0.2.1:5280", None, again=True, kind=kind, screen=False)


@pytest.mark.parametrize(("role", "kind"), [("seat", Kind.SEAT), ("umpire", Kind.CONSOLE)])
def test_the_machine_that_used_a_ticket_comes_back_without_a_question(role: str, kind: Kind) -> None:
    """If this fails, no player comes back after a reboot without the card."""
    ticket = kept(role)
    assert again(kind).public == ticket.public


def test_another_machine_asks_before_it_takes_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, the second person of a computer room sits down at the first one's seat and sees its hand."""
    ticket = kept("seat")
    at(monkeypatch, ELSEWHERE)
    questions = asked(monkeypatch, "n")
    with pytest.raises(BadInput, match="asked for the code"):
        again(Kind.SEAT)
    assert "Is this your seat?" in questions[0]
    assert tickets()[0].machine == HERE, "the ticket is still the first one's"
    questions = asked(monkeypatch, "")
    assert again(Kind.SEAT).public == ticket.public
    assert len(questions) == 1


def test_a_seat_that_a_window_has_open_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, a second window takes the seat from the first without a question."""
    ticket = kept("seat")
    open_with(ticket)
    questions = asked(monkeypatch, "n")
    with pytest.raises(BadInput, match="asked for the code"):
        again(Kind.SEAT)
    assert "Is this your seat?" in questions[0]


def test_a_script_is_not_asked_but_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, a script on another machine waits for an answer, or takes the seat."""
    kept("seat")
    at(monkeypatch, ELSEWHERE)
    with pytest.raises(BadInput, match="was used last on another machine: pc-1"):
        again(Kind.SEAT)


@pytest.mark.parametrize("role", ["umpire", "technical", "observer"])
@pytest.mark.parametrize("opened", [False, True])
def test_a_console_never_opens_without_a_code_elsewhere(
    role: str, opened: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If this fails, any person in a computer room opens the director's console."""
    ticket = kept(role, "umpire")
    if opened:
        open_with(ticket)
    else:
        at(monkeypatch, ELSEWHERE)
    with pytest.raises(BadInput, match="the code of the card"):
        again(Kind.CONSOLE)
    assert "give the address and the code of the card" in capsys.readouterr().err


def test_this_machines_own_ticket_comes_before_a_newer_one_of_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If this fails, a machine that restarts in a computer room is asked about another person's seat."""
    mine = kept("seat", "North")
    at(monkeypatch, ELSEWHERE)
    kept("seat", "South")
    at(monkeypatch, HERE)
    assert again(Kind.SEAT).public == mine.public


@pytest.mark.parametrize("kind", ["rule", "umpire"])
def test_a_ruling_from_another_machine_needs_the_code(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, a player types `warcouncil rule` in a computer room and rules as the director."""
    ticket = kept(kind)
    assert command_ticket("", "", "rule").public == ticket.public
    at(monkeypatch, ELSEWHERE)
    with pytest.raises(BadInput, match="belongs to another machine of this account"):
        command_ticket("", "", "rule")
    with pytest.raises(BadInput, match="belongs to another machine of this account"):
        wing_ticket(NamedArbiter("West", "192.0.2.1:5280", None, ticket.server_key), "rule")


def test_a_machine_is_told_from_another_of_the_same_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, machines made from one image count as one machine."""
    monkeypatch.undo()
    monkeypatch.setattr("platform.node", lambda: "pc")
    monkeypatch.setattr("uuid.getnode", lambda: 0x001122334455)
    one = place.this_machine()
    assert place.this_machine() == one
    monkeypatch.setattr("uuid.getnode", lambda: 0x001122334456)
    assert place.this_machine() != one
    assert place.name_of(one) == "pc"
