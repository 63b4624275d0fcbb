"""The replay's window, by its keys. It draws what the chosen viewpoint saw, and nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from textual.binding import Binding
from textual.pilot import Pilot
from textual.widget import Widget
from warcouncil.arbiter.record.account.rewind import Rewind, view
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.clients.replay.film.film import Eyes, Film, FilmBookmark, Instant
from warcouncil.clients.replay.film.unknown import Gap
from warcouncil.clients.replay.screen.app import ReplayApp
from warcouncil.clients.replay.screen.keys import FOOT, REPLAY_KEYS, TOLD
from warcouncil.clients.replay.screen.screen import ReplayScreen
from warcouncil.clients.replay.screen.split import Split, gap_lines
from warcouncil.clients.seat.screen.boxes import LineBox, ReadingBox
from warcouncil.clients.widgets.board.scale import Scale
from warcouncil.clients.widgets.board.sheet import Drawing, SheetView, draw_sheet
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.widgets.window.settings import Remembered
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.wire import wire
from warcouncil.protocol.words import TableId

from tests.arbiter.core.harness import load
from tests.clients.replay.films import (
    ALL_EYES,
    BLACK_EYES,
    MINUTE,
    RED_EYES,
    Reel,
    morning_file,
    morning_film,
)
from tests.profile import share

SIZE = (120, 36)


@dataclass
class Shown:
    """A replay in a window, and its clock."""

    app: ReplayApp
    pilot: Pilot[None]
    clock: list[int]

    @property
    def screen(self) -> ReplayScreen:
        """The screen."""
        return self.app.replay

    async def press(self, *keys: str) -> None:
        """Press keys."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def write(self, text: str) -> None:
        """Write a line into the box in front, and Enter."""
        await self.pilot.press(*text)
        await self.press("enter")

    async def wait(self, ms: int) -> None:
        """Advance the clock by this time, and draw."""
        self.clock[0] += ms
        self.app.tick()
        await self.pilot.pause()

    def text(self, place: str) -> str:
        """Return the text of a widget."""
        found = self.screen.query_one(place)
        if isinstance(found, SheetView):
            drawing = found.query_one(Drawing)
            return "\n".join(line.plain for line in drawing.lines(max(20, drawing.size.width or 60)))
        assert isinstance(found, Drawn | Page)
        return found.text

    @property
    def all_text(self) -> str:
        """Return the complete text of the screen."""
        places: list[Widget] = [
            *self.screen.query(Drawn),
            *self.screen.query(Page),
            *self.screen.query(SheetView),
        ]
        shown = [
            each
            for each in places
            if all(up.display for up in each.ancestors_with_self if isinstance(up, Widget))
        ]
        return "\n".join(
            "\n".join(line.plain for line in each.query_one(Drawing).lines(200))
            if isinstance(each, SheetView)
            else each.text
            for each in shown
            if isinstance(each, SheetView | Drawn | Page)
        )


@asynccontextmanager
async def replay(
    film: Film,
    eyes: Eyes,
    *,
    size: tuple[int, int] = SIZE,
    kept: Remembered | None = None,
    again: Film | str = "",
) -> AsyncIterator[Shown]:
    """Open a window on a film."""
    clock = [0]
    app = ReplayApp(film, eyes, lambda: again or film, kept=kept, now_ms=lambda: clock[0])
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Shown(app, pilot, clock)


# --- going ------------------------------------------------------------------------------------------------------


async def test_the_arrows_the_page_keys_home_and_end_go_where_they_say() -> None:
    """A tutor in front of the class does not find the question."""
    async with replay(Reel(), ALL_EYES) as shown:
        places = []
        for key in ("right", "right", "right", "left", "pageup", "pagedown", "home", "end", "up", "down"):
            await shown.press(key)
            places.append(shown.screen.walk.spot.seq)
        assert places == [6, 10, 10, 6, 2, 10, 2, 11, 10, 11]
        await shown.press("home", "left")
        assert "This is the first question." in shown.text("#said")
        await shown.press("escape")
        assert shown.text("#said") == ""


