"""The screen of a replay: a moment of a table as somebody saw it, the scale under it, and the keys to go about in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from warcouncil.clients.replay import panes, tone
from warcouncil.clients.replay.film import Eyes, Film, FilmMark, Flag, Glimpse, Instant, MarkKind
from warcouncil.clients.replay.keys import FOOT, REPLAY_KEYS, TOLD
from warcouncil.clients.replay.retelling import SceneTeller
from warcouncil.clients.replay.scale import Axis, scale_lines
from warcouncil.clients.replay.searching import matches, nearest, said
from warcouncil.clients.replay.seen import desk_of
from warcouncil.clients.replay.split import Split, gap_lines
from warcouncil.clients.replay.unknown import gaps, known_light
from warcouncil.clients.replay.walk import Walk
from warcouncil.clients.seat.boxes import Asking, Reading
from warcouncil.clients.seat.foot import Foot
from warcouncil.clients.seat.telling import telling_lines, telling_wants
from warcouncil.clients.widgets.drawn import Drawn, Page
from warcouncil.clients.widgets.ink import Lines, ink
from warcouncil.clients.widgets.sheet import SheetView
from warcouncil.protocol.words import SPEECH_CHARS_MAX, clean

WIDE, HIGH = 110, 30
"""From this size on the talk and the story stand beside the board."""
QUESTION_MOST, QUESTION_MOST_WIDE = 5, 14
STORY_ROWS = 2
SIDE_MIN, SIDE_MAX = 38, 62


class ReplayScreen(Screen[None]):
    """A table again."""

    BINDINGS: ClassVar[list[BindingType]] = REPLAY_KEYS
    AUTO_FOCUS = ""

    def __init__(
        self,
        film: Film,
        eyes: Eyes,
        now_ms: Callable[[], int],
        reread: Callable[[], Film],
        *,
        still: bool = False,
    ) -> None:
        super().__init__()
        self.walk = Walk(film)
        self.eyes = eyes
        self.now_ms = now_ms
        self._reread = reread
        self.is_split = False
        self.is_dim = False
        self.said = ""
        """What became of the last key, in words."""
        self.ready = False
        self.teller = SceneTeller(film, still=still)
        self._axis = Axis(film)
        self._marks: dict[str, tuple[FilmMark, ...]] = {}
        self._found: tuple[FilmMark, ...] = ()
        self._match = -1
        self._told_remarks = 0
        self._played_ms = now_ms()
        self._sight: tuple[Instant, Eyes, Glimpse] | None = None

    @property
    def film(self) -> Film:
        """What is replayed."""
        return self.walk.film

    @property
    def wide(self) -> bool:
        """Whether there is room beside the board."""
        return self.size.width >= WIDE and self.size.height >= HIGH

    @property
    def marks(self) -> tuple[FilmMark, ...]:
        """What the chosen eyes noticed."""
        if self.eyes.name not in self._marks:
            self._marks[self.eyes.name] = self.film.marks(self.eyes)
        return self._marks[self.eyes.name]

    @property
    def sight(self) -> Glimpse:
        """What the chosen eyes see here; while it plays on, what they saw at the last record."""
        spot = self.walk.spot
        if self._sight is None or (self._sight[0].seq, self._sight[1]) != (spot.seq, self.eyes):
            self._sight = (spot, self.eyes, self.film.sight(spot, self.eyes))
        return self._sight[2]

    @property
    def since_ms(self) -> int:
        """How long ago, in the room, it was seen."""
        return self.walk.spot.at - self._sight[0].at if self._sight is not None else 0

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Drawn(id="top")
        yield Drawn(id="remarks")
        yield Drawn(id="head")
        with Vertical(id="body"):
            with Vertical(id="main"):
                yield SheetView(id="sheet")
                yield Page(id="record", at_end=True)
                yield Drawn(id="telling")
                yield Drawn(id="question")
            with Vertical(id="side"):
                yield Page(id="talk", at_end=True)
                yield Page(id="story", at_end=True)
        yield Split()
        yield Drawn(id="said")
        yield Drawn(id="scale")
        yield Foot()

    def on_mount(self) -> None:
        """Draw at once. Keys go to the replay and nowhere else."""
        for each in (*self.query(SheetView), *self.query(Page)):
            each.can_focus = False
        self.ready = True
        self.repaint()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.call_after_refresh(self.repaint)
        self.repaint()

    # --- drawing --------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Let time pass: what is told is told on, and what plays goes on."""
        now_ms = self.now_ms()
        passed, self._played_ms = now_ms - self._played_ms, now_ms
        if self.teller.tells(now_ms):
            self.repaint()
        elif self.walk.playing:
            place = self.walk.place
            self.walk.play(passed, self.marks)
            if self.walk.place == place + 1 and self.walk.speed <= 4:
                self._tell()
            self.repaint()

    def repaint(self) -> None:
        """Draw everything that has changed."""
        if not self.ready or not self.size.width:
            return
        width, sight = self.size.width, self.sight
        self.set_class(self.wide, "-wide")
        remarks = self.film.remarks[self._told_remarks :]
        self.query_one("#top", Drawn).put([panes.top_line(self.walk, self.eyes, width, beside=self._beside)])
        self.query_one("#remarks", Drawn).put(_remark_lines(remarks, width))
        small = self.is_split and not self.wide
        head = [] if small else panes.head_lines(desk_of(sight), self.since_ms, width)
        self.query_one("#head", Drawn).put(head)
        self._fill_body(sight)
        self.query_one("#said", Drawn).put(
            [ink(f" {self._line()}", tone.WARN).truncate(width, ellipsis=True)] if self._line() else []
        )
        self.query_one("#scale", Drawn).put(scale_lines(self._axis, self.walk, self.eyes, self.marks, width))
        self.query_one(Foot).put(FOOT)

    @property
    def _beside(self) -> str:
        """What stands there that these eyes did not see."""
        if self.eyes.all_seeing:
            return ""
        return (
            "ALL THAT WAS SO, dimmed what was not known" if self.is_dim else "SPLIT" if self.is_split else ""
        )

    def _line(self) -> str:
        """Say what became of the last key; else the bookmark here, to eyes from which nothing is hidden."""
        if self.said:
            return self.said
        here = [flag for flag in self.film.flags if flag.spot.seq == self.walk.spot.seq]
        if not here:
            return ""
        if self.eyes.all_seeing or self.is_split:
            return "⚑ " + " · ".join(clean(flag.note) for flag in here)
        return "⚑ A bookmark stands here; the umpire's eyes read it."

    def _fill_body(self, sight: Glimpse) -> None:
        split, body = self.query_one(Split), self.query_one("#body")
        truth = self.film.truth(self.walk.spot) if self.is_split or self.is_dim else None
        both = self.is_split and truth is not None and sight.view is not None
        split.display, body.display = both, not both
        if both and truth is not None:
            was = self.film.sight(self.walk.spot, self.film.eyes[-1])
            split.show(self.eyes, sight, was, truth, size=(self.size.width, self.wide))
            return
        self._fill_main(sight)
        self._fill_side(sight)

    def _fill_main(self, sight: Glimpse) -> None:
        """Draw the board, what is told, and the question."""
        now_ms, wide = self.now_ms(), self.wide
        side = max(SIDE_MIN, min(SIDE_MAX, self.size.width * 3 // 8)) if wide else self.size.width
        self.query_one("#side").styles.width = side if wide else "100%"
        width = self.size.width - side if wide else self.size.width
        sheet, record = self.query_one("#sheet", SheetView), self.query_one("#record", Page)
        sheet.display, record.display = sight.view is not None, sight.view is None
        desk, telling = desk_of(sight), self.query_one("#telling", Drawn)
        told: Lines = []
        if sight.view is None:
            record.put(panes.record_page(self.marks, self.walk.spot.seq, width - 3))
        elif self.teller.telling is not None and self.teller.board is not None:
            sheet.show(self.teller.board, self.teller.light)
            wants = min(telling_wants(self.teller.telling, width - 2), max(4, self.size.height // 3))
            told = telling_lines(self.teller.telling, now_ms, width - 2, wants)[:wants]
        else:
            self._show_board(sheet, sight)
        telling.put(told)
        most = QUESTION_MOST_WIDE if wide else QUESTION_MOST
        rows = panes.question_lines(desk, sight, self.eyes, width - 2, most) if not told else []
        self.query_one("#question", Drawn).put(rows)

    def _show_board(self, sheet: SheetView, sight: Glimpse) -> None:
        """Show what was seen or, dimmed where that was not known, what was so."""
        assert sight.view is not None
        truth = self.film.truth(self.walk.spot) if self.is_dim else None
        if truth is None:
            sheet.show(sight.view.sheet)
        else:
            sheet.show(truth, known_light(truth, gaps(sight.view.sheet, truth, self.eyes.title)))

    def _fill_side(self, sight: Glimpse) -> None:
        """Draw the talk and the story: beside the board, or the newest of the story under it."""
        new = sum(
            mark.kind is MarkKind.HAPPENED and mark.spot.seq == self.walk.gate.opened.seq
            for mark in self.marks
        )
        if self.teller.telling is not None and sight.view is not None:
            told, new = self.teller.story(self.now_ms())
            view = sight.view.model_copy(update={"story": tuple(told)})
            sight = replace(sight, view=view)
        talk, story = self.query_one("#talk", Page), self.query_one("#story", Page)
        talk.display = self.wide
        self.query_one("#side").display = self.wide or sight.view is not None
        if self.wide:
            width = max(20, (story.size.width or SIDE_MIN) - 2)
            talk.put(panes.talk_page(sight, width))
            story.put(panes.story_page(sight, new, width))
        else:
            story.put(panes.story_tail(sight, new, self.size.width - 2, STORY_ROWS))

    # --- going ----------------------------------------------------------------------------------------------------

    def _gone(self, *, there: bool, no: str = "") -> None:
        """Draw where one has come to, or say that there is nothing."""
        self.teller.end()
        self.said = "" if there else no
        self.repaint()

    def action_gate(self, by: int) -> None:
        """Go to another question; forward, what happened is told as it was then."""
        self.walk.playing = False
        there = self.walk.step(by)
        self._gone(there=there, no="This is the last question." if by > 0 else "This is the first question.")
        if there and by > 0:
            self._tell()
            self.repaint()

    def _tell(self) -> None:
        """Begin to tell what happened before this question opened, as it was told to these eyes then."""
        if not self.is_split and not self.is_dim:
            self.teller.begin(self.walk, self.eyes, self.now_ms())

    def action_turn(self, by: int) -> None:
        """Go to another turn."""
        self.walk.playing = False
        self._gone(there=self.walk.turn(by), no="There is no other turn that way.")

    def action_moment(self, by: int) -> None:
        """Go to what was noticed next, or before."""
        self.walk.playing = False
        self._gone(there=self.walk.moment(by, self.marks), no="Nothing more was noticed that way.")

    def action_home(self) -> None:
        """Go to the beginning."""
        self.walk.home()
        self._gone(there=True)

    def action_end(self) -> None:
        """Go to the end."""
        self.walk.end()
        self._gone(there=True)

    def action_play(self) -> None:
        """Play, or stand; while something is told, tell the next step."""
        if self.teller.hurry_on(self.now_ms()):
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
        """End what is told, or put a line away."""
        if self.teller.telling is not None:
            self.teller.end()
        elif self.said:
            self.said = ""
        else:
            self._told_remarks = len(self.film.remarks)
        self.repaint()

    # --- looking --------------------------------------------------------------------------------------------------

    def action_eyes(self, by: int) -> None:
        """Look through other eyes."""
        known = self.film.eyes
        self.eyes = known[(known.index(self.eyes) + by) % len(known)]
        self._found, self._match = (), -1
        self._gone(there=True)

    def action_split(self) -> None:
        """Set what was known beside what was so, or no longer."""
        self.is_split, self.is_dim = not self.is_split, False
        self._gone(there=not self.is_split or self._can_compare(), no=self._no_other())

    def action_dim(self) -> None:
        """Show all that was so with what was not known dimmed, or no longer."""
        self.is_dim, self.is_split = not self.is_dim, False
        self._gone(there=not self.is_dim or self._can_compare(), no=self._no_other())

    def _can_compare(self) -> bool:
        return not self.eyes.all_seeing and self.film.truth(self.walk.spot) is not None

    def _no_other(self) -> str:
        if self.eyes.all_seeing:
            return "Nothing is hidden from the umpire's eyes: Tab takes a seat's or a team's."
        return "There is no board of this moment to set beside it."

    def action_scroll(self, by: int) -> None:
        """Scroll the board, or both."""
        if self.query_one(Split).display:
            self.query_one(Split).scroll(by * 3)
        else:
            for board in (self.query_one("#sheet"), self.query_one("#record")):
                board.scroll_relative(y=by * 3, animate=False)

    # --- finding --------------------------------------------------------------------------------------------------

    def action_search(self) -> None:
        """Ask what to search for."""
        self.walk.playing = False

        def says(width: int) -> Lines:
            return list(Content(f"In all that {self.eyes.title} heard, read and noticed.").wrap(width))

        self.app.push_screen(Asking("Search", says, "Words of the story, of talk, of a ruling"), self._search)

    def _search(self, wanted: str | None) -> None:
        if not wanted:
            return
        self._found = matches(self.marks, wanted)
        if not self._found:
            self.said = f"Nothing found with “{clean(wanted)}”."
            self.repaint()
            return
        self._match = nearest(self._found, self.walk.spot.seq, 1) - 1
        self.action_match(1)

    def action_match(self, by: int) -> None:
        """Go to the next match, or the one before."""
        if not self._found:
            self.said = "Nothing is searched for: / asks for words."
            self.repaint()
            return
        self._match = (self._match + by) % len(self._found)
        mark = self._found[self._match]
        self.walk.playing = False
        self.walk.to(mark.spot)
        self.teller.end()
        self.said = f"{self._match + 1} of {len(self._found)}: {said(mark)}"
        self.repaint()

    def action_bookmark(self) -> None:
        """Ask for a note to mark this moment with."""
        self.walk.playing = False
        spot, own = self.walk.spot, self._own_flag()

        def says(width: int) -> Lines:
            now = (
                f"It says now: {own.note}"
                if own
                else "It is kept beside the exercise, and the report shows it."
            )
            return list(ink(now).wrap(width))

        def put(note: str | None) -> None:
            if note and clean(note):
                self._flag(spot, clean(note)[:SPEECH_CHARS_MAX])

        self.app.push_screen(Asking("Bookmark", says, "What is to be remembered here?"), put)

    def action_unmark(self) -> None:
        """Take the bookmark here away."""
        if self._own_flag() is None:
            self._gone(there=False, no="There is no bookmark of your own here.")
        else:
            self._flag(self.walk.spot, "")

    def _own_flag(self) -> Flag | None:
        """Give the bookmark that stands here and is no umpire's note from the day."""
        here = self.walk.spot
        return next((flag for flag in self.film.flags if flag.spot == here and not flag.of_the_day), None)

    def _flag(self, spot: Instant, note: str) -> None:
        fault = self.film.flag(spot, note)
        self.said = fault or ("Marked." if note else "The bookmark is gone.")
        self.repaint()

    def action_flag(self, by: int) -> None:
        """Go to the next bookmark, or the one before."""
        here = (self.walk.spot.seq, self.walk.spot.at)
        spots = sorted({(flag.spot.seq, flag.spot.at) for flag in self.film.flags})
        there = [spot for spot in spots if (spot > here if by > 0 else spot < here)]
        self.walk.playing = False
        if there:
            self.walk.to(Instant(*(there[0] if by > 0 else there[-1])))
        self._gone(there=bool(there), no="There is no bookmark that way; b sets one.")

    # --- reading --------------------------------------------------------------------------------------------------

    def action_story(self) -> None:
        """Show all of the story up to here."""
        sight = self.sight
        self.app.push_screen(
            Reading(
                "What had happened", lambda width: panes.story_page(sight, 0, width), key="f3", at_end=True
            )
        )

    def action_talk(self) -> None:
        """Show all that was said up to here."""
        sight = self.sight
        self.app.push_screen(
            Reading("What was said", lambda width: panes.talk_page(sight, width), key="f4", at_end=True)
        )

    def action_record(self) -> None:
        """Show everything that was noticed up to here."""
        marks, upto = self.marks, self.walk.spot.seq
        self.app.push_screen(
            Reading(
                "What was noticed", lambda width: panes.record_page(marks, upto, width), key="f5", at_end=True
            )
        )

    def action_gaps(self) -> None:
        """Show what these eyes did not know."""
        view, truth = self.sight.view, self.film.truth(self.walk.spot)
        if view is None or truth is None or self.eyes.all_seeing:
            self._gone(there=False, no=self._no_other())
            return
        found = gaps(view.sheet, truth, self.eyes.title)
        title = f"What {self.eyes.title} did not know"
        self.app.push_screen(Reading(title, lambda width: gap_lines(found, width), key="f6"))

    def action_help(self) -> None:
        """Show every key."""
        self.app.push_screen(Reading("Replay", help_lines, key="f1,question_mark"))

    def action_reread(self) -> None:
        """Read the file again, and stay where one is."""
        film = self._reread()
        more = len(film.gates) - len(self.film.gates)
        self._marks, self._sight, self._found = {}, None, ()
        self.walk.put(film)
        self._axis = Axis(film)
        self.teller = SceneTeller(film, still=self.teller.still)
        self.eyes = next((eyes for eyes in film.eyes if eyes.name == self.eyes.name), film.eyes[-1])
        self._told_remarks = 0
        self._gone(
            there=False,
            no=f"Read again: {more} more questions." if more else "Read again: nothing new was asked.",
        )


def _remark_lines(remarks: tuple[str, ...], width: int) -> Lines:
    """Draw what must be known of the record, until it is put away."""
    lines: Lines = []
    for remark in remarks:
        lines += ink(f" ! {remark}", tone.WARN).wrap(max(10, width))
    if lines:
        lines[-1] = (lines[-1] + Content.styled("  (Esc)", tone.QUIET)).truncate(width, ellipsis=True)
    return lines


def help_lines(width: int) -> Lines:
    """Draw the keys, each with what it does."""
    lines: Lines = []
    for key, means in TOLD:
        if not key:
            lines += [Content(), Content.styled(means, tone.STRONG)]
            continue
        for number, row in enumerate(Content(means).wrap(max(20, width - 14))):
            lines.append(Content.assemble((f" {key if number == 0 else '':<13}", tone.KEY), row))
    return lines
