"""What each key of the seat is for, in a sentence, by the name under which it can be bound anew."""

from __future__ import annotations

SEAT_MEANS = {
    "help": "Every key, and who you are.",
    "rules": "The rules: of this phase, all of them, cards and ranks.",
    "story": "All that has happened.",
    "notes": "Your private notes.",
    "call": "Call the umpire: he sees it at once.",
    "deals": "Make a proposal, accept or refuse one.",
    "notices": "What the umpire said to you; reply where he asks.",
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
