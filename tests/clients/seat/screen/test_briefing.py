"""The first minute: the player's role, the subject of the game, the awaited seats, and the complete rules."""

from __future__ import annotations

from typing import Any

import pytest
from textual.widgets import Input
from warcouncil.clients.seat.screen.briefing import BriefingBox
from warcouncil.clients.seat.screen.rules_box import TABS, RulesBox
from warcouncil.clients.widgets.pieces.drawn import Page
from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.play.play import Playing
from warcouncil.games.kit.text.pages import rulebook
from warcouncil.protocol.table.views import ClockView, Company, Sitter
from warcouncil.protocol.wire.replies import Reply, TableRules
from warcouncil.protocol.wire.requests import Declare, ReadRules, SayReady
from warcouncil.protocol.words import Role, SeatId

from tests.clients.seat.sitting import LARGE, MIDDLE, SMALL, Sitting, sitting
from tests.clients.seat.tables import playing, spoken, view, welcome
from tests.profile import spread

NAMES = {
    "red.army": "Ben",
    "red.corps.1": "小川 美咲",
    "red.corps.2": "Ana María Núñez",
    "black.corps.2": "Gül",
}
AWAITED = ("black.corps.2", "red.corps.4")
NOT_BEGUN = "The game has not begun yet."


def company(table: Playing, *, awaited: tuple[str, ...] = AWAITED, names: bool = True) -> Company:
    """Return the people at a table, and the seats it waits for."""
    return Company(
        begins="ready",
        sitters=tuple(
            Sitter(
                seat=seat.id,
                title=seat.title,
                person=NAMES.get(seat.id, "") if names else "",
                awaited=seat.id in awaited,
            )
            for seat in table.game.seats(table.options)
        ),
    )


def rules(table: Playing, seat: str) -> TableRules:
    """Return the rules and the briefing that the arbiter sends to a seat."""
    book = rulebook(table.game, table.options)
    kept = tuple(chapter for chapter in book.chapters if chapter.name != "umpire")
    briefing = table.game.briefing(table.options, SeatId(seat))
    return TableRules(id="0" * 32, briefing=briefing, book=book.model_copy(update={"chapters": kept}))


def waiting(game: str, seat: str, *, role: Role = Role.SEAT, **more: Any) -> tuple[Reply, ...]:
    """Return the messages to a person who joins before the game has begun."""
    table = playing(game)
    clock = ClockView(left_ms=120_000, total_ms=120_000, running=False)
    return (
        welcome(table, seat, role).model_copy(update={"person": NAMES.get(seat, "")}),
        view(table, seat, begun=False, paused=NOT_BEGUN, clock=clock),
        company(table, **more),
        rules(table, seat),
    )


def shown(seat: Sitting) -> str:
    """Return the complete text of the front box."""
    screen = seat.app.screen
    parts = [screen.query_one(Page).text]
    if isinstance(screen, BriefingBox):
        parts += [seat.said("#briefing-title"), seat.said("#briefing-foot")]
    return "\n".join(parts)


# --- the briefing -----------------------------------------------------------------------------------------------------


WHERE = [
    ("kartenspiel", "red.corps.2"),
    ("kashmir_crisis", "india"),
    ("hard_war", "amber"),
    ("escalate", "north"),
]


@pytest.mark.parametrize(("where", "size"), spread(WHERE, [SMALL, MIDDLE, LARGE]))
async def test_a_joining_person_reads_what_the_game_is_about(
    where: tuple[str, str], size: tuple[int, int]
) -> None:
    """A form appears under a grid of question marks, without an explanation."""
    async with sitting(*waiting(*where), size=size) as sat:
        assert isinstance(sat.app.screen, BriefingBox)
        said = " ".join(shown(sat).split())
        for text in ("How you win", "What you see", "What you decide", "I am ready"):
            assert text in said
        page = sat.app.screen.query_one(Page)
        assert page.max_scroll_y == 0, "nothing of it is hidden"
        assert len(sat.sent(ReadRules)) == 1


