"""Every text of the clients is in the catalogue once, with these fields, and the catalogue has no unused
text.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import pytest
from warcouncil.clients.wording.language import ENGLISH, TERMINAL_ONLY
from warcouncil.protocol.wording import Message, messages, sections

from tests.clients.wording.uses import Use, begun_by, everywhere, faults, in_python, in_script, in_template

SAME = {
    "help.foot_more web.open_more": "more of a board that scrolls, and more things to open",
    "rules.short_things web.part_table": "what lies on the table, and the table as one part of the page",
    "board.you company.you": "beside a post that is the reader's, and among those who are awaited",
    "alarms.empty board.empty": "a seat without a player, and a place without cards",
    "fields.there_now_head umpire.inject_now": "what lies at a place now, and an inject that comes now",
    "cards.you talk.you": "above the part of a card about the reader's role, and the reader as a speaker",
    "cards.browser umpire.in_a_browser": "above an address on a card, and where a seat is linked",
    "acts.note_first debrief.worth_talking": "the first words of an umpire's note, and a heading of a report",
    "debrief.after fields.would_be": "the time of an answer, and a number as a change would leave it",
    "debrief.at umpire.inject_at": "when a question was asked, and when an inject comes",
    "plain.all report.all": "pieces that a seat takes, and all sides in a picture",
    "help.foot_call_short web.call_send": "the short word of a key, and the button that sends a call",
    "board.none fields.none": "no piece at a place, and nothing picked: two genders in most languages",
}
"""Two keys with one message, the first in the alphabet before the other, and why another language may need both."""


@cache
def uses() -> tuple[Use, ...]:
    return tuple(everywhere(sections(ENGLISH)))


def test_every_key_that_is_said_is_there_with_its_fields() -> None:
    """A screen crashes, or shows “{who} has sealed”."""
    assert faults(uses(), messages(ENGLISH)) == []


def test_every_key_that_is_there_is_said() -> None:
    """A translator spends an evening on sentences that are never shown."""
    catalogue = messages(ENGLISH)
    said = {key for use in uses() for key in begun_by(use.key, catalogue)}
    assert sorted(catalogue.keys() - said) == []


def test_no_page_says_what_it_is_not_sent() -> None:
    """A player on a phone has a page that cannot show a sentence."""
    by_page = [use for use in uses() if use.file.startswith("clients/web/")]
    assert by_page
    assert [use for use in by_page if use.key.partition(".")[0] in TERMINAL_ONLY] == []


def test_no_two_keys_bear_one_message_without_need() -> None:
    """One of the two is corrected and the other not, so two screens name one thing by two words."""
    bearing: dict[str, list[str]] = defaultdict(list)
    for key, message in messages(ENGLISH).items():
        bearing[str(message)].append(key)
    twice = {" ".join(sorted(keys)) for keys in bearing.values() if len(keys) > 1}
    assert sorted(twice - SAME.keys()) == []
    assert sorted(SAME.keys() - twice) == []


KNOWN: dict[str, Message] = {
    "talk.kind_a": "A",
    "talk.kind_b": "B",
    "talk.plain": "A word",
    "talk.from": "From {who}",
}
IMPORT = "from warcouncil.clients.wording.saying import say\n"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('def f(): say("talk.plain"); say("talk.from", who="Red")', ""),
        ('def f(): say("talk.plain" if x else "talk.from", who="Red")', "is given ['who']"),
        ('def f(): say("talk.gone")', "no such key"),
        ('def f(): say("talk.from")', "needs ['who']"),
        ('def f(): say("talk.from", **given)', "is given ['**']"),
        ('def f(): say("talk." + x)', "made, not written"),
        ('HEAD = say("talk.plain")', "when the file is loaded"),
        ('def f(head=say("talk.plain")): pass', "when the file is loaded"),
        ('T = {1: "talk.from"}\ndef f(): say(T[1], who="Red")', ""),
        ('T = {1: "talk.from"}\ndef f(): say(T[1])', "nobody here gives who"),
    ],
)
def test_a_false_use_in_python_is_found(text: str, wrong: str) -> None:
    """The tests above cannot fail."""
    found = faults(tuple(in_python("a.py", IMPORT + text, {"talk"})), KNOWN)
    assert [wrong in one for one in found] == [True] * bool(wrong)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('<p>{{ say("talk.plain") }} {{ say("talk.from", who=name(1, 2)) }}</p>', ""),
        ('{{ say("talk.from") }}', "needs ['who']"),
        ('{{ say("talk.plain", who=a) }}', "is given ['who']"),
        ('{{ say("talk.gone") }}', "no such key"),
        ('{{ say("talk." ~ x) }}', "made, not written"),
    ],
)
def test_a_false_use_in_a_template_is_found(text: str, wrong: str) -> None:
    """If this fails, a report or a card stops in the middle, and no test notices it."""
    found = faults(tuple(in_template("a.j2", text)), KNOWN)
    assert [wrong in one for one in found] == [True] * bool(wrong)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("html`<p>${say(\"talk.plain\")} ${say('talk.from', {who: clean(a, {b: 1})})}</p>`", ""),
        ('say("talk.from", {who})', ""),
        ('say(x ? "talk.plain" : "talk.from", {who})', "is given ['who']"),
        ('say("talk.gone")', "no such key"),
        ('say("talk.from")', "needs ['who']"),
        ('say("talk.from", fields)', "not written out"),
        ('say("talk.from", {...given})', "no plain name"),
        ("say(`talk.${x}`)", "made, not written"),
        ("say(`talk.pl_${x}`)", "no such key"),
        ("say(`talk.kind_${x}`) + say(kinds[x])", ""),
        ("say(`talk.kind_${x}`, {who})", "is given ['who']"),
        ("class A { say(channel, text) { return 1; } }", ""),
        ("say(keys[x], {who})", "no key stands here"),
        ('const T = {a: "talk.from"}; say(T.a, {who})', ""),
        ('const T = {a: "talk.from"}; say(T.a)', "nobody here gives who"),
        ('desk.say("red", text); // say("talk.gone")\n/* say("talk.gone") */', ""),
    ],
)
def test_a_false_use_in_a_script_is_found(text: str, wrong: str) -> None:
    """The tests above cannot fail for the page."""
    found = faults(tuple(in_script("a.js", text, {"talk"})), KNOWN)
    assert [wrong in one for one in found] == [True] * bool(wrong)