async def test_space_plays_at_the_chosen_speed_with_the_silences_cut() -> None:
    """The replay plays too fast, stops, or shows a silence at full length."""
    async with replay(Reel(), RED_EYES) as shown:
        await shown.press("space")
        await shown.wait(3_000)
        assert shown.screen.walk.spot == Instant(2, 3_000)
        assert "▶ 1×" in shown.text("#top")
        await shown.press("plus", "plus", "plus")
        await shown.wait(1_000)
        assert shown.screen.walk.spot == Instant(4, 21_000), "8 s, of which 10 of silence were cut"
        assert "s of silence" in shown.text("#top")
        await shown.press("space")
        there = shown.screen.walk.spot
        await shown.wait(60_000)
        assert shown.screen.walk.spot == there
        assert "■ 8×" in shown.text("#top")
        await shown.press("plus", "plus", "plus", "plus", "space")
        assert shown.screen.walk.speed == 64
        await shown.wait(60_000)
        assert shown.screen.walk.spot.seq == 11
        assert not shown.screen.walk.playing
        await shown.press("space")
        assert shown.screen.walk.spot.seq == 2, "at the end it begins anew"


# --- eyes -------------------------------------------------------------------------------------------------------


async def test_tab_walks_through_all_eyes_and_every_pane_follows() -> None:
    """One pane still shows another seat's knowledge, and so reveals it."""
    reel = Reel()
    async with replay(reel, RED_EYES) as shown:
        await shown.press("end")
        for eyes in (*reel.eyes[1:], reel.eyes[0]):
            await shown.press("tab")
            assert shown.screen.viewer.eyes is eyes
            assert f"What {eyes.title} sees" in shown.text("#sheet")
            others = [other for other in reel.eyes if other is not eyes]
            assert not [other for other in others if f"What {other.title} sees" in shown.all_text]
            assert ("§" in shown.text("#scale")) is eyes.all_seeing
        await shown.press("shift+tab")
        assert shown.screen.viewer.eyes is ALL_EYES


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (160, 50)])
async def test_no_part_of_the_truth_is_on_a_seats_screen(size: tuple[int, int]) -> None:
    """A class with one side's viewpoint sees the other's hand."""
    async with replay(Reel(), RED_EYES, size=size) as shown:
        for key in ("right", "down", "up", "end", "home", "tab", "tab", "shift+tab", "shift+tab"):
            await shown.press(key)
            assert "TRUE SECRET" not in shown.all_text
            assert "too loud" not in shown.all_text
            assert "the secret reason" not in shown.all_text
        await shown.press("s")
        assert "TRUE SECRET" in shown.all_text, "the test above could not fail"
        await shown.press("s")
        assert "TRUE SECRET" not in shown.all_text


async def test_one_key_splits_the_screen_and_marks_what_was_not_known() -> None:
    """The truth is beside the known, and the viewer does not see the differences."""
    async with replay(Reel(), RED_EYES) as shown:
        await shown.press("s")
        assert shown.screen.query_one(Split).display
        assert "What Red sees" in shown.text("#knew")
        assert "TRUE SECRET" in shown.text("#was")
        assert "what Red knew" in shown.text("#knew-title")
        assert "≠ TRUE SECRET: 2 (nothing was known)" in shown.text("#gaps")
        await shown.press("right")
        assert "≠ TRUE SECRET: 6" in shown.text("#gaps"), "it follows"
        await shown.press("d")
        assert not shown.screen.query_one(Split).display
        assert "TRUE SECRET" in shown.text("#sheet")
        assert "EVERYTHING, unknown parts dimmed" in shown.text("#top"), (
            "nobody takes it for what the seat had"
        )
        await shown.press("d", "tab", "tab", "tab", "s")
        assert "Nothing is hidden from the umpire." in shown.text("#said")


async def test_the_screen_shows_the_output_of_the_projector() -> None:
    """The window changes, adds or leaves out information between the record and the screen."""
    film = morning_film()
    with open_record(morning_file()) as record:
        rewind = Rewind(record, TableId(1), load=load)
    async with replay(film, film.eyes[0], kept=_still()) as shown:
        for eyes in film.eyes[:2]:
            for gate in film.gates[:5]:
                sight = film.sight(gate.opened, eyes)
                assert sight.view is not None
                sent = view(rewind.at(gate.opened.seq), eyes.seat, gate.opened.at)
                assert wire.dump(sight.view) == wire.dump(sent)
                assert shown.screen.walk.spot == gate.opened
                sheet = shown.screen.query_one("#sheet", SheetView)
                assert sheet.query_one(Drawing)._sheet == sent.sheet
                drawn = shown.text("#sheet").splitlines()
                width = sheet.query_one(Drawing).size.width
                ways = [draw_sheet(sent.sheet, width, scale=scale) for scale in Scale]
                assert drawn in [[line.plain for line in way] for way in ways]
                for line in sent.story[-3:]:
                    assert line.text.split()[0] in shown.text("#story")
                await shown.press("right")
            await shown.press("home", "tab")


def _still() -> Remembered:
    kept = Remembered()
    kept.put("motion", "reduced")
    return kept