async def test_a_joining_person_reads_what_the_table_has_agreed() -> None:
    """If this fails, a player learns of another rule of their table only when it is applied."""
    *news, told = waiting("kashmir_crisis", "india")
    assert isinstance(told, TableRules)
    agreed = ("There are 4 Jokers.", "The game ends after turn 3 at the latest.")
    async with sitting(*news, told) as usual:
        assert "Agreed at your table" not in shown(usual)
    told = told.model_copy(update={"briefing": told.briefing.model_copy(update={"agreed": agreed})})
    async with sitting(*news, told) as seat:
        assert f"Agreed at your table {' '.join(agreed)}" in " ".join(shown(seat).split())


async def test_enter_says_that_one_is_ready_and_does_not_come_again() -> None:
    """The table waits for ever, or the briefing comes back with every message."""
    news = waiting("kartenspiel", "red.corps.2")
    async with sitting(*news) as seat:
        assert "You are Ana María Núñez, Red corps II." in shown(seat)
        assert "Red army commander Ben" in " ".join(shown(seat).split())
        assert seat.sent(SayReady) == []
        await seat.press("enter")
        assert len(seat.sent(SayReady)) == 1
        assert seat.app.screen is seat.app.table
        await seat.hear(*news)
        assert seat.app.screen is seat.app.table
        assert len(seat.sent(ReadRules)) == 1


async def test_the_enter_of_the_briefing_seals_nothing() -> None:
    """The first answer is given before the first question was read."""
    table = playing("kartenspiel", 1)
    news = (welcome(table, "red.corps.2"), view(table, "red.corps.2", gate=1), rules(table, "red.corps.2"))
    async with sitting(*news) as seat:
        await seat.press("enter")
        assert seat.app.screen is seat.app.table
        assert seat.sent(Declare) == []


async def test_a_watcher_is_briefed_and_marks_ready() -> None:
    """If the watcher becomes the driver before the game begins, the table waits for ever."""
    async with sitting(*waiting("kartenspiel", "red.corps.2", role=Role.WATCHER)) as seat:
        await seat.press("enter")
        assert seat.sent(SayReady) == [SayReady()]


async def test_a_person_who_reconnects_during_a_game_is_not_briefed_again() -> None:
    """A player whose laptop crashed reads the briefing while the clock runs."""
    table = playing("kartenspiel", 6)
    news = welcome(table, "red.corps.2"), view(table, "red.corps.2"), rules(table, "red.corps.2")
    async with sitting(*news, returns=True) as seat:
        assert seat.app.screen is seat.app.table


async def test_a_person_who_comes_late_or_is_moved_is_briefed() -> None:
    """A latecomer, or a player who was moved, does not know who they are now."""
    table = playing("kartenspiel", 6)
    news = welcome(table, "red.corps.2"), view(table, "red.corps.2"), rules(table, "red.corps.2")
    async with sitting(*news) as seat:
        assert isinstance(seat.app.screen, BriefingBox)
        assert "Red corps II" in " ".join(shown(seat).split())
    async with sitting(*news, returns=True) as seat:
        moved = "black.corps.1"
        await seat.hear(welcome(table, moved), view(table, moved), rules(table, moved))
        assert isinstance(seat.app.screen, BriefingBox)
        assert "Black corps I" in " ".join(shown(seat).split())


# --- names and waiting ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL, MIDDLE])
async def test_the_table_names_the_seats_that_it_waits_for(size: tuple[int, int]) -> None:
    """People wait, and do not read for whom."""
    async with sitting(*waiting("kartenspiel", "red.corps.2"), size=size) as seat:
        assert "Waiting for Red corps IV and Black corps II (Gül)." in " ".join(shown(seat).split())
        assert [
            row for row in seat.said("#briefing-foot").splitlines() if row[0] != " " or row[1] == " "
        ] == []
        await seat.press("enter")
        assert "Waiting for Red corps IV and Black corps II (Gül)." in seat.said("#head")
        await seat.hear(company(playing("kartenspiel"), awaited=("red.corps.2",)))
        assert "Waiting for you." in seat.said("#head")
        await seat.hear(company(playing("kartenspiel"), awaited=()))
        assert "Everyone is ready." in seat.said("#head")


