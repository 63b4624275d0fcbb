"""Lockstep: two worlds that a seat cannot tell apart are played to the end, and the seat reads the same in
both. This applies if secrets have no consequences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import shown, told
from warcouncil.games.kit.game import Finish
from warcouncil.games.scenario import GAME
from warcouncil.protocol.table.answers import fault
from warcouncil.protocol.table.sheets import Facts, Sheet
from warcouncil.protocol.words import SeatId

from tests.games.scenario.game import Game, table
from tests.games.scenario.world import World


class Twins:
    """Two worlds that one seat cannot tell apart, played by the same clock. The others answer at random."""

    def __init__(self, text: str, world: World, seat: SeatId, seed: str) -> None:
        self.world, self.seat = world, seat
        self.left, self.right = table(text, seed), table(text, seed)

    def part(self) -> None:
        """Deal anew in the right one what the seat cannot know."""
        dealt = GAME.rehide(self.right.state, self.seat, Dice(self.right.seed, "part"))
        self.right.state = replace(dealt, script=self.left.state.script)  # a paper may yet be handed to it
        self.right.phase = GAME.phase(self.right.state)

    def play(self) -> int:
        """Play both worlds to the end. Check at each gate that the seat reads the same, and return the number of
        gates.
        """
        self.part()
        for phase in self.left.gates():
            assert self.right.phase == phase
            for asked in phase.asked:
                self._answer(asked)
            self.left.close()
            self.right.close()
            self._compare()
        left, right = self.left.phase, self.right.phase
        assert isinstance(left, Finish)
        assert isinstance(right, Finish)
        assert left.reason == right.reason
        return self.left.gate

    def _answer(self, asked: SeatId) -> None:
        """Answer in both: the same to whatever the seat may learn of, and to the rest what each world's dice say."""
        forms = [GAME.form(each.state, asked) for each in (self.left, self.right)]
        said = [
            fill(form, Dice(self.left.seed, side, self.left.gate, asked)) for side, form in enumerate(forms)
        ]
        if asked == self.seat:
            assert forms[0] == forms[1]
        if asked == self.seat or not self.world.questions.keys() & said[0].keys():
            said[1] = said[0]
        said[1] |= {name: said[0][name] for name in said[0] if self._learns(name, asked)}
        fits = fault(forms[1], said[1]) is None  # what it learns may be bounded by what it does not
        if fits and Dice(self.left.seed, "quiet", self.left.gate, asked).below(10):
            self.left.declare(asked, said[0])
            self.right.declare(asked, said[1])

    def _learns(self, name: str, asked: SeatId) -> bool:
        """Return whether the seat may learn another's answer to a question."""
        question = self.world.questions.get(name)
        return question is not None and any(
            self.seat in self.world.readers(name, owner)
            for owner in question.owners
            if asked in self.world.asked(name, owner)
        )

    def _compare(self) -> None:
        assert self.left.gate == self.right.gate
        over = isinstance(self.left.phase, Finish)
        assert over == isinstance(self.right.phase, Finish)
        if not over:
            for seat in (self.seat, None):
                left, right = (
                    _without_points(GAME.sheet(each.state, seat)) for each in (self.left, self.right)
                )
                assert left == right, self.seat
        reader = self.left.state.play.seat(self.seat)
        one, other = (list(_story(each, reader)) for each in (self.left, self.right))
        assert one == other, self.seat


def _without_points(sheet: Sheet) -> Sheet:
    """Return a sheet without the points, which are public when the exercise has ended."""
    kept = [each for each in sheet.elements if not isinstance(each, Facts) or each.title.lower() != "points"]
    return sheet.model_copy(update={"elements": tuple(kept)})


def _story(playing: Game, reader: Any) -> Iterator[tuple[str, str, object]]:
    """Return the sentences and scenes of a seat at the last closing, without the points, which are public
    then.
    """
    for happened in playing.events:
        if happened.gate == playing.gate - 1 and type(happened.event).__name__ != "PointsCounted":
            said, scene = told(happened.event, reader), shown(happened.event, reader)
            if said or scene:
                yield happened.heading, said, scene
