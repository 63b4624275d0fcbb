"""Nothing important is cut off: games played by bots, shown on real screens of common sizes, up to the verdict."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.drawing.fields import sort_rows
from warcouncil.clients.seat.drawing.story_pane import story_lines, tail_lines
from warcouncil.clients.seat.model.feedback import STANDS_MS
from warcouncil.clients.seat.screen.question_pane import QuestionPane
from warcouncil.clients.widgets.board.sheet import Drawing
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.widgets.pieces.scenes import TELL_MIN
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.play import suggested
from warcouncil.games.registry import names
from warcouncil.protocol.table.forms import Form, Place, Sort, Thing
from warcouncil.protocol.table.views import Company, Deal, Notice, Sitter, StoryLine
from warcouncil.protocol.wire.replies import Deals
from warcouncil.protocol.words import SeatId, clean

from tests import profile
from tests.clients.seat.sitting import MIDDLE, SMALL, Sitting, sitting
from tests.clients.seat.tables import play_gate, playing, view, welcome

SIZES = (SMALL, (100, 30), MIDDLE)
GAMES_AND_SIZES = [
    pytest.param(game, size, id=f"{game}-{size[0]}x{size[1]}")
    for game, size in profile.spread(names(), SIZES)
]
GATES_MAX = 90
GATES_BY_DAY = 2
LOOKS_BY_DAY = 5
STEPS_MAX = 12
UNSEEN = frozenset(
    ("kind", "name", "value", "team", "key", "tone", "shape", "back", "rule", "to", "at", "when", "bare")
)
"""Fields of a form that are never read."""
HOLDS_NOTHING = ("holds", "nothing")
"""The row of what places hold is left out if none holds anything."""
LONG = (
    "We both keep off the Military Front until the Joker has been shown, and whoever is ahead by then gives the other "
    "side the first card of the next turn, face up, before anybody has asked him for it."
)


def words_of(value: Any, field: str = "") -> Iterator[str]:
    """Yield every word of a form."""
    match value:
        case dict():
            for name, each in value.items():
                if name not in UNSEEN:
                    yield from words_of(each, name)
        case list() | tuple():
            for each in value:
                yield from words_of(each, field)
        case str() if (field, value) != HOLDS_NOTHING:
            yield from value.split()
        case _:
            pass


def is_cut(text: str) -> bool:
    """Return whether a text is cut. Of a text that can be opened its beginning is shown."""
    lines = (line for line in text.splitlines() if "▤" not in line and "●" not in line.split("  ")[0])
    return "…" in "\n".join(lines).replace("… SEALING", "")


def free_lines(seat: Sitting) -> int:
    """Return the number of empty lines of the board and the question."""
    rows = ["".join(cell.text for cell in strip) for strip in seat.app.screen._compositor.render_strips()]
    places = [seat.app.table.query_one(name) for name in ("#sheet", "#telling", "#question")]
    return sum(
        not rows[y][place.region.x + 1 : place.region.right - 1].strip(" ▎█▌▐│")
        for place in places
        if place.display
        for y in range(place.region.y, place.region.bottom)
    )


def check_screen(seat: Sitting) -> None:
    """Check that nothing is cut on the screen in front, or only where no line is left for it."""
    for name in ("#head", "#banner", "#notice", "#deals", "#telling", "#talk-head"):
        drawn = seat.app.table.query_one(name, Drawn)
        if drawn.display and drawn.region.height:
            assert not is_cut(drawn.text), (name, drawn.text)
            longest = max(map(len, drawn.text.split("\n")), default=0)
            assert longest <= drawn.region.width, (name, drawn.text)
    drawing = seat.app.table.query_one(Drawing)
    if seat.app.table.query_one("#sheet").display:
        assert not [line.plain for line in drawing.lines(drawing.size.width) if is_cut(line.plain)]
    question = seat.app.table.query_one(QuestionPane)
    if is_cut(question.text):
        assert free_lines(seat) == 0, (question.text, free_lines(seat))


def check_form(seat: Sitting, form: Form) -> None:
    """Check that every word of a form is shown completely, if there are enough lines."""
    pane = seat.app.table.query_one(QuestionPane)
    assert pane.hand is not None
    filling = pane.hand.filling
    for at, field in enumerate(filling.fields):
        filling.at = at
        said = "\n".join(line.plain for line, _ in pane.rows(pane.size.width, 200))
        asked = field.model_dump(exclude={"label"} if len(filling.fields) == 1 else None)
        wanted = {*form.question.split(), *words_of(asked)}
        assert [word for word in sorted(wanted) if word not in said] == [], said
    filling.at = 0


async def check_telling(seat: Sitting) -> None:
    """Check that each step of the events is shown in full."""
    for _ in range(STEPS_MAX):
        telling = seat.app.seat.teller.telling
        if telling is None:
            return
        await seat.later(0)
        check_screen(seat)
        said = " ".join(seat.said("#telling").split())
        step = telling.now(seat.clock())
        if telling.watched:
            assert [word for line in step.lines for word in line.text.split() if word not in said] == []
        await seat.press("space")
    await seat.press("escape")


def stops(game: str) -> list[int]:
    """Choose the gates that are checked: some by day, all in the nightly run."""
    table = playing(game, -1)
    while isinstance(table.phase, Phase) and table.gate < GATES_MAX:
        play_gate(table, suggested)
    gates = list(range(1, table.gate))
    return gates if profile.BY_NIGHT else sorted(random.Random(game).sample(gates, GATES_BY_DAY))


@pytest.mark.night(keep=2)
@pytest.mark.parametrize(("game", "size"), GAMES_AND_SIZES)
async def test_nothing_is_cut_off_in_a_whole_game_while_a_line_is_free(
    game: str, size: tuple[int, int]
) -> None:
    """The one decision of a turn is read as *lose one division, more if they attack and o…*."""
    chosen, table, looked = stops(game), playing(game, -1), 0
    async with sitting(size=size) as seat:
        while isinstance(table.phase, Phase) and table.gate <= chosen[-1]:
            asked, so_far = table.phase.asked[:1] if table.gate in chosen else (), len(table.events)
            for each in asked:
                now = view(table, each)
                await seat.hear(welcome(table, each), now)
                await check_telling(seat)  # what happened since the last question that was looked at
                await seat.later(
                    STANDS_MS
                )  # panes are drawn anew, and what was said about the last question goes
                check_screen(seat)
                assert now.form is not None
                check_form(seat, now.form)
            play_gate(table, suggested)
            for each in asked:
                await seat.hear(view(table, each, since=so_far))
                await check_telling(seat)
                looked += 1
    assert looked == len(chosen)


@pytest.mark.parametrize(("game", "size"), GAMES_AND_SIZES)
async def test_no_verdict_is_cut_off(game: str, size: tuple[int, int]) -> None:
    """A player does not read who won, where and by what count."""
    table = playing(game, 1500)
    seat_of = table.game.seats(table.options)[0].id
    over = view(table, seat_of)
    assert over.ended is not None
    async with sitting(welcome(table, seat_of), over, size=size) as seat:
        check_screen(seat)
        said = " ".join(seat.said("#telling").split())
        wanted = [over.ended.reason, *(score.label for score in over.ended.scores)]
        wanted += [f"{who} {number}" for score in over.ended.scores for who, number in score.of]
        assert [words for words in wanted if words not in said] == [], said
        drawn = seat.app.table.query_one("#telling", Drawn)
        assert len(seat.said("#telling").split("\n")) <= drawn.region.height


async def test_the_end_of_a_game_is_shown_in_full_under_its_verdict() -> None:
    """The explanation of a victory breaks off in mid-word, with lines free above it."""
    table = playing("kashmir_crisis", 1500)
    last = StoryLine(heading="turn 6", text="Pakistan has cemented its claim without much harm. " * 7)
    over = view(table, "india").model_copy(update={"story": (last,), "scenes": ()})
    async with sitting(welcome(table, "india"), over, size=SMALL) as seat:
        check_screen(seat)
        story = seat.app.table.query_one("#story", Page).text
        assert " ".join(story.split()).endswith("without much harm.")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_proposals_names_and_the_umpires_word_are_read_in_full(size: tuple[int, int]) -> None:
    """A player accepts a proposal of which they see only half."""
    table = playing("kashmir_crisis", talk="public", talk_deals=True)
    number = count(1)
    offers = tuple(
        Deal(
            number=next(number),
            giver=SeatId("pakistan"),
            giver_title="Pakistan",
            taker=SeatId("india"),
            taker_title="India",
            text=text,
            state="open",
        )
        for text in (LONG, "And then?")
    )
    hello, now = welcome(table, "india"), view(table, "india")
    hello = hello.model_copy(update={"person": "Ana María Núñez de la Torre"})
    word = Notice(text=f"Five minutes. {LONG}", to="everyone at every table")
    async with sitting(hello, now, Deals(deals=offers), word, size=size) as seat:
        check_screen(seat)
        strip, notice = (" ".join(seat.said(name).split()) for name in ("#deals", "#notice"))
        assert LONG in strip
        assert "F6 answers · 1 more waiting" in strip
        assert LONG in notice
        assert "Esc closes it" in notice


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_a_team_of_five_is_named_in_full(size: tuple[int, int]) -> None:
    """Black corps IV is shown as Black corp…, and players do not know whose link is down."""
    table = playing("kartenspiel")
    people = ("Ana María Núñez", "Benedikt von Braun", "Chi", "Dov Rosenzweig", "Zoë O'Neill-Brandt")
    seats = [seat for seat in table.game.seats(table.options) if seat.team == "black"]
    company = Company(
        begins="umpire",
        sitters=tuple(
            Sitter(seat=each.id, title=each.title, person=person)
            for each, person in zip(seats, people, strict=True)
        ),
    )
    for more in ((), (company,)):
        news = (welcome(table, "black.army"), view(table, "black.army"), *more)
        async with sitting(*news, size=size) as seat:
            check_screen(seat)
            if size == MIDDLE:
                wanted = people if more else [each.title.removeprefix("Black ") for each in seats]
                assert [name for name in wanted if name not in seat.said("#head")] == []


def test_no_word_of_a_place_is_broken_where_its_name_goes_over_lines() -> None:
    """Fronts read *Diplomati c* and *Informati on* because a card's note takes the width."""
    places = ("In hand", "Diplomatic", "Information", "Military (face up)", "Reserve")
    field = Sort(
        name="cards",
        label="cards",
        things=(Thing(name="a", label="10♣ (from your Reserve)", at="In hand", to=places[1:]),),
        places=tuple(Place(name=name, label=name, high=2) for name in places),
    )
    filling = Filling(Form(question="Where?", rule="1", fields=(field,)), None)
    said = "\n".join(
        line.plain for line, _ in sort_rows(filling, field, 0, SMALL[0] - 2, focused=True, room=12)
    )
    assert [word for name in places for word in name.split() if word not in said] == [], said


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("game", names())
async def test_the_table_fills_its_column_while_something_is_told(game: str) -> None:
    """Up to eight lines are empty under the question while the board above is cut, and the board jumps at
    every step.
    """
    table = playing(game, 1, policy=suggested)
    seat_of = table.game.seats(table.options)[0].id
    looked = 0
    async with sitting(welcome(table, seat_of), view(table, seat_of), size=MIDDLE) as seat:
        while isinstance(table.phase, Phase) and looked < profile.games(LOOKS_BY_DAY, STEPS_MAX):
            so_far = len(table.events)
            play_gate(table, suggested)
            now = view(table, seat_of, since=so_far)
            if len(now.story) < TELL_MIN and not any(line.shows or line.scene for line in now.story):
                continue  # too little to be told step by step
            await seat.hear(now)
            for _ in range(STEPS_MAX):
                if seat.app.seat.teller.telling is None:
                    break
                places = [seat.app.table.query_one(name) for name in ("#telling", "#sheet", "#question")]
                main = seat.app.table.query_one("#main")
                assert sum(place.region.height for place in places if place.display) == main.region.height
                looked += 1
                await seat.press("space")
    assert looked