async def test_names_are_in_the_head_the_team_and_the_talk() -> None:
    """A player reads only the names of seats, and does not know which person is where."""
    table = playing("kartenspiel")
    lines = spoken("red", ("Red army commander", "Hold."))
    news = waiting("kartenspiel", "red.corps.2")
    async with sitting(news[0], view(table, "red.corps.2", lines=lines), news[2], size=MIDDLE) as seat:
        head = seat.said("#head")
        assert "♦ Red corps II  Ana María Núñez" in head
        assert "● 小川 美咲" in head.replace("Red corps I (小川 美咲)", "小川 美咲")
        assert "Red army commander (Ben): Hold." in " ".join(
            seat.app.table.query_one("#talk-lines", Page).text.split()
        )


async def test_no_name_is_shown_where_the_exercise_hides_them() -> None:
    """An exercise without names shows them."""
    news = waiting("kartenspiel", "red.corps.1", names=False)
    async with sitting(news[0].model_copy(update={"person": ""}), *news[1:], size=MIDDLE) as seat:
        assert "You are Red corps I." in shown(seat)
        await seat.press("enter")
        assert not any(name in seat.said("#head") for name in NAMES.values())


# --- the rules --------------------------------------------------------------------------------------------------------


async def turn_to(seat: Sitting, title: str) -> str:
    """Go to a page of the rules, and return its text."""
    for _ in TABS:
        if say(TABS[seat.app.screen._at].title) == title:  # type: ignore[attr-defined]  # the box in front
            break
        await seat.press("right")
    return shown(seat)


@pytest.mark.parametrize("key", ["f2", "question_mark"])
async def test_the_whole_rules_open_by_a_key(key: str) -> None:
    """A corps commander cannot look up how the line breaks."""
    async with sitting(*waiting("kartenspiel", "red.corps.2")) as seat:
        await seat.press("enter", key)
        assert isinstance(seat.app.screen, RulesBox)
        assert "Each army commander may move" in " ".join(shown(seat).split())
        assert "Losses are counted in divisions" in " ".join((await turn_to(seat, "Whole rules")).split())
        assert "the enemy counts" in await turn_to(seat, "On the table")
        assert "the reserve" in await turn_to(seat, "Who knows what")
        keys = " ".join((await turn_to(seat, "Keys")).split())
        assert "warcouncil join brings you back" in keys
        assert "demo" not in keys
        await seat.press("escape")
        assert not isinstance(seat.app.screen_stack[-1], RulesBox)


async def test_the_rules_open_from_the_briefing_and_lead_back_to_it() -> None:
    """A player who wants to read on must first mark ready.

    Or one Esc too many on the way back marks ready.
    """
    async with sitting(*waiting("hard_war", "amber")) as seat:
        await seat.press("question_mark")
        assert isinstance(seat.app.screen, RulesBox)
        assert "WHAT IT IS ABOUT" in shown(seat)
        await seat.press("escape", "escape", "escape")
        assert isinstance(seat.app.screen, BriefingBox)
        assert seat.sent(SayReady) == []


async def test_a_word_is_found_wherever_the_rules_speak_of_it() -> None:
    """A Hard War player leafs through five pages to find what Nishka does."""
    async with sitting(*waiting("hard_war", "amber")) as seat:
        await seat.press("enter", "f2", "slash", *"nishka")
        said = shown(seat)
        assert "opponent discards their" in said
        assert "Palpero  2" not in said, "of a table only the rows that speak of it"
        await seat.press("enter", "escape")
        assert isinstance(seat.app.screen, RulesBox)
        assert "discards their hand" not in shown(seat), "Escape brings back the page that was open"
        assert not any(line.display for line in seat.app.screen.query(Input))
        await seat.press("slash", *"zzz")
        assert "The rules do not mention “zzz”." in shown(seat)


async def test_rules_that_have_not_come_are_on_their_way() -> None:
    """An empty page looks like a game without rules."""
    table = playing("kartenspiel", 1)
    async with sitting(welcome(table, "red.corps.2"), view(table, "red.corps.2")) as seat:
        await seat.press("f2")
        assert "attack (an open palm)" in " ".join(shown(seat).split())
        await seat.press("right")
        assert "Loading the rules" in shown(seat)
        await seat.hear(rules(table, "red.corps.2"))
        assert "How you win".upper() in shown(seat)
