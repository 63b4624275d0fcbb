"""The commands of a seat in plain lines."""

from __future__ import annotations

from warcouncil.clients.seat.model.shown.help import Possible

COMMANDS: dict[str, str] = {
    "question": "plain.does_question",
    "seal": "plain.does_seal",
    "back": "plain.does_back",
    "again": "plain.does_again",
    "show": "plain.does_show",
    "suggest": "plain.does_suggest",
    "ready": "plain.does_ready",
    "unready": "plain.does_unready",
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
    "another": "plain.does_another",
    "form": "plain.does_form",
    "wait": "plain.does_wait",
    "help": "plain.does_help",
    "leave": "help.key_leave",
}
"""Every command, and the catalogue's key for what it does."""

NEEDS: dict[str, Possible] = {
    "question": "answer",
    "seal": "answer",
    "back": "answer",
    "again": "answer",
    "show": "answer",
    "suggest": "fill_in",
    "ready": "begin",
    "unready": "take_back",
    "doc": "documents",
    "package": "package",
    "clock": "answer",
    "say": "talk",
    "talk": "talk",
    "deals": "deals",
    "propose": "deals",
    "accept": "deals",
    "refuse": "deals",
    "ask": "ask",
    "reply": "reply",
    "messages": "messages",
    "team": "team",
    "take": "take",
    "handover": "hand_over",
    "another": "another",
    "form": "answer",
    "wait": "answer",
}
"""The act that a command belongs to, if not every seat can do it in every game. The help lists only possible
commands.
"""
