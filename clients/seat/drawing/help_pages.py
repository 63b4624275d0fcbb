"""The pages behind the function keys: help, rules of the phase, messages."""

from __future__ import annotations

from collections.abc import Collection

from textual.content import Content
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.shown.help import Possible, possible_acts
from warcouncil.clients.seat.words import tone
from warcouncil.clients.widgets.board.ink import Lines, ink, join, wrapped
from warcouncil.clients.widgets.pieces.message_heads import message_head
from warcouncil.clients.widgets.window.own_keys import SAME, OwnKeys
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import clean

KEYS: tuple[tuple[str, str], ...] = (
    ("", "help.answering"),
    ("help.keys_choose", "help.key_choose"),
    ("Enter", "help.key_enter"),
    ("Space", "help.key_pick"),
    ("+ −", "help.key_order"),
    ("Tab", "help.key_leave_text"),
    ("help.keys_move", "help.key_move"),
    ("Tab", "help.key_next_part"),
    ("Del", "help.key_take_back"),
    ("Ctrl+G", "help.key_suggest"),
    ("PgUp PgDn", "help.key_scroll"),
    ("", "help.talking"),
    ("Enter", "help.key_say"),
    ("Ctrl+L", "help.key_talk"),
    ("F6", "help.key_deals"),
    ("F5", "help.key_call"),
    ("F7", "help.key_notices"),
    ("Ctrl+F", "help.key_ask"),
    ("", "help.reading"),
    ("F2 ?", "help.key_rules"),
    ("Ctrl+D", "help.key_documents"),
    ("Ctrl+O", "help.key_package"),
    ("F3", "help.key_story"),
    ("Space", "help.key_telling"),
    ("Esc", "help.key_skip"),
    ("Ctrl+E", "help.key_pause"),
    ("S", "help.key_over"),
    ("Enter", "help.key_another"),
    ("F4", "help.key_notes"),
    ("", "help.signs"),
    ("◉ SEALED", "help.sign_sealed"),
    ("● ○ ■", "help.sign_team"),
    ("?", "help.sign_unknown"),
    ("", "help.window"),
    ("F8", "help.key_seat"),
    ("Ctrl+P", "help.key_actions"),
    ("F9 Ctrl+T", "help.key_colours"),
    ("Ctrl+B", "help.key_bell"),
    ("Ctrl+S", "help.key_save"),
    ("Ctrl+Q", "help.key_leave"),
    ("Ctrl+Q", "help.key_leave_demo"),
)
"""The keys, and the catalogue's keys for what they do. A row without a key is the title of a part."""
NEEDS: dict[str, Possible] = {
    "help.key_take_back": "take_back",
    "help.key_suggest": "suggest",
    "help.key_say": "talk",
    "help.key_talk": "talk",
    "help.key_deals": "deals",
    "help.key_notices": "messages",
    "help.key_ask": "ask",
    "help.key_documents": "read",
    "help.key_package": "package",
    "help.sign_team": "team",
    "help.key_seat": "seat",
    "help.key_another": "another",
    "help.key_leave": "come_back",
    "help.key_leave_demo": "another",
}
"""The act that a line of the help describes, if not every seat can do it in every game. The help shows only
possible acts.
"""

KEYS_CELLS_MIN = 12


def key_rows() -> list[tuple[str, str]]:
    """Return the rows of the help: the names of keys, and the catalogue's key for what they do."""
    return [(say(key) if key.startswith("help.") else key, means) for key, means in KEYS]


def help_lines(desk: Desk, width: int, own: OwnKeys = SAME) -> Lines:
    """Draw the help: the game, its designer, the seat, and each key that this seat can use."""
    lines: Lines = []
    welcome = desk.welcome
    if welcome is not None:
        lines += join(
            ink(welcome.game_title, tone.STRONG),
            ink(say("briefing.game_by", designer=welcome.designer)),
            gap=" · ",
        ).wrap(width)
        lines += wrapped(welcome.summary, width, tone.QUIET)
        if welcome.duty:
            who = say("briefing.you_are", seat=clean(welcome.seat_title))
            lines += [Content(), *ink(f"{who} {welcome.duty}").wrap(width)]
    acts = possible_acts(desk)
    said = [(key, means) for key, means in key_rows() if means not in NEEDS or NEEDS[means] in acts]
    keys = max(KEYS_CELLS_MIN, *(len(own.column(key)) + 1 for key, _ in said))
    for key, means in said:
        if not key:
            lines += [Content(), Content.styled(say(means), tone.STRONG)]
            continue
        for number, row in enumerate(Content(own.text(say(means))).wrap(max(20, width - keys - 1))):
            lines.append(
                Content.assemble((f" {own.column(key) if number == 0 else '':<{keys}}", tone.KEY), row)
            )
    if welcome is not None and welcome.commitment:
        promise = say("help.chance_of_host" if welcome.chance == "host" else "help.chance_of_all")
        lines += [Content(), *wrapped(f"{promise} {welcome.commitment}", width, tone.QUIET)]
    return lines


def rules_lines(desk: Desk, width: int) -> Lines:
    """Draw the rules of the present phase."""
    view = desk.view
    if view is None or not view.rule_text:
        return [Content.styled(say("rules.none_now"), tone.QUIET)]
    lines: Lines = [
        ink(view.title, tone.STRONG),
        ink(say("rules.number", rule=view.rule), tone.QUIET),
        Content(),
    ]
    lines += wrapped(view.rule_text, width)
    if view.form is not None and view.form.help:
        lines += [Content(), *wrapped(view.form.help, width)]
    return lines


def notice_page(desk: Desk, width: int, *, new: Collection[int] = frozenset(), chosen: int = 0) -> Lines:
    """Draw all messages to this seat. `new` has the indexes of the unread ones. `chosen` is the one to reply to."""
    lines: Lines = []
    for at, notice in enumerate(desk.notices):
        asks = ""
        if notice.number:
            asks = say("notices.replied" if notice.number in desk.answered else "notices.asks")
        here = "▸" if notice.number and notice.number == chosen else ""
        mark = ink(f"{here}{'●' if at in new else ''}", tone.NOTE if at in new else tone.KEY)
        head = join(
            mark, join(ink(message_head(notice), tone.STRONG), ink(asks, tone.WARN), gap=" · "), gap=" "
        )
        lines += [*head.wrap(max(1, width)), *wrapped(notice.text, width), Content()]
    return lines or [Content.styled(say("notices.none"), tone.QUIET)]
