"""A table of a scenario without a network, played with the answers of a test."""

from __future__ import annotations

from typing import Any

from warcouncil.games.kit.events import told
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.play.play import Playing, seed_of
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.file.model.script import text_of
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.sheets import Documents, Fact, Facts, Rows
from warcouncil.protocol.words import SeatId

from tests.games.scenario.small import small


class Table(Playing):
    """A game of the small scenario, with some of its keys changed."""

    def __init__(self, *, seed: str = "0", pace: int = 100, **changes: Any) -> None:
        options = GAME.options_type(scenario=text_of(small(**changes)), pace=pace)
        super().__init__(GAME, options, seed_of(seed))

    @property
    def open(self) -> Phase:
        """The phase that is open."""
        assert isinstance(self.phase, Phase)
        return self.phase

    def field(self, seat: str, place: int = 0) -> Any:
        """Return a field of a seat's form."""
        return GAME.form(self.state, SeatId(seat)).fields[place]

    @property
    def end(self) -> Finish:
        """The end of the exercise."""
        assert isinstance(self.phase, Finish), "it has not ended"
        return self.phase

    def answer(self, answers: dict[str, Any] | None = None, **same: Any) -> None:
        """Declare these answers by seat, and `same` for each asked commander. Then close the gate."""
        for seat, answer in (answers or {}).items():
            self.declare(SeatId(seat), answer)
        for seat in self.open.asked if same else ():
            self.declare(seat, same)
        self.close()

    def number(self, key: str) -> int:
        """Return the value of a number now."""
        value: int = self.state.numbers[key]
        return value

    def heard(self, seat: str, gate: int | None = None) -> list[str]:
        """Return the sentences that a seat was told at a gate (the last), in order."""
        which = self.gate - 1 if gate is None else gate
        reader = self.state.play.seat(seat)
        said = [told(happened.event, reader) for happened in self.events if happened.gate == which]
        return [text for text in said if text]

    def facts(self, seat: str | None) -> dict[str, str]:
        """Return the facts on a seat's sheet."""
        elements = GAME.sheet(self.state, None if seat is None else SeatId(seat)).elements
        facts: list[Fact] = [fact for each in elements if isinstance(each, Facts) for fact in each.facts]
        return {fact.label: fact.value for fact in facts}

    def papers(self, seat: str | None) -> dict[str, str]:
        """Return the papers that a seat can read, by title."""
        elements = GAME.sheet(self.state, None if seat is None else SeatId(seat)).elements
        return {
            each.title: each.text
            for part in elements
            if isinstance(part, Documents)
            for each in part.documents
        }

    def rows(self, seat: str | None) -> list[tuple[str, ...]]:
        """Return the answers that a seat sees."""
        elements = GAME.sheet(self.state, None if seat is None else SeatId(seat)).elements
        return [row for part in elements if isinstance(part, Rows) for row in part.rows]


def asks(name: str = "move", **keys: Any) -> dict[str, Any]:
    """Return a question of two options."""
    options = [{"name": "talk", "label": "Talk"}, {"name": "sail", "label": "Sail"}]
    return {"name": name, "ask": "What do you do?", "options": options} | keys


def phase(name: str = "Orders", *questions: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """Return a phase of these questions, or of talk without any."""
    if not questions:
        return {"name": name, "kind": "talk"} | keys
    return {"name": name, "kind": "questions", "questions": list(questions)} | keys


SAIL: Answer = {"move": "sail"}
TALK: Answer = {"move": "talk"}
