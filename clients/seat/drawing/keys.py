"""The keys of the table screen.

Each key is defined here only, with an id under which a player can rebind it.
"""

from __future__ import annotations

from textual.binding import Binding, BindingType
from warcouncil.clients.seat.drawing.foot import Key

TABLE_KEYS: list[BindingType] = [
    Binding("f1,ctrl+k", "help", "help.title", id="help"),
    Binding("f2,question_mark", "rules", "rules.title", id="rules"),
    Binding("f3", "story", "help.foot_story", id="story"),
    Binding("f4", "notes", "help.foot_notes", id="notes"),
    Binding("f5", "call", "help.foot_call", id="call"),
    Binding("f6", "deals", "deals.title", id="deals"),
    Binding("f7", "notices", "notices.title", id="notices"),
    Binding("ctrl+f", "ask", "notices.ask_title", id="ask", priority=True),
    Binding("ctrl+d", "documents", "help.foot_read", id="documents", priority=True),
    Binding("ctrl+o", "package", "package.title", id="package", priority=True),
    Binding("f8", "seat", "help.act_seat", id="seat", show=False),
    Binding("f9,ctrl+t", "app.theme", "settings.theme", id="theme", show=False),
    Binding("ctrl+b", "app.switch_bell", "help.act_bell", id="bell", show=False),
    Binding("ctrl+s", "app.save_story", "help.foot_save", id="save-story", show=False),
    Binding("delete,backspace", "take_back", "question.take_back", id="take-back", show=False),
    Binding("ctrl+g", "suggest", "help.foot_suggest", id="suggest", show=False),
    Binding("space", "tell_on", "help.act_next", id="tell-on", show=False, priority=True),
    Binding("ctrl+e", "pause_telling", "help.act_pause", id="pause-telling", show=False, priority=True),
    Binding("escape", "enough", "help.act_back", id="back", show=False),
    Binding("s,S", "save", "help.act_save", id="save", show=False),
    Binding("r,R,enter", "again", "help.act_again", id="again", show=False),
    Binding("pageup", "board(-1)", "help.act_back", id="board-up", show=False),
    Binding("pagedown", "board(1)", "help.foot_more", id="board-down"),
]
DEAL_KEYS: list[BindingType] = [
    Binding("escape,f6", "dismiss", "help.act_back", id="deals-back"),
    Binding("ctrl+y", "accept", "deals.accept", id="accept", priority=True),
    Binding("ctrl+n", "refuse", "deals.refuse", id="refuse", priority=True),
]
LEAVE_KEY = Binding("ctrl+q", "leave", "help.foot_leave", id="leave", priority=True)
TALK_KEY = Binding("ctrl+l", "talk", "help.foot_talk", id="talk", show=False, priority=True)

ALWAYS = (
    Key("F1", "help.title", "screen.help", rank=1),
    Key("F2", "rules.title", "screen.rules", rank=1),
    Key("F3", "help.foot_story", "screen.story", rank=1),
    Key("F4", "help.foot_notes", "screen.notes", rank=1),
    Key("F5", "help.foot_call", "screen.call", rank=1, short="help.foot_call_short"),
)
"""The keys that the foot always shows."""
TALKS = Key("Ctrl+L", "help.foot_talk", "app.talk", rank=2)
"""The key that the foot shows while lines are unread."""
READS = Key("Ctrl+D", "help.foot_read", "screen.documents", rank=2)
AT_TIMES = (
    READS,
    Key("Ctrl+O", "help.foot_package", "screen.package"),
    Key("Ctrl+G", "help.foot_suggest", "screen.suggest"),
    Key("F6", "deals.title", "screen.deals"),
    Key("F7", "notices.title", "screen.notices"),
    Key("Ctrl+F", "help.foot_ask", "screen.ask"),
    Key("PgDn", "help.foot_more", "screen.board(1)"),
)
"""The keys that the foot shows while they have an effect."""
OVER = (
    Key("Enter", "help.foot_again", "screen.again", rank=1),
    Key("S", "help.foot_save", "screen.save", rank=1, short="help.act_save"),
)
"""The keys that the foot shows first when the game is over."""
SEEKS = Key("Enter", "help.foot_seek", "screen.again", rank=1)
"""The key that replaces `again` when the umpire has ended the exercise and the client looks for no arbiter."""
LEAVES = Key("Ctrl+Q", "help.foot_leave", "app.leave", rank=0)
"""The key that is never left out, because a player must always see how to leave."""
SEAT_MEANS = {
    "help": "help.means_help",
    "rules": "help.means_rules",
    "story": "help.means_story",
    "notes": "help.means_notes",
    "call": "help.means_call",
    "deals": "help.means_deals",
    "talk": "help.means_talk",
    "notices": "help.means_notices",
    "ask": "help.means_ask",
    "documents": "help.means_documents",
    "package": "help.means_package",
    "seat": "help.means_seat",
    "theme": "help.means_theme",
    "bell": "help.means_bell",
    "save-story": "help.means_save_story",
    "again": "help.means_again",
    "save": "help.means_save",
    "deals-back": "help.means_deals_back",
    "accept": "help.means_accept",
    "refuse": "help.means_refuse",
    "leave": "help.means_leave",
    "suggest": "help.means_suggest",
    "pause-telling": "help.means_pause_telling",
    "take-back": "help.means_take_back",
}
"""The purpose of each key, as a key of the catalogue, by the id under which a player can rebind it."""
