"""The page's filling of forms beside the terminal's: after the same actions on the same forms, both have the same
state and texts.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

from tests.clients.web.browser.served import opened
from tests.clients.web.browser.strokes import Case, case, of_games, of_nobody, of_scenarios
from tests.clients.web.browser.tabs import ORIGIN
from tests.profile import games

SCRIPT = """
import { learn } from "/page/words.js";
import { answerWords } from "/page/desk/words.js";
import { caution } from "/page/seat/question/caution.js";
import { Filling } from "/page/seat/question/filling.js";
await learn();
const look = (filling) => ({
  answer: filling.answer,
  fields: filling.fields.map((field) => field.name),
  faults: filling.fields.map((field) => filling.faultOf(field)),
  fault: filling.fault,
  caution: caution(filling),
  words: answerWords(filling.form, filling.answer),
  texts: Object.fromEntries(filling.texts),
  spare: filling.spare,
  untouched: filling.untouched,
});
const doing = {
  choose: (filling, field, { value }) => filling.choose(field, value),
  toggle: (filling, field, { value }) => filling.toggle(field, value),
  rank: (filling, field, { value }) => filling.rank(field, value),
  shift: (filling, field, { value, by }) => filling.shift(field, value, by),
  place: (filling, field, { value, place }) => filling.place(field, value, place),
  put: (filling, field, { thing, place, number }) =>
    filling.put(field, field.things.find((each) => each.name === thing), place, number),
  count: (filling, field, { number }) => filling.count(field, number),
  write: (filling, field, { raw, caret }) => filling.write(field, raw, caret),
  nothing: () => {},
};
globalThis.fill = (cases) => JSON.stringify(cases.map(({ form, start, strokes }) => {
  const filling = new Filling(form, start);
  const seen = [look(filling)];
  for (const stroke of strokes) {
    const field = form.fields.find((each) => each.name === stroke.field);
    doing[stroke.do](filling, field, stroke);
    seen.push(look(filling));
  }
  return seen;
}));
document.documentElement.dataset.shown = "yes";
"""
PAGES = {
    "/fill": '<!doctype html><html lang="en"><head><title>fill</title><link rel="icon" href="data:,">'
    '<script type="module" src="/fill.js"></script></head></html>',
    "/fill.js": SCRIPT,
}


def compare(browser: Any, cases: list[Case]) -> None:
    """Do the actions on each form, and check that the state is the same after each."""
    with opened(browser, PAGES) as (page, _):
        page.goto(f"{ORIGIN}/fill")
        page.wait_for_selector("html[data-shown]", state="attached")
        told = page.evaluate("cases => fill(JSON.parse(cases))", json.dumps([each.told() for each in cases]))
    for one, seen in zip(cases, json.loads(told), strict=True):
        for number, (mine, theirs) in enumerate(zip(one.seen, seen, strict=True)):
            assert theirs == mine, (
                one.form.model_dump_json(),
                json.dumps(one.strokes[:number][-3:]),
                mine,
                theirs,
            )


def test_the_forms_of_every_game_are_filled_as_in_the_terminal(browser: Any) -> None:
    """A phone accepts an answer that the rules refuse, or refuses one that they accept."""
    chance = Random(7)
    forms = {form.model_dump_json(): form for form in of_games(games(20, 200))}
    assert len(forms) > 40
    compare(browser, [case(form, chance, strokes=12) for form in forms.values()])


def test_forms_of_random_scenarios_are_filled_as_in_the_terminal(browser: Any) -> None:
    """Phones cannot answer a question of a room with its own scenario."""
    chance = Random(8)
    found = of_scenarios(games(25, 400), gates=4)
    compare(browser, [case(form, chance, strokes=12) for form in found])


def test_forms_that_no_game_has_are_filled_as_in_the_terminal(browser: Any) -> None:
    """The next game asks for a kind of answer that the page cannot handle."""
    chance = Random(9)
    compare(browser, [case(of_nobody(chance), chance, strokes=25) for _ in range(games(150, 3000))])
