"""The commands of a seat in plain lines."""

from __future__ import annotations

COMMANDS: dict[str, str] = {
    "question": "plain.does_question",
    "seal": "plain.does_seal",
    "back": "plain.does_back",
    "again": "plain.does_again",
    "show": "plain.does_show",
    "suggest": "plain.does_suggest",
    "ready": "plain.does_ready",
    "board": "plain.does_board",
    "doc": "plain.does_doc",
    "package": "plain.does_package",
    "clock": "plain.does_clock",
    "rules": "plain.does_rules",
    "story": "plain.does_story",
    "say": "plain.does_say",
    "talk": "plain.does_talk",
    "deals": "plain.does_deals",
    "propose": "plain.does_propose",
    "accept": "plain.does_accept",
    "refuse": "plain.does_refuse",
    "call": "plain.does_call",
    "ask": "plain.does_ask",
    "reply": "plain.does_reply",
    "messages": "plain.does_messages",
    "team": "plain.does_team",
    "take": "plain.does_take",
    "handover": "plain.does_handover",
    "note": "plain.does_note",
    "save": "plain.does_save",
    "form": "plain.does_form",
    "wait": "plain.does_wait",
    "help": "plain.does_help",
    "leave": "help.key_leave",
}
"""Every command, and the catalogue's key for what it does."""
