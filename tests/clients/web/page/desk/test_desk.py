"""The page's desk in lockstep with the terminal's: after the same messages and acts, both have the same state,
texts and requests. Users would trust a second interface that differs from the first.
"""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from warcouncil.clients.link.base.line import LinkAlarm, LinkChange, LinkState, News
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.shown.announcements import Announcer, ClockAnnouncer, DoorAnnouncer
from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.protocol.wire.replies import Refusal, RefusalCode
from warcouncil.protocol.wire.wire import dump

from tests.clients.seat.tables import ids, playing, welcome
from tests.clients.web.page.desk.news import Dealer, views, welcomes
from tests.clients.web.page.node import Node
from tests.profile import games

TERMINALS = {"returns", "moved", "unanswered"}
"""Attributes that only a terminal has: a seat that was opened here before, a link that follows to another machine, and its
redraw state.
"""
PAGES = {"leftMs", "hint", "mayHint", "askHint", "goOn", "replies", "seals"}
"""Attributes that only a page has: it asks the arbiter for hints, because it has no bots, goes on after a
reload, and sends replies separately.
"""
PLAIN = (
    *(
        "trouble",
        "news_number",
        "seatings",
        "alarm",
        "rules_asked",
        "briefed",
        "bot",
        "lent",
        "paused",
        "sealed",
    ),
    *(
        "refused",
        "said",
        "in_hand",
        "drafted",
        "is_told",
        "up",
        "dismissed",
        "look",
        "on_its_way",
        "watching",
        "owes_late",
    ),
    *("waiting", "to_be_briefed", "plays_again"),
)
MODELS = ("story", "news", "notices", "team", "sending", "company", "ended", "waiting_deals")
TIMED = ("left_ms", "locked", "time_is_up", "no_deals", "can_change", "can_take_back", "until")


def camel(name: str) -> str:
    """Return a name as the page has it."""
    first, *rest = name.split("_")
    return first + "".join(each.title() for each in rest)


def plain(value: Any) -> Any:
    """Return a value as it is sent."""
    return json.loads(dump(list(value) if isinstance(value, tuple) else value))


def sent(news: News) -> dict[str, Any]:
    """Return a message as the page's desk receives it."""
    match news:
        case LinkChange(state, text):
            return {"type": "link", "state": state.value, "text": text}
        case LinkAlarm(text, gate):
            return {"type": "shout", "text": text, "gate": gate}
        case _:
            found: dict[str, Any] = plain(news)
            return found


def told(desk: Desk, now_ms: int) -> dict[str, Any]:
    """Return all texts of a desk for its screen."""
    view, deeds = desk.view, desk.deeds
    words = answer_words(view.form, desk.in_hand) if view and view.form and desk.in_hand else ""
    return {
        "link": [desk.link.state.value, desk.link.text],
        "standstill": desk.standstill(),
        **{camel(name): plain(getattr(desk, name)) for name in (*PLAIN, *MODELS)},
        **{camel(name): getattr(desk, name)(now_ms) for name in TIMED},
        "timing": desk.timing(now_ms).name.lower(),
        "gate": view.gate if view is not None else None,
        "answered": sorted(desk.answered),
        "deals": plain(tuple(desk.deals.values())),
        "talks": [
            {
                "id": talk.id,
                "title": talk.title,
                "members": list(talk.members),
                "quietMs": talk.quiet_ms,
                "readers": list(talk.readers),
                "readsOnly": talk.reads_only,
                "lines": [[n, plain(line)] for n, line in talk.lines.items()],
                "half": talk.half,
                "seen": talk.seen,
                "unread": [desk.unread(talk), desk.name_of(talk), desk.is_pair(talk)],
                "said": [desk.is_open(talk, now_ms), desk.shuts_ms(talk, now_ms), desk.mute(talk, now_ms)],
            }
            for talk in desk.talks.values()
        ],
        "unreadTalks": [talk.id for talk in desk.unread_talks],
        "outcomes": [desk.outcome(number) for number in desk.settled],
        "newNotices": list(desk.new_notices),
        "me": desk.me,
        "guard": desk.guard.holds(now_ms),
        "late": desk.late.words,
        "lateInStory": [each.in_story for each in desk.late.said],
        "clock": [plain(desk.clock.clock), desk.clock.frozen, desk.clock.over_ms(now_ms)],
        "deeds": {
            "sealed": deeds.sealed,
            "missed": deeds.missed,
            "quickestMs": deeds.quickest_ms,
            "firstGate": deeds.first_gate,
            "openGate": list(deeds.open_gate) if deeds.open_gate is not None else None,
            "hasSealed": deeds.has_sealed,
            "tookMs": deeds.took_ms,
            "words": deeds.words,
        },
        "inHandWords": words,
        "wholeStory": [[plain(tuple(lines)), fresh] for lines, fresh in map(desk.whole_story, range(3))],
        "persons": [desk.person(one.seat) for one in desk.company.sitters] if desk.company else [],
    }


