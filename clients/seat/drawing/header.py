"""Draws the head of the screen: the seat, the phase, and the clock in large figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content
from textual.renderables.digits import DIGITS, DIGITS3X3, DIGITS3X3_BOLD
from warcouncil.clients.link.base.line import LinkState
from warcouncil.clients.seat.drawing.unread import unread_lines
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.talk import Timing
from warcouncil.clients.seat.words import tone
from warcouncil.clients.seat.words.seat_names import with_person
from warcouncil.clients.widgets.board.colours import NONE, Sides
from warcouncil.clients.widgets.board.ink import Lines, fit, flow, ink, inset, join, whole_rows, width_of
from warcouncil.clients.widgets.pieces.wording import clock_text, listed
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import Mate
from warcouncil.protocol.words import clean, plain

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
    """Return the rows of a digit as Textual draws it. A colon is one column wide."""
    if char == ":":
        return "•", " ", "•"
    at = 3 * DIGITS.index(char)
    return tuple(row.ljust(3) for row in table[at : at + 3])


def _grown(shape: tuple[str, ...]) -> tuple[str, ...]:
    """Return a digit two lines higher and two cells wider, with its strokes extended."""
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


ASKED_MAX = 3
SAID_MAX, NOTICE_MAX, OUTCOMES_MAX = 3, 6, 3


def header_lines(desk: Desk, now_ms: int, width: int, *, tall: bool = False) -> Lines:
    """Draw the header: words on the left, the clock on the right."""
    clock = clock_lines(desk, now_ms, tall=tall)
    room = width - width_of(clock) - 3
    fresh = desk.guard.holds(now_ms)
    if tall:
        hurry = _clock_words(desk, now_ms, room)
        team = _team(desk, room)[: 1 if hurry.plain else 2]
        words = [_who(desk, room, alone=True), _what(desk, fresh=fresh), _deciding(desk), *team, hurry]
        words = [*words, Content()][: len(clock)]
    else:
        words = [
            _who(desk, room),
            _what(desk, fresh=fresh),
            _clock_words(desk, now_ms, room) or _deciding(desk),
        ]
    return [
        fit(Content(" ") + fit(left, room) + Content(" ") + right, width)
        for left, right in zip(words, clock, strict=True)
    ]


def _who(desk: Desk, width: int, *, alone: bool = False) -> Content:
    """Draw the names of the seat, its team, the game and the table."""
    welcome = desk.welcome
    if welcome is None:
        return Content.styled(say("link.not_yet"), tone.QUIET)
    seat, team = clean(welcome.seat_title), clean(welcome.team_title)
    name = seat if not team or team.lower() in seat.lower() else f"{team.upper()} · {seat}"
    own = ink(welcome.person, tone.STRONG)
    place = say("company.place", game=clean(welcome.game_title), n=welcome.table)
    team_now = Content() if alone else presence(desk)
    sides = Sides(desk.view.sheet.sides) if desk.view is not None else NONE
    said = sides.badge(name, tone.STRONG, side=welcome.team)
    for parts in ((own, ink(place, tone.QUIET), team_now), (own, team_now), (own,), (team_now,)):
        line = join(said, join(*parts, gap=" · "), gap=" ")
        if line.cell_length <= width:
            return line
    return said


def presence(desk: Desk) -> Content:
    """Draw which seats of the team are linked.

    A full dot is linked, a square is a bot, an empty dot is away.
    """
    if len(desk.team) < 2:
        return Content()
    signs = "".join("■" if mate.bot else "●" if mate.linked else "○" for mate in desk.team)
    here = sum(mate.linked or mate.bot for mate in desk.team)
    return Content.assemble(
        (f"{signs} ", tone.STRONG), (say("company.here", here=here, all=len(desk.team)), tone.QUIET)
    )


def _what(desk: Desk, *, fresh: bool) -> Content:
    """Draw the title of the question. It is highlighted when a new question has just come."""
    view = desk.view
    if view is None:
        return Content()
    title = clean(view.title) if desk.is_told or view.ended is None else say("story.what_happened")
    return ink(f" {title} ", tone.NOTE) if fresh else ink(title, tone.STRONG)


def _clock_words(desk: Desk, now_ms: int, width: int) -> Content:
    """Draw in words what the clock does. The reason for a stopped clock is shortened if it does not fit."""
    match desk.timing(now_ms):
        case Timing.STANDS:
            words = Content.styled(f"▌▌ {desk.standstill()}", tone.WARN)
            if words.cell_length <= width:
                return words
            return Content.styled(f"{words.plain.partition('. ')[0].rstrip('.')}.", tone.WARN)
        case Timing.FROZEN:
            when = say("clock.frozen_ended" if desk.dismissed else "clock.frozen_lost")
            return Content.styled(f"░░ {when}", tone.WARN)
        case Timing.URGENT:
            seconds = -(-desk.left_ms(now_ms) // 1000)
            return Content.styled(f" {say('clock.hurry', n=seconds)} ", tone.ALARM)
        case Timing.UP:
            return Content.styled(f" {desk.time_is_up(now_ms).rstrip('.')} ", tone.ALARM)
        case _:
            return Content()


def _deciding(desk: Desk) -> Content:
    """Draw which seats are asked."""
    view = desk.view
    return (
        ink(say("company.deciding", who=who_decides(view.asked)), tone.QUIET)
        if view is not None and view.asked
        else Content()
    )


def _team(desk: Desk, width: int) -> Lines:
    """Draw the members of the team, each with a sign.

    The name is seat and person. If the line is too short, it is only one of them.
    """
    if len(desk.team) < 2:
        return [Content()]
    team = f"{clean(desk.welcome.team_title)} " if desk.welcome is not None else ""
    ways: tuple[Callable[[Mate], str], ...] = (
        lambda mate: with_person(desk.company, mate.seat, mate.title),
        lambda mate: desk.person(mate.seat) or clean(mate.title),
        lambda mate: desk.person(mate.seat) or clean(mate.title).removeprefix(team),
    )
    for called in ways:
        lines = flow([[_signed(mate, called(mate))] for mate in desk.team], width, 3)
        if len(lines) == 1:
            break
    return lines


def _signed(mate: Mate, name: str) -> Content:
    sign = "■" if mate.bot else "●" if mate.linked else "○"
    return Content.styled(f"{sign} {name}", tone.PLAIN if mate.linked or mate.bot else tone.WARN)


def who_decides(asked: Sequence[str]) -> str:
    """Return the names of the asked seats, or how many there are if more than ASKED_MAX."""
    return say("company.seats", n=len(asked)) if len(asked) > ASKED_MAX else ", ".join(map(clean, asked))


def clock_lines(desk: Desk, now_ms: int, *, tall: bool) -> Lines:
    """Draw the clock."""
    timing = desk.timing(now_ms)
    if timing is Timing.NONE:
        over = desk.ended is not None
        word = Content.styled(f"{say('clock.over')} " if over else "", tone.STRONG)
        blank = [Content()] * ((HEIGHT_TALL if tall else HEIGHT) // 2)
        return [*blank, word, *blank]
    text = clock_text(desk.left_ms(now_ms))
    if timing is Timing.STANDS:
        return figures(text, tone.QUIET, heavy=False, tall=tall)
    if timing is Timing.FROZEN:
        return hatched(text, tone.QUIET, tall=tall)
    if timing is Timing.RUNS:
        return figures(text, tone.STRONG, heavy=False, tall=tall)
    return figures(text, tone.BAD, heavy=True, tall=tall)


def banner_lines(desk: Desk, width: int) -> Lines:
    """Draw the warnings: the link is down, a bot plays the seat, the umpire's last words."""
    said: list[tuple[str, str]] = []
    link = desk.link
    if link.state is LinkState.DOWN:
        text = clean(link.text) or say("link.trying_again")
        said.append((say("link.head_down", text=text), tone.ALARM))
    elif link.state is LinkState.SHUT:
        said.append((say("link.head_shut", text=clean(link.text)), tone.ALARM))
    elif desk.dismissed:
        said.append((f"■ {farewell(desk)}", tone.NOTE))
    if desk.alarm:
        back = desk.own.of("back", "Esc")
        said.append((say("link.head_receipt", text=clean(desk.alarm), key=back), tone.ALARM))
    plays = desk.ended is None  # after the end the player can take nothing back
    if plays and desk.bot:
        text = say("company.bot_plays_takes" if desk.lent else "company.bot_plays_asks")
        said.append((f"■ {desk.own.text(text)}", tone.NOTE))
    elif plays and desk.watching:
        said.append((f"◌ {desk.own.text(say('company.you_watch'))}", tone.NOTE))
    return [
        Content.styled(fit(row, width).plain, style)
        for text, style in said
        for row in inset(Content(text).wrap(max(1, width - 2)))
    ]


