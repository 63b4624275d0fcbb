"""The terminal and the plain lines show the text of the seat's screen, whatever happens at the seat.

The page is held to the same words in tests/clients/web/browser/test_conformance.py.
"""

from __future__ import annotations

from random import Random

import pytest
from warcouncil.clients.plain.seat.seat import PlainSeat
from warcouncil.clients.seat.drawing.fields import FieldLook
from warcouncil.clients.seat.drawing.header import banner_lines, header_lines, hint_lines, notice_lines
from warcouncil.clients.seat.drawing.question import question_rows
from warcouncil.clients.seat.drawing.verdict import verdict_lines
from warcouncil.clients.seat.model.seat import Seat
from warcouncil.clients.seat.model.shown.announcements import Announcement, Announcer, Subject
from warcouncil.clients.seat.model.shown.screen import Screen
from warcouncil.clients.seat.screen.proposals import deal_lines, strip_lines
from warcouncil.clients.seat.screen.talk_pane import talk_head, talk_lines
from warcouncil.clients.widgets.board.ink import Lines
from warcouncil.clients.widgets.window.own_keys import SAME

from tests.clients.seat.shown_words import deal_words, head_words, missing, question_words
from tests.clients.seat.tables import ids
from tests.clients.web.page.desk.news import Dealer
from tests.profile import games

WIDTH, ROOM = 900, 400
"""So wide and high that nothing is cut."""
STEPS = 60


def drawn(screen: Screen) -> str:
    """Return what the terminal draws of a screen."""
    lines: Lines = [
        *header_lines(screen, WIDTH, tall=True),
        *banner_lines(screen, WIDTH),
        *hint_lines(screen, WIDTH),
        *notice_lines(screen, WIDTH),
        *strip_lines(screen.deals, WIDTH),
        *deal_lines(screen.deals, WIDTH),
    ]
    for talk in screen.talks:
        lines += [talk_head(talk, WIDTH), *talk_lines(talk, WIDTH)]
    look = FieldLook(WIDTH, live=True, focused=True)
    lines += [line for line, _ in question_rows(screen.question, screen.end, look, ROOM, again=False)]
    if screen.end is not None:
        lines += verdict_lines(screen.end, WIDTH, ROOM)
    return "\n".join(line.plain for line in lines)


def shown(screen: Screen) -> list[str]:
    """Return every sentence of a screen."""
    end = screen.end
    return [
        *head_words(screen),
        *(banner.text for banner in screen.banners),
        screen.unread,
        screen.hint,
        *question_words(screen),
        *deal_words(screen),
        *(f"{line.who} {line.text}" for talk in screen.talks for line in talk.lines),
        *(sentence for talk in screen.talks for sentence in (talk.name, talk.states[0])),
        *((end.outcome, end.winners, end.reason, end.meaning, end.deeds) if end is not None else ()),
    ]


@pytest.mark.parametrize("seed", range(games(6, 200)))
def test_the_terminal_says_all_that_the_screen_says(seed: int) -> None:
    """A sentence that was written for the model is not drawn, and a player does not read it."""
    dealer, dice, seat, now_ms = Dealer(seed), Random(seed), Seat(ids()), 0
    for _ in range(STEPS):
        now_ms += dice.choice([0, 300, 1100, 4100])
        seat.hear(dealer.news(seat.desk), now_ms)
        seat.update(now_ms)
        screen = seat.screen(now_ms, SAME)
        assert missing(shown(screen), drawn(screen)) == []


@pytest.mark.parametrize("seed", range(games(6, 200)))
def test_plain_lines_say_all_that_is_announced_in_the_same_order(seed: int) -> None:
    """A blind player does not hear what happened, or hears the end before its cause."""
    dealer, dice, client, now_ms = Dealer(seed), Random(seed), PlainSeat(ids()), 0
    announcer = Announcer(client.desk)
    for _ in range(STEPS):
        now_ms += dice.choice([0, 300, 1100, 4100])
        before = len(client.lines)
        client.feed(dealer.news(client.desk), now_ms)
        if client.status is not None:
            return
        rest = "\n".join(client.lines[before:])
        for each in filter(_is_written, announcer.news()):
            assert missing([each.text], rest) == [], each
            rest = rest[rest.index(each.text[:20]) if each.text[:20] in rest else 0 :]


def _is_written(each: Announcement) -> bool:
    """Return whether plain lines write an announcement in its own words.

    The story before the player sat down is counted, and the verdict tells how the game ended.
    """
    return each.subject is not Subject.END and not (each.old and each.subject is Subject.STORY)