def announced(
    desk: Desk, now_ms: int, announcer: Announcer, clock: ClockAnnouncer, doors: DoorAnnouncer
) -> list[list[Any]]:
    """Return the texts of a screen reader at a step, each with whether it is urgent."""
    found = [*clock.due(desk, now_ms), *doors.due(desk, now_ms), *announcer.news()]
    return [[each.text, each.urgent] for each in found if not (each.own or each.old)]


def played(seed: int, length: int) -> tuple[list[list[Any]], list[dict[str, Any]]]:
    """Run random events at a desk, and return each step as the page's side takes it, with the desk's requests
    and texts.
    """
    dealer, dice, desk, now_ms = Dealer(seed), Random(seed), Desk(ids()), 0
    announcer, clock, doors = Announcer(desk), ClockAnnouncer(), DoorAnnouncer()
    steps: list[list[Any]] = []
    expected: list[dict[str, Any]] = []
    for _ in range(length):
        now_ms += dice.choice([0, 20, 250, 300, 700, 1100, 4100])
        request = None
        if dice.random() < 0.55:
            news = dealer.news(desk)
            desk.feed(news, now_ms)
            steps.append([now_ms, "feed", sent(news)])
        else:
            name, args, named = dealer.deed(desk)
            request = done(desk, name, args, named, now_ms)
            dealer.note(request)
            timed = [now_ms] if name in ("declare", "draft", "say", "take_back") else []
            steps.append([now_ms, camel(name), *args, *timed, *([named] if named else [])])
        aloud = announced(desk, now_ms, announcer, clock, doors)
        expected.append({"request": plain(request), "told": told(desk, now_ms) | {"aloud": aloud}})
    return steps, expected


def done(desk: Desk, name: str, args: list[Any], named: dict[str, Any], now_ms: int) -> Any:
    """Do an action at a desk."""
    match name:
        case "in_hand" | "is_told":
            return setattr(desk, name, args[0])
        case "press" | "follow":
            return getattr(desk.guard, name)(now_ms)
        case "see":
            return desk.talks[args[0]].see() if args[0] in desk.talks else None
        case "declare" | "draft" | "say" | "take_back":
            return getattr(desk, name)(*args, now_ms)
        case _:
            return getattr(desk, name)(*args, **named)


@pytest.mark.parametrize("seed", range(games(24, 1500)))
def test_it_knows_says_and_asks_what_the_terminals_does(node: Node, seed: int) -> None:
    """On a phone an unsealed answer looks sealed, a stopped clock runs, or a line is lost without notice."""
    steps, expected = played(seed, 70)
    came = node.ask("desk", steps)
    for number, (step, ours, theirs) in enumerate(zip(steps, expected, came, strict=True)):
        differ = {
            name: (theirs["told"][name], said)
            for name, said in ours["told"].items()
            if same(theirs["told"].get(name), said) is False
        }
        assert not differ, (number, step[:2], differ)
        assert same(theirs["request"], ours["request"]), (number, step)


