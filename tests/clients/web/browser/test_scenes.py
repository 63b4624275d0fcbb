"""Scenes on the page's board, in lockstep with the clients in a terminal: the same sheets, at the same
moments.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from warcouncil.clients.widgets.pieces.scenes import Telling
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.play import Playing, seed_of
from warcouncil.protocol.table.lighting import light_of
from warcouncil.protocol.table.scenes import Scene
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.table.staging import after
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.wire import dump

from tests.clients.seat.tables import play_gate, view
from tests.clients.seat.test_text import scenes, sheet
from tests.clients.web.browser.served import EMPTY, opened
from tests.clients.web.browser.tabs import ORIGIN
from tests.games import found
from tests.profile import games

every_game = pytest.mark.parametrize("name", [*found.REGISTERED, "template"])
AFTER = """async (cases) => {
    const { after } = await import("/page/board/scenes.js");
    const { lightOf } = await import("/page/board/light.js");
    return cases.map(([sheet, scenes]) => scenes.map((scene) => {
        sheet = after(sheet, scene);
        const light = lightOf(scene);
        return [JSON.stringify(sheet), sheet.elements.map((element) => light.on(element))];
    }));
}"""
TOLD = """async (cases) => {
    const { Telling } = await import("/page/board/telling.js");
    return cases.map(([news, how, times]) => {
        const telling = new Telling(news.story, 0, { ...how, scenes: news.scenes, board: how.board });
        const at = (now) => [telling.come(now), telling.told(now), telling.isOver(now), telling.now(now).title, JSON.stringify(telling.now(now).board)];
        const seen = times.map(at);
        telling.hurryOn(times[1]);
        seen.push(...times.map(at));
        telling.pause(times[2]);
        seen.push(...times.map(at));
        telling.pause(times[4]);
        seen.push(...times.map(at));
        telling.add(news.story.slice(0, 1), times[2], { roomMs: null });
        return [telling.stepMs, telling.watched, seen, times.map(at)];
    });
}"""
TIMES = (0, 400, 950, 1800, 3700, 9000, 60_000)


def plain(model: object) -> Any:
    """Return a model as a page reads it."""
    return json.loads(dump(model))


@cache
def news(name: str) -> tuple[tuple[Sheet, View], ...]:
    """Return the boards of a game played at random and the next views, as its seats in turn see them."""
    game = found.load(name)
    playing = Playing(game, game.options_type(), seed_of(f"{name} page"))
    seen: list[tuple[Sheet, View]] = []
    while isinstance(playing.phase, Phase) and playing.gate < games(12, found.GATES_MAX):
        seats = found.seat_ids(game, playing.options)
        seat = seats[playing.gate % len(seats)]
        before, since = view(playing, seat).sheet, len(playing.events)
        play_gate(playing)
        seen.append((before, view(playing, seat, since=since)))
    return tuple(seen)


def watched(shown: View) -> Iterator[Scene]:
    """Yield the scenes of a view, in the order of its story."""
    for line in shown.story:
        scene = line.scene or (shown.scenes[line.shows - 1] if line.shows else None)
        if scene is not None:
            yield scene


def in_step(page: Any, cases: list[tuple[Sheet, list[Scene]]]) -> int:
    """Check that the page and the terminal make the same of these sheets. Return the number of scenes."""
    made = page.evaluate(AFTER, [[plain(board), [plain(each) for each in told]] for board, told in cases])
    for (start, told), boards in zip(cases, made, strict=True):
        board = start
        for scene, (text, lit) in zip(told, boards, strict=True):
            board, light = after(board, scene), light_of(scene)
            assert json.loads(text) == plain(board), scene
            assert lit == [light.on(element) for element in board.elements], scene
    return sum(len(told) for _, told in cases)


@every_game
def test_a_scene_makes_the_same_board_on_the_page(browser: Any, name: str) -> None:
    """Two players who sit side by side watch two different battles."""
    with opened(browser, {"/": EMPTY}) as (page, _):
        page.goto(ORIGIN)
        assert in_step(page, [(board, list(watched(shown))) for board, shown in news(name)])


@pytest.mark.parametrize("word", ["x", "y"])
def test_every_kind_of_change_makes_the_same_board_on_the_page(browser: Any, word: str) -> None:
    """A kind of change that no present game uses is drawn wrongly in the first game that does."""
    every = [scene.model_copy(update={"title": "s"}) for scene in scenes("x")]
    missed = [
        Scene(title="s", changes=(change.model_copy(update={"add": None, "cards": None}),))
        for scene in every
        for change in scene.changes
        if hasattr(change, "add")
    ]
    with opened(browser, {"/": EMPTY}) as (page, _):
        page.goto(ORIGIN)
        assert in_step(page, [(sheet(word), [*every, *missed]), (Sheet(), every)])


@every_game
def test_a_telling_keeps_the_same_time_on_the_page(browser: Any, name: str) -> None:
    """A reveal ends on one screen before the others, or takes time from the next question's clock."""
    cases = [(board, shown, room) for board, shown in news(name) if shown.story for room in (None, 4_000)]
    with opened(browser, {"/": EMPTY}) as (page, _):
        page.goto(ORIGIN)
        asked = [
            [plain(shown), {"roomMs": room, "board": plain(board), "still": number % 5 == 4}, list(TIMES)]
            for number, (board, shown, room) in enumerate(cases)
        ]
        kept = page.evaluate(TOLD, asked)
    for number, ((board, shown, room), (step_ms, is_watched, first, then)) in enumerate(
        zip(cases, kept, strict=True)
    ):
        telling = Telling(
            shown.story, 0, room_ms=room, scenes=shown.scenes, board=board, still=number % 5 == 4
        )
        own = [at(telling, each) for each in TIMES]
        telling.hurry_on(TIMES[1])
        own += [at(telling, each) for each in TIMES]
        for each in (TIMES[2], TIMES[4]):
            telling.pause(each)
            own += [at(telling, each) for each in TIMES]
        assert own == [[*seen[:4], json.loads(seen[4])] for seen in first]
        telling.add(shown.story[:1], TIMES[2], room_ms=None)
        assert [at(telling, each) for each in TIMES] == [[*seen[:4], json.loads(seen[4])] for seen in then]
        assert (telling.step_ms, telling.watched) == (step_ms, is_watched)
    assert cases


def at(telling: Telling, now_ms: int) -> list[Any]:
    """Return the progress of a telling."""
    step = telling.now(now_ms)
    board = None if step.board is None else plain(step.board)
    return [telling.come(now_ms), telling.told(now_ms), telling.is_over(now_ms), step.title, board]
