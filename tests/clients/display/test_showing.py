"""The projector: the table it follows, its clock, its keys, and its words for everything that is stopped."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from unittest.mock import patch

import pytest
from textual.pilot import Pilot
from warcouncil.clients.display.app import DisplayApp
from warcouncil.clients.display.draw import picture
from warcouncil.clients.display.showing import TURN_MS, TURNS_MS, Showing
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.widgets.board.blocks import can_write, dots_wide, written
from warcouncil.clients.widgets.pieces.drawn import Drawn
from warcouncil.protocol.table.sheets import Document, Documents, Fact, Facts, Sheet
from warcouncil.protocol.table.views import Ended, Score, StoryLine, View
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.wire.replies import Clock as ClockMoved
from warcouncil.protocol.wire.replies import Farewell, Reply, Welcome
from warcouncil.protocol.wire.requests import Watch
from warcouncil.protocol.words import GateNo, Role, TableId

from tests.clients.display.builders import (
    OVER,
    PAUSED,
    Projector,
    app_of,
    calm,
    clock,
    mixed,
    paused,
    table,
    view,
)
from tests.clients.seat.test_text import scenes, sheet
from tests.clients.umpire.console import Clock
from tests.clients.umpire.test_text import HOSTILE, assert_clean

SMALL, LARGE = (80, 24), (160, 50)


@dataclass
class Screen:
    """A projector under test."""

    app: DisplayApp
    line: Projector
    now: Clock
    pilot: Pilot[None]

    @property
    def text(self) -> str:
        """The text of the screen."""
        return self.app.query_one("#picture", Drawn).text

    @property
    def clock(self) -> bool:
        """Whether a clock is written in blocks at half the height."""
        return sum("█" in line for line in self.text.splitlines()) >= self.app.size.height // 2

    def shows(self, words: str) -> bool:
        """Return whether these words are on the screen in blocks."""
        return all(line in self.text for line in written(words, across=1, down=6))

    async def hear(self, *news: Reply | LinkChange) -> None:
        """Deliver news, and draw them."""
        for each in news:
            self.line.news.put_nowait(each)
        for _ in range(2):
            await self.pilot.pause()
        self.app.redraw()

    async def press(self, *keys: str) -> None:
        """Press keys."""
        await self.pilot.press(*keys)
        await self.hear()

    @property
    def watched(self) -> list[int]:
        """The tables that were asked for."""
        return [body.table for body in self.line.sent if isinstance(body, Watch)]


@asynccontextmanager
async def screen(
    tables: Iterable[TableStatus], *, size: tuple[int, int] = SMALL, first: int = 0, shown: View | None = None
) -> AsyncIterator[Screen]:
    """Open a projector."""
    app, line, now = app_of(tables, first=first, shown=shown)
    async with app.run_test(size=size) as pilot:
        found = Screen(app, line, now, pilot)
        await found.hear()
        yield found


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_table_shows_its_phase_its_clock_and_what_is_public(size: tuple[int, int]) -> None:
    """People in the room do not know the question, or the time that is left."""
    async with screen(calm(3), first=2, size=size) as shown:
        assert shown.watched == [2]
        assert shown.clock
        for words in ("Jena day", "Turn 4", "table 2", "BLACK", "RED", "4 on turn 3"):
            assert words in shown.text
        assert shown.shows("attack declaration") == (size == SMALL)


async def test_of_a_long_title_one_part_is_large_and_none_is_lost() -> None:
    """A room reads half of the question, or nothing from its last row."""
    title = "Turn 7 · Card play · the Military Front may be scored"
    async with screen(calm(1), first=1, shown=view(title=title)) as shown:
        assert shown.shows("card play")
        assert title in shown.text


async def test_a_sheet_that_is_cut_says_so() -> None:
    """A room takes a part of the position for the complete one."""
    facts = Facts(
        facts=tuple(Fact(label=f"corps {number}", value="a long word or two") for number in range(40))
    )
    long = view().model_copy(update={"sheet": Sheet(elements=(facts,))})
    async with screen(calm(1), first=1, shown=long) as shown:
        assert shown.text.rstrip().endswith("…")
    async with screen(calm(1), first=1) as shown:
        assert "…" not in shown.text


@pytest.mark.parametrize(
    ("text", "whole"), [("Hold the strait.\nWait for dawn.", True), ("word " * 900, False)]
)
async def test_a_public_document_is_shown_at_length_if_there_is_room(text: str, *, whole: bool) -> None:
    """A document cannot be opened on a projector, or a long one pushes the board off the wall."""
    lying = Documents(documents=(Document(title="Proclamation", text=text),))
    shown = view().model_copy(
        update={"sheet": Sheet(elements=(Facts(facts=(Fact(label="day", value="3"),)), lying))}
    )
    async with screen(calm(1), first=1, shown=shown) as wall:
        assert "Proclamation" in wall.text
        assert "day 3" in wall.text
        assert ("Wait for dawn." in wall.text) == whole
        assert wall.text.count("word") < 30


async def test_the_clock_counts_by_itself_and_stops_when_it_is_paused() -> None:
    """The room sees another time than the players."""
    async with screen(calm(1), first=1, shown=view(83_000)) as shown:
        shown.now.ms += 23_000
        assert shown.app.showing.left_ms(shown.now()) == 60_000
        await shown.hear(ClockMoved(gate=GateNo(12), clock=clock(55_000, running=False), paused=PAUSED))
        shown.now.ms += 23_000
        assert shown.app.showing.left_ms(shown.now()) == 55_000
        await shown.hear()
        assert shown.shows("paused")
        assert "paused by the umpire" in shown.text


async def test_a_clock_of_another_question_is_passed_over() -> None:
    """A clock that comes late is shown for the wrong question."""
    async with screen(calm(1), first=1, shown=view(83_000)) as shown:
        await shown.hear(ClockMoved(gate=GateNo(11), clock=clock(1000), paused=""))
        assert shown.app.showing.left_ms(shown.now()) == 83_000


async def test_the_last_ten_seconds_change_weight_and_words() -> None:
    """A viewer who cannot distinguish colours does not see that the time runs out."""
    async with screen(calm(1), first=1, shown=view(11_000)) as shown:
        before = shown.text
        shown.now.ms += 2000
        await shown.hear()
        assert "the last seconds" in shown.text
        assert shown.text.count("█") > 1.3 * before.count("█")
        shown.now.ms += 60_000
        await shown.hear()
        assert "the time is up" in shown.text


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        (view(held=True), ("please wait", "nobody loses time")),
        (view(paused=PAUSED), ("paused", "paused by the umpire")),
        (view(ended=OVER), ("Red won", "both lines broke, and Black had lost 17 to 16")),
        (view(ended=OVER.model_copy(update={"winners": ()})), ("a draw", "both lines broke")),
        (
            view(ended=OVER.model_copy(update={"winners": (), "title": "The dam broke"})),
            ("The dam broke", "both lines broke"),
        ),
        (view(ended=OVER.model_copy(update={"title": "The dam broke"})), ("The dam broke", "Won by Red.")),
    ],
)
async def test_a_stopped_table_is_described_in_words(shown: View, words: tuple[str, str]) -> None:
    """A room watches a clock that does not move."""
    async with screen(calm(1), first=1, shown=shown) as projector:
        assert projector.shows(words[0])
        assert words[1] in projector.text


async def test_a_game_that_has_not_begun_is_not_called_paused() -> None:
    """A room believes that a fault happened before the game began."""
    waiting = table(1).model_copy(update={"begun": False, "clock": clock(60_000, running=False)})
    async with screen([waiting], first=1, shown=view(paused="The game has not begun yet.")) as shown:
        assert shown.shows("not begun")
        await shown.press("r")
        assert shown.shows("not begun")


@pytest.mark.parametrize(("tables", "size"), [(1, SMALL), (10, SMALL), (40, SMALL), (40, LARGE)])
async def test_the_room_shows_every_table(tables: int, size: tuple[int, int]) -> None:
    """A table does not find itself on the screen."""
    async with screen(calm(tables), size=size) as shown:
        assert shown.watched == []
        assert shown.clock
        below = shown.text.splitlines()[size[1] // 2 :]
        words = " ".join(below).split()
        assert [number for number in range(1, tables + 1) if str(number) not in words] == []


async def test_the_rooms_clock_is_the_longest_of_the_question_that_most_are_at() -> None:
    """A table that is nearly done makes all the others hurry."""
    async with screen(mixed(10)) as shown:
        room = shown.app.showing.room_clock(shown.now())
        assert room is not None
        assert (room.title, room.tables, room.running) == ("Turn 4 · Attack declaration", 5, True)
        times = [t.clock.left_ms for t in mixed(10) if t.clock and t.clock.running and t.title == room.title]
        assert room.left_ms == max(times)
        for words in ("paused", "waits", "over", "5 of 10 tables"):
            assert words in shown.text


async def test_a_room_that_is_stopped_or_over_says_so() -> None:
    """A room waits for a clock that is not released."""
    async with screen(paused(10)) as shown:
        assert shown.shows("paused")
        assert "every clock is stopped" in shown.text
        await shown.hear(*[table(number, ended="a draw") for number in range(1, 11)])
        shown.now.ms += TURNS_MS
        await shown.hear()
        assert shown.text.count("drawn") == 10


async def test_the_room_ends_with_the_results_and_they_are_shown_when_an_umpire_wants_them() -> None:
    """A room ends with two words, without a winner."""
    won = [
        table(number, ended="the line broke").model_copy(
            update={"result": Ended(reason="the line broke", winners=("Red",), won=None, turns=6)}
        )
        for number in (1, 2, 3)
    ]
    async with screen(calm(3)) as shown:
        assert "RESULTS" not in shown.text
        await shown.hear(*won)
        shown.now.ms += TURN_MS * 3
        await shown.hear()
        assert shown.text.count("Red won") == 3
        assert "6 turns" in shown.text
        await shown.press("right")
        assert "6 turns" not in shown.text
        await shown.hear(*(each.model_copy(update={"results": True}) for each in won))
        shown.now.ms += TURN_MS * 3
        await shown.hear()
        assert shown.text.count("Red won") == 3


async def test_at_the_end_the_tables_turn_over_one_by_one() -> None:
    """The day ends with a table of small words that no room can read together."""
    won = [
        table(number, ended="the line broke").model_copy(
            update={"result": Ended(reason="the line broke", winners=("Red",), won=None, turns=6)}
        )
        for number in (1, 2, 3)
    ]
    async with screen(calm(3)) as shown:
        await shown.hear(*won)
        seen = []
        for _ in range(5):
            seen.append(shown.text.count("Red won"))
            shown.now.ms += TURN_MS
            await shown.hear()
        assert seen == [0, 1, 2, 3, 3]


async def test_keys_go_from_table_to_table_and_to_the_room() -> None:
    """An umpire cannot show table 12 with one hand."""
    async with screen(calm(12)) as shown:
        await shown.press("right", "right", "left", "left", "left")
        assert shown.watched == [1, 2, 1, 0, 12]
        shown.now.ms += 5000
        await shown.press("1", "1")
        assert shown.app.showing.table == 11
        await shown.press("r")
        assert shown.app.showing.table == 0
        shown.now.ms += 5000
        await shown.press("9", "9")
        assert shown.app.showing.table == 9
        for back in ("escape", "right", "5"):
            await shown.press("f1")
            assert "the whole room" in shown.text
            await shown.press(back)
            assert "the whole room" not in shown.text, f"{back} shows nothing while the keys stand there"


async def test_a_lost_link_says_that_the_clock_only_guesses() -> None:
    """A room trusts a clock that is no longer synchronised."""
    async with screen(calm(1), first=1) as shown:
        await shown.hear(LinkChange(LinkState.DOWN, "lost"))
        assert "No connection to the host" in shown.text
        assert shown.clock
        await shown.hear(
            LinkChange(LinkState.UP), Welcome(exercise="Jena day", role=Role.DISPLAY, session="s2")
        )
        assert "No connection to the host" not in shown.text
        assert shown.watched == [1]  # the link sees to it that it is followed again
        await shown.hear(LinkChange(LinkState.SHUT, "Join again with the code."))
        assert "Join again with the code." in shown.text
        assert not shown.clock


def test_the_rooms_clock_is_of_the_wings_that_are_heard_also_while_nothing_runs() -> None:
    """Most tables are away, but the room reads their question, or that their clocks are stopped, or that games are
    paused that have not begun.
    """
    showing = Showing(wings=("North", "South"))
    waiting = table(1).model_copy(
        update={"title": "Morning", "begun": False, "clock": clock(9_000, running=False)}
    )
    for wing, told in (("North", [waiting]), ("South", calm(4)[1:])):
        for news in (LinkChange(LinkState.UP), *told):
            showing.feed(news, 0, wing)
    showing.feed(LinkChange(LinkState.DOWN), 0, "South")
    room = showing.room_clock(0)
    assert room is not None
    assert (room.title, room.tables, room.running) == ("Morning", 1, False)
    drawn = "\n".join(line.plain for line in picture(showing, 0, *LARGE))
    assert "the game has not begun yet" in drawn
    showing.feed(LinkChange(LinkState.DOWN), 0, "North")
    room = showing.room_clock(0)
    assert room is not None
    assert room.title != "Morning", "all as they were, where nobody is heard"


def test_a_wing_that_was_ended_is_not_said_to_be_sought() -> None:
    """The room waits for a wing that is not sought."""
    showing = Showing(wings=("North", "South", "East"))
    showing.feed(LinkChange(LinkState.UP), 0, "North")
    showing.feed(Farewell(text="The umpire has ended the exercise."), 0, "East")
    drawn = "\n".join(line.plain for line in picture(showing, 0, *LARGE))
    assert "South: no connection. Reconnecting." in drawn
    assert "East: the connection has ended. You see the last known state." in drawn


async def test_every_clock_of_the_room_is_stopped_without_a_link() -> None:
    """The room sees its tables run out of time while the arbiter is down."""
    async with screen(calm(4)) as shown:
        await shown.hear(LinkChange(LinkState.DOWN, "lost"))
        before = re.findall(r"\d:\d\d", shown.text)
        shown.now.ms += 60_000
        await shown.hear()
        assert re.findall(r"\d:\d\d", shown.text) == before
        assert len(before) == 4


async def test_a_room_whose_begun_games_are_over_is_not_called_paused() -> None:
    """A room looks for the umpire who stopped its clocks, though its games have not begun."""
    waiting = table(2).model_copy(update={"begun": False, "clock": clock(83_000, running=False)})
    async with screen((table(1, ended="both lines broke"), waiting)) as shown:
        assert "not begun yet" in shown.text
        assert not shown.shows("paused")


async def test_a_projector_shows_the_farewell_and_its_clock_is_stopped_without_a_link() -> None:
    """A room reads a clock that runs out, or an error, at the end of its day."""
    async with screen(calm(1), first=1) as shown:
        await shown.hear(LinkChange(LinkState.DOWN, "lost"))
        before = shown.app.showing.left_ms(shown.now())
        assert before == shown.app.showing.left_ms(shown.now() + 60_000) > 0
        await shown.hear(LinkChange(LinkState.ENDED, "The umpire has ended the exercise."))
        assert "The umpire has ended the exercise. You can leave." in " ".join(shown.text.split())
        assert not shown.clock
        await shown.press("enter")
        assert shown.line.sought == 1


async def test_another_roles_code_is_refused_in_words() -> None:
    """An umpire's wall is shown on the screen because of a wrong card."""
    async with screen(calm(1)) as shown:
        await shown.hear(Welcome(exercise="Jena day", role=Role.UMPIRE, session="s2"))
        assert "not for a projector" in shown.text


