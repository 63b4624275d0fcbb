"""A sensible player of Escalate!. It answers with as few cards as possible. If the first Nuke decides the game, it
plays many cards, to draw a Nuke before its rivals do.
"""

from __future__ import annotations

from warcouncil.games.escalate.cards import role_title
from warcouncil.games.escalate.swift.hands import HUNT_MAX
from warcouncil.games.escalate.swift.shortcut import EscalateShortcut
from warcouncil.games.escalate.wording import say
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.table.forms import Answer, Choice, Form
from warcouncil.protocol.table.sheets import Cards, Facts, Rows, Sheet

_LEAD_ORDER = "KQJ"


class EscalateBot(Bot):
    """A bot that reads only the hand, the players and the open discard pile on the sheet."""

    name = "sensible"
    shortcut = EscalateShortcut()

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Return an answer: a launch if it pays, otherwise the cheapest act that keeps the points within reach."""
        first = form.fields[0]
        assert isinstance(first, Choice)
        if first.name == "ready":
            return {"ready": "ready"}
        offered = [option.value for option in first.options]
        table = _Seen(sheet)
        if "launch" in offered and _launch_pays(table):
            return {"act": "launch", "targets": _targets(table)}
        for judge in (_retaliate, _keep, _lead, _turn, _un, _escalate):
            act = judge(table, offered)
            if act:
                return {"act": act}
        mild = ("defer", "hold", "drop", "pass") if table.waited else ("defer", "hold", "pass", "drop")
        return {"act": next((act for act in mild if act in offered), offered[0])}


class _Seen:
    """The numbers on the sheet."""

    def __init__(self, sheet: Sheet) -> None:
        cards = [element for element in sheet.elements if isinstance(element, Cards)]
        facts = {
            fact.label: fact.value
            for each in sheet.elements
            if isinstance(each, Facts)
            for fact in each.facts
        }
        rows = next(element.rows for element in sheet.elements if isinstance(element, Rows))
        hand = next((element.cards for element in cards if element.shape == "hand"), ())
        self.kinds = [card.note for card in hand]
        self.stake = int(facts.get(say("sheet.stake"), "0"))
        self.nukes_gone = int(facts.get(role_title("nuke"), "0"))
        self.nukes = int(facts.get(say("sheet.nukes_in_play"), "0"))
        self.rivals = [
            (name.lower(), int(points), standing)
            for name, points, _cards, standing in rows
            if name != say("events.you") and say("sheet.knocked_out") not in standing
        ]
        mine = next((standing for name, *_, standing in rows if name == say("events.you")), "")
        self.holds = say("sheet.holds") in mine
        self.hunts = self.nukes > 0 and len(self.rivals) <= HUNT_MAX
        self.waited = say("sheet.passed") in mine

    def count(self, kind: str) -> int:
        """Return how many cards of a kind the hand has."""
        return self.kinds.count(kind)


def _launch_pays(table: _Seen) -> bool:
    """Return whether a launch pays, because it removes the last rivals or no rival can strike back."""
    nukes = table.count(role_title("nuke"))
    safe = nukes + table.nukes_gone >= table.nukes or all(
        say("sheet.no_nuke") in standing for _, _, standing in table.rivals
    )
    return safe or len(table.rivals) <= nukes


def _targets(table: _Seen) -> tuple[str, ...]:
    """Return the rivals with the most points, as many as the hand has Nukes."""
    ranked = sorted(table.rivals, key=lambda rival: (-rival[1], rival[0]))
    return tuple(name for name, _, _ in ranked[: table.count(role_title("nuke"))])


def _retaliate(_table: _Seen, offered: list[str]) -> str:
    return "retaliate" if "retaliate" in offered else ""


def _keep(table: _Seen, offered: list[str]) -> str:
    """Return `hold` if the Incident is the bot's own, so that it plays nothing out of turn."""
    return "hold" if "hold" in offered and table.holds else ""


def _lead(table: _Seen, offered: list[str]) -> str:
    """Return the Incident to lead: the one that the rest of the hand can best defend."""
    leads = [act for act in offered if act.startswith("lead:")]
    return max(leads, key=lambda act: (_defence(table, act[5]), -_LEAD_ORDER.index(act[5]))) if leads else ""


def _defence(table: _Seen, rank: str) -> float:
    """Return how often the hand could answer an Incident of this rank, multiplied by its points."""
    diplomats, spies, soldiers, aces = (
        table.count(role_title(kind)) for kind in ("diplomat", "spy", "soldier", "un")
    )
    if rank == "J":
        return diplomats + aces
    if rank == "Q":
        return 2 * (spies + diplomats // 2 + aces)
    return 3 * (soldiers + spies // 2 + diplomats // 3 + aces)


def _turn(table: _Seen, offered: list[str]) -> str:
    """Return the answer that turns the Incident with the fewest cards. In a hunt for a Nuke, return the one with the
    most cards, because a new card replaces each played card.
    """
    turns = [act for act in offered if act.startswith("turn:")]
    many = -1 if table.hunts else 1
    return min(turns, key=lambda act: (many * act.count("+"), act)) if turns else ""


def _un(table: _Seen, offered: list[str]) -> str:
    """Return a U.N. card if two points or more are at stake. In a hunt for a Nuke, any stake is worth a new card."""
    acts = [act for act in offered if act.startswith("un:")]
    return acts[0] if acts and (table.stake >= 2 or table.hunts) else ""


def _escalate(table: _Seen, offered: list[str]) -> str:
    """Return the escalation that the hand can best answer afterwards."""
    acts = [act for act in offered if act.startswith("escalate:")]
    return max(acts, key=lambda act: _defence(table, act[9])) if acts else ""


BOT = EscalateBot
