"""The page's requests in flight: step by step the same as in the terminal's link."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from warcouncil.clients.link.base.asked import RequestsInFlight
from warcouncil.protocol.wire.requests import Beat, Call, Declare, Draft, Request, Resync, SayReady
from warcouncil.protocol.words import GateNo, MessageId, SeatId, TableId

from tests.clients.web.page.node import Node
from tests.profile import games


def asking(dice: Random, number: int) -> Request:
    """Make a request, sometimes one that was made before."""
    name = MessageId(f"{dice.choice([number, dice.randrange(number + 1)]):032x}")
    gate = GateNo(dice.randrange(1, 5))
    answer = {"a": str(dice.randrange(3))}
    match dice.randrange(5):
        case 0 | 1:
            return Declare(id=name, gate=gate, answer=answer, table=TableId(1), seat=SeatId("red"))
        case 2:
            return Draft(gate=gate, answer=answer)
        case 3:
            return SayReady()
        case _:
            return Call(id=name, text="x")


def done(asked: RequestsInFlight, step: list[Any]) -> Any:
    """Do a step in Python."""
    name, *args = step
    if name == "addFirst":
        return asked.add_first(Resync())
    if name == "giveUp":
        return asked.give_up(args[0])
    if name == "next":
        found = asked.next(args[0] / 1000)
        return found and found.model_dump(mode="json")
    if name == "has":
        return args[0] in asked
    if name == "forget":
        return list(asked.forget())
    return getattr(asked, name)(*args)


def steps_of(dice: Random, length: int) -> list[list[Any]]:
    """Return random events of a link, with some breaks."""
    steps: list[list[Any]] = []
    now = 0
    for number in range(length):
        now += dice.choice([1, 500, 2500])
        name = f"{dice.randrange(number + 1):032x}"
        kind = dice.choices(
            ["add", "next", "answered", "has", "passed", "broken", "forget", "addFirst", "giveUp", "watches"],
            [30, 30, 12, 5, 4, 3, 1, 3, 2, 1],
        )[0]
        match kind:
            case "add" | "giveUp":
                steps.append([kind, asking(dice, number)])
            case "next":
                steps += [["next", now + 1]] * dice.randrange(1, 4)
            case "answered" | "has":
                steps.append([kind, name])
            case "passed":
                steps.append([kind, dice.randrange(1, 5)])
            case "addFirst":
                steps.append([kind, Resync()])
            case _:
                steps.append([kind])
    return steps


def sent(step: list[Any]) -> list[Any]:
    """Return a step as the page's side takes it."""
    return [each.model_dump(mode="json") if hasattr(each, "model_dump") else each for each in step]


@pytest.mark.parametrize("seed", range(games(12, 300)))
def test_it_keeps_the_law_of_the_link_as_the_terminal_does(node: Node, seed: int) -> None:
    """A request of a phone is lost in a break, is sent under another id, or is sent for a question that is closed."""
    steps = steps_of(Random(seed), 120)
    asked = RequestsInFlight(4.0)
    expected = [done(asked, step) for step in steps]
    came = node.ask("asked", 4000, [sent(step) for step in steps])
    for number, (step, ours, theirs) in enumerate(zip(steps, expected, came, strict=True)):
        assert theirs == ours, (number, step)
    assert any(isinstance(each, dict) for each in came)


def test_a_sign_of_life_has_no_id(node: Node) -> None:
    """A beat waits for an answer and is sent again and again, in place of real requests."""
    beat = Beat().model_dump(mode="json")
    assert node.ask("asked", 4000, [["add", beat], ["next", 1], ["next", 9000]]) == [True, beat, None]