def result_of(desk: Desk) -> str:
    """Return a sentence on how the table ended, or that the game is not over."""
    ended = desk.view.ended if desk.view is not None else None
    if ended is None:
        return say("verdict.not_over")
    names = listed(clean(name) for name in ended.winners)
    who = say("verdict.won_by", who=names) if names else say("verdict.nobody_won")
    if ended.title:
        title = say("verdict.reason", reason=clean(ended.title))
        who = f"{title} {who}" if names else title
    return say("verdict.your_table", reason=plain(ended.reason), who=who)


def farewell(desk: Desk) -> str:
    """Return the words after the exercise ended: how the table ended, and what the player can do now."""
    leave, again = desk.own.of("leave", "Ctrl+Q"), desk.own.of("again", say("help.r_or_enter"))
    return say(
        "verdict.farewell", text=clean(desk.link.text), result=result_of(desk), leave=leave, again=again
    )


def notice_lines(desk: Desk, width: int) -> Lines:
    """Draw the result of the last request and of proposals, unread lines, and the newest notice that was not
    put away.
    """
    outcomes = [desk.outcome(number) for number in desk.settled[-OUTCOMES_MAX:]]
    told = desk.late.words, desk.said or desk.on_its_way or clean(desk.moved), *outcomes
    said = [
        row
        for words in filter(None, told)
        for row in inset(whole_rows(ink(f"› {words}", tone.WARN), width - 2, SAID_MAX))
    ]
    said += unread_lines(desk, width)
    if not desk.new_notices:
        return said
    notice, waiting = desk.notices[desk.new_notices[-1]], len(desk.new_notices)
    reply = notice.number and notice.number not in desk.answered
    own = desk.own
    away = say("notices.put_away", key=own.of("back", "Esc"))
    how = say("notices.replies", key=own.of("notices", "F7")) if reply else away
    to = say("notices.to", who=clean(notice.to))
    head = Content.styled(f" ✉ {say('notices.one_of', to=to, n=waiting) if waiting > 1 else to} ", tone.NOTE)
    line = join(head, ink(notice.text, tone.STRONG), Content.styled(f"({how})", tone.QUIET), gap=" ")
    first, *more = whole_rows(line, width - 1, NOTICE_MAX)
    return [*said, first, *inset(more)]