async def test_text_of_people_never_becomes_markup_or_an_escape() -> None:
    """E7 to E9: a name writes on the screen of the whole room, or acts there."""
    hostile = "[@click=app.quit]x[/] \x1b]0;PWNED\x07\x9b2J"
    named = table(1).model_copy(update={"name": hostile, "title": hostile})
    over = OVER.model_copy(update={"reason": hostile, "winners": (hostile,)})
    for shown in (view(title=hostile), view(paused=hostile), view(ended=over)):
        async with screen([named], first=1, shown=shown) as projector:
            strips = [
                segment for strip in projector.app.screen._compositor.render_strips() for segment in strip
            ]
            assert not any(char in segment.text for segment in strips for char in "\x1b\x07\x9b")
            assert not any("@click" in (segment.style.meta if segment.style else {}) for segment in strips)
            assert "[@c" in projector.text


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_hostile_words_stay_words_in_results_standings_and_what_is_watched(
    size: tuple[int, int],
) -> None:
    """At the moment when everyone looks, the name of a side runs as a command, or overwrites the screen of the
    room.
    """
    bad = " ".join(HOSTILE)
    over = Ended(
        reason=bad,
        winners=(bad, bad),
        won=None,
        scores=(Score(label=bad, of=((bad, 3), (bad, 4))),),
        turns=3,
        turns_are=bad,
        laid_open=True,
    )
    ended = table(1, ended=bad).model_copy(
        update={"result": over, "results": True, "name": bad, "game_title": bad}
    )
    other = table(2, ended=bad).model_copy(update={"result": over, "results": True, "game_title": f"{bad}2"})
    async with screen([ended, other], size=size) as shown:
        assert_clean(shown.app)
    lines = tuple(StoryLine(heading=bad, text=bad, shows=number) for number in range(1, 8))
    told = view(title=bad).model_copy(
        update={
            "sheet": sheet(bad),
            "story": lines,
            "scenes": scenes(bad),
            "gate": GateNo(13),
            "whole": False,
        }
    )
    playing = [each.model_copy(update={"results": False}) for each in (table(1), table(2))]
    async with screen(playing, size=size, first=1) as shown:
        await shown.hear(told)
        assert_clean(shown.app)
        await shown.hear(view(ended=over).model_copy(update={"sheet": sheet(bad)}))
        assert_clean(shown.app)


