"""The commands of a seat in plain lines."""

from __future__ import annotations

COMMANDS: dict[str, str] = {
    "question": "say again what is asked",
    "seal": "seal the answer as it stands",
    "back": "go back to the part before",
    "again": "begin the answer anew",
    "show": "say how the answer stands",
    "suggest": "fill in what is suggested, where anything is; seal then seals it",
    "ready": "say that you have read your briefing, where the table waits for it",
    "board": "say all that you see",
    "doc": "say a document: /doc 2; /doc alone names them all",
    "clock": "say how much time is left",
    "rules": "say the rules of what is asked; /rules all says the whole book, /rules nuke what is said of a nuke",
    "story": "say what has happened; /story all says everything",
    "say": "speak: /say hello, or /say 2 hello in the second conversation",
    "talk": "say the conversations, and what was said",
    "deals": "say the proposals",
    "propose": "put a proposal: /propose 1 you get the north",
    "accept": "accept a proposal: /accept 3",
    "refuse": "refuse a proposal: /refuse 3",
    "call": "call the umpire: /call may we swap seats",
    "reply": "reply to the umpire: /reply we are ready",
    "umpire": "say what the umpire said to you",
    "team": "say who of your team is here",
    "take": "take your seat from a bot, or from a driver who fell silent",
    "handover": "let another of your crew drive the seat",
    "note": "keep a private note: /note they always defend at II; /note alone says all",
    "save": "save the story in a file",
    "form": "write what is asked as JSON, for a script",
    "wait": "read no further line until you owe an answer; /wait end: until the game is over",
    "help": "say this",
    "leave": "leave; the game goes on, and warcouncil join brings you back",
}
"""Every command, and what it does."""
