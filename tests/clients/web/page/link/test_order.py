"""The order of replies in the page: the same numbers are accepted as in the terminal."""

from __future__ import annotations

from random import Random

import pytest
from warcouncil.clients.link.connect.link import ReplyOrder
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import Wall
from warcouncil.protocol.wire.replies import Alive, Reply, ToClient

from tests.clients.seat.tables import playing, view
from tests.clients.web.page.node import Node
from tests.profile import games

WHOLE = view(playing("kartenspiel"), "red.corps.2")
PART = WHOLE.model_copy(update={"whole": False})


@pytest.mark.parametrize("seed", range(games(6, 100)))
@pytest.mark.parametrize("seated", [True, False])
def test_the_same_numbers_are_taken(node: Node, seed: int, *, seated: bool) -> None:
    """A phone shows a turn twice, or an outdated one, or waits for ever after one lost frame."""
    dice, order = Random(seed), ReplyOrder()
    order.seated = seated
    steps: list[object] = []
    expected: list[list[object]] = []
    for _ in range(80):
        kind = dice.random()
        took: bool | None = None
        if kind < 0.04:
            order.restart()
            steps.append("restart")
        elif kind < 0.1:
            order.gap = True
            steps.append("gap")
        else:
            message = ToClient(
                session="s", n=max(0, order.seen + dice.choice([-1, 0, 1, 1, 1, 2])), last=9, body=body(dice)
            )
            took = order.takes(message)
            steps.append(message.model_dump(mode="json", exclude_none=True))
        expected.append([took, order.seen, order.gap])
    assert node.ask("order", seated, steps) == expected


def body(dice: Random) -> Reply:
    """Return a random content of a numbered message."""
    if dice.random() < 0.6:
        return Alive(clock=None)
    whole: tuple[View | Wall, ...] = (WHOLE, PART, Wall(exercise="Jena", tables=()))
    return dice.choice(whole)