async def test_a_window_that_is_too_small_says_so() -> None:
    """A picture is cut, and no message says so."""
    async with screen(calm(1), size=(50, 15)) as shown:
        assert "The projector needs 60 by 20" in shown.text.replace("\n", " ")


async def test_a_room_that_waits_for_its_people_is_not_over() -> None:
    """People come in, and the screen before them says that all is over."""
    waiting = [table(number, left_ms=None).model_copy(update={"begun": False}) for number in (1, 2)]
    async with screen(waiting) as shown:
        assert shown.shows("not begun")
        assert "The game has not begun yet." in shown.text
    async with screen([table(1, left_ms=None)]) as shown:
        assert "begun" not in shown.text


def test_a_table_that_is_not_there_is_not_shown() -> None:
    """One wrong key empties the screen of the complete room."""
    assert Showing().show(TableId(7)) == ()


def test_blocks_write_every_letter_at_the_same_height() -> None:
    """A title is crooked, or missing."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 :.,-–'’!?/()&+"
    lines = written(letters, across=2, down=10)
    assert {len(line) for line in lines} == {2 * dots_wide(letters)}
    assert len(lines) == 5
    assert can_write("Überfall")
    assert not can_write("漢")
    assert not can_write("")


TOLD = view().model_copy(
    update={
        "story": tuple(StoryLine(heading="turn 4", text=f"Corps {n} fights.", shows=n) for n in (1, 2, 3)),
        "scenes": scenes("charge"),
        "gate": GateNo(13),
        "whole": False,
    }
)


@pytest.mark.parametrize(
    ("tables", "first", "news", "draws"),
    [
        (calm(4), 1, (view(12_300),), 8),
        ((table(1, left_ms=12_300),), 0, (), 8),
        ((table(1, left_ms=12_300), table(2, left_ms=90_900)), 0, (), 16),
        (calm(40), 0, (), 40),
        (paused(3), 0, (), 0),
        (calm(2), 1, (view(paused=PAUSED),), 0),
        (calm(2), 1, (LinkChange(LinkState.DOWN),), 0),
        (calm(2), 1, (LinkChange(LinkState.ENDED, "Thank you all."),), 8),
        (calm(2), 1, (view(2_500), TOLD), 14),
        (calm(2), 1, (view(ended=OVER),), 1),
    ],
    ids=["table", "one", "two", "room", "pause", "pause of one", "no link", "farewell", "scenes", "over"],
)
async def test_a_projector_is_drawn_when_a_clock_shows_another_second_and_is_right_at_each_moment(
    tables: Iterable[TableStatus], first: int, news: tuple[Reply | LinkChange, ...], draws: int
) -> None:
    """An old laptop at the projector draws everything five times a second, for a clock that shows seconds."""
    async with screen(tables, size=LARGE, first=first) as shown:
        for each in news:
            await shown.hear(each)
        whole = shown.app.redraw
        with patch.object(shown.app, "redraw", wraps=whole) as redraw:
            for _ in range(40):
                shown.now.ms += 200
                shown.app.tick()
                stood = shown.text
                whole()
                assert stood == shown.text
        assert redraw.call_count <= draws
