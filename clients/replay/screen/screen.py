"""ReplayScreen: a moment of a table from one viewpoint, the timeline under it, and the keys to move in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.screen import Screen
from warcouncil.clients.replay.film.film import Eyes, Film, Instant
from warcouncil.clients.replay.film.searching import Search
from warcouncil.clients.replay.film.seen import desk_of
from warcouncil.clients.replay.film.viewer import Viewer
from warcouncil.clients.replay.screen import panes, tone
from warcouncil.clients.replay.screen.body import Body
from warcouncil.clients.replay.screen.keys import FOOT, REPLAY_KEYS
from warcouncil.clients.replay.screen.pages import PAGES, note_box, search_box
from warcouncil.clients.replay.screen.split import Split
from warcouncil.clients.replay.screen.timeline import Axis, scale_lines
from warcouncil.clients.seat.drawing.foot import Foot
from warcouncil.clients.seat.screen.boxes import ReadingBox
from warcouncil.clients.widgets.board.ink import Lines, ink
from warcouncil.clients.widgets.pieces.drawn import Drawn
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import SPEECH_CHARS_MAX, clean

WIDE, HIGH = 110, 30
"""From this size on, the talk and the story are beside the board."""
TOLD_AT_MOST = 4
"""The highest speed of playback at which events are shown step by step."""


class ReplayScreen(Screen[None]):
    """The screen of a replay."""

    BINDINGS: ClassVar[list[BindingType]] = REPLAY_KEYS
    AUTO_FOCUS = ""

    def __init__(
        self,
        film: Film,
        eyes: Eyes,
        now_ms: Callable[[], int],
        reread: Callable[[], Film | str],
        *,
        still: bool = False,
    ) -> None:
        super().__init__()
        self.viewer = Viewer(film, eyes, still=still)
        self.walk = self.viewer.walk
        self.now_ms = now_ms
        self._reread = reread
        self.said = ""
        """The result of the last key, as text."""
        self.ready = False
        self._search = Search()
        self._axis = Axis(film)
        self._told_remarks = 0
        self._played_ms = now_ms()

    @property
    def wide(self) -> bool:
        """Whether there is room beside the board."""
        return self.size.width >= WIDE and self.size.height >= HIGH

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Drawn(id="top")
        yield Drawn(id="remarks")
        yield Drawn(id="head")
        yield Body()
        yield Split()
        yield Drawn(id="said")
        yield Drawn(id="scale")
        yield Foot()

    def on_mount(self) -> None:
        """Draw at once."""
        self.ready = True
        self.repaint()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.call_after_refresh(self.repaint)
        self.repaint()

    # --- drawing --------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Advance the retelling or the playback."""
        now_ms = self.now_ms()
        passed, self._played_ms = now_ms - self._played_ms, now_ms
        if self.viewer.teller.tells(now_ms):
            self.repaint()
        elif self.walk.playing:
            place = self.walk.place
            self.walk.play(passed, self.viewer.marks)
            if self.walk.place == place + 1 and self.walk.speed <= TOLD_AT_MOST:
                self.viewer.tell(now_ms)
            self.repaint()

    def repaint(self) -> None:
        """Draw everything that has changed."""
        if not self.ready or not self.size.width:
            return
        viewer, width = self.viewer, self.size.width
        self.set_class(self.wide, "-wide")
        self._put("#top", [panes.top_line(self.walk, viewer.eyes, width, beside=viewer.beside)])
        self._put("#remarks", panes.remark_lines(viewer.film.remarks[self._told_remarks :], width))
        sight = viewer.sight
        small = viewer.is_split and not self.wide
        self._put("#head", [] if small else panes.head_lines(desk_of(sight), viewer.since_ms, width))
        self._fill_body()
        line = self.said or viewer.flag_words
        self._put(
            "#said", [(Content(" ") + ink(line, tone.WARN)).truncate(width, ellipsis=True)] if line else []
        )
        self._put("#scale", scale_lines(self._axis, self.walk, viewer.eyes, viewer.marks, width))
        self.query_one(Foot).put(tuple(replace(key, word=say(key.word)) for key in FOOT))

    def _put(self, place: str, lines: Lines) -> None:
        self.query_one(place, Drawn).put(lines)

    def _fill_body(self) -> None:
        viewer, split, body = self.viewer, self.query_one(Split), self.query_one(Body)
        sight, truth = viewer.sight, viewer.truth
        both = viewer.is_split and truth is not None and sight.view is not None
        split.display, body.display = both, not both
        if both and truth is not None:
            split.show(viewer.eyes, sight, viewer.everything, truth, size=(self.size.width, self.wide))
        else:
            body.show(viewer, self.now_ms(), wide=self.wide)

    # --- going ----------------------------------------------------------------------------------------------------

    def _gone(self, *, there: bool, no: str = "") -> None:
        """Draw the new position. If there is none, show `no` or the usual message."""
        self.viewer.teller.end()
        self.said = "" if there else no
        self.repaint()

    def action_gate(self, by: int) -> None:
        """Go to another question. If it is a later one, its events are shown as they were then."""
        self.walk.playing = False
        there = self.walk.step(by)
        self._gone(there=there, no=say("replay.last_question" if by > 0 else "replay.first_question"))
        if there and by > 0:
            self.viewer.tell(self.now_ms())
            self.repaint()

    def action_turn(self, by: int) -> None:
        """Go to another turn."""
        self.walk.playing = False
        self._gone(there=self.walk.turn(by), no=say("replay.no_turn"))

    def action_moment(self, by: int) -> None:
        """Go to the next or the previous noticed event."""
        self.walk.playing = False
        there = self.walk.moment(by, self.viewer.marks)
        self._gone(there=there, no=say("replay.no_event"))

    def action_home(self) -> None:
        """Go to the beginning."""
        self.walk.home()
        self._gone(there=True)

    def action_end(self) -> None:
        """Go to the end."""
        self.walk.end()
        self._gone(there=True)

    def action_play(self) -> None:
        """Start or stop playback. During a retelling, show the next step."""
        if self.viewer.teller.hurry_on(self.now_ms()):
            self.repaint()
            return
        self._played_ms = self.now_ms()
        if not self.walk.playing and self.walk.spot.at >= self.walk.ends_at:
            self.walk.home()
        self.walk.playing = not self.walk.playing
        self.said = ""
        self.repaint()

    def action_speed(self, by: int) -> None:
        """Play faster, or slower."""
        self.walk.faster(by)
        self.repaint()

    def action_enough(self) -> None:
        """End the retelling, or remove a message."""
        if self.viewer.teller.telling is not None:
            self.viewer.teller.end()
        elif self.said:
            self.said = ""
        else:
            self._told_remarks = len(self.viewer.film.remarks)
        self.repaint()

    # --- looking --------------------------------------------------------------------------------------------------

    def action_eyes(self, by: int) -> None:
        """Switch to another viewpoint."""
        self.viewer.look(by)
        self._search.forget()
        self._gone(there=True)

    def action_split(self) -> None:
        """Show the known board beside the true one, or stop that."""
        self._compare(split=not self.viewer.is_split)

    def action_dim(self) -> None:
        """Show the full truth with the unknown parts dimmed, or stop that."""
        self._compare(dim=not self.viewer.is_dim)

    def _compare(self, *, split: bool = False, dim: bool = False) -> None:
        self.viewer.compare(split=split, dim=dim)
        no = self.viewer.no_truth if split or dim else ""
        self._gone(there=not no, no=no)

    def action_scroll(self, by: int) -> None:
        """Scroll the board, or both boards."""
        split = self.query_one(Split)
        (split if split.display else self.query_one(Body)).scroll(by * 3)

    # --- finding --------------------------------------------------------------------------------------------------

    def action_search(self) -> None:
        """Ask for words to search for."""
        self.walk.playing = False

        def find(wanted: str | None) -> None:
            if wanted and self._search.begin(self.viewer.marks, wanted, self.walk.spot.seq):
                self.action_match(1)
            elif wanted:
                self.said = say("replay.nothing_found", text=clean(wanted))
                self.repaint()

        self.app.push_screen(search_box(self.viewer), find)

    def action_match(self, by: int) -> None:
        """Go to the next or the previous match."""
        mark = self._search.go(by)
        if mark is None:
            self.said = say("replay.no_search", key=keys_at(self).of("search", "/"))
            self.repaint()
            return
        self.walk.playing = False
        self.walk.to(mark.spot)
        self._gone(there=False, no=self._search.words)

    def action_bookmark(self) -> None:
        """Ask for the note of a bookmark at this moment."""
        self.walk.playing = False
        spot = self.walk.spot

        def put(note: str | None) -> None:
            if note and clean(note):
                self._flag(spot, clean(note)[:SPEECH_CHARS_MAX])

        self.app.push_screen(note_box(self.viewer), put)

    def action_unmark(self) -> None:
        """Remove the bookmark here."""
        if self.viewer.own_flag is None:
            self._gone(there=False, no=say("replay.no_own_bookmark"))
        else:
            self._flag(self.walk.spot, "")

    def _flag(self, spot: Instant, note: str) -> None:
        fault = self.viewer.film.flag(spot, note)
        self.said = fault or say("replay.marked" if note else "replay.unmarked")
        self.repaint()

    def action_flag(self, by: int) -> None:
        """Go to the next or the previous bookmark."""
        self.walk.playing = False
        self._gone(
            there=self.viewer.to_flag(by),
            no=say("replay.no_bookmark", key=keys_at(self).of("bookmark", "b")),
        )

    # --- pages to read --------------------------------------------------------------------------------------------

    def action_read(self, name: str) -> None:
        """Show a page that can be read in full."""
        page = PAGES[name](self.viewer)
        if isinstance(page, str):
            self._gone(there=False, no=page)
        else:
            self.app.push_screen(page)

    def action_help(self) -> None:
        """Show every key."""
        own = keys_at(self)
        self.app.push_screen(
            ReadingBox(
                say("replay.title"), lambda width: panes.help_lines(width, own), key="f1,question_mark"
            )
        )

    def action_reread(self) -> None:
        """Read the file again and stay at the position. If that fails, show why and keep the film."""
        film = self._reread()
        if isinstance(film, str):
            self._gone(there=False, no=film)
            return
        more = len(film.gates) - len(self.viewer.film.gates)
        self.viewer.put(film)
        self._axis = Axis(film)
        self._search.forget()
        self._told_remarks = 0
        self._gone(
            there=False,
            no=say("replay.more_questions", n=more) if more else say("replay.nothing_new"),
        )
