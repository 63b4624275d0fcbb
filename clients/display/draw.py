"""The projector's picture: the title of the phase, one clock of half the height, and public information."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content
from warcouncil.clients.display import tone
from warcouncil.clients.display.grid import grid_lines
from warcouncil.clients.display.score import counted_lines, score_lines
from warcouncil.clients.display.showing import Showing
from warcouncil.clients.link.base.line import LinkState
from warcouncil.clients.widgets.board.blocks import DOTS_HIGH, can_write, dots_wide, written
from warcouncil.clients.widgets.board.colours import Sides
from warcouncil.clients.widgets.board.documents import unfolded
from warcouncil.clients.widgets.board.ink import FAINT, HEAD, Lines, fit, ink, join, wrapped
from warcouncil.clients.widgets.board.sheet import drawn_within
from warcouncil.clients.widgets.pieces.results import results_blocks, results_lines, tallies, turning_lines
from warcouncil.clients.widgets.pieces.wording import clock_text, listed, winners_words
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.sheets import Documents, Facts, Prose, Sheet
from warcouncil.protocol.table.views import Ended
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.words import clean, plain

ROOMY_ROWS = 40
SCORE_ROWS_MIN = 20
"""From this height on, the score of the room is in large letters."""


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The texts in and around the clock. `state` is one or two large words. It is empty while the clock simply runs."""

    phase: str
    clock: str
    name: str = ""
    """The name of the phase, which is drawn large if the whole title does not fit."""
    last: bool = False
    state: str = ""
    state_ink: str = tone.STATE
    """The style of the state, such as the winner's own colour."""
    words: str = ""
    """A sentence under the clock."""
    hint: str = ""
    """A word or two in the top line."""


