"""The verdict on the page: it says the same of an end as the terminal, and text of people stays text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from warcouncil.clients.seat.drawing.verdict import verdict_lines
from warcouncil.clients.seat.model.feedback import AnswerLog
from warcouncil.clients.seat.model.shown.ended import end_of
from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.play import Playing, seed_of
from warcouncil.protocol.table.views import Ended, Score
from warcouncil.protocol.wire.wire import dump
from warcouncil.protocol.words import clean

from tests.clients.seat.scenes import hard_war_over
from tests.clients.seat.tables import play_gate, view, welcome
from tests.clients.umpire.test_text import HOSTILE
from tests.clients.web.browser.seated import seated
from tests.clients.web.browser.served import opened, show
from tests.clients.web.browser.test_board import OWN, WEB, assert_words_alone, texts, words
from tests.games import found

every_game = pytest.mark.parametrize("name", [*found.REGISTERED, "template"])
DEEDS = "6 sealed, 0 missed"


def ended_by(name: str) -> Ended:
    """Play a game at random to its end. Return its end as its first seat sees it."""
    game = found.load(name)
    playing = Playing(game, game.options_type(), seed_of(f"{name} end"))
    while isinstance(playing.phase, Phase):
        play_gate(playing)
    ended = view(playing, found.seat_ids(game, playing.options)[0]).ended
    assert ended is not None
    return ended


def said(page: Any, served: Any, ended: Ended) -> str:
    """Show a verdict, and return its text."""
    desk = {"ended": json.loads(dump(ended)), "deeds": {"words": DEEDS}}
    show(page, "seat/verdict.js", "Verdict", {"desk": desk}, served, styles=("board", "verdict"))
    return str(page.inner_text(".verdict"))


@every_game
def test_the_page_says_of_an_end_what_the_terminal_says(browser: Any, name: str) -> None:
    """A player leaves without knowing why they lost, or who won."""
    ended = ended_by(name)
    lines = verdict_lines(end_of(ended, AnswerLog(sealed=6, missed=0).words), 200, 60)
    with opened(browser) as (page, served):
        page_says = words(said(page, served, ended))
    for text in texts(ended.model_dump(exclude={"sides"})):
        assert words(text) <= page_says
    drawn = {word for line in lines for word in words(line.plain) if word.isalnum()}
    assert drawn <= page_says | words("won lost")
    assert (
        page_says <= drawn | words(" ".join(texts(ended.model_dump()))) | words("wins win a draw and") | OWN
    )


@pytest.mark.parametrize(
    ("winners", "won", "there", "gone"),
    [
        ((), None, "A DRAW", "You lost"),
        ((), False, "A DRAW", "You lost"),
        (("Red",), True, "You won.", "You lost"),
        (("Red",), False, "You lost.", "You won"),
        (("Red", "Teal"), None, "RED AND TEAL WIN", "You"),
    ],
)
def test_each_reader_is_told_the_winner_from_their_point_of_view(
    browser: Any, winners: tuple[str, ...], won: bool | None, there: str, gone: str
) -> None:
    """A draw reads as a defeat to all, or a bystander reads that they lost."""
    ended = Ended(
        reason="It is over", winners=winners, won=won, scores=(Score(label="points", of=(("Red", 0),)),)
    )
    with opened(browser) as (page, served):
        text = said(page, served, ended)
    assert there in text
    assert gone not in text
    assert "It is over." in text


@pytest.mark.parametrize(
    ("winners", "won", "there", "gone"),
    [((), None, "THE DAM BROKE", "DRAW"), (("Red",), True, "Won by Red.", "RED WINS")],
)
def test_a_title_of_an_end_is_its_heading(
    browser: Any, winners: tuple[str, ...], won: bool | None, there: str, gone: str
) -> None:
    """A drowned town ends in the words "A DRAW", or the winner is not named below the title."""
    ended = Ended(reason="The water came", winners=winners, won=won, title="The dam broke")
    lines = "\n".join(line.plain for line in verdict_lines(end_of(ended), 200, 60))
    with opened(browser) as (page, served):
        text = said(page, served, ended)
    assert "THE DAM BROKE" in text
    assert there in text
    assert gone not in text
    assert ("Won by Red." in lines) == bool(winners)


@pytest.mark.parametrize("bad", [" ".join(WEB[:4]), " ".join(WEB[4:]), "x" + " ".join(HOSTILE)])
def test_hostile_words_stay_words_in_a_verdict(browser: Any, bad: str) -> None:
    """A player who named a side acts in every browser at the end."""
    ended = Ended(
        reason=bad,
        winners=(bad,),
        won=True,
        scores=(Score(label=bad, of=((bad, 3),)),),
        turns=3,
        turns_are=bad,
    )
    with opened(browser) as (page, served):
        said(page, served, ended)
        assert_words_alone(page, clean(bad, 2000))


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 740), (740, 360)])
def test_the_scores_are_whole_on_a_phone_with_large_letters(browser: Any, width: int, height: int) -> None:
    """The first letters of the scores are cut off, and cannot be scrolled into view."""
    made = hard_war_over()
    with seated(browser, (*made.news, *made.then), size="phone", reduced_motion="reduce") as seat:
        seat.page.set_viewport_size({"width": width, "height": height})
        seat.page.evaluate("document.documentElement.dataset.text = 'larger'")
        wide = seat.page.eval_on_selector(".verdict", "(node) => [node.scrollWidth, node.clientWidth]")
        assert wide[0] == wide[1]


@pytest.mark.parametrize("plays_again", [True, False])
def test_the_end_of_a_demo_offers_another_game(browser: Any, plays_again: bool) -> None:
    """A person on a phone must start the demo again at another machine. Or an exercise called "demo" offers another game."""
    table = Playing(found.load("hard_war"), found.load("hard_war").options_type(), seed_of("again"))
    while isinstance(table.phase, Phase):
        play_gate(table)
    who = found.seat_ids(table.game, table.options)[0]
    hello = welcome(table, who).model_copy(update={"exercise": "demo", "plays_again": plays_again})
    with seated(browser, (hello, view(table, who)), size="phone", reduced_motion="reduce") as seat:
        while seat.page.locator(".tale").count():
            seat.page.keyboard.press("Space")
            seat.later(10)
        button = seat.page.get_by_role("button", name=say("help.foot_again"))
        assert button.count() == plays_again
        if plays_again:
            button.click()
            assert [each["text"] for each in seat.sent("call")] == [say("verdict.another_call")]
