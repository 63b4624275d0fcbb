"""Answers as a page sends them: every legal answer survives the way to the page and back."""

from __future__ import annotations

import pytest
from warcouncil.clients.room.preview.answering import answer_of, typed_of
from warcouncil.games.kit.answers import fill, judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.play import Playing, seed_of
from warcouncil.games.scenario import GAME, shipped
from warcouncil.games.scenario.options import ScenarioOptions
from warcouncil.protocol.table.forms import Count, Form

from tests.games.scenario.broad import BROAD


def forms(text: str) -> list[Form]:
    """Return every form of a game with random answers."""
    playing = Playing(GAME, ScenarioOptions(scenario=text), seed_of("forms"))
    found: list[Form] = []
    while isinstance(phase := playing.phase, Phase):
        for seat in phase.asked:
            form = GAME.form(playing.state, seat)
            found.append(form)
            playing.declare(seat, fill(form, Dice(playing.seed, "fill", playing.gate, seat)))
        playing.close()
    return found


@pytest.mark.parametrize("name", ["broad", *shipped.names()])
def test_a_legal_answer_survives_the_page(name: str) -> None:
    """If this fails, the preview plays another answer than the author typed."""
    text = BROAD if name == "broad" else shipped.text(name)
    for number, form in enumerate(forms(text)):
        answer = fill(form, Dice(seed_of(str(number)), "answer"))
        back = answer_of(form, "seat", typed_of(form, "seat", answer))
        judge(form, back)
        assert back == answer


def test_what_a_browser_sends_besides_is_no_answer() -> None:
    """If this fails, a page of a stranger can crash the preview."""
    form = Form(question="How many?", rule="1", fields=(Count(name="n", label="n", low=0, high=9),))
    for said in ("", "x", "1.5", "9" * 30, "٣"):
        assert answer_of(form, "seat", {"seat|n": [said]}) == {}
    assert answer_of(form, "seat", {"seat|n": ["7", "8"], "other|n": ["3"]}) == {"n": 7}