def picture(showing: Showing, now_ms: int, width: int, height: int) -> Lines:
    """Draw the whole screen."""
    face = _table_face(showing, now_ms) if showing.table else _room_face(showing, now_ms)
    if showing.link.state is LinkState.ENDED:
        words = _middle(say("display.farewell_enter", text=showing.link.text), width, HEAD)
        lines = [*_top(showing, ClockFace("", ""), width, height), Content(), *words, Content()]
        return [*lines, *_board(showing, None, width, height - len(lines))]
    if showing.trouble or showing.link.state is LinkState.SHUT:
        words = _middle(showing.trouble or showing.link.text, width, HEAD)
        return [*_top(showing, ClockFace("", ""), width, height), Content(), *words]
    if showing.shows_results:
        return _results(showing, face, now_ms, width, height)
    lines = [*_top(showing, face, width, height), *_face(face, width, height)]
    view = showing.view
    if showing.table and view is not None and view.ended is not None and showing.scene(now_ms) is None:
        counted = counted_lines(view.ended, width, (height - len(lines)) // 3)
        board = _public(showing, now_ms, width, height - len(lines) - len(counted))
        if counted and not (board and board[-1].plain.rstrip().endswith("…")):
            return [*lines, *counted, *board][:height]  # Otherwise the board needs the room
    room = height - len(lines)
    lines += (
        _public(showing, now_ms, width, room) if showing.table else grid_lines(showing, now_ms, width, room)
    )
    return lines[:height]


def _results(showing: Showing, face: ClockFace, now_ms: int, width: int, height: int) -> Lines:
    """Draw the results of the room: the score in large letters, and the tables, which show their results one by one."""
    lines = [*_top(showing, ClockFace("", ""), width, height), Content()]
    if not showing.over and face.clock:
        lines += [
            *_middle(f"{face.phase}  {face.clock}", width, tone.LAST if face.last else FAINT),
            Content(),
        ]
    return [*lines, *_board(showing, now_ms, width, height - len(lines))][:height]


def _board(showing: Showing, now_ms: int | None, width: int, room: int) -> Lines:
    """Draw the score in large letters, if there is room, and the tables, centred.

    With `now_ms` None, show every table at once.
    """
    tables = [heard.status for heard in showing.tables.values()]
    turned = len(tables) if now_ms is None else showing.turned(now_ms)
    score = tallies(tables[:turned])
    inner = width - 2 * tone.MARGIN
    large: Lines = []
    if room >= SCORE_ROWS_MIN and len(score) < 2:
        rows = sum(map(len, results_blocks(tables, inner, room * 2 // 3)))
        large = score_lines(tables, turned, width, max(room // 3, room - rows))
    if room >= SCORE_ROWS_MIN and len(score) < 2 and not large:
        words = score[0] if score else say("display.results")
        large = [*_large(words.upper().replace(" · ", "   "), "", width, room, tone.PHASE), Content()]
    room -= len(large)
    if turned < len(tables):
        drawn = turning_lines(tables, turned, inner, room)
    else:
        drawn = results_lines(tables, inner, room, tallied=not large)
    side = max(tone.MARGIN, (width - max((line.cell_length for line in drawn), default=0)) // 2)
    return [*large, *(fit(Content(" " * side) + line, width) for line in drawn)]


# --- the parts ----------------------------------------------------------------------------------------------------


def _top(showing: Showing, face: ClockFace, width: int, height: int) -> Lines:
    """Draw the top line: the exercise, the hint of the clock, and the table."""
    status = showing.status
    where = ink(_name(status) if status else say("display.tables", n=len(showing.tables)))
    small = join(
        ink(_small(face, width, height), HEAD), ink(face.hint, tone.LAST if face.last else FAINT), gap=" · "
    )
    left, right = Content(" ") + ink(showing.exercise, HEAD), where + Content(" ")
    if small.plain and left.cell_length + small.cell_length + right.cell_length + 2 > width:
        lines = [*_band(left, Content(), right, width), *_band(Content(), small, Content(), width)]
    else:
        lines = _band(left, small, right, width)
    if showing.link.state is LinkState.UP:
        away, over = listed(showing.lost), listed(showing.left)
        said = [say("display.wing_away", wings=away)] if away else []
        said += [say("display.wing_over", wings=over)] if over else []
        lines += [fit(ink(each), width, "center").stylize(tone.BANNER) for each in said]
    elif showing.link.state is LinkState.DOWN:
        lines.append(fit(ink(say("display.down")), width, "center").stylize(tone.BANNER))
    return lines


def _band(left: Content, middle: Content, right: Content, width: int) -> Lines:
    """Draw a line at the top. The middle moves aside if the ends need its place."""
    room = max(0, width - middle.cell_length - 2)
    at = max(left.cell_length, min(room // 2, room - right.cell_length))
    row = Content.assemble(fit(left, at), " ", middle, " ", fit(right, max(0, room - at), "right"))
    return [fit(row, width).stylize_before(tone.BAND)]


def _name(status: TableStatus) -> str:
    return " · ".join(
        part for part in (say("display.table_n", table=status.table), status.name, status.game_title) if part
    )


def _table_face(showing: Showing, now_ms: int) -> ClockFace:
    view, status = showing.view, showing.status
    if view is None:
        return ClockFace(status.title if status else "", "", words=say("display.waiting_table"))
    step = showing.scene(now_ms)
    if view.ended is not None and step is not None:  # Its title would say that the game is over
        heading = clean(step.lines[-1].heading) if step.lines else ""
        return ClockFace(heading[:1].upper() + heading[1:], "")
    if view.ended is not None:
        winners = listed(view.ended.winners)
        state_ink = (
            Sides(view.ended.sides).ink(winners, tone.STATE) if len(view.ended.winners) == 1 else tone.STATE
        )
        state = say("display.won", who=winners) if winners else say("display.a_draw")
        words = say("verdict.reason", reason=view.ended.reason)
        return ClockFace(
            "",
            "",
            state=view.ended.title or state,
            state_ink=state_ink,
            words="\n".join(
                filter(None, (f"{words} {winners_words(view.ended)}".rstrip(), plain(view.ended.meaning)))
            ),
            hint=view.title.lower(),
        )
    left = showing.left_ms(now_ms)
    clock = clock_text(left) if showing.has_clock else ""
    if view.held:
        words, hint = say("display.umpire_looks"), say("display.no_time_lost")
        return ClockFace(
            view.title, clock, view.phase, state=say("display.please_wait"), words=words, hint=hint
        )
    if view.paused:
        begun = status is None or status.begun
        state = say("display.paused" if begun else "display.not_begun")
        hint = say("display.paused_by") if begun else ""
        return ClockFace(view.title, clock, view.phase, state=state, words=view.paused, hint=hint)
    return _running(view.title, left, clock, view.phase)


def _running(title: str, left: int, clock: str, name: str) -> ClockFace:
    if not clock:
        return ClockFace(title, "", name)
    last = left <= tone.LAST_MS
    hint = say("display.last_seconds" if left else "display.time_is_up") if last else ""
    return ClockFace(title, clock, name, last=last, hint=hint)


def _room_face(showing: Showing, now_ms: int) -> ClockFace:
    clock = showing.room_clock(now_ms)
    tables = len(showing.tables)
    begun = any(heard.status.begun and not heard.status.ended for heard in showing.heard)
    if clock is None:
        if begun:
            return ClockFace("", "")
        if not tables:
            return ClockFace("", "", words=say("display.waiting_tables"))
        return ClockFace("", "", state=say("display.not_begun"), words=say("display.not_begun_yet"))
    if clock.running:
        face = _running(clock.title, clock.left_ms, clock_text(clock.left_ms), clock.phase)
        words = say("display.at_some", some=clock.tables, n=tables) if clock.tables < tables else ""
        return ClockFace(face.phase, face.clock, face.name, last=face.last, words=words, hint=face.hint)
    words = say("display.clocks_stand" if begun else "display.not_begun_yet")
    state = say("display.paused" if begun else "display.not_begun")
    return ClockFace(
        clock.title,
        clock_text(clock.left_ms),
        clock.phase,
        state=state,
        words=words,
        hint=words.rstrip(".").lower(),
    )


def _face(face: ClockFace, width: int, height: int) -> Lines:
    """Draw the phase, the clock in half the height, and a sentence. If phase and clock do not fit, draw only
    the state.
    """
    roomy = height >= ROOMY_ROWS or not face.clock
    large = [(face.phase, face.name, tone.PHASE)] if face.phase and (roomy or not face.state) else []
    if face.state:
        large.append((face.state, "", f"bold {face.state_ink}"))
    lines: Lines = []
    for text, name, style in large:
        lines += [*_large(text, name, width, height, style), Content()]
    if face.clock:
        across = min(round(height / DOTS_HIGH), (width - 2 * tone.MARGIN) // dots_wide(face.clock))
        wide = (width - 2 * tone.MARGIN) // (dots_wide(face.clock) + 4)
        style = tone.LAST if face.last else tone.STILL if face.state else tone.CALM
        drawn = written(
            face.clock, across=min(across, wide) if face.last else across, down=height, inverse=face.last
        )
        lines += _middled(drawn, width, style)
    if face.state and not roomy:
        # The sentence would take a line from the public sheet, and the top line has its main words
        return lines
    return lines + _middle(face.words, width, HEAD if face.state else FAINT)


def _small(face: ClockFace, width: int, height: int) -> str:
    """Return the part of the phase's title that is not drawn large. If the state is drawn instead, return the
    full title.
    """
    if face.state and face.clock and height < ROOMY_ROWS:
        return face.phase
    large = _part(face.phase, face.name, width)
    if not large or face.phase.endswith(large):
        return face.phase.removesuffix(large).rstrip(" ·") if large else ""
    return face.phase


def _part(text: str, name: str, width: int) -> str:
    """Return the part of a phase's title that can be drawn large: all, the phase's name, or ""."""
    return next(
        (part for part in (text, name) if part and can_write(part) and dots_wide(part) <= width - 2), ""
    )


def _large(text: str, name: str, width: int, height: int, style: str) -> Lines:
    part = _part(text, name, width)
    if not part:
        return _middle(text, width, style)
    twice = height >= ROOMY_ROWS and dots_wide(part) * 2 <= width - 2
    across = 2 if twice else 1
    return _middled(written(part, across=across, down=DOTS_HIGH * across + across % 2), width, style)


def _middled(drawn: list[str], width: int, style: str) -> Lines:
    return [fit(Content.styled(line, style), width, "center") for line in drawn]


def _middle(text: str, width: int, style: str) -> Lines:
    return (
        [fit(line, width, "center") for line in wrapped(text, width - 2 * tone.MARGIN, style)] if text else []
    )


def _after_the_end(sheet: Sheet, ended: Ended) -> Sheet:
    """Return a sheet without the elements that the verdict repeats. Documents are left out too, unless all
    secrets are open.
    """
    counted = {(clean(name), str(number)) for score in ended.scores for name, number in score.of}
    elements = tuple(
        each
        for each in sheet.elements
        if not (isinstance(each, Facts) and {(clean(f.label), f.value) for f in each.facts} <= counted)
        and not (isinstance(each, Prose) and each.text == ended.meaning)
        and (ended.laid_open or not isinstance(each, Documents))
    )
    return sheet.model_copy(update={"headline": "", "elements": elements})


def _public(showing: Showing, now_ms: int, width: int, room: int) -> Lines:
    """Draw the public sheet in the present scene, with the newest lines of the story under it."""
    view, step = showing.view, showing.scene(now_ms)
    if view is None or room < 2:
        return []
    watched = step is not None and step.board is not None
    sheet, light = (step.board, step.light) if step and step.board else (view.sheet, None)
    story = step.lines if step is not None and watched else view.story
    inner = width - 2 * tone.MARGIN
    if view.ended is not None and not watched:  # The large words say how the game ended
        sheet = _after_the_end(sheet, view.ended)
    whole = unfolded(sheet) if light is None else sheet
    lines = drawn_within(whole, inner, room - 1, light=light)
    if (
        whole is not sheet and len(lines) >= room
    ):  # No document can be opened here, so documents are shown in full if they fit
        lines = drawn_within(sheet, inner, room - 1)
    if len(lines) > room and sheet.headline:
        lines = lines[1:]
    widest = max((line.cell_length for line in lines), default=0)
    side = max(tone.MARGIN, (width - widest) // 2)
    drawn = [fit(Content(" " * side) + line, width) for line in lines]
    if len(drawn) == room:
        return drawn
    if len(drawn) > room:
        return [*drawn[: room - 1], drawn[room - 1].truncate(width - tone.MARGIN) + Content.styled("…", HEAD)]
    spare = room - 2 - len(drawn)
    if spare > 0 and story:
        style = HEAD if watched else ""
        told = [line for each in story[-6:] for line in wrapped(f"{each.heading}  {each.text}", inner, style)]
        drawn += [Content(), *(fit(Content(" " * tone.MARGIN) + line, width) for line in told[-spare:])]
    return [Content(), *drawn][:room]
