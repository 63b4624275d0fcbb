"""A sensible player of Escalate!: answers cheaply, escalates when it can win, and weighs its Nukes."""

from __future__ import annotations

from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.table.forms import Answer, Choice, Form
from warcouncil.protocol.table.sheets import Cards, Facts, Rows, Sheet

_LEAD_ORDER = "KQJ"


class EscalateBot(Bot):
    """Plays from the sheet's hand, players and open discard pile, and from nothing else."""

    name = "sensible"

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Fill the form: launch when it pays, else the cheapest act that keeps the points in reach."""
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
    """What the sheet says, as numbers."""

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
        self.stake = int(facts.get("at stake", "0"))
        self.nukes_gone = int(facts.get("Nuke", "0"))
        self.nukes = int(facts.get("Nukes in play", "0"))
        self.rivals = [
            (name.lower(), int(points), standing)
            for name, points, _cards, standing in rows
            if name != "You" and "knocked out" not in standing
        ]
        mine = next((standing for name, *_, standing in rows if name == "You"), "")
        self.holds = "holds the Incident" in mine
        self.waited = "passed" in mine

    def count(self, kind: str) -> int:
        """Give how many cards of a kind the hand holds."""
        return self.kinds.count(kind)


def _launch_pays(table: _Seen) -> bool:
    """Launch when the last rival falls, or when nobody can strike back."""
    nukes = table.count("Nuke")
    safe = nukes + table.nukes_gone >= table.nukes or all(
        "has no Nuke" in standing for _, _, standing in table.rivals
    )
    return safe or len(table.rivals) <= nukes


def _targets(table: _Seen) -> tuple[str, ...]:
    """Aim at the rivals with most points."""
    ranked = sorted(table.rivals, key=lambda rival: (-rival[1], rival[0]))
    return tuple(name for name, _, _ in ranked[: table.count("Nuke")])


def _retaliate(_table: _Seen, offered: list[str]) -> str:
    return "retaliate" if "retaliate" in offered else ""


def _keep(table: _Seen, offered: list[str]) -> str:
    """Play nothing out of turn against an Incident that is its own."""
    return "hold" if "hold" in offered and table.holds else ""


def _lead(table: _Seen, offered: list[str]) -> str:
    """Lead the Incident that the rest of the hand can best defend."""
    leads = [act for act in offered if act.startswith("lead:")]
    return max(leads, key=lambda act: (_defence(table, act[5]), -_LEAD_ORDER.index(act[5]))) if leads else ""


def _defence(table: _Seen, rank: str) -> float:
    """Give how often the hand could answer on an Incident of this rank, weighed with its points."""
    diplomats, spies, soldiers = table.count("Diplomat"), table.count("Spy"), table.count("Soldier")
    aces = table.count("U.N.")
    if rank == "J":
        return diplomats + aces
    if rank == "Q":
        return 2 * (spies + diplomats // 2 + aces)
    return 3 * (soldiers + spies // 2 + diplomats // 3 + aces)


def _turn(_table: _Seen, offered: list[str]) -> str:
    """Turn with as few cards as possible."""
    turns = [act for act in offered if act.startswith("turn:")]
    return min(turns, key=lambda act: (act.count("+"), act)) if turns else ""


def _un(table: _Seen, offered: list[str]) -> str:
    """Spend a U.N. card on two points or more."""
    acts = [act for act in offered if act.startswith("un:")]
    return acts[0] if acts and table.stake >= 2 else ""


def _escalate(table: _Seen, offered: list[str]) -> str:
    """Escalate when the hand can answer once more afterwards."""
    acts = [act for act in offered if act.startswith("escalate:")]
    return max(acts, key=lambda act: _defence(table, act[9])) if acts else ""


BOT = EscalateBot
