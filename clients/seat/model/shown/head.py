"""The head of a screen: the player, the phase, the clock, the warnings, and the newest notice."""

from __future__ import annotations

from collections.abc import Sequence

from warcouncil.clients.link.base.line import LinkState
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.shown.ended import result_of
from warcouncil.clients.seat.model.shown.screen import (
    Banner,
    BannerKind,
    ShownClock,
    ShownHead,
    ShownMate,
    ShownNotice,
    Ways,
    Weight,
)
from warcouncil.clients.seat.model.talk import Timing
from warcouncil.clients.seat.words.seat_names import with_person
from warcouncil.clients.widgets.pieces.message_heads import message_head
from warcouncil.clients.widgets.pieces.wording import seconds_left
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import Mate
from warcouncil.protocol.words import clean

LONG_CHARS = 400
"""The longest message that is shown in the head of the screen."""
ASKED_MAX = 3
"""How many asked seats are named. If there are more, they are only counted."""
OUTCOMES_MAX = 3
"""How many settled proposals are named at once. They are the newest ones."""
NAMED_MAX = 3
"""How many conversations with unread lines are named. Further ones are counted."""


def who_decides(asked: Sequence[str]) -> str:
    """Return the names of the asked seats. If there are more than ASKED_MAX, return how many there are."""
    return say("company.seats", n=len(asked)) if len(asked) > ASKED_MAX else ", ".join(map(clean, asked))


def shown_head(desk: Desk, now_ms: int) -> ShownHead:
    """Return the head. If the seat is not known yet, `seat` says so."""
    welcome, view = desk.welcome, desk.view
    phase = ""
    if view is not None:
        told = desk.is_told or view.ended is None
        phase = clean(view.title) if told else say("story.what_happened")
    asked = view.asked if view is not None else ()
    here = sum(mate.linked or mate.bot for mate in desk.team)
    is_team = len(desk.team) > 1
    return ShownHead(
        seat=seat_name(desk),
        side=welcome.team if welcome is not None else "",
        person=clean(welcome.person) if welcome is not None else "",
        place=say("company.place", game=clean(welcome.game_title), n=welcome.table)
        if welcome is not None
        else "",
        phase=phase,
        fresh=desk.guard.holds(now_ms),
        deciding=say("company.deciding", who=who_decides(asked)) if asked else "",
        team=tuple(_mate(desk, mate) for mate in desk.team) if is_team else (),
        present=say("company.here", here=here, all=len(desk.team)) if is_team else "",
    )


def seat_name(desk: Desk) -> str:
    """Return the name of the seat. If it does not contain its team, the team comes first."""
    if desk.welcome is None:
        return say("link.not_yet")
    seat, team = clean(desk.welcome.seat_title), clean(desk.welcome.team_title)
    return seat if not team or team.lower() in seat.lower() else f"{team.upper()} · {seat}"


def _mate(desk: Desk, mate: Mate) -> ShownMate:
    team = f"{clean(desk.welcome.team_title)} " if desk.welcome is not None else ""
    title, person = clean(mate.title), desk.person(mate.seat)
    names = (
        with_person(desk.company, mate.seat, mate.title),
        person or title,
        person or title.removeprefix(team),
    )
    return ShownMate(names, bot=mate.bot, here=mate.linked or mate.bot)


def shown_clock(desk: Desk, now_ms: int) -> ShownClock:
    """Return the clock, and sentences about what its figures do not show."""
    timing, left_ms = desk.timing(now_ms), desk.left_ms(now_ms)
    clock = desk.clock.clock
    words, weight = "", Weight.STRONG
    match timing:
        case Timing.NONE:
            words = say("clock.over") if desk.ended is not None else ""
        case Timing.STANDS:
            words, weight = desk.standstill(), Weight.WARN
        case Timing.FROZEN:
            words, weight = say("clock.frozen_ended" if desk.dismissed else "clock.frozen_lost"), Weight.WARN
        case Timing.URGENT:
            hurries = desk.view is not None and desk.view.form is not None and desk.sealed is None
            words = say("clock.hurry", n=seconds_left(left_ms)) if hurries else ""
            weight = Weight.ALARM
        case Timing.UP:
            words, weight = desk.time_is_up(now_ms), Weight.ALARM
        case Timing.RUNS:
            pass
    return ShownClock(timing, left_ms, clock.total_ms if clock is not None else 0, words, weight)


