"""The keys of the table: each has an id, one meaning, and stands here alone, so that it can be bound anew."""

from __future__ import annotations

from textual.binding import Binding, BindingType
from warcouncil.clients.seat.foot import Key

TABLE_KEYS: list[BindingType] = [
    Binding("f1,ctrl+k", "help", "Help", id="help"),
    Binding("f2,question_mark", "rules", "Rules", id="rules"),
    Binding("f3", "story", "Story", id="story"),
    Binding("f4", "notes", "Notes", id="notes"),
    Binding("f5", "call", "Umpire", id="call"),
    Binding("f6", "deals", "Proposals", id="deals"),
    Binding("f7", "notices", "Notices", id="notices"),
    Binding("ctrl+d", "documents", "Read", id="documents", priority=True),
    Binding("f8", "seat", "Seat", id="seat", show=False),
    Binding("f9,ctrl+t", "app.theme", "Colours", id="theme", show=False),
    Binding("ctrl+b", "app.switch_bell", "Bell", id="bell", show=False),
    Binding("ctrl+s", "app.save_story", "Save the story", id="save-story", show=False),
    Binding("ctrl+g", "suggest", "Suggest", id="suggest", show=False),
    Binding("space", "tell_on", "Next", id="tell-on", show=False, priority=True),
    Binding("escape", "enough", "Back", id="back", show=False),
    Binding("s", "save", "Save", id="save", show=False),
    Binding("r,enter", "again", "Again", id="again", show=False),
    Binding("pageup", "board(-1)", "Back", id="board-up", show=False),
    Binding("pagedown", "board(1)", "More", id="board-down"),
]
DEAL_KEYS: list[BindingType] = [
    Binding("escape,f6", "dismiss", "Back", id="deals-back"),
    Binding("ctrl+y", "accept", "Accept", id="accept", priority=True),
    Binding("ctrl+n", "refuse", "Refuse", id="refuse", priority=True),
]
LEAVE_KEY = Binding("ctrl+q", "leave", "Leave", id="leave", priority=True)

ALWAYS = (
    Key("F1", "help.title", "screen.help"),
    Key("F2", "rules.title", "screen.rules"),
    Key("F3", "help.foot_story", "screen.story"),
    Key("F4", "help.foot_notes", "screen.notes"),
    Key("F5", "help.foot_call", "screen.call"),
)
"""The keys that the foot shows at any time."""
READS = Key("Ctrl+D", "help.foot_read", "screen.documents")
AT_TIMES = (
    READS,
    Key("Ctrl+G", "help.foot_suggest", "screen.suggest"),
    Key("F6", "deals.title", "screen.deals"),
    Key("F7", "help.foot_notices", "screen.notices"),
    Key("PgDn", "help.foot_more", "screen.board(1)"),
)
"""The keys that it shows while they do something."""
OVER = (Key("Enter", "help.foot_again", "screen.again"), Key("S", "help.foot_save", "screen.save"))
"""The keys that come first when the game is over."""
SEEKS = Key("Enter", "help.foot_seek", "screen.again")
"""The key that stands there instead when the exercise was ended."""
LEAVES = Key("Ctrl+Q", "help.foot_leave", "app.leave")
SEAT_MEANS = {
    "help": "Every key, and who you are.",
    "rules": "The rules: of this phase, all of them, cards and ranks.",
    "story": "All that has happened.",
    "notes": "Your private notes.",
    "call": "Call the umpire: he sees it at once.",
    "deals": "Make a proposal, accept or refuse one.",
    "notices": "What the umpire said to you; reply where he asks.",
    "documents": "Your documents at length; what you have not opened yet is marked.",
    "seat": "Hand the seat over, or take it.",
    "theme": "Other colours, remembered on this machine.",
    "bell": "Call you with bell and notice, or no more.",
    "save-story": "Save the story in a text file.",
    "again": "Look for the arbiter again, after the exercise was ended; in a demo, play again.",
    "save": "Save the story, when the game is over.",
    "deals-back": "Close the proposals.",
    "accept": "Accept the proposal that waits.",
    "refuse": "Refuse the proposal that waits.",
    "leave": "Leave; the game goes on without you.",
    "suggest": "Fill in what is suggested.",
}
"""What each key is for, in a sentence, by the name under which it can be bound anew."""