@pytest.mark.parametrize("taken", [{}, {"bot": True}, {"watching": True}])
def test_an_answer_on_its_way_at_a_change_of_seat_is_reported_as_in_the_terminal(
    node: Node, taken: dict[str, bool]
) -> None:
    """A player who sealed on a phone without a connection, and is a watcher now, sees the answer vanish
    without notice.
    """
    desk, steps = Desk(ids()), list[list[Any]]()

    def hear(*all_news: News) -> None:
        for news in all_news:
            desk.feed(news, 5000)
            steps.append([5000, "feed", sent(news)])

    asked = next(one for one in views() if one.form is not None and one.form.suggested is not None)
    answer = dict(asked.form.suggested or {}) if asked.form is not None else {}
    hear(LinkChange(LinkState.UP), welcomes()[0], asked)
    declare = desk.declare(answer, 5000)
    assert declare is not None
    steps.append([5000, "declare", answer, 5000])
    hear(asked.model_copy(update=taken))
    hear(Refusal(id=declare.id, code=RefusalCode.NOT_DRIVER, text="Your card does not allow this."))
    last = node.ask("desk", steps)[-1]["told"]
    assert (last["sending"], last["refused"], last["late"]) == (None, desk.refused, desk.late.words)
    assert bool(desk.late.words) is bool(taken)


def same(theirs: Any, ours: Any) -> bool:
    """Return whether two values are equal.

    A default that the page leaves out of a request equals one that is sent.
    """
    return bool(theirs == ours)


def test_the_random_desks_reach_every_state(node: Node) -> None:
    """The lockstep compares two desks at which nothing happens: nothing is sealed, late, refused, frozen or said."""
    seen: set[str] = set()
    for seed in range(32):
        for each in played(seed, 70)[1]:
            said = each["told"]
            seen |= {
                said["timing"],
                said["link"][0],
                *re.findall(
                    r"[A-Z][a-z]+ [a-z]+",
                    f"{said['said']} {said['late']} {said['refused']} {said['onItsWay']}",
                ),
            }
            seen |= {"unread" for talk in said["talks"] if talk["unread"][0]}
            seen |= {"inStory" for in_story in said["lateInStory"] if in_story}
            seen |= {
                name
                for name in (
                    "newNotices",
                    "outcomes",
                    "sealed",
                    "sending",
                    "alarm",
                    "watching",
                    "bot",
                    "guard",
                    "waitingDeals",
                    "ended",
                )
                if said[name]
            }
    wanted = {
        "none",
        "runs",
        "urgent",
        "up",
        "stands",
        "frozen",
        "down",
        "shut",
        "ended",
        "sealed",
        "sending",
        "alarm",
        "guard",
        "waitingDeals",
        "newNotices",
        "outcomes",
        "unread",
        "inStory",
    }
    sentences = {
        "You were",
        "Sealed in",
        "Too late",
        "Taken back",
        "No answer",
        "The question",
        "The answer",
        "Not sent",
        "Not done",
        "Your line",
    }
    assert seen >= wanted | sentences, (wanted | sentences) - seen


def test_the_page_has_every_name_that_the_terminals_desk_has(node: Node) -> None:
    """A new attribute of the terminal's desk is missing in the page, without notice."""
    desk = Desk(ids())
    names = {name for name in [*vars(desk), *dir(type(desk))] if not name.startswith("_")} - TERMINALS
    known = set(node.ask("deskNames"))
    assert {camel(name) for name in names} <= known
    assert known - {camel(name) for name in names} <= PAGES
    assert len(names) > 50


def test_another_seat_leaves_nothing_behind(node: Node) -> None:
    """A player who is moved takes the secrets of the first seat along."""
    steps, _ = played(5, 60)
    table = playing("kartenspiel")
    moved = welcome(table, "black.corps.1")
    came = node.ask(
        "desk", [*steps, [99_000, "feed", sent(welcome(table, "red.corps.2"))], [99_001, "feed", sent(moved)]]
    )
    desk = Desk(ids())
    desk.feed(moved, 99_001)
    fresh, left = told(desk, 99_001), came[-1]["told"]
    kept = {"link", "newsNumber", "seatings", "alarm", "said", "trouble", "up", "dismissed", "aloud"}
    assert left["aloud"] == [[left["said"], False]]
    assert {name: said for name, said in left.items() if name not in kept} == {
        name: said for name, said in fresh.items() if name not in kept
    }