def shown_banners(desk: Desk, ways: Ways) -> tuple[Banner, ...]:
    """Return the warnings, such as: the link is down, a bot plays the seat, or the umpire has ended the exercise."""
    said: list[Banner] = []
    link = desk.link
    if link.state is LinkState.DOWN:
        text = say("link.head_down", text=clean(link.text) or say("link.trying_again"))
        said.append(Banner(BannerKind.LINK_DOWN, text, Weight.ALARM))
    elif link.state is LinkState.SHUT:
        said.append(Banner(BannerKind.LINK_SHUT, say("link.head_shut", text=clean(link.text)), Weight.ALARM))
    elif desk.dismissed:
        said.append(Banner(BannerKind.DISMISSED, farewell(desk, ways), Weight.NOTE))
    if desk.alarm:
        text = say("link.head_receipt", text=clean(desk.alarm), key=ways.of("back", "Esc"))
        said.append(Banner(BannerKind.RECEIPT, text, Weight.ALARM))
    plays = desk.ended is None  # After the end the player can take nothing back
    if plays and desk.bot:
        text = say("company.bot_plays_takes" if desk.lent else "company.bot_plays_asks")
        said.append(Banner(BannerKind.BOT, ways.text(text), Weight.NOTE))
    elif plays and desk.watching:
        said.append(Banner(BannerKind.WATCHING, ways.text(say("company.you_watch")), Weight.NOTE))
    return tuple(said)


def farewell(desk: Desk, ways: Ways) -> str:
    """Return the text after the exercise ended. It says how the table ended, and what the player can do now."""
    leave, again = ways.of("leave", "Ctrl+Q"), ways.of("again", say("help.r_or_enter"))
    return say(
        "verdict.farewell", text=clean(desk.link.text), result=result_of(desk), leave=leave, again=again
    )


def shown_told(desk: Desk) -> tuple[str, ...]:
    """Return sentences about the results of the last request and of proposals."""
    outcomes = (desk.outcome(number) for number in desk.settled[-OUTCOMES_MAX:])
    told = (desk.late.words, desk.said or desk.on_its_way or clean(desk.moved), *outcomes)
    return tuple(filter(None, told))


def shown_notice(desk: Desk, ways: Ways) -> ShownNotice | None:
    """Return the newest notice that was not dismissed."""
    if not desk.new_notices:
        return None
    notice, waiting = desk.notices[desk.new_notices[-1]], len(desk.new_notices)
    asks = bool(notice.number) and notice.number not in desk.answered
    away = say("notices.put_away", key=ways.of("back", "Esc"))
    opens = ways.of("notices", "F7")
    if len(notice.text) > LONG_CHARS:
        away = say("notices.shows_whole", key=opens)
    how = say("notices.replies", key=opens) if asks else away
    to = message_head(notice)
    head = say("notices.one_of", to=to, n=waiting) if waiting > 1 else to
    return ShownNotice(head, notice.text, how, notice.number, asks)


def unread_words(desk: Desk, key: str) -> str:
    """Return a sentence about the conversations with unread lines, and the key that shows them. It is "" if
    there are none.
    """
    talks = desk.unread_talks
    if not talks:
        return ""
    if len(talks) == 1:
        line = talks[0].unread(desk.me)[-1]
        who = with_person(desk.company, line.seat, line.title)
        if desk.is_pair(talks[0]):
            return say("talk.writes_to_you", who=who, key=key)
        return say("talk.writes_in", who=who, title=desk.name_of(talks[0]), key=key)
    named = [f"{desk.name_of(talk)} ({desk.unread(talk)})" for talk in talks[:NAMED_MAX]]
    named += [f"+{len(talks) - NAMED_MAX}"] if len(talks) > NAMED_MAX else []
    return say("talk.unread_in", n=sum(map(desk.unread, talks)), where=", ".join(named), key=key)