# --- finding ----------------------------------------------------------------------------------------------------


async def test_a_search_goes_from_match_to_match_and_finds_nothing_hidden() -> None:
    """A tutor does not find the sentence, or finds it with a viewpoint that never read it."""
    async with replay(Reel(), ALL_EYES) as shown:
        await shown.press("slash")
        assert isinstance(shown.app.screen, LineBox)
        await shown.write("loud")
        assert shown.screen.walk.spot.seq == 9
        assert "1 of 1: ruling: Red is too loud" in shown.text("#said")
        await shown.press("n")
        assert shown.screen.walk.spot.seq == 9
        await shown.press("tab", "slash")
        await shown.write("loud")
        assert "Nothing found for “loud”." in shown.text("#said")
        await shown.press("n")
        assert "Press / to start a search" in shown.text("#said")


async def test_a_bookmark_is_set_changed_found_again_and_taken_away() -> None:
    """A bookmark is lost between the replay and the report."""
    reel = Reel(flags=(FilmBookmark(Instant(9, 2 * MINUTE), "watch this", of_the_day=True),))
    async with replay(reel, ALL_EYES) as shown:
        await shown.press("right", "b")
        await shown.write("why here?")
        assert FilmBookmark(Instant(6, MINUTE), "why here?") in reel.flags
        await shown.press("b", "escape")
        assert FilmBookmark(Instant(6, MINUTE), "why here?") in reel.flags
        await shown.press("b")
        await shown.write("why not?")
        assert [flag.note for flag in reel.flags] == ["watch this", "why not?"]
        await shown.press("m")
        assert shown.screen.walk.spot.seq == 9
        assert "⚑ watch this" in shown.text("#said")
        await shown.press("delete")
        assert "You have no bookmark here." in shown.text("#said")
        await shown.press("M", "tab")
        assert "why not?" not in shown.all_text, "a note may tell what these eyes never knew"
        assert "⚑ There is a bookmark here" in shown.text("#said")
        await shown.press("delete")
        assert [flag.note for flag in reel.flags] == ["watch this"]
        reel.fault = "the disk is full"
        await shown.press("b")
        await shown.write("once more")
        assert "the disk is full" in shown.text("#said")


# --- the window -------------------------------------------------------------------------------------------------


async def test_reading_again_stays_where_one_is_and_shows_what_is_new() -> None:
    """Beside a running exercise the replay shows the state of five minutes ago, or jumps back to its beginning."""
    first = Reel(gates=Reel().gates[:2], all_marks=Reel().all_marks[:9])
    async with replay(first, RED_EYES, again=Reel()) as shown:
        await shown.press("right", "r")
        assert shown.screen.walk.spot == Instant(6, MINUTE)
        assert "The file was read again. It has 1 more question." in shown.text("#said")
        await shown.press("right")
        assert shown.screen.walk.spot.seq == 10
        assert shown.screen.viewer.eyes == RED_EYES


async def test_a_file_that_cannot_be_read_again_is_said_and_the_film_stays() -> None:
    """If a stick is pulled out, the replay ends in front of the class."""
    async with replay(Reel(), RED_EYES, again="jena.wc: there is no such file") as shown:
        await shown.press("right", "r")
        assert "jena.wc: there is no such file" in shown.text("#said")
        await shown.press("right")
        assert shown.text("#said") == ""


async def test_a_remark_about_the_record_is_shown_until_it_is_closed() -> None:
    """A class draws its lessons from a damaged file, and does not know it."""
    async with replay(Reel(remarks=("The file is damaged: record 9.",)), RED_EYES) as shown:
        assert "! The file is damaged: record 9." in shown.text("#remarks")
        await shown.press("escape")
        assert shown.text("#remarks") == ""


KEYS = [binding.key.split(",")[0] for binding in REPLAY_KEYS if isinstance(binding, Binding)]


