"""Draws the head of the screen: the seat, the phase, and the clock in large figures."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.renderables.digits import DIGITS, DIGITS3X3, DIGITS3X3_BOLD
from warcouncil.clients.seat.drawing.unread import marked
from warcouncil.clients.seat.model.shown.screen import (
    BannerKind,
    Screen,
    ShownClock,
    ShownHead,
    ShownMate,
    Weight,
)
from warcouncil.clients.seat.model.talk import Timing
from warcouncil.clients.seat.words import tone
from warcouncil.clients.widgets.board.colours import Sides
from warcouncil.clients.widgets.board.ink import Lines, fit, flow, ink, inset, join, tag, whole_rows, width_of
from warcouncil.clients.widgets.pieces.wording import clock_text, seconds_left

HEIGHT, HEIGHT_TALL = 3, 5
_BROKEN = str.maketrans("─│ ", "╌┆░")
_GOES_RIGHT = frozenset("╭╰┌└├─╶┴┏┗┣━╺┻")
_GOES_LEFT = frozenset("╮╯┐┘┤─╴┴┓┛┫━╸┻")
_GOES_DOWN = frozenset("╭╮┌┐├┤│╷┏┓┣┫┃╻")
_HEAVY = frozenset("┏┗┣━╺┻┓┛┫╸┃╻")


def hatched(text: str, style: str, *, tall: bool = False) -> Lines:
    """Draw a time that may be out of date, because the link is down."""
    return [
        Content.styled(f"░{row.plain.translate(_BROKEN)}░", style)
        for row in figures(text, "", heavy=False, tall=tall)
    ]


def figures(text: str, style: str, *, heavy: bool, tall: bool = False) -> Lines:
    """Draw a time such as 0:23, three lines high, or five if `tall`."""
    shapes = [_shape(char, DIGITS3X3_BOLD if heavy else DIGITS3X3) for char in text if char in DIGITS]
    rows = [
        ("  " if tall else " ").join(row)
        for row in zip(*map(_grown, shapes) if tall else shapes, strict=True)
    ]
    return [Content.styled(row, style) for row in rows]


def _shape(char: str, table: Sequence[str]) -> tuple[str, ...]:
    """Return the rows of a digit, as Textual draws large digits. A colon is one column wide."""
    if char == ":":
        return "•", " ", "•"
    at = 3 * DIGITS.index(char)
    return tuple(row.ljust(3) for row in table[at : at + 3])


def _grown(shape: tuple[str, ...]) -> tuple[str, ...]:
    """Return a digit two lines higher and two cells wider, with its lines extended."""
    if len(shape[0]) == 1:
        return (" ", "•", " ", "•", " ")
    wide = [_widened(row) for row in shape]
    upright = "┃" if _HEAVY & {*"".join(shape)} else "│"
    between = ["".join(upright if char in _GOES_DOWN else " " for char in row) for row in wide[:2]]
    return (wide[0], between[0], wide[1], between[1], wide[2])


def _widened(row: str) -> str:
    left, middle, right = row[0], row[1], row[2]
    level = "━" if _HEAVY & {left, middle, right} else "─"
    before = level if left in _GOES_RIGHT and middle in _GOES_LEFT else " "
    after = level if middle in _GOES_RIGHT and right in _GOES_LEFT else " "
    return f"{left}{before}{middle}{after}{right}"


SAID_MAX, NOTICE_MAX = 3, 6


def header_lines(screen: Screen, width: int, *, tall: bool = False) -> Lines:
    """Draw the header: words on the left, the clock on the right. If the header is wide, the clock has a bar."""
    head = screen.head
    clock = clock_lines(screen.clock, tall=tall, bar=width >= BAR_FROM)
    room = width - width_of(clock) - 3
    if tall:
        hurry = _clock_words(screen.clock, room)
        team = _team(head, room)[: 1 if hurry.plain else 2]
        words = [_who(screen, room, alone=True), _what(head), ink(head.deciding, tone.QUIET), *team, hurry]
        words = [*words, Content()][: len(clock)]
    else:
        deciding = ink(head.deciding, tone.QUIET)
        words = [_who(screen, room), _what(head), _clock_words(screen.clock, room) or deciding]
    return [
        fit(Content(" ") + fit(left, room) + Content(" ") + right, width)
        for left, right in zip(words, clock, strict=True)
    ]


def _who(screen: Screen, width: int, *, alone: bool = False) -> Content:
    """Draw the names of the seat, its team, the game and the table."""
    head = screen.head
    if not head.place:
        return Content.styled(head.seat, tone.QUIET)
    own = ink(head.person, tone.STRONG)
    team_now = Content() if alone else presence(head)
    said = Sides(screen.sides).badge(head.seat, tone.STRONG, side=head.side)
    for parts in ((own, ink(head.place, tone.QUIET), team_now), (own, team_now), (own,), (team_now,)):
        line = join(said, join(*parts, gap=" · "), gap=" ")
        if line.cell_length <= width:
            return line
    return said


def presence(head: ShownHead) -> Content:
    """Draw which seats of the team are linked.

    A full dot means linked, a square means a bot, and an empty dot means not linked.
    """
    signs = "".join(map(_sign, head.team))
    return Content.assemble((f"{signs} ", tone.STRONG), (head.present, tone.QUIET)) if signs else Content()


def _sign(mate: ShownMate) -> str:
    return "■" if mate.bot else "●" if mate.here else "○"


def _what(head: ShownHead) -> Content:
    """Draw the title of the question. It is highlighted when a new question has just come."""
    if not head.phase:
        return Content()
    return tag(head.phase, tone.NOTE) if head.fresh else ink(head.phase, tone.STRONG)


def _clock_words(clock: ShownClock, width: int) -> Content:
    """Draw a few words about the state of the clock. The reason for a stopped clock is shortened if it does not fit."""
    match clock.timing:
        case Timing.STANDS:
            words = Content.styled(f"▌▌ {clock.words}", tone.WARN)
            if words.cell_length <= width:
                return words
            return Content.styled(f"{words.plain.partition('. ')[0].rstrip('.')}.", tone.WARN)
        case Timing.FROZEN:
            return Content.styled(f"░░ {clock.words}", tone.WARN)
        case Timing.URGENT | Timing.UP if clock.words:
            return Content.styled(f" {clock.words.rstrip('.')} ", tone.ALARM)
        case _:
            return Content()


def _team(head: ShownHead, width: int) -> Lines:
    """Draw the members of the team, each with a sign.

    The name has the seat and the person. If the line is too short, it has only one of them.
    """
    if not head.team:
        return [Content()]
    lines: Lines = []
    for way in range(len(head.team[0].names)):
        lines = flow([[_signed(mate, mate.names[way])] for mate in head.team], width, 3)
        if len(lines) == 1:
            break
    return lines


def _signed(mate: ShownMate, name: str) -> Content:
    return Content.styled(f"{_sign(mate)} {name}", tone.PLAIN if mate.here else tone.WARN)


GAUGE = " ▁▂▃▄▅▆▇█"
GAUGE_GAP = 2
BAR_FROM = 110
"""From this width on, a bar beside the clock leaves enough room for the words."""


def gauge_lines(clock: ShownClock, height: int, style: str) -> Lines:
    """Draw the part of the time that is left as an upright bar. The bar needs no colour.

    It changes only when the seconds of the clock change, so that an idle screen is drawn once a second.
    """
    steps = len(GAUGE) - 1
    left = min(1.0, 1000 * seconds_left(clock.left_ms) / clock.total_ms)
    full = max(1 if clock.left_ms > 0 else 0, round(left * height * steps))
    rows: Lines = []
    for row in range(height):
        here = max(0, min(steps, full - (height - 1 - row) * steps))
        bar = Content.styled(GAUGE[here] * 2, style) if here else Content.styled("░░", tone.QUIET)
        rows.append(bar + Content(" " * GAUGE_GAP))
    return rows


def clock_lines(clock: ShownClock, *, tall: bool, bar: bool) -> Lines:
    """Draw the clock. With `bar`, a bar beside it shows the part of the time that is left."""
    drawn = _clock_figures(clock, tall=tall)
    if not bar or not clock.total_ms or clock.timing in (Timing.NONE, Timing.FROZEN):
        return drawn
    quiet = clock.timing is Timing.STANDS
    style = tone.QUIET if quiet else tone.STRONG if clock.timing is Timing.RUNS else tone.BAD
    bars = gauge_lines(clock, len(drawn), style)
    return [join(bar, row) for bar, row in zip(bars, drawn, strict=True)]


def _clock_figures(clock: ShownClock, *, tall: bool) -> Lines:
    """Draw the clock in figures. If it does not run, draw words."""
    if clock.timing is Timing.NONE:
        word = Content.styled(f"{clock.words} " if clock.words else "", tone.STRONG)
        blank = [Content()] * ((HEIGHT_TALL if tall else HEIGHT) // 2)
        return [*blank, word, *blank]
    text = clock_text(clock.left_ms)
    if clock.timing is Timing.STANDS:
        return figures(text, tone.QUIET, heavy=False, tall=tall)
    if clock.timing is Timing.FROZEN:
        return hatched(text, tone.QUIET, tall=tall)
    if clock.timing is Timing.RUNS:
        return figures(text, tone.STRONG, heavy=False, tall=tall)
    return figures(text, tone.BAD, heavy=True, tall=tall)


STYLES = {
    Weight.QUIET: tone.QUIET,
    Weight.PLAIN: tone.PLAIN,
    Weight.STRONG: tone.STRONG,
    Weight.GOOD: tone.GOOD,
    Weight.WARN: tone.WARN,
    Weight.BAD: tone.BAD,
    Weight.NOTE: tone.NOTE,
    Weight.ALARM: tone.ALARM,
}
SIGNS = {
    BannerKind.DISMISSED: "■ ",
    BannerKind.BOT: "■ ",
    BannerKind.WATCHING: "◌ ",
}


def banner_lines(screen: Screen, width: int) -> Lines:
    """Draw the warnings."""
    return [
        Content.styled(fit(row, width).plain, STYLES[banner.weight])
        for banner in screen.banners
        for row in inset(Content(f"{SIGNS.get(banner.kind, '')}{banner.text}").wrap(max(1, width - 2)))
    ]


def hint_lines(screen: Screen, width: int) -> Lines:
    """Draw the help for a player who does something for the first time."""
    if not screen.hint:
        return []
    return inset(list((Content.styled("☞ ", tone.KEY) + ink(screen.hint, tone.GOOD)).wrap(width - 2)))


def notice_lines(screen: Screen, width: int) -> Lines:
    """Draw the result of the last request and of proposals, unread lines, and the newest notice that was not
    dismissed.
    """
    said = [
        row
        for words in screen.told
        for row in inset(whole_rows(ink(f"› {words}", tone.WARN), width - 2, SAID_MAX))
    ]
    said += marked(screen.unread, width)
    notice = screen.notice
    if notice is None:
        return said
    head = Content.styled(f" ✉ {notice.to} ", tone.NOTE)
    how = Content.styled(f"({notice.how})", tone.QUIET)
    words = join(head, ink(notice.text, tone.STRONG), gap=" ")
    line = join(words, how, gap=" ")
    rows = whole_rows(line, width - 1, NOTICE_MAX)
    if len(line.wrap(max(1, width - 1))) > NOTICE_MAX:
        rows = [*whole_rows(words, width - 1, NOTICE_MAX - 1), how]
    first, *more = rows
    return [*said, first, *inset(more)]