@pytest.mark.parametrize("fresh", [0, 2])
def test_a_sentence_of_the_story_that_goes_on_below_stays_under_its_beginning(fresh: int) -> None:
    """The second row begins at the edge of the terminal, as if it were another sentence."""
    long = "Red began with 20 inf 6 cav, Black with 20 inf 6 cav, all in reserve. " * 2
    story = [StoryLine(heading="turn 1", text=clean(long)), StoryLine(heading="turn 2", text="Short.")]
    rows = [row.plain for row in tail_lines(story, fresh, 60, 10)]
    mark = "▸ " if fresh else "  "
    assert [row[:2] for row in rows] == [mark, "  ", "  ", mark]
    assert max(map(len, rows)) <= 60
    assert " ".join(" ".join(rows).replace("▸", "").split()) == f"turn 1 {clean(long)} turn 2 Short."


def test_a_long_story_is_not_broken_into_lines_anew_with_every_drawing() -> None:
    """After four hundred questions a large window, or any window with F3, is busy drawing all the time, and keys
    take seconds.
    """
    story = [StoryLine(heading=f"turn {at // 3}", text=f"A city fell {at} times.") for at in range(2000)]
    first = story_lines(story, 0, 60)
    assert all(again is line for again, line in zip(story_lines(story, 0, 60), first, strict=True))
    assert len(story_lines(story, 0, 18)) > len(first)