SIZES = [(60, 20), (80, 24), (160, 50)]


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("size", SIZES)
async def test_every_key_may_be_pressed_everywhere_at_any_size(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key ends the window with an error in front of the class."""
    if size[0] == 80:
        monkeypatch.setenv("NO_COLOR", "1")
    reel = Reel()
    async with replay(reel, RED_EYES, size=size) as shown:
        for _ in (RED_EYES, ALL_EYES):
            for key in share(KEYS, SIZES.index(size), len(SIZES)):
                await shown.pilot.press(key)
                if shown.app.screen is not shown.screen:
                    await shown.pilot.press("escape")
            await shown.wait(500)
            assert shown.app.screen is shown.screen
            shown.screen.viewer.eyes = ALL_EYES
            await shown.press("home")


async def test_a_whole_morning_is_walked_through() -> None:
    """A moment with a bot, a pause, a ruling or a rollback ends the window with an error."""
    film = morning_film()
    async with replay(film, film.eyes[0], size=(80, 24), kept=_still()) as shown:
        for eyes in (film.eyes[0], film.eyes[-3], film.eyes[-1]):
            shown.screen.viewer.eyes = eyes
            for beat in film.beats[::7]:
                shown.screen.walk.to(beat)
                shown.screen.repaint()
                assert film.sight(beat, eyes).view is not None
            await shown.pilot.pause()
            assert shown.text("#sheet")


async def test_a_window_that_is_too_small_says_so_and_comes_back() -> None:
    """It draws an unreadable screen."""
    async with replay(Reel(), RED_EYES) as shown:
        await shown.pilot.resize_terminal(50, 15)
        await shown.pilot.pause()
        assert "The replay needs 60 by" in shown.app.screen.query_one("#plain", Drawn).text
        await shown.pilot.resize_terminal(80, 24)
        await shown.pilot.pause()
        assert shown.app.screen is shown.screen
        await shown.pilot.resize_terminal(50, 15)
        await shown.press("ctrl+p")
        await shown.pilot.resize_terminal(80, 24)
        await shown.press("escape")
        shown.app.tick()
        await shown.pilot.pause()
        assert shown.app.screen is shown.screen


async def test_help_and_foot_name_keys_that_are_there() -> None:
    """The help names a key that does nothing."""
    actions = {binding.action for binding in REPLAY_KEYS if not isinstance(binding, tuple)}
    assert {key.action.removeprefix("screen.") for key in FOOT if key.action.startswith("screen.")} <= actions
    async with replay(Reel(), RED_EYES) as shown:
        await shown.press("question_mark")
        assert isinstance(shown.app.screen, ReadingBox)
        page = shown.app.screen.query_one(Page).text
        assert all(say(means).split()[0] in page for _, means in TOLD)
        await shown.press("escape", "end", "f5")
        assert "Red sealed" in shown.app.screen.query_one(Page).text
        assert "Black sealed" not in shown.app.screen.query_one(Page).text
        assert "The record does not say which seats were connected" in shown.app.screen.query_one(Page).text


async def test_motion_that_is_not_wanted_tells_nothing_step_by_step() -> None:
    """A user who switched motion off must wait for a text that could be shown at once."""
    film = morning_film()
    async with replay(film, film.eyes[0], kept=_still()) as shown:
        for _ in film.gates[:6]:
            await shown.press("right")
            assert shown.screen.viewer.teller.telling is None


async def test_events_are_told_as_they_were_told_then() -> None:
    """A step forward shows the result of a question, but not how it came about."""
    film = morning_film()
    async with replay(film, film.eyes[0]) as shown:
        told = []
        for _ in film.gates[1:7]:
            await shown.press("right")
            if shown.screen.viewer.teller.telling is not None:
                told.append(shown.text("#telling"))
                await shown.press("space", "escape")
                assert shown.screen.viewer.teller.telling is None
        assert told


def test_no_other_eyes_are_asked_than_those_that_look() -> None:
    """The data of another viewpoint is loaded, so it can appear on the screen."""
    reel = Reel()
    screen = ReplayScreen(reel, BLACK_EYES, lambda: 0, lambda: reel)
    assert screen.viewer.sight.view is not None
    assert reel.asked == [(Instant(2, 0), "black")]


@pytest.mark.parametrize("width", [120, 160])
async def test_both_sides_of_a_split_screen_are_equally_wide_and_aligned(
    width: int,
) -> None:
    """The right board is narrower, with smaller boxes and other rows than the left."""
    async with replay(Reel(), RED_EYES, size=(width, 50)) as shown:
        await shown.press("s")
        sheets = [shown.screen.query_one(f"#{side}", SheetView) for side in ("knew", "was")]
        assert len({sheet.scrollable_content_region.width for sheet in sheets}) == 1


def test_gaps_are_in_columns_and_a_cut_is_marked() -> None:
    """Each line begins at another column, and a long text ends in the middle of a word."""
    found = [Gap(f"Black {n}", "7" * (n % 3 + 1), "?") for n in range(1, 7)]
    starts = {
        tuple(at for at, letter in enumerate(line.plain) if letter == "≠") for line in gap_lines(found, 90)
    }
    assert len(starts) == 1
    *_, last = gap_lines([Gap("The letter", "word " * 90, "?")], 60)
    assert last.plain.endswith("…")
